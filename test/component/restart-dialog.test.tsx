import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { beginnings } from '../../renderer/parts/restart/PlayersRule.tsx'
import { defaultRestartChoices } from '../../shared/model/restart.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView } from '../fixtures/app-state.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { openWindow } from './open-window.tsx'
import { base, button, chooseFromMenu, survival, type User } from './restart-window.ts'

const changeWarnings = (user: User) => user.click(button('Change the warnings'))

afterEach(() => void vi.useRealTimers())

async function openDialog(more: Parameters<typeof appState>[0] = {}, answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openWindow(appState({ ...base, ...more }), answers)
  await chooseFromMenu(opened.user, /^Restart with warning/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart Survival with warning' }))
  return { ...opened, dialog, warning: () => dialog.getByLabelText('Players read') }
}

describe('the dialog', () => {
  test('is short: when, what players read and at which times; the rest is behind Change and More options', async () => {
    const { user, dialog, warning } = await openDialog()
    expect(dialog.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      '1 min',
      '5 min',
      '15 min',
      'At…',
    ])
    expect(warning()).toBeTruthy()
    expect(dialog.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Change the warnings',
      'More options',
      'Cancel',
      'Plan restart',
      'Close',
    ])
    expect(dialog.getAllByRole('checkbox')).toEqual([dialog.getByLabelText('Back up first')])
    await user.click(button('More options'))
    expect(button('More options').getAttribute('aria-expanded')).toBe('true')
    expect(dialog.getAllByRole('checkbox')).toHaveLength(4)
    await user.click(button('More options'))
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  })

  test('an option that is empty is not folded away, and gets the focus when the restart is planned', async () => {
    const { user, dialog, bridge } = await openDialog()
    await user.click(button('More options'))
    await user.clear(dialog.getByLabelText('Players then read'))
    expect(button('More options').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('More options'))
    expect(button('More options').getAttribute('aria-expanded')).toBe('true')
    await user.click(button('Plan restart'))
    expect(dialog.getByText('Type what players read, or untick it.')).toBeTruthy()
    expect(bridge.requests('restart:plan')).toEqual([])
    expect(document.activeElement).toBe(dialog.getByLabelText('Players then read'))
    await user.keyboard('say no')
    expect(dialog.getByLabelText<HTMLInputElement>('Players then read').value).toBe('say no')
  })

  test('by keyboard alone: when, the text, and the plan is sent once as it stands', async () => {
    const { user, dialog, warning, bridge } = await openDialog()
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: '5 min' })))
    await user.keyboard('{ArrowRight}')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '15 min' }).checked).toBe(true)
    act(() => warning().focus())
    await user.clear(warning())
    await user.keyboard('alert {{server} goes down in {{time}')
    await user.keyboard('{Enter}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.requests('restart:plan')).toEqual([
      {
        ref: survival.ref,
        choices: { ...defaultRestartChoices, text: 'alert {server} goes down in {time}' },
        when: { inSeconds: 900 },
      },
    ])
    expect(bridge.requests('preferences:setRestart')).toEqual([])
    expect(bridge.requests('servers:power')).toEqual([])
  })

  test('a refusal is told in place, what was typed stays, and it can be tried again', async () => {
    const { user, dialog, warning, bridge } = await openDialog({}, { 'restart:plan': async () => fail('plan-running') })
    await user.type(warning(), ' now')
    await user.click(button('Plan restart'))
    expect((await dialog.findByRole('alert')).textContent).toContain('A restart of this server is already planned.')
    expect((warning() as HTMLInputElement).value).toBe('say Server restarts in {time} now')
    bridge.answer('restart:plan', async () => ok({ id: 'plan-1' }))
    await user.click(button('Plan restart'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.requests('restart:plan')).toHaveLength(2)
  })

  test('a preset brings all of its commands, and one text that is empty is told before anything is sent', async () => {
    const { user, dialog, warning, bridge } = await openDialog()
    await changeWarnings(user)
    await user.selectOptions(dialog.getByLabelText('Use the commands of a game'), 'ARK: Survival Evolved')
    expect((warning() as HTMLInputElement).value).toBe('broadcast Server restarts in {time}')
    expect(dialog.getByText('saveworld first')).toBeTruthy()
    await user.clear(warning())
    await user.click(button('Plan restart'))
    expect(dialog.getByText('Type the console command that warns players.')).toBeTruthy()
    expect(warning().getAttribute('aria-invalid')).toBe('true')
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.type(warning(), 'broadcast x')
    await user.click(button('Plan restart'))
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
    await changeWarnings(user)
    const input = dialog.getByLabelText('Warn players at')
    expect(document.activeElement).toBe(input)
    await user.click(dialog.getByRole('button', { name: 'Remove the warning at 5 to 1 s' }))
    expect(document.activeElement).toBe(input)
    await user.keyboard('soon{Enter}')
    expect(dialog.getByText('Type a time such as 10m, 30s or 5-1s.')).toBeTruthy()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    await user.clear(input)
    await user.type(input, '2m, 45s{Enter}')
    expect(dialog.getByRole('button', { name: 'Remove the warning at 45 s' })).toBeTruthy()
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.click(button('Plan restart'))
    expect(bridge.requests('restart:plan')).toMatchObject([
      { choices: { warnings: [600, 300, 120, 60, 45, 30, 10] }, when: { inSeconds: 300 } },
    ])
  })

  test('a warning that was typed and not added counts, and one that is none holds the countdown back', async () => {
    const { user, dialog, bridge } = await openDialog()
    await changeWarnings(user)
    const input = dialog.getByLabelText('Warn players at')
    expect(document.activeElement).toBe(input)
    await user.type(input, 'soon')
    await user.click(button('Plan restart'))
    expect(dialog.getByText('Type a time such as 10m, 30s or 5-1s.')).toBeTruthy()
    expect(document.activeElement).toBe(input)
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.clear(input)
    await user.type(input, '2m')
    await user.click(button('Plan restart'))
    expect(bridge.requests('restart:plan')).toMatchObject([
      { choices: { warnings: expect.arrayContaining([120]) as number[] } },
    ])
  })

  test('at a time of day: its day is said, and one that is past is tomorrow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 0, 15, 12, 0, 0, 500) })
    const { user, dialog, bridge } = await openDialog()
    await user.click(dialog.getByRole('radio', { name: 'At…' }))
    expect(dialog.getByText('tomorrow at 03:00')).toBeTruthy()
    const time = dialog.getByLabelText('Time of day')
    await user.clear(time)
    expect(dialog.getByText('Type a time of day.')).toBeTruthy()
    await user.click(button('Plan restart'))
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.type(time, '12:02')
    expect(dialog.getByText('today at 12:02')).toBeTruthy()
    expect(dialog.getByText(/^At 1 min, 30 s/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(dialog.getByText(/^At 30 s, 10 s/)).toBeTruthy()
    await user.click(button('Plan restart'))
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
    await user.click(button('Plan restart'))
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
    await user.click(button('Plan restart'))
    expect((await dialog.findByRole('alert')).textContent).toContain('Something went wrong')
    expect(bridge.requests('restart:plan')).toEqual([])
  })

  test('a kept rule about players is in sight, though no game is asked', async () => {
    const { user, bridge } = await openDialog({
      preferences: {
        ...askedBefore,
        restart: { all: restartChoices({ players: beginnings['at-most'] }), servers: {} },
      },
    })
    await user.click(screen.getByRole('checkbox', { name: /^Only if few are on/ }))
    await user.click(button('Plan restart'))
    expect(bridge.requests('restart:plan')).toMatchObject([{ choices: { players: { rule: 'any' } } }])
  })

  test('a server with choices of its own begins with those', async () => {
    const own = restartChoices({ text: 'alert {time}', atZero: 'stop-start', killAfterMinutes: 7 })
    const restart = { all: defaultRestartChoices, servers: { [survival.ref]: own } }
    const { dialog, warning } = await openDialog({ preferences: { ...askedBefore, restart } })
    expect((warning() as HTMLInputElement).value).toBe('alert {time}')
    expect(dialog.getByText('stop, then start · no cancel message · kill after 7 min')).toBeTruthy()
  })

  test('what is seldom changed: each choice goes out, and no wait that the app does not take', async () => {
    const { user, dialog, bridge } = await openDialog()
    await user.click(button('More options'))
    await user.click(dialog.getByRole('radio', { name: 'Stop, then start' }))
    await user.click(dialog.getByLabelText('Send a command just before'))
    const wait = dialog.getByLabelText('Seconds between the command and the restart')
    await user.clear(wait)
    await user.type(wait, '0')
    await user.click(button('Plan restart'))
    expect(bridge.requests('restart:plan')).toEqual([])
    await user.clear(wait)
    await user.type(wait, '7')
    await user.click(dialog.getByRole('radio', { name: 'Skip the restart' }))
    await user.click(dialog.getByLabelText('Offer to tell players when it is cancelled'))
    await user.click(dialog.getByLabelText('Kill the server if it does not stop'))
    expect(dialog.getByText(/Unsaved world data is lost/)).toBeTruthy()
    await user.click(button('Plan restart'))
    expect(bridge.requests('restart:plan')).toMatchObject([
      {
        choices: {
          atZero: 'stop-start',
          lastCommand: { text: 'save-all', waitSeconds: 7 },
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
    expect(dialog.queryByText('Plan restart')).toBeNull()
    await user.dblClick(button('Restart without warning'))
    expect(bridge.requests('servers:power')).toEqual([{ ref: survival.ref, signal: 'restart', confirmed: true }])
  })

  test('a server that goes down meanwhile holds it back and says why', async () => {
    const { user, dialog, bridge, updateServer } = await openDialog()
    await updateServer(survival, { state: 'offline' })
    expect(dialog.getByText('Not now: offline, use Start.')).toBeTruthy()
    await user.click(button('Plan restart'))
    expect(bridge.requests('restart:plan')).toEqual([])
  })
})
