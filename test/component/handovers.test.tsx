import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../shared/errors.ts'
import type { HandedLook, HandedView, HandoverPreview } from '../../shared/model/handed.ts'
import type { ScheduleView } from '../../shared/model/restart.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { handedView } from '../fixtures/handed.ts'
import { scheduleView } from '../fixtures/plan-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ state: 'running', name: 'Survival', identifier: 'a1b2c3d4' })
const { ref } = survival

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 15, 12, 8) }))
afterEach(() => void vi.useRealTimers())

const button = (name: string | RegExp) => screen.getByRole('button', { name })

async function openPage(
  schedules: readonly ScheduleView[],
  handovers: readonly HandedView[] = [],
  answers: Parameters<typeof openWindow>[1] = {},
  more: Parameters<typeof appState>[0] = {},
) {
  const base = { panels: [panelView()], keys: [keyView()], servers: [survival] }
  const opened = await openWindow(appState({ ...base, schedules, handovers, ...more }), answers)
  await opened.user.click(button('Planned restarts'))
  await screen.findByRole('heading', { name: 'Planned restarts' })
  return opened
}

const preview: HandoverPreview = {
  zeroAt: new Date(2026, 0, 16, 3, 0).getTime(),
  leadSeconds: 600,
  tasks: [
    { action: 'command', payload: 'say Restart in 10 minutes', offsetSeconds: 0, continuesOnFailure: true },
    { action: 'power', payload: 'restart', offsetSeconds: 600, continuesOnFailure: false },
  ],
  losses: [{ kind: 'no-wait' }],
  parts: [
    {
      ref,
      name: 'Survival',
      zoneMinutes: 0,
      cron: { minute: '50', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
      stop: null,
      canDelete: true,
    },
  ],
}

async function openDialog(answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openPage([scheduleView()], [], {
    'handovers:preview': async () => ok(preview),
    ...answers,
  })
  await opened.user.click(button('More for the planned restart of Survival'))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Hand to the panel…' }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Hand this restart to the panel?' })) }
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('what will be written is shown in words before it is, and written once', async () => {
  const { user, bridge, dialog } = await openDialog()
  expect(await dialog.findByText('Every day at 03:00, UTC')).toBeTruthy()
  expect(dialog.getByText(/begins every day at 02:50 by its own clock \(UTC\), 10 minutes before/)).toBeTruthy()
  expect(dialog.getByRole('list', { name: 'What the panel does' }).textContent).toBe(
    '10 minutes beforesay Restart in 10 minutesThenrestart',
  )
  expect(dialog.getByText(/cannot see players/)).toBeTruthy()
  await user.dblClick(dialog.getByRole('button', { name: 'Hand to the panel' }))
  expect(bridge.requests('handovers:give')).toEqual([{ id: 'nightly' }])
  await gone()
})

test('what the panel does not let the account do is said before the click', async () => {
  const stopped = {
    ...preview,
    parts: preview.parts.map((part) => ({ ...part, stop: appError('permission-lacking') })),
  }
  const { user, bridge, dialog } = await openDialog({ 'handovers:preview': async () => ok(stopped) })
  expect(await dialog.findByText(/^Survival: /)).toBeTruthy()
  const send = dialog.getByRole('button', { name: 'Hand to the panel' })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await user.click(send)
  expect(bridge.requests('handovers:give')).toEqual([])
})

test('why it could not be handed over is told in place', async () => {
  const { user, dialog } = await openDialog({
    'handovers:give': async () => fail('rate-limited', { hint: 'Again at 12:40. It runs here as before.' }),
  })
  await dialog.findByText('Every day at 03:00, UTC')
  await user.click(dialog.getByRole('button', { name: 'Hand to the panel' }))
  expect((await dialog.findByText(/It runs here as before/)).textContent).toContain('Again at 12:40.')
})

test('the menu says why it can’t be handed over', async () => {
  const { user } = await openPage([scheduleView({ enabled: false, nextAt: null })])
  await user.click(button('More for the planned restart of Survival'))
  const item = await screen.findByRole('menuitem', { name: /^Hand to the panel…/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('it is paused')
})

const looks = (look: Partial<HandedLook>) => ({
  'handovers:look': async () => ok({ parts: [{ ref, finding: 'same' as const, zeroAt: null, error: null, ...look }] }),
})

test('one on the panel shows the panel’s next run, and is taken back after a question', async () => {
  const { user, bridge } = await openPage([scheduleView({ enabled: false, nextAt: null })], [handedView()], {
    ...looks({ zeroAt: new Date(2026, 0, 16, 3, 0).getTime() }),
    'handovers:takeBack': async () => ok({ leftPaused: ['Survival'] }),
  })
  expect(await screen.findByText('Next run tomorrow at 03:00, by the panel’s word')).toBeTruthy()
  expect(screen.getByText('on the panel')).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  await user.click(button('Take back the planned restart of Survival'))
  await user.click(await screen.findByRole('button', { name: 'Take back' }))
  expect(bridge.requests('handovers:takeBack')).toEqual([{ id: 'nightly' }])
  expect(await screen.findByText(/stays there, paused: Survival/)).toBeTruthy()
  await user.click(button('Dismiss'))
  expect(screen.queryByText(/stays there, paused: Survival/)).toBeNull()
})

test('what became of it there is told', async () => {
  await openPage([scheduleView({ enabled: false, nextAt: null })], [handedView()], looks({ finding: 'gone' }))
  expect(await screen.findByText(/somebody deleted it on the panel/)).toBeTruthy()
})

test('what was cut short says what is known, and can be forgotten', async () => {
  const cut = handedView({ phase: 'switching', error: appError('connection-cut') })
  const { user, bridge } = await openPage([], [cut])
  expect(screen.getByText(/cut short while it was switched on there/)).toBeTruthy()
  await user.click(button('More for the planned restart of Survival'))
  await user.click(await screen.findByRole('menuitem', { name: 'Forget the panel’s schedule…' }))
  await user.click(await screen.findByRole('button', { name: 'Forget it' }))
  expect(bridge.requests('handovers:forget')).toEqual([{ id: 'nightly' }])
})

test('one on its way shows how far it is', async () => {
  const { user, bridge } = await openPage([scheduleView()], [handedView({ phase: 'writing', isBusy: true })])
  expect(screen.getByText('Writing it to the panel…')).toBeTruthy()
  await user.click(button('Take back the planned restart of Survival'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(bridge.requests('handovers:look')).toEqual([])
})
