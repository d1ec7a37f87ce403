import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { fail } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
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
  return opened
}
const card = (name: string) => {
  const item = screen.getByRole('heading', { name }).closest('li')
  if (item === null) throw new Error(`no card ${name}`)
  return within(item)
}

describe('keys', () => {
  test('each key has its panel, health, servers and the place of its token', async () => {
    await openKeys()
    expect(card('Home').getByText('panel.home.example')).toBeTruthy()
    expect(card('Home').getByText('Works')).toBeTruthy()
    expect(card('Home').getByText('8 servers')).toBeTruthy()
    expect(card('Home').getByText('System keychain')).toBeTruthy()
    expect(card('Old').getByText('Refused: deleted or wrong (401)')).toBeTruthy()
    expect(card('Demo').getByText('This run only: memory')).toBeTruthy()
  })

  test('check now, try again, and the demo panel', async () => {
    const { bridge, user } = await openKeys()
    await user.click(card('Home').getByRole('button', { name: 'Check now' }))
    await user.click(card('Old').getByRole('button', { name: 'Try again' }))
    await user.click(card('Demo').getByRole('button', { name: 'Open the demo panel' }))
    expect(bridge.requests('keys:refresh')).toEqual([{ keyId: 'home-key' }, { keyId: 'old-key' }])
    expect(bridge.requests('demo:open')).toHaveLength(1)
  })

  test('a token is replaced after a check, and a refusal is told in its field', async () => {
    const { bridge, user } = await openKeys()
    bridge.answer('keys:replaceToken', async () => fail('token-refused'))
    await user.click(card('Old').getByRole('button', { name: 'Replace token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the token of Old' }))
    await user.type(dialog.getByLabelText('Token'), newToken)
    await user.click(dialog.getByRole('button', { name: 'Replace token' }))
    expect(bridge.requests('keys:replaceToken')).toEqual([{ keyId: 'old-key', token: newToken }])
    expect(dialog.getByText(/The panel refused the token/)).toBeTruthy()
    bridge.answer('keys:replaceToken', async () => ({
      ok: true,
      value: { baseUrl: '', servers: [], skippedEntries: 0 },
    }))
    await user.click(dialog.getByRole('button', { name: 'Replace token' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the keyboard stays with the key when the button of a dialog goes with the trouble', async () => {
    const { bridge, user, update } = await openKeys()
    bridge.answer('keys:replaceToken', async () => ({
      ok: true,
      value: { baseUrl: '', servers: [], skippedEntries: 0 },
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
    await user.click(card('Home').getByRole('button', { name: 'More for Home' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
    const name = await screen.findByLabelText('Name for this key')
    await user.clear(name)
    await user.type(name, ' Castle {Enter}')
    expect(bridge.requests('keys:rename')).toEqual([{ keyId: 'home-key', label: 'Castle' }])
  })

  test('removing asks, says what is deleted, and keeps the entry when the vault refuses', async () => {
    const { bridge, user } = await openKeys()
    bridge.answer('keys:remove', async () => fail('vault-failed'))
    await user.click(card('Home').getByRole('button', { name: 'More for Home' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Home?' }))
    expect(dialog.getByText(/Its token is deleted from this computer/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(bridge.requests('keys:remove')).toEqual([{ keyId: 'home-key' }])
    expect(dialog.getByText('The token could not be stored.')).toBeTruthy()
  })

  test('a key is added from here too, and then the list shows', async () => {
    const { bridge, user } = await openKeys()
    await user.click(screen.getByRole('button', { name: 'Add a key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an API key' }))
    await user.type(dialog.getByLabelText('Panel address'), 'panel.home.example')
    await user.type(dialog.getByLabelText('Token'), `${newToken}{Enter}`)
    expect(bridge.requests('keys:add')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('heading', { name: 'API keys' })).toBeNull()
  })

  test('tokens in memory come with a plain notice', async () => {
    await openKeys({ ...state, vault: { backend: 'memory', isWeak: true, consented: true } })
    expect(screen.getByText('No system keychain was found, so tokens are kept in memory.')).toBeTruthy()
  })

  test('a call without a place of its own fails at the top, and can be dismissed', async () => {
    const { bridge, user } = await openKeys()
    bridge.answer('demo:open', async () => fail('demo-failed'))
    await user.click(card('Demo').getByRole('button', { name: 'Open the demo panel' }))
    expect(screen.getByRole('alert').textContent).toContain('The demo panel could not be started.')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.getByRole('alert').textContent).toBe('')
  })
})
