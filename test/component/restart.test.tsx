import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { defaultRestartChoices, type PlanView } from '../../shared/model/restart.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { planStep, planView, restartChoices } from '../fixtures/plan-view.ts'
import { powerAction, serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ state: 'running', name: 'Survival', identifier: 'a1b2c3d4' })
const modded = serverView({ state: 'offline', name: 'Modded', identifier: '90c4ee12' })
const base = { panels: [panelView()], keys: [keyView()], servers: [survival, modded], preferences: askedBefore }
type Window = Awaited<ReturnType<typeof openWindow>>
type User = Window['user']

const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
/** A call whose answer never comes, so that whatever is pressed meanwhile would be a second one. */
/** The warnings that are shown, as chips. */
const chips = () =>
  screen.getAllByRole('button', { name: /^Remove the warning at / }).map((remove) => remove.parentElement?.textContent)
const never = () => new Promise<never>(() => {})

afterEach(() => void vi.useRealTimers())

async function chooseFromMenu(user: User, item: string | RegExp, name = 'Survival') {
  await user.click(button(`More for ${name}`))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

async function openDialog(more: Parameters<typeof appState>[0] = {}, answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openWindow(appState({ ...base, ...more }), answers)
  await chooseFromMenu(opened.user, /^Restart with warning/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart Survival with warning' }))
  return { ...opened, dialog, warning: () => dialog.getByLabelText('Warning, sent as a console command') }
}

describe('the dialog', () => {
  test('by keyboard alone: when, the text, and the plan is sent once as it stands', async () => {
    const { user, dialog, warning, bridge } = await openDialog()
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: '5 min' })))
    await user.keyboard('{ArrowRight}')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '10 min' }).checked).toBe(true)
    act(() => warning().focus())
    await user.clear(warning())
    await user.keyboard('  alert {{server} goes down in {{time}  ')
    expect(dialog.getByText('Survival goes down in 10 minutes')).toBeTruthy()
    await user.keyboard('{Enter}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.requests('restart:plan')).toEqual([
      {
        ref: survival.ref,
        choices: { ...defaultRestartChoices, text: 'alert {server} goes down in {time}' },
        when: { inSeconds: 600 },
      },
    ])
    expect(bridge.requests('preferences:setRestart')).toEqual([])
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test.each([
    ['a double click', (user: User) => user.dblClick(button('Start countdown'))],
    ['a double Enter', (user: User) => user.keyboard('{Enter}{Enter}')],
  ])('%s plans once, also while the answer is awaited', async (_, press) => {
    const { user, bridge } = await openDialog({}, { 'restart:plan': never })
    act(() => button('Start countdown').focus())
    await press(user)
    expect(bridge.requests('restart:plan')).toHaveLength(1)
    expect(button('Start countdown').getAttribute('aria-disabled')).toBe('true')
  })

  test('a refusal is told in place, what was typed stays, and it can be tried again', async () => {
    const { user, dialog, warning, bridge } = await openDialog({}, { 'restart:plan': async () => fail('plan-running') })
    await user.type(warning(), ' now')
    await user.click(button('Start countdown'))
    expect((await dialog.findByRole('alert')).textContent).toContain('A restart of this server is planned already.')
    expect((warning() as HTMLInputElement).value).toBe('say Server restarts in {time} now')
    bridge.answer('restart:plan', async () => ok({ id: 'plan-1' }))
    await user.click(button('Start countdown'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.requests('restart:plan')).toHaveLength(2)
  })

  test('Escape closes, sends nothing, and gives the focus back', async () => {
    const { user, bridge } = await openDialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button('More for Survival'))
    expect(bridge.requests('restart:plan')).toEqual([])
  })

  test('a preset brings all of its commands, and one text that is empty is told before anything is sent', async () => {
    const { user, dialog, warning, bridge } = await openDialog()
    await user.selectOptions(dialog.getByLabelText('Use the commands of a game'), 'ARK: Survival Evolved')
    expect((warning() as HTMLInputElement).value).toBe('broadcast Server restarts in {time}')
    expect(dialog.getByText(/restart · after saveworld/)).toBeTruthy()
    await user.clear(warning())
    await user.click(button('Start countdown'))
    expect(dialog.getByText('Type the console command of a warning.')).toBeTruthy()
    expect(warning().getAttribute('aria-invalid')).toBe('true')
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.type(warning(), 'broadcast x')
    await user.click(button('Start countdown'))
    expect(bridge.requests('restart:plan')).toMatchObject([
      {
        choices: {
          text: 'broadcast x',
          cancelText: 'broadcast The restart was cancelled',
          lastCommand: { text: 'saveworld', waitSeconds: 10 },
        },
      },
    ])
  })

  test('warnings are taken away and added by keyboard, and what is none is told', async () => {
    const { user, dialog, bridge } = await openDialog()
    const input = dialog.getByLabelText('Warnings before it')
    await user.click(dialog.getByRole('button', { name: 'Remove the warning at 5 to 1 s' }))
    expect(document.activeElement).toBe(input)
    await user.keyboard('soon{Enter}')
    expect(dialog.getByText('Type a time such as 10m, 30s or 5-1s.')).toBeTruthy()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    await user.clear(input)
    await user.type(input, '6m{Enter}')
    expect(dialog.getByText('That is before the countdown begins.')).toBeTruthy()
    await user.clear(input)
    await user.type(input, '2m, 45s{Enter}')
    expect(dialog.getByRole('button', { name: 'Remove the warning at 45 s' })).toBeTruthy()
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.click(button('Start countdown'))
    expect(bridge.requests('restart:plan')).toMatchObject([
      { choices: { warnings: [600, 300, 120, 60, 45, 30, 10] }, when: { inSeconds: 300 } },
    ])
  })

  test('a warning that was typed and not added counts, and one that is none holds the countdown back', async () => {
    const { user, dialog, bridge } = await openDialog()
    const input = dialog.getByLabelText('Warnings before it')
    await user.type(input, 'soon')
    await user.click(button('Start countdown'))
    expect(dialog.getByText('Type a time such as 10m, 30s or 5-1s.')).toBeTruthy()
    expect(document.activeElement).toBe(input)
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.clear(input)
    await user.type(input, '2m')
    await user.click(button('Start countdown'))
    expect(bridge.requests('restart:plan')).toMatchObject([
      { choices: { warnings: expect.arrayContaining([120]) as number[] } },
    ])
  })

  test('only the warnings that fit are shown', async () => {
    const { user, dialog } = await openDialog()
    expect(chips()).toContain('5 min')
    expect(chips()).not.toContain('10 min')
    await user.click(dialog.getByRole('radio', { name: '1 min' }))
    expect(chips()).not.toContain('5 min')
    expect(dialog.getByText('Only those within 1 min go out.')).toBeTruthy()
  })

  test('at a time of day: its day is said, and one that is past is tomorrow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 0, 15, 12, 0, 0, 500) })
    const { user, dialog, bridge } = await openDialog()
    await user.click(dialog.getByRole('radio', { name: 'At…' }))
    expect(dialog.getByText('tomorrow at 03:00')).toBeTruthy()
    const time = dialog.getByLabelText('Time of day')
    await user.clear(time)
    expect(dialog.getByText('Type a time of day.')).toBeTruthy()
    await user.click(button('Start countdown'))
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.type(time, '12:02')
    expect(dialog.getByText('today at 12:02')).toBeTruthy()
    expect(chips()).toContain('1 min')
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(chips()).not.toContain('1 min')
    await user.click(button('Start countdown'))
    expect(bridge.requests('restart:plan')).toMatchObject([{ when: { at: new Date(2026, 0, 15, 12, 2).getTime() } }])
  })

  test.each([
    ['for Survival from now on', survival.ref],
    ['for all servers from now on', null],
  ])('changed choices can be kept %s', async (choice, ref) => {
    const { user, dialog, warning, bridge } = await openDialog()
    expect(dialog.queryByLabelText('Use these choices')).toBeNull()
    await user.type(warning(), '!')
    await user.selectOptions(dialog.getByLabelText('Use these choices'), choice)
    await user.click(button('Start countdown'))
    const choices = { ...defaultRestartChoices, text: 'say Server restarts in {time}!' }
    expect(bridge.requests('preferences:setRestart')).toEqual([{ ref, choices }])
    expect(bridge.requests('restart:plan')).toMatchObject([{ choices }])
  })

  test('choices that cannot be kept hold the restart back, and say why', async () => {
    const { user, dialog, warning, bridge } = await openDialog(
      {},
      { 'preferences:setRestart': async () => fail('internal') },
    )
    await user.type(warning(), '!')
    await user.selectOptions(dialog.getByLabelText('Use these choices'), 'for all servers from now on')
    await user.click(button('Start countdown'))
    expect((await dialog.findByRole('alert')).textContent).toContain('Something went wrong')
    expect(bridge.requests('restart:plan')).toEqual([])
  })

  test('a server with choices of its own begins with those', async () => {
    const own = restartChoices({ text: 'alert {time}', atZero: 'stop-start', killAfterMinutes: 7 })
    const restart = { all: defaultRestartChoices, servers: { [survival.ref]: own } }
    const { dialog, warning } = await openDialog({ preferences: { ...askedBefore, restart } })
    expect((warning() as HTMLInputElement).value).toBe('alert {time}')
    expect(dialog.getByText('stop, wait, start · cancels in silence · kill after 7 min')).toBeTruthy()
  })

  test('what is seldom changed: each choice goes out, and a wait is at least the second that the app takes', async () => {
    const { user, dialog, bridge } = await openDialog()
    await user.click(dialog.getByText('More choices', { exact: false, selector: 'summary' }))
    await user.click(dialog.getByRole('radio', { name: 'Stop, wait, start' }))
    await user.click(dialog.getByLabelText('Send a last command before zero'))
    const wait = dialog.getByLabelText('Seconds between the last command and zero')
    await user.clear(wait)
    await user.type(wait, '0')
    await user.tab()
    await user.click(dialog.getByRole('radio', { name: 'Give the restart up' }))
    await user.click(dialog.getByLabelText('A cancelled restart can be announced'))
    await user.click(dialog.getByLabelText('Kill the server if its stop hangs'))
    expect(dialog.getByText(/A kill loses unsaved world data/)).toBeTruthy()
    await user.click(button('Start countdown'))
    expect(bridge.requests('restart:plan')).toMatchObject([
      {
        choices: {
          atZero: 'stop-start',
          lastCommand: { text: 'save-all', waitSeconds: 5 },
          onWarningFailed: 'stop',
          cancelText: null,
          killAfterMinutes: 10,
        },
      },
    ])
  })

  test('without Console it says so, and offers the restart that is possible, once', async () => {
    const { user, dialog, bridge } = await openDialog({ keys: [keyView({ declared: ['power'] })] })
    expect(dialog.getByText(/Warnings cannot be sent: key lacks Console/)).toBeTruthy()
    expect(dialog.queryByText('Start countdown')).toBeNull()
    await user.dblClick(button('Restart now, without warning'))
    expect(bridge.requests('servers:power')).toEqual([{ ref: survival.ref, signal: 'restart', confirmed: true }])
  })

  test('a server that goes down meanwhile holds it back and says why', async () => {
    const { user, dialog, bridge, updateServer } = await openDialog()
    await updateServer(survival, { state: 'offline' })
    expect(dialog.getByText('Not now: offline, use Start')).toBeTruthy()
    await user.click(button('Start countdown'))
    expect(bridge.requests('restart:plan')).toEqual([])
  })
})

const inAMinute = () => Date.now() + 60_000
const planned = (more: Partial<PlanView> = {}) => planView({ zeroAt: inAMinute(), ...more })

async function openPlan(plan: PlanView, answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openWindow(appState({ ...base, plans: [plan] }), answers)
  await opened.user.click(row('Survival'))
  const bar = within(await screen.findByRole('region', { name: 'Restart with warning' }))
  const change = (more: Partial<PlanView>) =>
    opened.update((before) => ({ ...before, plans: { [plan.id]: { ...plan, ...more } } }))
  return { ...opened, bar, change }
}

describe('the countdown', () => {
  test('runs in row and pane by the same second', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    const { bar } = await openPlan(planned({ zeroAt: 1_000_000 + 62_000 }))
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    const left = /Restarts in (0:5\d)/
    const inRow = left.exec(row('Survival').textContent ?? '')?.[1]
    expect(inRow).toBeDefined()
    expect(bar.getByText(left).textContent).toBe(`Restarts in ${inRow}`)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(row('Survival').textContent).toMatch(/Restarts in 0:4\d/)
  })

  test.each([
    ['Postpone 5 min', 'restart:postpone'],
    ['Restart now', 'restart:now'],
  ] as const)('%s in the pane goes out once', async (name, channel) => {
    const { user, bar, bridge } = await openPlan(planned(), { [channel]: never })
    await user.dblClick(bar.getByRole('button', { name }))
    expect(bridge.requests(channel)).toEqual([{ id: 'plan-1' }])
    expect(bridge.requests('restart:cancel')).toEqual([])
  })

  test.each([
    ['Postpone 5 min', 'restart:postpone'],
    ['Restart now', 'restart:now'],
  ] as const)('%s in the menu of the row', async (name, channel) => {
    const { user, bridge } = await openWindow(appState({ ...base, plans: [planned()] }))
    await chooseFromMenu(user, name)
    expect(bridge.requests(channel)).toEqual([{ id: 'plan-1' }])
  })

  test('a failed call is told', async () => {
    const { user, bar } = await openPlan(planned(), { 'restart:postpone': async () => fail('plan-past') })
    await user.click(bar.getByRole('button', { name: 'Postpone 5 min' }))
    expect(await screen.findByText('It is too late for that.')).toBeTruthy()
  })

  test.each([
    ['the pane', (user: User) => user.click(button('Cancel…'))],
    ['the row', (user: User) => chooseFromMenu(user, 'Cancel the restart…')],
  ])('cancelling from %s asks whether players are told', async (_, open) => {
    const choices = restartChoices({ cancelText: 'say It is off' })
    const { user, bridge } = await openPlan(planned({ choices }), { 'restart:cancel': never })
    const ask = async () => {
      await open(user)
      return within(await screen.findByRole('alertdialog', { name: 'Cancel the restart of Survival?' }))
    }
    let question = await ask()
    expect(question.getByText('say It is off')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep counting'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('restart:cancel')).toEqual([])

    question = await ask()
    await user.dblClick(question.getByRole('button', { name: 'Cancel and tell players' }))
    expect(bridge.requests('restart:cancel')).toEqual([{ id: 'plan-1', announce: true }])
    question = await ask()
    await user.dblClick(question.getByRole('button', { name: 'Cancel in silence' }))
    expect(bridge.requests('restart:cancel').slice(1)).toEqual([{ id: 'plan-1', announce: false }])
  })

  test('without an announcement there is one way to cancel', async () => {
    const { user, bridge } = await openPlan(planned())
    await user.click(button('Cancel…'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/No announcement is set/)).toBeTruthy()
    expect(question.queryByText('Cancel and tell players')).toBeNull()
    await user.click(question.getByRole('button', { name: 'Cancel the restart' }))
    expect(bridge.requests('restart:cancel')).toEqual([{ id: 'plan-1', announce: false }])
  })

  test('the question goes once it is too late, and does not come back', async () => {
    const { user, change } = await openPlan(planned())
    await user.click(button('Cancel…'))
    await screen.findByRole('alertdialog')
    await change({ phase: 'signalling' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await change({ phase: 'counting' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test.each([
    ['counting', ['Steps', 'Postpone 5 min', 'Restart now', 'Cancel…']],
    // Its wait is there for a reason: the app hurries it no more.
    ['last-command', ['Steps', 'Cancel…']],
    ['signalling', ['Steps']],
    ['watching', ['Steps']],
    ['done', ['Steps', 'Dismiss']],
    ['cancelled', ['Steps', 'Dismiss']],
    ['failed', ['Steps', 'Dismiss']],
    ['missed', ['Steps', 'Run now', 'Dismiss']],
  ] as const)('while it is %s there are %j', async (phase, names) => {
    const { bar } = await openPlan(planned({ phase }))
    const buttons = bar.getAllByRole('button')
    expect(buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual(names)
  })

  test('the steps tell what went out', async () => {
    const error = appError('server-not-running')
    const steps = [
      planStep({ secondsBefore: 10, sentAt: new Date(2026, 0, 15, 3, 0, 7).getTime() }),
      planStep({ secondsBefore: 5, result: 'failed', sentAt: null, error }),
    ]
    const { user, bar } = await openPlan(planned({ steps }))
    expect(bar.queryByRole('list', { name: 'Steps' })).toBeNull()
    await user.click(bar.getByRole('button', { name: 'Steps' }))
    const lines = within(bar.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      'Warning at 10 ssent 03:00:07',
      `Warning at 5 sfailed. ${error.message}`,
    ])
  })

  test('a second restart with warning is not offered', async () => {
    const { user } = await openPlan(planned())
    expect(screen.queryByRole('button', { name: 'Restart with warning…' })).toBeNull()
    await user.click(button('More for Survival'))
    const item = await screen.findByRole('menuitem', { name: /^Restart with warning/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain('planned already')
  })

  test('begin, end and what is missed are said politely', async () => {
    const { update, change } = await openPlan(planned())
    const said = () => document.querySelector('[role="status"][aria-live="polite"]')?.textContent
    await change({ phase: 'missed', zeroAt: new Date(2026, 0, 15, 3, 0).getTime() })
    expect(said()).toBe('Survival: The restart at 03:00 was missed.')
    await update((before) => ({ ...before, plans: {} }))
    const now = Date.now()
    await update((before) => ({
      ...before,
      plans: { p: planView({ id: 'p', startedAt: now, zeroAt: now + 300_000 }) },
    }))
    expect(said()).toBe('Survival: restarts in 5 min')
  })
})

describe('a missed restart', () => {
  const missed = planView({ phase: 'missed', zeroAt: new Date(2026, 0, 15, 3, 0).getTime() })

  test('is told in row and pane, and can be run now, once', async () => {
    const { user, bar, bridge } = await openPlan(missed, { 'restart:now': never })
    expect(row('Survival').textContent).toContain('Restart at 03:00 missed.')
    expect(bar.getByText(/nothing was sent for it/)).toBeTruthy()
    await user.dblClick(bar.getByRole('button', { name: 'Run now' }))
    expect(bridge.requests('restart:now')).toEqual([{ id: 'plan-1' }])
  })

  test('can be run or dismissed from the row', async () => {
    const { user, bridge } = await openWindow(appState({ ...base, plans: [missed] }))
    await chooseFromMenu(user, 'Run the missed restart now')
    expect(bridge.requests('restart:now')).toEqual([{ id: 'plan-1' }])
    await chooseFromMenu(user, 'Dismiss the missed restart')
    expect(bridge.requests('restart:dismiss')).toEqual([{ id: 'plan-1' }])
  })
})

describe('a link that wants a restart', () => {
  const follow = async (more: Parameters<typeof appState>[0] = {}) => {
    const opened = await openWindow(appState({ ...base, ...more }))
    await opened.update((before) => ({
      ...before,
      app: { ...before.app, focus: { ref: survival.ref, dialog: 'confirm-restart', origin: 'link', at: 1 } },
    }))
    return opened
  }
  const question = () => screen.findByRole('alertdialog', { name: 'Restart Survival?' })

  test('asks, naming the server, its panel and where it came from; No does nothing', async () => {
    const { user, bridge } = await follow()
    const { textContent } = await question()
    expect(textContent).toContain('A link asks for this.')
    expect(textContent).toContain('a1b2c3d4')
    expect(textContent).toContain('https://panel.home.example')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('Escape is a No too', async () => {
    const { user, bridge } = await follow()
    await question()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('Yes sends one restart, also when it is clicked twice', async () => {
    const { user, bridge } = await follow()
    await user.dblClick(within(await question()).getByRole('button', { name: 'Restart' }))
    expect(bridge.requests('servers:power')).toEqual([{ ref: survival.ref, signal: 'restart', confirmed: true }])
  })

  test.each([
    [{ state: 'offline' }, 'Not now: offline, use Start.'],
    [{ action: powerAction() }, 'Not now: another action is running.'],
  ] as const)('%j cannot be restarted, and Yes does nothing', async (more, why) => {
    const { user, bridge } = await follow({ servers: [{ ...survival, ...more }] })
    const dialog = within(await question())
    expect(dialog.getByText(why)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Restart' }))
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('a server that goes takes the question along for good', async () => {
    const { update } = await follow()
    await question()
    await update((before) => ({ ...before, servers: { [modded.ref]: modded } }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await update((before) => ({ ...before, servers: { ...before.servers, [survival.ref]: survival } }))
    expect(row('Survival')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('never takes the place of a question that is open', async () => {
    const { user, bridge, update } = await openWindow(appState(base))
    await chooseFromMenu(user, /^Kill/)
    await screen.findByRole('alertdialog', { name: 'Kill Survival?' })
    await update((before) => ({
      ...before,
      app: { ...before.app, focus: { ref: survival.ref, dialog: 'confirm-restart', origin: 'link', at: 1 } },
    }))
    expect(screen.getByRole('alertdialog').textContent).toContain('Kill Survival?')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('a second link asks again', async () => {
    const { user, update } = await follow()
    await question()
    await user.keyboard('{Escape}')
    await update((before) => ({
      ...before,
      app: { ...before.app, focus: { ref: survival.ref, dialog: 'confirm-restart', origin: 'link', at: 2 } },
    }))
    expect(await question()).toBeTruthy()
  })

  test('the tray opens the dialog with warnings', async () => {
    const { update } = await openWindow(appState(base))
    await update((before) => ({
      ...before,
      app: { ...before.app, focus: { ref: survival.ref, dialog: 'restart', at: 1 } },
    }))
    expect(await screen.findByRole('dialog', { name: 'Restart Survival with warning' })).toBeTruthy()
  })
})
