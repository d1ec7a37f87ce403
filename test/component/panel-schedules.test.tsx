import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { editOf } from '../../shared/panel-schedules/panel-schedules.ts'
import { ok } from '../../shared/result.ts'
import { panelSchedule } from '../fixtures/panel-schedule.ts'
import { closed, dialog, ref, view } from './area-window.ts'
import { id, nightly, openSchedules } from './panel-schedules-window.ts'

test('each schedule is told in words, and unfolds its tasks', async () => {
  const lastRunAt = Date.now() - 5 * 60_000
  const { unfold } = await openSchedules({ schedules: [{ ...nightly, lastRunAt }] })
  const row = (await view().findByText('Nightly restart')).closest('tr')
  expect(row?.textContent).toMatch(/^Nightly restartEvery day at 04:00Next .* \d\d:\d\dLast 5 min agoActive$/)
  expect(view().getByText('1 schedule')).toBeTruthy()
  expect(view().getByText(/this computer’s alike/)).toBeTruthy()
  await unfold()
  const tasks = within(view().getByRole('list', { name: 'Tasks of Nightly restart' })).getAllByRole('listitem')
  expect(tasks.map(({ textContent }) => textContent)).toEqual([
    'At oncecommand say Restart soon',
    '5 min laterrestart the server ',
  ])
})

test('what the panel does not let the account do is said before a click', async () => {
  const schedules = [nightly]
  const { unfold, user, bridge } = await openSchedules({
    answers: {
      'panelSchedules:list': async () =>
        ok({ schedules, leftOut: 0, denied: ['create', 'update', 'delete', 'delete-task'] }),
    },
  })
  await unfold()
  for (const name of ['New schedule…', 'Add a task…']) {
    const button = view().getByRole('button', { name })
    expect(button.title).toBe('Your account may not do it.')
    await user.click(button)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const of of ['Nightly restart', 'task 2 of Nightly restart']) {
    await user.click(view().getByRole('button', { name: `More for ${of}` }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.filter((item) => item.getAttribute('aria-disabled') !== 'true')).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  }
  expect(bridge.calls.filter(({ channel }) => channel.startsWith('panelSchedules:'))).toHaveLength(1)
})

describe('what is done to a schedule', () => {
  test('is run now, which is told with what comes of it on an offline server, and the list is read again', async () => {
    const { choose, bridge } = await openSchedules({
      schedules: [{ ...nightly, onlyWhenOnline: true }],
      server: { state: 'offline' },
    })
    await choose('Nightly restart', 'Run now')
    expect(bridge.requests('panelSchedules:run')).toEqual([{ ref, id }])
    expect(await view().findByText('The panel began “Nightly restart”.')).toBeTruthy()
    expect(view().getByText(/so nothing is done now/)).toBeTruthy()
    await waitFor(() => expect(bridge.requests('panelSchedules:list')).toHaveLength(2))
  })

  test.each([
    [true, 'Pause'],
    [false, 'Resume'],
  ])('that is active: %s offers %s', async (isActive, label) => {
    const { choose, bridge } = await openSchedules({ schedules: [{ ...nightly, isActive }] })
    await choose('Nightly restart', label)
    expect(bridge.requests('panelSchedules:setActive')).toEqual([{ ref, id, isActive: !isActive }])
  })

  test('that is stuck says so unasked, and is reset', async () => {
    const { user, bridge } = await openSchedules({
      schedules: [{ ...nightly, isProcessing: true, updatedAt: Date.now() - 3 * 3_600_000 }],
    })
    expect(await view().findByText('Stuck')).toBeTruthy()
    expect(view().getByText(/much longer than its tasks take/)).toBeTruthy()
    expect(view().getByText(/The part of the panel that runs schedules may have stopped/)).toBeTruthy()
    await user.click(view().getByRole('button', { name: 'Reset' }))
    expect(bridge.requests('panelSchedules:reset')).toEqual([{ ref, id }])
  })

  test('is done to each of two of one name, and to one of them once at a time', async () => {
    const { user, bridge } = await openSchedules({
      schedules: [nightly, panelSchedule({ id: 8 })],
      answers: { 'panelSchedules:run': () => new Promise(() => {}) },
    })
    const run = async (nth: number) => {
      const more = await view().findAllByRole('button', { name: 'More for Nightly restart' })
      await user.click(more[nth] ?? expect.fail('no such schedule'))
      await user.click(await screen.findByRole('menuitem', { name: 'Run now' }))
    }
    await run(0)
    await run(1)
    await run(0)
    expect(bridge.requests('panelSchedules:run')).toEqual([
      { ref, id },
      { ref, id: 8 },
    ])
  })
})

describe('the editor', () => {
  test('makes a schedule, which unfolds so that it gets its tasks', async () => {
    const made = { ...panelSchedule({ id: 9, name: 'Weekly', tasks: [] }) }
    const lists = [[nightly], [nightly, made]]
    const { user, bridge } = await openSchedules({
      answers: {
        'panelSchedules:list': async () => ok({ schedules: lists.shift() ?? [nightly, made], leftOut: 0, denied: [] }),
        'panelSchedules:create': async () => ok({ id: 9 }),
      },
    })
    await view().findByText('Nightly restart')
    await user.click(view().getByRole('button', { name: 'New schedule…' }))
    const form = await dialog('New schedule on the panel')
    await user.click(form.getByRole('button', { name: 'Create' }))
    expect(form.getByText('Type a name.')).toBeTruthy()
    await user.type(form.getByLabelText('Name'), ' Weekly ')
    await user.click(form.getByRole('radio', { name: 'Week' }))
    await user.click(form.getByRole('button', { name: 'Fri' }))
    await user.click(form.getByRole('checkbox', { name: /^Only while/ }))
    expect(form.getByText(/Runs Mondays and Fridays at 04:00\./)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Create' }))
    const cron = { minute: '0', hour: '4', dayOfMonth: '*', month: '*', dayOfWeek: '1,5' }
    expect(bridge.requests('panelSchedules:create')).toEqual([
      { ref, edit: { name: 'Weekly', cron, isActive: true, onlyWhenOnline: true } },
    ])
    await closed()
    expect(await view().findByText('Without tasks it does nothing.')).toBeTruthy()
  })

  test('sends what was looked at with the change', async () => {
    const { choose, user, bridge } = await openSchedules()
    await choose('Nightly restart', 'Edit…')
    const form = await dialog('Edit schedule')
    await user.click(form.getByRole('radio', { name: 'As cron' }))
    await user.clear(form.getByRole('textbox', { name: 'Month' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText(/Fill in all five fields/)).toBeTruthy()
    await user.type(form.getByRole('textbox', { name: 'Month' }), '6-8')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const edit = { ...editOf(nightly), cron: { ...nightly.cron, month: '6-8' } }
    expect(bridge.requests('panelSchedules:update')).toEqual([{ ref, id, seen: editOf(nightly), edit }])
    await closed()
  })

  test('shows both where somebody changed it meanwhile, and takes theirs or saves again as it is told to', async () => {
    const theirs = { ...nightly, name: 'Theirs' }
    const answers = [theirs, null]
    const { choose, user, bridge } = await openSchedules({
      answers: { 'panelSchedules:update': async () => ok({ meanwhile: answers.shift() ?? null }) },
    })
    await choose('Nightly restart', 'Edit…')
    const form = await dialog('Edit schedule')
    const name = form.getByLabelText<HTMLInputElement>('Name')
    await user.type(name, '!')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(/Somebody changed this schedule meanwhile/)
    const [, row] = within(form.getByRole('table')).getAllByRole('row')
    expect(row?.textContent).toBe('NameTheirsNightly restart!')
    expect(bridge.requests('panelSchedules:update')).toHaveLength(1)
    await user.click(form.getByRole('button', { name: 'Take theirs' }))
    expect([name.value, form.queryByText(/meanwhile/)]).toEqual(['Theirs', null])
    await user.type(name, '!')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const edit = { ...editOf(nightly), name: 'Theirs!' }
    expect(bridge.requests('panelSchedules:update')[1]).toEqual({ ref, id, seen: editOf(theirs), edit })
    await closed()
  })
})
