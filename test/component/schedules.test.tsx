import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { permissions } from '../../shared/keys/permission.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { defaultRestartChoices, maxSchedules } from '../../shared/model/restart.ts'
import type { ScheduleView } from '../../shared/model/restart-schema.ts'
import { fail } from '../../shared/result.ts'
import { appState, keyView } from '../fixtures/app-state.ts'
import { restartChoices, scheduleView } from '../fixtures/plan-view.ts'
import { countedView } from '../fixtures/players-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'
import { base, button, modded, never, survival } from './restart-window.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 15, 12, 8) }))
afterEach(() => void vi.useRealTimers())

async function openPage(
  schedules: readonly ScheduleView[] = [],
  answers: Parameters<typeof openWindow>[1] = {},
  more: Parameters<typeof appState>[0] = {},
) {
  const opened = await openWindow(appState({ ...base, schedules, ...more }), answers)
  await opened.user.click(button('Planned restarts'))
  await screen.findByRole('heading', { name: 'Planned restarts' })
  return opened
}
const form = async (name = 'Add a planned restart') => within(await screen.findByRole('dialog', { name }))
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the page Planned restarts', () => {
  test('lists each with its servers, days, time zone, next run and what came of the last', async () => {
    const run = { at: new Date(2026, 0, 15, 3, 0).getTime(), done: 0, failed: 0, cancelled: 0, missed: 1, skipped: 0 }
    await openPage([
      scheduleView({
        refs: [survival.ref, modded.ref],
        days: [1, 2, 3, 4, 5],
        timeZone: 'America/New_York',
        nextAt: new Date(2026, 0, 16, 3, 0).getTime(),
        lastRun: { ...run, done: 1, running: 0 },
      }),
      scheduleView({ id: 'paused', enabled: false, nextAt: null, refs: [modded.ref] }),
    ])
    const [first, second] = screen.getAllByRole('switch').map((it) => it.closest('li'))
    expect(first?.textContent).toContain('Survival, Modded')
    expect(first?.textContent).toContain('Weekdays at 03:00, America/New_York')
    expect(first?.textContent).toContain('Next run tomorrow at 03:00, in 14 h 52 min')
    expect(first?.textContent).toContain('Last run 15 Jan 2026, 03:00: 1 done, 1 missed')
    expect(second?.textContent).toContain('Paused')
    expect(screen.getByRole('switch', { name: 'Run for Modded' }).getAttribute('aria-checked')).toBe('false')
  })

  test('a schedule is added by keyboard, and saved once', async () => {
    const { user, bridge } = await openPage([], { 'schedules:save': never })
    button('Add a planned restart').focus()
    await user.keyboard('{Enter}')
    const dialog = await form()
    dialog.getByRole('checkbox', { name: /^Modded/ }).focus()
    await user.keyboard(' ')
    for (const day of ['Sat', 'Sun']) {
      dialog.getByRole('button', { name: day }).focus()
      await user.keyboard('{Enter}')
    }
    expect(dialog.getByRole('button', { name: 'Sun' }).getAttribute('aria-pressed')).toBe('false')
    await user.clear(dialog.getByLabelText('Time'))
    await user.type(dialog.getByLabelText('Time'), '04:30')
    await user.selectOptions(dialog.getByLabelText('Time zone'), 'UTC')
    dialog.getByRole('button', { name: 'Save' }).focus()
    await user.keyboard('{Enter}{Enter}')
    expect(bridge.requests('schedules:save')).toEqual([
      {
        refs: [modded.ref],
        days: [1, 2, 3, 4, 5],
        time: '04:30',
        timeZone: 'UTC',
        choices: defaultRestartChoices,
        waitMinutes: 60,
        enabled: true,
      },
    ])
  })

  test('what is missing is told, one at a time, and nothing is sent', async () => {
    const { user, bridge } = await openPage()
    await user.click(button('Add a planned restart'))
    const dialog = await form()
    const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByLabelText<HTMLSelectElement>('Time zone').value).toBe(zone)
    expect(dialog.getByRole('alert').textContent).toBe('')
    await save()
    expect(dialog.getByRole('alert').textContent).toContain('Choose at least one server.')
    await user.click(dialog.getByRole('checkbox', { name: /^Survival/ }))
    await user.clear(dialog.getByLabelText('Time'))
    expect(dialog.getByRole('alert').textContent).toContain('Type a time of day.')
    await user.type(dialog.getByLabelText('Time'), '03:00')
    const text = dialog.getByLabelText('Players read')
    await user.clear(text)
    await save()
    expect(dialog.getByText('Type the console command that warns players.')).toBeTruthy()
    expect(bridge.requests('schedules:save')).toEqual([])
    await user.type(text, 'alert x')
    await save()
    expect(bridge.requests('schedules:save')).toMatchObject([
      { refs: [survival.ref], days: [0, 1, 2, 3, 4, 5, 6], choices: { text: 'alert x' } },
    ])
    await gone()
    expect(document.activeElement).toBe(button('Add a planned restart'))
  })

  test('one is edited: it keeps its id, and stays paused', async () => {
    const kept = scheduleView({ enabled: false, nextAt: null, timeZone: 'Asia/Tokyo', waitMinutes: 90 })
    const { user, bridge } = await openPage([kept])
    await user.click(button('Edit the planned restart of Survival'))
    const dialog = await form('Edit planned restart')
    expect(dialog.getByLabelText<HTMLSelectElement>('Time zone').value).toBe('Asia/Tokyo')
    await user.click(dialog.getByRole('button', { name: 'Mon' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('schedules:save')).toEqual([
      {
        id: 'nightly',
        refs: [survival.ref],
        days: [0, 2, 3, 4, 5, 6],
        time: '03:00',
        timeZone: 'Asia/Tokyo',
        choices: defaultRestartChoices,
        waitMinutes: 90,
        enabled: false,
      },
    ])
    await gone()
    expect(document.activeElement).toBe(button('Edit the planned restart of Survival'))
  })

  test('one waits for an empty server, or restarts only if few are on, where games are asked', async () => {
    const players = { [survival.ref]: countedView(3, { ref: survival.ref }) }
    const full = { 'schedules:save': async () => fail('too-many-schedules') }
    const { user, bridge } = await openPage([], full, { players })
    await user.click(button('Add a planned restart'))
    const dialog = await form()
    expect(dialog.queryByRole('radio', { name: 'When empty' })).toBeNull()
    await user.click(dialog.getByRole('checkbox', { name: /^Survival/ }))
    const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(dialog.getByRole('radio', { name: 'Only if few are on' }))
    const most = dialog.getByLabelText('Most players')
    await user.clear(most)
    await user.type(most, '2')
    await save()
    await user.click(dialog.getByRole('radio', { name: 'When empty' }))
    const minutes = dialog.getByLabelText('Minutes before its time at which it begins to wait')
    await user.clear(minutes)
    await user.type(minutes, '45')
    await user.selectOptions(dialog.getByLabelText('If somebody is still on then'), 'or not at all')
    await save()
    expect(bridge.requests('schedules:save')).toMatchObject([
      { choices: { players: { rule: 'at-most', players: 2 } }, waitMinutes: 60 },
      { choices: { players: { rule: 'when-empty', otherwise: 'skip' } }, waitMinutes: 45 },
    ])
  })

  test('one that waits shows its rule though its game is not asked, in card and form', async () => {
    const choices = restartChoices({ players: { rule: 'when-empty', otherwise: 'restart' } })
    const { user } = await openPage([scheduleView({ choices, waitMinutes: 30 })])
    expect(screen.getByText('When empty, from 30 min before, then with warning')).toBeTruthy()
    await user.click(button('Edit the planned restart of Survival'))
    const dialog = await form('Edit planned restart')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'When empty' }).checked).toBe(true)
  })

  test('a server that is in no list any longer is named, and can be taken out', async () => {
    const lost = serverRefSchema.parse('home/deadbeef')
    const { user, bridge } = await openPage([scheduleView({ refs: [survival.ref, lost] })])
    expect(screen.getByRole('heading', { name: /Survival, home\/deadbeef \(not in the list\)/ })).toBeTruthy()
    await user.click(button(/^Edit the planned restart of/))
    const dialog = await form('Edit planned restart')
    expect(dialog.getByText('2 selected')).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: /deadbeef/ }))
    expect(dialog.getByText('1 selected')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('schedules:save')).toMatchObject([{ refs: [survival.ref] }])
  })

  test('many servers can be searched, and what is ticked stays so', async () => {
    const servers = Array.from({ length: 12 }, (_, i) =>
      serverView({ name: `World ${i}`, identifier: String(i).padStart(8, '0') }),
    )
    const { user, bridge } = await openPage([], {}, { servers })
    await user.click(button('Add a planned restart'))
    const dialog = await form()
    await user.click(dialog.getByRole('checkbox', { name: /^World 3/ }))
    await user.type(dialog.getByLabelText('Search servers to restart'), 'world 11')
    expect(dialog.getAllByRole('checkbox', { name: /^World/ })).toHaveLength(1)
    await user.click(dialog.getByRole('checkbox', { name: /^World 11/ }))
    await user.type(dialog.getByLabelText('Search servers to restart'), 'zzz')
    expect(dialog.getByText('No matches for “world 11zzz”')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('schedules:save')).toMatchObject([{ refs: [servers[3]?.ref, servers[11]?.ref] }])
  })

  test('one is paused by its switch, once', async () => {
    const { user, bridge } = await openPage([scheduleView()], { 'schedules:setEnabled': never })
    await user.dblClick(screen.getByRole('switch', { name: 'Run for Survival' }))
    expect(bridge.requests('schedules:setEnabled')).toEqual([{ id: 'nightly', enabled: false }])
  })

  test('removing asks, naming what goes, and No keeps it', async () => {
    const { user, bridge, update } = await openPage([scheduleView()])
    const remove = async () => {
      await user.click(button('More for the planned restart of Survival'))
      await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    }
    await remove()
    const question = await screen.findByRole('alertdialog', { name: 'Remove this planned restart?' })
    expect(question.textContent).toContain('Every day at 03:00, UTC')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('schedules:remove')).toEqual([])
    await remove()
    await user.dblClick(await screen.findByRole('button', { name: 'Remove' }))
    expect(bridge.requests('schedules:remove')).toEqual([{ id: 'nightly' }])
    await update((before) => ({ ...before, schedules: {} }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('a full list takes no more, and says so', async () => {
    const { user } = await openPage(Array.from({ length: maxSchedules }, (_, i) => scheduleView({ id: `s${i}` })))
    const add = button('Add a planned restart')
    expect(add.getAttribute('aria-disabled')).toBe('true')
    expect(add.title).toContain('The list is full')
    await user.click(add)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('where a key may use the panel’s own schedules, it leads there', async () => {
    const keys = [keyView({ declared: [...permissions] })]
    const { user, bridge } = await openPage([], {}, { keys })
    expect(screen.getByText(/which also run while this computer is off/)).toBeTruthy()
    await user.click(button(/^Open those of/))
    expect(bridge.requests('servers:openSchedules')).toEqual([{ ref: survival.ref }])
    expect(bridge.requests('console:openLink')).toEqual([])
  })
})
