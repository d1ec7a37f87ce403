import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { foundServers } from './fake-bridge.ts'
import { openWindow } from './open-window.tsx'

const newToken = `ptlc_${'n'.repeat(43)}`
const refused = { kind: 'failing', since: 0, error: appError('token-refused') } as const
const home = keyView({ serverCount: 8 })
const old = keyView({ id: 'old-key', label: 'Old', health: refused, serverCount: null })
const demo = keyView({ id: 'demo-key', label: 'Demo', panelId: 'demo', tokenIn: 'memory' })
const state = appState({
  panels: [
    panelView(),
    panelView({ id: 'demo', kind: 'demo', name: 'Demo panel', baseUrl: 'http://127.0.0.1:1/api/client' }),
  ],
  keys: [home, old, demo],
})

async function openKeys(from = state) {
  const opened = await openWindow(from)
  await opened.user.click(screen.getByRole('button', { name: 'API keys' }))
  await screen.findByRole('heading', { name: 'API keys' })
  return opened
}
const card = (name: string) => {
  const item = screen.getByRole('heading', { name }).closest('li')
  if (item === null) throw new Error(`no card ${name}`)
  return within(item)
}

async function choose(user: Awaited<ReturnType<typeof openKeys>>['user'], key: string, item: string | RegExp) {
  await user.click(card(key).getByRole('button', { name: `More for ${key}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('keys', () => {
  test('each key has its panel, health, servers and the place of its token', async () => {
    await openKeys()
    expect(card('Home').getByText('panel.home.example')).toBeTruthy()
    expect(card('Home').getByText('Works')).toBeTruthy()
    expect(card('Home').getByText('8 servers')).toBeTruthy()
    expect(card('Home').getByText('System keychain')).toBeTruthy()
    expect(card('Old').getByText('Refused: deleted or wrong (401)')).toBeTruthy()
    expect(card('Demo').getByText('In memory, until you quit')).toBeTruthy()
  })

  test('check now, try again, and the demo panel', async () => {
    const { bridge, user } = await openKeys()
    await user.click(card('Home').getByRole('button', { name: 'Check now' }))
    await user.click(card('Old').getByRole('button', { name: 'Try again' }))
    await user.click(card('Demo').getByRole('button', { name: 'Open the demo panel' }))
    expect(bridge.requests('keys:refresh')).toEqual([{ keyId: 'home-key' }, { keyId: 'old-key' }])
    expect(bridge.requests('demo:open')).toHaveLength(1)
  })

  test('a new token that is refused is told so in its field', async () => {
    const { bridge, user } = await openKeys()
    bridge.answer('keys:replaceToken', async () => fail('token-refused'))
    await user.click(card('Old').getByRole('button', { name: 'Replace token' }))
    const token = within(await screen.findByRole('dialog')).getByLabelText('Token')
    await user.type(token, `${newToken}{Enter}`)
    expect(bridge.requests('keys:replaceToken')).toEqual([{ keyId: 'old-key', token: newToken }])
    expect(token.getAttribute('aria-invalid')).toBe('true')
  })

  test('the keyboard stays with the key when the button of a dialog goes with the trouble', async () => {
    const { bridge, user, update } = await openKeys()
    bridge.answer('keys:replaceToken', async () => ({
      ok: true,
      value: { baseUrl: '', servers: [], leftOut: { unusable: 0, beyondBound: 0 } },
    }))
    await user.click(card('Old').getByRole('button', { name: 'Replace token' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Token'), newToken)
    await update((before) => ({ ...before, keys: appState({ keys: [home, { ...old, health: home.health }] }).keys }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More for Old'))
  })

  test('a key is renamed', async () => {
    const { bridge, user } = await openKeys()
    await choose(user, 'Home', 'Rename…')
    const name = await screen.findByLabelText('Name for this key')
    await user.clear(name)
    await user.type(name, ' Castle {Enter}')
    expect(bridge.requests('keys:rename')).toEqual([{ keyId: 'home-key', label: 'Castle' }])
  })

  test('what a key may do is said in words, with what the panel answered', async () => {
    const now = Date.now()
    const learned = [{ permission: 'power', has: false, at: now - 90_000 } as const]
    const readOnly = keyView({ declared: ['files-read', 'backups-view', 'databases-view'], learned })
    await openKeys({
      ...state,
      keys: appState({ keys: [readOnly, old, { ...demo, declared: ['power', 'console'] }] }).keys,
    })
    expect(card('Home').getByText('Read only · Power refused 1 min ago')).toBeTruthy()
    expect(card('Home').getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(card('Old').getByText('Unknown')).toBeTruthy()
    expect(card('Demo').getByText('Power, Console')).toBeTruthy()
  })

  test('the owner says what a key may do: boxes, shortcuts, not sure', async () => {
    const { bridge, user } = await openKeys()
    const open = async () => {
      await choose(user, 'Home', 'What this key may do…')
      return within(await screen.findByRole('dialog', { name: 'What Home may do' }))
    }
    const dialog = await open()
    expect(dialog.getByRole('button', { name: 'Unknown' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(dialog.getByRole('button', { name: 'Read only' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Power' }))
    expect(dialog.getByRole('button', { name: 'Read only' }).getAttribute('aria-pressed')).toBe('false')
    await user.click(dialog.getByRole('checkbox', { name: 'Backups: view' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await open()
    await user.click(again.getByRole('button', { name: 'All' }))
    expect(again.getAllByRole('checkbox', { checked: true })).toHaveLength(9)
    await user.click(again.getByRole('button', { name: 'Unknown' }))
    expect(again.queryAllByRole('checkbox', { checked: true })).toEqual([])
    await user.click(again.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('keys:setPermissions')).toEqual([
      { keyId: 'home-key', permissions: ['power', 'files-read', 'databases-view'] },
      { keyId: 'home-key', permissions: null },
    ])
  })

  test('an administrator has a key list all servers; to anybody else the refusal is told in the dialog', async () => {
    const lists = keyView({ serverCount: 64, listsAll: true })
    const core = keyView({ id: 'core-key', label: 'Core', panelId: 'core' })
    const { bridge, user } = await openKeys(
      appState({ panels: [panelView(), panelView({ id: 'core', dialect: 'core' })], keys: [lists, old, core] }),
    )
    const open = async (name: string) => {
      await choose(user, name, 'Which servers it lists…')
      return within(await screen.findByRole('dialog', { name: `Which servers ${name} lists` }))
    }
    expect(card('Home').getByText('64 servers, all of the panel')).toBeTruthy()
    const whole = await open('Home')
    await user.click(whole.getByRole('radio', { name: /^Its own servers/, checked: false }))
    await user.click(whole.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    bridge.answer('keys:setListsAll', async () => fail('none-listed'))
    const own = await open('Old')
    await user.click(own.getByRole('radio', { name: /^All servers of the panel/, checked: false }))
    await user.click(own.getByRole('button', { name: 'Save' }))
    expect((await own.findByRole('alert')).textContent).toMatch(/is empty for this key.*administrators only/s)
    await user.click(own.getByRole('button', { name: 'Cancel' }))
    expect(bridge.requests('keys:setListsAll')).toEqual([
      { keyId: 'home-key', listsAll: false },
      { keyId: 'old-key', listsAll: true },
    ])
    await user.click(card('Core').getByRole('button', { name: 'More for Core' }))
    await screen.findByRole('menuitem', { name: 'Rename…' })
    expect(screen.queryByRole('menuitem', { name: 'Which servers it lists…' })).toBeNull()
  })

  test('an answer to a dialog that was closed meanwhile leaves the one open that was opened since', async () => {
    const { bridge, user } = await openKeys()
    const open = async (name: string, item: string) => {
      await choose(user, name, item)
      return within(await screen.findByRole('dialog'))
    }
    const answer = Promise.withResolvers<Result<void>>()
    bridge.answer('keys:setListsAll', () => answer.promise)
    await user.click((await open('Home', 'Which servers it lists…')).getByRole('button', { name: 'Save' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.type((await open('Home', 'Rename…')).getByRole('textbox'), 'Ours')
    await act(async () => answer.resolve(ok()))
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('HomeOurs')
  })

  test.each([
    ['Home', /keeps working until you delete it on the panel/],
    ['Old', /The panel no longer accepts this key/],
  ])('removing %s says what is left of it', async (name, words) => {
    const { user } = await openKeys()
    await choose(user, name, 'Remove…')
    expect((await screen.findByRole('alertdialog', { name: `Remove ${name}?` })).textContent).toMatch(words)
  })

  test('adding one advises the smallest key, and says what was added, until another page is opened', async () => {
    const { user } = await openKeys()
    await user.click(screen.getByRole('button', { name: 'Add a key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an API key' }))
    expect(dialog.getByText(/Power/).closest('p')?.textContent).toMatch(
      /your own address.*Pelican, where a key can do what your account can.*only the servers you restart/s,
    )
    await user.type(dialog.getByLabelText('Panel address'), 'panel.home.example')
    await user.type(dialog.getByLabelText('Token'), newToken)
    await user.type(dialog.getByLabelText('Name for this key'), 'Laptop{Enter}')
    const told = () => screen.queryAllByText('Laptop added: 2 servers')
    await waitFor(() => expect(told().length).toBeGreaterThan(0))
    await user.click(screen.getByRole('button', { name: 'Activity' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull())
  })

  test('a key moves up and down, and the keyboard goes with it', async () => {
    const { bridge, user, update } = await openKeys()
    await choose(user, 'Home', /^Move down/)
    expect(bridge.requests('keys:move')).toEqual([{ keyId: 'home-key', to: 1 }])
    await update((before) => ({ ...before, keys: appState({ keys: [old, home, demo] }).keys }))
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(
      expect.arrayContaining(['Old', 'Home', 'Demo']),
    )
    const cards = screen
      .getAllByRole('button', { name: /^More for/ })
      .map((button) => button.getAttribute('aria-label'))
    expect(cards).toEqual(['More for Old', 'More for Home', 'More for Demo'])
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More for Home'))
    await user.click(card('Demo').getByRole('button', { name: 'More for Demo' }))
    const down = await screen.findByRole('menuitem', { name: /^Move down/ })
    expect(down.textContent).toContain('last already')
    expect(down.getAttribute('aria-disabled')).toBe('true')
  })

  test('removing asks, says what is deleted, and keeps the entry when the vault refuses', async () => {
    const { bridge, user } = await openKeys()
    bridge.answer('keys:remove', async () => fail('vault-failed'))
    await choose(user, 'Home', 'Remove…')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Home?' }))
    expect(dialog.getByText(/Its token is deleted from this computer/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(bridge.requests('keys:remove')).toEqual([{ keyId: 'home-key' }])
    expect(dialog.getByText('The token couldn’t be stored.')).toBeTruthy()
  })

  test('adding one is given up with Cancel, also while it is tried; tokens in memory come with a plain notice', async () => {
    const { bridge, user } = await openKeys({ ...state, vault: { backend: 'memory', isWeak: true, consented: true } })
    expect(screen.getByText('No keychain was found, so tokens are kept in memory.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add a key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an API key' }))
    const checked = Promise.withResolvers<void>()
    bridge.answer('keys:check', async () => {
      await checked.promise
      return ok(foundServers)
    })
    await user.type(dialog.getByLabelText('Panel address'), 'x.example')
    await user.type(dialog.getByLabelText('Token'), newToken)
    await user.click(dialog.getByRole('button', { name: 'Add key' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(async () => checked.resolve())
    expect([bridge.requests('keys:check').length, bridge.requests('keys:add')]).toEqual([1, []])
  })

  test('a call without a place of its own fails at the top, and can be dismissed', async () => {
    const { bridge, user } = await openKeys()
    bridge.answer('demo:open', async () => fail('demo-failed'))
    await user.click(card('Demo').getByRole('button', { name: 'Open the demo panel' }))
    expect(screen.getByRole('alert').textContent).toContain('The demo panel couldn’t be started.')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.getByRole('alert').textContent).toBe('')
  })
})
