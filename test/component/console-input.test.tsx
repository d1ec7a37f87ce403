import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SavedCommand } from '../../shared/model/preferences-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { consoleState, input, modded, survival } from './console-window.ts'
import type { Calls } from './fake-bridge.ts'
import { openWindow } from './open-window.tsx'

const saved = (id: string, text: string, ref: SavedCommand['ref'] = survival.ref) => ({ id, ref, text }) as SavedCommand
const open = (savedCommands: SavedCommand[] = [], answers: Partial<Calls> = {}) =>
  openWindow(consoleState({ savedCommands }), {
    'console:history': async () => ok({ commands: ['list', 'say hello', 'save-all'] }),
    ...answers,
  })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const sent = (bridge: Awaited<ReturnType<typeof open>>['bridge']) =>
  bridge.requests('servers:command').map((request) => (request as { command: string }).command)

afterEach(() => vi.useRealTimers())

describe('history', () => {
  test('a line with a space before it is private, and says so', async () => {
    const { user, bridge } = await open()
    await user.click(input())
    await user.keyboard(' login hunter2')
    expect(screen.getByText('Not kept in the history')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(bridge.requests('servers:command')).toEqual([
      { ref: survival.ref, command: ' login hunter2', isPrivate: true },
    ])
    await user.keyboard('{ArrowUp}')
    expect(input().value).toBe('save-all')
  })

  test('is left by typing, so that ↓ takes nothing away', async () => {
    const { user } = await open()
    await user.click(input())
    await user.keyboard('{ArrowUp}')
    await user.clear(input())
    await user.keyboard('xyz{ArrowDown}')
    expect(input().value).toBe('xyz')
    await user.keyboard('{ArrowUp}{ArrowDown}')
    expect(input().value).toBe('xyz')
  })

  test('is left by a private line made of an earlier one', async () => {
    const { user, bridge } = await open()
    await user.click(input())
    await user.keyboard('{ArrowUp}{Home} {Enter}')
    expect(sent(bridge)).toEqual([' save-all'])
    await user.keyboard('{ArrowUp}')
    expect(input().value).toBe('save-all')
  })

  test('is forgotten when asked to', async () => {
    const { user, bridge } = await open()
    await user.click(screen.getByRole('button', { name: 'Saved commands' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Forget the history' }))
    expect(bridge.requests('console:forget')).toEqual([{ ref: survival.ref }])
    await user.click(input())
    await user.keyboard('{ArrowUp}')
    expect(input().value).toBe('')
  })

  test('a private line that failed comes back as private', async () => {
    const { user } = await open([], { 'servers:command': async () => fail('timeout') })
    await user.click(input())
    await user.keyboard(' login hunter2{Enter}')
    await waitFor(() => expect(input().value).toBe(' login hunter2'))
  })
})

describe('suggestions', () => {
  test('Tab takes the best, and typing goes on', async () => {
    const { user } = await open([saved('1', 'say Restart soon')])
    await user.click(input())
    await user.keyboard('sa')
    expect(options()).toEqual(['say hello', 'save-all', 'say Restart soon saved'])
    expect(input().getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{Tab}')
    expect(input().value).toBe('say Restart soon')
    expect(options()).toEqual([])
  })

  test('arrow keys choose, and only then Enter takes instead of sending', async () => {
    const { user, bridge } = await open()
    await user.click(input())
    await user.keyboard('sa{ArrowUp}{ArrowUp}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(chosen.textContent).toBe('say hello')
    expect(input().getAttribute('aria-activedescendant')).toBe(chosen.id)
    await user.keyboard('{Enter}')
    expect(sent(bridge)).toEqual([])
    expect(input().value).toBe('say hello')
    await user.keyboard('{Enter}')
    expect(sent(bridge)).toEqual(['say hello'])
  })

  test('Enter sends what was typed while they are offered', async () => {
    const { user, bridge } = await open()
    await user.click(input())
    await user.keyboard('sa{Enter}')
    expect(sent(bridge)).toEqual(['sa'])
    expect(options()).toEqual([])
  })

  test('Escape closes them and not the pane; Ctrl+Space opens them without a text', async () => {
    const { user } = await open()
    await user.click(input())
    await user.keyboard('li{Escape}')
    expect(options()).toEqual([])
    expect(screen.getByRole('region', { name: 'Survival' })).toBeTruthy()
    await user.clear(input())
    await user.keyboard('{Control>} {/Control}')
    expect(options()).toEqual(['list', 'say hello', 'save-all'])
  })

  test('→ takes the best at the end of the text only', async () => {
    const { user } = await open()
    await user.click(input())
    await user.keyboard('li{ArrowLeft}{ArrowRight}')
    expect(input().value).toBe('li')
    await user.keyboard('{ArrowRight}')
    expect(input().value).toBe('list')
  })
})

describe('saved commands', () => {
  const menuItem = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
    await user.click(screen.getByRole('button', { name: 'Saved commands' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }

  test('those for the server and for all are offered, others not; one without places goes into the input', async () => {
    const { user, bridge } = await open([saved('1', 'list'), saved('2', 'stop', null), saved('3', 'x', modded.ref)])
    await user.click(screen.getByRole('button', { name: 'Saved commands' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'list',
      'stop',
      'Save a command…',
      'Remove saved commands…',
      'Forget the history',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'stop' }))
    await waitFor(() => expect(input().value).toBe('stop'))
    expect(sent(bridge)).toEqual([])
  })

  test('one that was closed while it was saved leaves open what was opened since', async () => {
    const answer = Promise.withResolvers<Result<void>>()
    const { user } = await open([saved('1', 'list')], { 'commands:save': () => answer.promise })
    await menuItem(user, 'Save a command…')
    await user.type(await screen.findByLabelText('Command'), 'stop{Enter}')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await menuItem(user, 'Remove saved commands…')
    await screen.findByRole('dialog', { name: 'Saved commands' })
    await act(async () => answer.resolve(ok()))
    expect(screen.getByRole('dialog', { name: 'Saved commands' })).toBeTruthy()
  })

  test('what one leaves open is asked for, then it is sent', async () => {
    const { user, bridge } = await open([saved('1', 'kick {player} {reason}')])
    await menuItem(user, 'kick {player} {reason}')
    const dialog = await screen.findByRole('dialog', { name: 'Send to Survival' })
    await user.type(within(dialog).getByLabelText('player'), 'mira')
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(within(dialog).getByText('Type something here.')).toBeTruthy()
    expect(sent(bridge)).toEqual([])
    await user.type(within(dialog).getByLabelText('reason'), 'spam{Enter}')
    expect(sent(bridge)).toEqual(['kick mira spam'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('nothing goes out from the form while the server is not running', async () => {
    const { user, bridge, updateServer } = await open([saved('1', 'kick {player}')])
    await menuItem(user, 'kick {player}')
    await user.type(await screen.findByLabelText('player'), 'mira')
    await updateServer(survival, { state: 'offline' })
    await user.keyboard('{Enter}')
    expect(within(screen.getByRole('dialog')).getByText('Server is not running')).toBeTruthy()
    expect(sent(bridge)).toEqual([])
  })

  test.each([
    ['Survival', survival.ref],
    ['all servers', null],
  ])('what is typed is saved for %s', async (name, ref) => {
    const { user, bridge } = await open()
    await user.click(input())
    await user.keyboard('stop now')
    await menuItem(user, 'Save this command…')
    const dialog = await screen.findByRole('dialog', { name: 'Save a command' })
    await user.click(within(dialog).getByRole('radio', { name }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(bridge.requests('commands:save')).toEqual([{ ref, text: 'stop now' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('one that cannot be saved says why and stays', async () => {
    const { user } = await open([], { 'commands:save': async () => fail('too-many-commands') })
    await menuItem(user, 'Save a command…')
    await user.type(await screen.findByLabelText('Command'), 'stop{Enter}')
    expect(await screen.findByText('No more commands can be saved.')).toBeTruthy()
  })

  test('one is removed', async () => {
    const { user, bridge } = await open([saved('1', 'list')])
    await menuItem(user, 'Remove saved commands…')
    await user.click(await screen.findByRole('button', { name: 'Remove list' }))
    expect(bridge.requests('commands:drop')).toEqual([{ id: '1' }])
  })
})

describe('several pasted lines', () => {
  /** Pastes and says yes; nothing is sent before that. */
  const paste = async ({ user, bridge }: Pick<Awaited<ReturnType<typeof open>>, 'user' | 'bridge'>, text: string) => {
    await user.click(input())
    await user.paste(text)
    await screen.findByRole('alertdialog', { name: /^Send \d commands\?$/ })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    expect(sent(bridge)).toEqual([])
    await user.click(await screen.findByRole('button', { name: /^Send \d/ }))
  }
  const second = () => act(() => vi.advanceTimersByTimeAsync(1_000))

  test('go out one a second, each once, also while another server is looked at', async () => {
    const { user, bridge, client } = await open()
    await paste({ user, bridge }, 'a\nb\nc')
    await waitFor(() => expect(screen.getByText('Sending 2 of 3')).toBeTruthy())
    act(() => client.view.setState({ open: modded.ref }))
    expect(screen.queryByText(/Sending/)).toBeNull()
    await second()
    await second()
    await second()
    expect(bridge.requests('servers:command')).toEqual(
      ['a', 'b', 'c'].map((command) => ({ ref: survival.ref, command })),
    )
    act(() => client.view.setState({ open: survival.ref }))
    expect(screen.queryByText(/Sending/)).toBeNull()
  })

  test('stop at the first failure and say how many were left', async () => {
    const { user, bridge } = await open([], {
      'servers:command': async ({ command }) => (command === 'b' ? fail('server-not-running') : ok(undefined)),
    })
    await paste({ user, bridge }, 'a\nb\nc\nd')
    await second()
    await second()
    await second()
    expect(sent(bridge)).toEqual(['a', 'b'])
    expect(screen.getByText(/Stopped at “b”. 2 commands after it were not sent./)).toBeTruthy()
    expect(input().value).toBe('b')
  })

  test('stop when they are cancelled', async () => {
    const { user, bridge, client } = await open()
    await paste({ user, bridge }, 'a\nb\nc')
    act(() => client.batches.cancel(survival.ref))
    await second()
    await second()
    expect(sent(bridge)).toEqual(['a'])
    expect(screen.queryByText(/Sending/)).toBeNull()
  })

  test('pasted while others go out wait for their turn', async () => {
    const { user, bridge, client } = await open()
    await paste({ user, bridge }, 'a\nb')
    act(() => client.batches.start(survival.ref, ['c']))
    expect(screen.getByText(/of 3/)).toBeTruthy()
    await second()
    await second()
    await second()
    expect(sent(bridge)).toEqual(['a', 'b', 'c'])
  })
})
