import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { taskEditOf } from '../../renderer/features/panel-schedules/TaskDialog.tsx'
import { appError } from '../../shared/errors.ts'
import { editOf, type PanelSchedule } from '../../shared/model/panel-schedule.ts'
import { permissions } from '../../shared/model/permission.ts'
import { systemZone, timeOfDay } from '../../shared/model/time-words.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { handedView } from '../fixtures/handed.ts'
import { panelSchedule, panelTask } from '../fixtures/panel-schedule.ts'
import { scheduleView } from '../fixtures/plan-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const hour = 3_600_000
const now = Date.now()
const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const { ref } = survival

const restart = panelTask({ id: 2, sequence: 2, action: 'power', payload: 'restart', offsetSeconds: 300 })
const nightly = panelSchedule({
  nextRunAt: now + hour,
  zoneMinutes: -new Date(now + hour).getTimezoneOffset(),
  lastRunAt: now - 5 * 60_000,
  tasks: [panelTask(), restart],
})
const { id } = nightly

type Given = NonNullable<Parameters<typeof openWindow>[1]>
type Shown = {
  schedules?: readonly PanelSchedule[]
  answers?: Given
  key?: Parameters<typeof keyView>[0]
  panel?: Parameters<typeof panelView>[0]
  server?: Partial<typeof survival>
}

const view = () => within(screen.getByRole('region', { name: 'Survival' }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** The window with the panel's schedules of the server in sight. */
async function openSchedules(shown: Shown = {}) {
  const { schedules = [nightly], answers = {}, key, panel, server } = shown
  const opened = await openWindow(
    appState({
      panels: [panelView(panel)],
      keys: [keyView(key)],
      servers: [{ ...survival, ...server }],
      preferences: askedBefore,
    }),
    { 'panelSchedules:list': async () => ok({ schedules: [...schedules], leftOut: 0, denied: [] }), ...answers },
  )
  act(() => opened.client.show(ref, { area: 'schedules' }))
  await act(async () => {})
  const choose = async (of: string, item: string | RegExp) => {
    await opened.user.click(await view().findByRole('button', { name: `More for ${of}` }))
    await opened.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const unfold = async () => opened.user.click(await view().findByRole('button', { name: 'Tasks of Nightly restart' }))
  return { ...opened, choose, unfold }
}

describe('the list', () => {
  test('tells each schedule in words, and unfolds its tasks', async () => {
    const { unfold } = await openSchedules()
    const row = (await view().findByText('Nightly restart')).closest('tr')
    expect(row?.textContent).toMatch(/^Nightly restartEvery day at 04:00Next .* \d\d:\d\dLast 5 min agoActive$/)
    expect(view().getByText('1 schedule')).toBeTruthy()
    expect(view().getByText(/as this computer’s/)).toBeTruthy()
    await unfold()
    const tasks = within(view().getByRole('list', { name: 'Tasks of Nightly restart' })).getAllByRole('listitem')
    expect(tasks.map(({ textContent }) => textContent)).toEqual([
      'At oncecommand say Restart soon',
      '5 min laterrestart the server ',
    ])
  })

  test('says that there is none', async () => {
    await openSchedules({ schedules: [] })
    expect(await view().findByText('No schedules on the panel')).toBeTruthy()
  })

  test.each<[Shown, string]>([
    [{ panel: { dialect: 'core' } }, 'Not on this panel.'],
    [{ key: { declared: ['power', 'backups-full'] } }, 'Schedules need a key with all permissions.'],
  ])('is not asked for where it cannot be', async (shown, why) => {
    const { bridge } = await openSchedules(shown)
    expect(view().getByRole('button', { name: 'Schedules' }).title).toBe(why)
    expect(bridge.requests('panelSchedules:list')).toEqual([])
  })

  test('is asked for with a key that its owner gave all permissions', async () => {
    const { bridge } = await openSchedules({ key: { declared: [...permissions] } })
    await view().findByText('Nightly restart')
    expect(bridge.requests('panelSchedules:list')).toEqual([{ ref }])
  })
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

test.each([
  ['a command', { action: 'command', payload: 'say  hi' }, true],
  ['a command of two lines, for which the form has one', { action: 'command', payload: 'say a\nsay b' }, false],
  ['a list of files', { action: 'backup', payload: 'a\nb' }, true],
  ['one of which a part is not shown', { action: 'backup', payload: 'a', isCut: true as const }, false],
  ['what only a newer panel knows', { action: 'fly', payload: '' }, false],
])('a task is edited where nothing of it is lost: %s', (_what, more, isEdited) => {
  expect(taskEditOf(panelTask(more)) !== null).toBe(isEdited)
})

test('a task is deleted where only that is allowed', async () => {
  const { unfold, user } = await openSchedules({
    answers: {
      'panelSchedules:list': async () => ok({ schedules: [nightly], leftOut: 0, denied: ['update'] }),
    },
  })
  await unfold()
  await user.click(view().getByRole('button', { name: 'More for task 2 of Nightly restart' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.filter((item) => item.getAttribute('aria-disabled') !== 'true').map((item) => item.textContent)).toEqual(
    ['Delete…'],
  )
})

describe('what is done to a schedule', () => {
  test('is run now, which is told, and the list is read again', async () => {
    const { choose, bridge } = await openSchedules()
    await choose('Nightly restart', 'Run now')
    expect(bridge.requests('panelSchedules:run')).toEqual([{ ref, id }])
    expect(await view().findByText('The panel began “Nightly restart”.')).toBeTruthy()
    await waitFor(() => expect(bridge.requests('panelSchedules:list')).toHaveLength(2))
  })

  test('tells that a run of an offline server does nothing', async () => {
    const { choose } = await openSchedules({
      schedules: [{ ...nightly, onlyWhenOnline: true }],
      server: { state: 'offline' },
    })
    await choose('Nightly restart', 'Run now')
    expect(await view().findByText(/so nothing is done now/)).toBeTruthy()
  })

  test('that is refused says why with the panel’s words', async () => {
    const detail = 'Cannot process schedule.'
    const { choose, user } = await openSchedules({
      answers: { 'panelSchedules:run': async () => fail('panel-refused', { detail }) },
    })
    await choose('Nightly restart', 'Run now')
    await view().findByText(/^Running “Nightly restart” failed\./)
    expect(view().getByRole('alert').textContent).toContain(detail)
    await user.click(view().getByRole('button', { name: 'Dismiss' }))
    expect(view().getByRole('alert').textContent).toBe('')
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
      schedules: [{ ...nightly, isProcessing: true, updatedAt: now - 3 * hour }],
    })
    expect(await view().findByText('Stuck')).toBeTruthy()
    expect(view().getByText(/much longer than its tasks take/)).toBeTruthy()
    await user.click(view().getByRole('button', { name: 'Reset' }))
    expect(bridge.requests('panelSchedules:reset')).toEqual([{ ref, id }])
  })

  test('without tasks cannot be run', async () => {
    const { user } = await openSchedules({ schedules: [{ ...nightly, tasks: [] }] })
    await user.click(await view().findByRole('button', { name: 'More for Nightly restart' }))
    const run = await screen.findByRole('menuitem', { name: /^Run now/ })
    expect([run.textContent, run.getAttribute('aria-disabled')]).toEqual(['Run nowno tasks', 'true'])
  })

  test('is deleted after a question', async () => {
    const { choose, bridge, user } = await openSchedules()
    await choose('Nightly restart', 'Delete…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete “Nightly restart”?' }))
    expect(bridge.requests('panelSchedules:remove')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Delete schedule' }))
    expect(bridge.requests('panelSchedules:remove')).toEqual([{ ref, id }])
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

  const theirs = { ...nightly, name: 'Theirs' }
  async function openChanged() {
    const answers = [ok({ meanwhile: theirs }), ok({ meanwhile: null })]
    const opened = await openSchedules({
      answers: { 'panelSchedules:update': async () => answers.shift() ?? fail('timeout') },
    })
    await opened.choose('Nightly restart', 'Edit…')
    const form = await dialog('Edit schedule')
    await opened.user.type(form.getByLabelText('Name'), '!')
    await opened.user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(/Somebody changed this schedule meanwhile/)
    return { ...opened, form }
  }

  test('shows both where somebody changed it meanwhile, and saves again only when told to', async () => {
    const { form, user, bridge } = await openChanged()
    const [, row] = within(form.getByRole('table')).getAllByRole('row')
    expect(row?.textContent).toBe('NameTheirsNightly restart!')
    expect(bridge.requests('panelSchedules:update')).toHaveLength(1)
    await user.click(form.getByRole('button', { name: 'Save' }))
    const edit = { ...editOf(nightly), name: 'Nightly restart!' }
    expect(bridge.requests('panelSchedules:update')[1]).toEqual({ ref, id, seen: editOf(theirs), edit })
    await closed()
  })

  test('takes what somebody else saved', async () => {
    const { form, user } = await openChanged()
    await user.click(form.getByRole('button', { name: 'Take theirs' }))
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs')
    expect(form.queryByText(/meanwhile/)).toBeNull()
  })

  test('stays open with what the panel refused', async () => {
    const { choose, user } = await openSchedules({
      answers: { 'panelSchedules:update': async () => fail('panel-refused', { detail: 'The cron data is bad.' }) },
    })
    await choose('Nightly restart', 'Edit…')
    const form = await dialog('Edit schedule')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/The cron data is bad\./)).toBeTruthy()
  })
})

describe('tasks', () => {
  test('are added', async () => {
    const { unfold, user, bridge } = await openSchedules()
    await unfold()
    await user.click(view().getByRole('button', { name: 'Add a task…' }))
    const form = await dialog('Add a task to “Nightly restart”')
    await user.click(form.getByRole('button', { name: 'Add' }))
    expect(bridge.requests('panelSchedules:addTask')).toEqual([])
    await user.type(form.getByLabelText('Command'), 'save-all')
    await user.clear(form.getByLabelText('Seconds after the task before'))
    await user.type(form.getByLabelText('Seconds after the task before'), '60')
    await user.click(form.getByRole('button', { name: 'Add' }))
    const edit = { action: 'command', payload: 'save-all', offsetSeconds: 60, continuesOnFailure: false }
    expect(bridge.requests('panelSchedules:addTask')).toEqual([{ ref, id, edit }])
    await closed()
  })

  const ofTask = (n: number) => `task ${n} of Nightly restart`

  test('are edited, and both are shown where somebody changed one meanwhile', async () => {
    const changed = { ...nightly, tasks: [panelTask(), { ...restart, payload: 'stop' }] }
    const answers = [changed, { ...nightly, tasks: [panelTask()] }]
    const { unfold, choose, user, bridge } = await openSchedules({
      answers: { 'panelSchedules:changeTask': async () => ok({ meanwhile: answers.shift() ?? null }) },
    })
    await unfold()
    await choose(ofTask(2), 'Edit…')
    const form = await dialog('Edit task')
    await user.click(form.getByRole('radio', { name: 'Kill' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    const [, row] = within(await form.findByRole('table')).getAllByRole('row')
    expect(row?.textContent).toBe('WhatStop the serverKill the server')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/Somebody deleted this task meanwhile/)).toBeTruthy()
    const edit = { action: 'power', payload: 'kill', offsetSeconds: 300, continuesOnFailure: false }
    expect(bridge.requests('panelSchedules:changeTask')).toEqual([
      { ref, id, seen: restart, edit },
      { ref, id, seen: { ...restart, payload: 'stop' }, edit },
    ])
  })

  test('are moved to the place of the one before', async () => {
    const { unfold, choose, bridge } = await openSchedules()
    await unfold()
    await choose(ofTask(2), 'Move up')
    expect(bridge.requests('panelSchedules:changeTask')).toEqual([{ ref, id, seen: restart, place: 1 }])
  })

  test('are deleted after a question, but not where somebody changed them', async () => {
    const { unfold, choose, user, bridge } = await openSchedules({
      answers: { 'panelSchedules:removeTask': async () => ok({ meanwhile: nightly }) },
    })
    await unfold()
    await choose(ofTask(2), 'Delete…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete this task?' }))
    expect(question.getByText('restart the server. The others move up.')).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Delete task' }))
    expect(bridge.requests('panelSchedules:removeTask')).toEqual([{ ref, id, seen: restart }])
    expect(await view().findByText(/Somebody changed this schedule meanwhile/)).toBeTruthy()
  })

  test('that only a newer panel knows are not edited here', async () => {
    const odd = { ...nightly, tasks: [panelTask({ action: 'dance' })] }
    const { unfold, user } = await openSchedules({ schedules: [odd] })
    await unfold()
    await user.click(view().getByRole('button', { name: `More for ${ofTask(1)}` }))
    expect((await screen.findByRole('menuitem', { name: /^Edit…/ })).textContent).toBe('Edit…only in the panel')
  })
})

describe('the restarts that this computer plans', () => {
  const rows = () =>
    within(view().getByRole('table', { name: 'Planned restarts on this computer' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
  const here = scheduleView({ id: 'one', refs: [ref], timeZone: systemZone(), days: [1, 2, 3, 4, 5], nextAt: null })
  const times = `Weekdays at ${timeOfDay('03:00')}`

  test('stand below those of the panel, of this server only', async () => {
    const { update } = await openSchedules()
    await view().findByText('Nightly restart')
    expect(view().getByRole('heading', { name: /^On this computer/ })).toBeTruthy()
    expect(view().queryByRole('table', { name: 'Planned restarts on this computer' })).toBeNull()
    const paused = { ...here, id: 'two', enabled: false, refs: [ref, 'home/90c4ee12' as typeof ref] }
    const other = { ...here, id: 'three', refs: ['home/90c4ee12' as typeof ref] }
    await update((state) => ({ ...state, schedules: { one: here, two: paused, three: other } }))
    expect(rows()).toEqual([
      `${times}Warns at 10 min, 5 min, 1 min, 30 s …No next runHas not run yetActive`,
      expect.stringMatching(/ · with .*No next runHas not run yetPaused$/),
    ])
  })

  test('stand there though the panel’s can’t be read', async () => {
    const { update } = await openSchedules({ answers: { 'panelSchedules:list': async () => fail('timeout') } })
    await update((state) => ({ ...state, schedules: { one: here } }))
    expect(await view().findByText(appError('timeout').message)).toBeTruthy()
    expect(rows()).toHaveLength(1)
  })

  test('are paused, changed and removed as on their page', async () => {
    const { update, choose, bridge, user } = await openSchedules()
    await view().findByText('Nightly restart')
    await update((state) => ({ ...state, schedules: { one: here } }))
    const of = `the planned restart, ${times}`
    await choose(of, 'Pause')
    expect(bridge.requests('schedules:setEnabled')).toEqual([{ id: 'one', enabled: false }])
    await choose(of, 'Edit…')
    await user.click((await dialog('Edit planned restart')).getByRole('button', { name: 'Cancel' }))
    await choose(of, 'Remove…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove this planned restart?' }))
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(bridge.requests('schedules:remove')).toEqual([{ id: 'one' }])
  })

  test('are made from there, for this server, and all of them are one click away', async () => {
    const { user } = await openSchedules()
    await user.click(await view().findByRole('button', { name: 'Plan a restart…' }))
    const form = await dialog('Add a planned restart')
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: /^Survival/ }).checked).toBe(true)
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(view().getByRole('button', { name: 'All planned restarts' }))
    expect(await screen.findByRole('heading', { name: 'Planned restarts' })).toBeTruthy()
  })

  test('that the panel has are taken back there', async () => {
    const { update, choose, bridge, user } = await openSchedules({
      answers: { 'handovers:takeBack': async () => ok({ leftPaused: ['Survival'] }) },
    })
    await view().findByText('Nightly restart')
    const handed = handedView({ id: 'one', schedule: here })
    await update((state) => ({ ...state, schedules: { one: here }, handovers: { one: handed } }))
    expect(rows()).toEqual([expect.stringMatching(/The panel runs itOn the panel$/)])
    await choose(`the planned restart, ${times}`, 'Take back…')
    await user.click(await screen.findByRole('button', { name: 'Take back' }))
    expect(bridge.requests('handovers:takeBack')).toEqual([{ id: 'one' }])
    expect(await view().findByText('The panel’s schedule stays there, paused: Survival.')).toBeTruthy()
  })
})

test('a list that could not be read says why', async () => {
  await openSchedules({ answers: { 'panelSchedules:list': async () => fail('all-permissions-needed') } })
  expect(await view().findByText(appError('all-permissions-needed').message)).toBeTruthy()
})
