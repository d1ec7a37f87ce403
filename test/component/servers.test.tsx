import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { fail } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { powerAction, serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'
import { modded, base as pair, row, survival } from './restart-window.ts'

const staging = serverView({ name: 'Staging', identifier: 'e17ac055', panelId: 'club', keyIds: ['club-key'] })
const base = {
  ...pair,
  panels: [panelView(), panelView({ id: 'club', name: 'Club panel', baseUrl: 'https://club.example/api/client' })],
  keys: [keyView(), keyView({ id: 'club-key', panelId: 'club', label: 'Club' })],
  servers: [survival, modded, staging],
}
const state = appState(base)

const rows = () => screen.getAllByRole('row').filter((row) => row.dataset.row !== undefined)
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

describe('the list', () => {
  test('says below the rows which lists are incomplete, and the next step', async () => {
    const cut = keyView({ leftOut: { unusable: 0, beyondBound: 20 } })
    const { user } = await openWindow(appState({ ...base, keys: [cut, ...base.keys.slice(1)] }))
    const line = screen.getByText(/^The list of Home is incomplete\./).textContent
    expect(line).toContain('so that the list is shorter.')
    await user.click(screen.getByRole('button', { name: /^Club panel/ }))
    expect(screen.queryByText(/incomplete/)).toBeNull()
  })

  test('a search that finds nothing says so and can be cleared', async () => {
    const { client, user } = await openWindow(state)
    await act(async () => client.view.setState({ query: 'zzz' }))
    expect(screen.getByText('No matches for “zzz”')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    expect(rows()).toHaveLength(3)
  })

  test('the side bar filters by panel and by what needs attention', async () => {
    const { user, updateServer } = await openWindow(state)
    await user.click(screen.getByRole('button', { name: /^Club panel/ }))
    expect(names()).toEqual(['Staging'])
    await user.click(screen.getByRole('button', { name: /^Needs attention/ }))
    expect(names()).toEqual(['Modded'])
    await updateServer(modded, { state: 'running' })
    expect(screen.getByText('Nothing needs attention')).toBeTruthy()
    expect(screen.getByText(/looks for servers that crashed/)).toBeTruthy()
    await updateServer(survival, { action: powerAction({ phase: 'stalled', signal: 'stop' }) })
    expect(names()).toEqual(['Survival'])
  })

  test('one changed server renders one row', async () => {
    const { updateServer } = await openWindow(state)
    const before = new Map(rows().map((element) => [element.dataset.row, element.innerHTML]))
    const changed: string[] = []
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const ref = element?.closest<HTMLElement>('[data-row]')?.dataset.row
        if (ref) changed.push(ref)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    await updateServer(survival, { state: 'stopping' })
    await waitFor(() => expect(new Set(changed)).toEqual(new Set([survival.ref])))
    observer.disconnect()
    for (const element of rows().filter(({ dataset }) => dataset.row !== survival.ref))
      expect(element.innerHTML).toBe(before.get(element.dataset.row))
  })
})

describe('power', () => {
  test('a call that the app does not take on is told in the row', async () => {
    const { bridge, user } = await openWindow(state)
    bridge.answer('servers:power', async () => fail('action-running'))
    await user.click(screen.getByRole('button', { name: 'Stop Survival' }))
    expect(row('Survival').textContent).toContain('Running · Action not sent')
    expect(within(row('Survival')).getByTitle(/Another action is running on this server\./)).toBeTruthy()
  })

  test('the menu has all four, with the reason of those that make no sense now', async () => {
    const { user } = await openWindow(state)
    await user.click(screen.getByRole('button', { name: 'More for Modded' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'Restartoffline, use Start',
      'Restart with warning…offline, use Start',
      'Start',
      'Stopalready offline',
      'Kill…already offline',
      'Pin to the top',
      'Mute this server',
      'Expected off',
      'Players…',
      'Open console',
      'Copy identifier',
      'Open the panel',
    ])
    expect(items[3]?.getAttribute('aria-disabled')).toBe('true')
  })

  test('the menu opens the console, also where another area was last looked at', async () => {
    const { user, client } = await openWindow(state)
    act(() => client.show(survival.ref, { area: 'live' }))
    await user.click((await screen.findAllByRole('button', { name: 'More for Survival' }))[0] as HTMLElement)
    await user.click(await screen.findByRole('menuitem', { name: 'Open console' }))
    expect(client.view.getState().areas[survival.ref]).toBe('console')
  })
})

describe('keyboard', () => {
  test('only one row is in the tab order', async () => {
    await openWindow(state)
    expect(rows().filter((element) => element.tabIndex === 0)).toHaveLength(1)
  })

  test('the focus stays on a button that is shut', async () => {
    const { user, updateServer } = await openWindow(state)
    act(() => row('Modded').focus())
    await user.keyboard('{End}{ArrowUp}{ArrowRight}{ArrowRight}')
    await updateServer(survival, { action: powerAction() })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Restart Survival' }))
  })
})

describe('trouble', () => {
  test('one key fails, the other servers show, the banner has the next step', async () => {
    const failing = keyView({
      id: 'club-key',
      panelId: 'club',
      label: 'Club',
      health: { kind: 'failing', since: 0, error: appError('token-refused') },
    })
    const { user } = await openWindow(appState({ ...base, keys: [keyView(), failing], servers: [survival] }))
    expect(screen.getByText(/Club: The panel refused the token/)).toBeTruthy()
    expect(names()).toEqual(['Survival'])
    await user.click(screen.getByRole('button', { name: 'Replace token' }))
    const dialog = await screen.findByRole('dialog', { name: 'Replace the token of Club' })
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Token')))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('heading', { name: 'API keys' })).toBeTruthy()
  })

  test('a failed try again is told by the key alone', async () => {
    const health = { kind: 'failing', since: 0, error: appError('connection-refused') } as const
    const { bridge, user } = await openWindow(appState({ ...base, keys: [keyView({ health })] }))
    bridge.answer('keys:refresh', async () => fail('connection-refused'))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getAllByText(/Nothing is answering at that address/)).toHaveLength(1)
    bridge.answer('keys:refresh', async () => fail('unknown-key'))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/This key is no longer in the list/)).toBeTruthy()
  })

  test('a panel that tells no states is said to, once', async () => {
    const core = panelView({ dialect: 'core' })
    const known = { ...base, panels: [core, ...base.panels.slice(1)] }
    const { user } = await openWindow(appState({ ...known, servers: [{ ...survival, state: 'unknown' }, staging] }))
    expect(screen.getAllByText(/Home panel doesn’t report server states/)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: /^Club panel/ }))
    expect(screen.queryByText(/doesn’t report server states/)).toBeNull()
  })

  test.each([
    ['before its servers are read', { servers: [] }],
    ['while its key fails', { keys: [keyView({ health: { kind: 'failing', since: 0, error: appError('timeout') } })] }],
  ])('nothing is said of states %s', async (_, more) => {
    await openWindow(appState({ ...base, panels: [panelView({ dialect: 'core' })], ...more }))
    expect(screen.queryByText(/doesn’t report server states/)).toBeNull()
  })

  test('a key that reaches no servers says so', async () => {
    const { bridge, user } = await openWindow(appState({ ...base, servers: [] }))
    expect(screen.getByText('This key reaches no servers')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(bridge.requests('servers:refresh')).toHaveLength(1)
  })

  test('a window that cannot reach the app says so and tries again', async () => {
    const { bridge, client } = await openWindow(state)
    bridge.answer('state:snapshot', async () => fail('internal'))
    await act(() => client.mirror.ask())
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong in Servertray.')
    expect(rows()).toHaveLength(3)
  })

  test('what changed is said politely, without counting clocks', async () => {
    const { updateServer } = await openWindow(state)
    await updateServer(survival, { action: powerAction({ startedAt: Date.now() - 3_000 }) })
    expect(screen.getByText('Survival: Restarting').getAttribute('aria-live')).toBe('polite')
  })

  test('the tray can open a server that the list leaves out by its state', async () => {
    const { update, user } = await openWindow(state)
    await user.click(screen.getByRole('button', { name: /running$/i }))
    expect(screen.queryByRole('row', { name: /Modded/ })).toBeNull()
    await update((before) => ({ ...before, app: { ...before.app, focus: { ref: modded.ref, at: 1 } } }))
    expect(screen.getByRole('row', { name: /Modded/ })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Modded' })).toBeTruthy()
  })
})
