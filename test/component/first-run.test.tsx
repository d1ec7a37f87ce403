import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError, type ErrorCode } from '../../shared/errors.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { foundServers } from './fake-bridge.ts'
import { openWindow } from './open-window.tsx'

const token = `ptlc_0123456789abcdef${'x'.repeat(27)}`
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

async function fillIn(user: Awaited<ReturnType<typeof openWindow>>['user'], pasted = token) {
  await user.type(field('Panel address'), 'panel.home.example')
  await user.click(field('Token'))
  await user.paste(pasted)
}

describe('first run', () => {
  test('one click checks the key, saves it and shows the list', async () => {
    const { bridge, user, update } = await openWindow(appState())
    await fillIn(user, `  ${token}\n`)
    await user.type(field('Name for this key'), 'Home')
    await user.click(screen.getByRole('button', { name: 'Add key' }))

    expect(bridge.requests('keys:check')).toEqual([{ address: 'panel.home.example', token }])
    expect(bridge.requests('keys:add')).toEqual([{ address: 'panel.home.example', token, label: 'Home' }])
    expect(screen.getByText('Works: 2 servers (Survival, Creative)')).toBeTruthy()
    expect(screen.getByText('Found the client API at https://panel.home.example/api/client')).toBeTruthy()
    expect(field('Token').value).toBe('')

    await update(() => appState({ panels: [panelView()], keys: [keyView()], servers: [serverView()] }))
    expect(screen.getByRole('row', { name: /Survival/ })).toBeTruthy()
  })

  test('without a name the key is called after its panel', async () => {
    const { bridge, user } = await openWindow(appState())
    await fillIn(user)
    await user.keyboard('{Enter}')
    expect(bridge.requests('keys:add')).toMatchObject([{ label: 'panel.home.example' }])
  })

  test('a panel that cannot be opened is told beside no older failure, until the key is tried again', async () => {
    const { bridge, user } = await openWindow(appState())
    const told = (code: ErrorCode) => screen.queryByText(appError(code).message) !== null
    bridge.answer('keys:check', async () => fail('timeout'))
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    await user.click(screen.getByRole('button', { name: 'Open the panel' }))
    expect([told('timeout'), told('invalid-address')]).toEqual([true, false])
    bridge.answer('keys:openPage', async () => fail('invalid-address'))
    await user.click(screen.getByRole('button', { name: 'Open the panel' }))
    expect([told('timeout'), told('invalid-address')]).toEqual([false, true])
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    expect([told('timeout'), told('invalid-address')]).toEqual([true, false])
  })

  test.each([
    ['token-refused', 'Token'],
    ['api-not-found', 'Panel address'],
  ] as const)('%s is told under the field %s, which has the focus', async (code, label) => {
    const { bridge, user } = await openWindow(appState())
    bridge.answer('keys:check', async () => fail(code))
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add key' }))

    const input = field(label)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const told = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(told?.textContent).toContain(appError(code).message)
    expect(told?.textContent).toContain(appError(code).hint)
    expect(document.activeElement).toBe(input)
    expect(bridge.requests('keys:add')).toEqual([])
  })

  test('what is missing or broken gets the focus, from the top down', async () => {
    const { bridge, user } = await openWindow(appState())
    const add = screen.getByRole('button', { name: 'Add key' })
    await user.click(add)
    expect(screen.getByText('The panel address is missing.')).toBeTruthy()
    expect(screen.getByText('The token is missing.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Panel address'))
    await user.keyboard('panel.home.example')
    await user.click(add)
    expect(document.activeElement).toBe(field('Token'))
    await user.paste(`${token.slice(0, 9)} ${token.slice(9)}`)
    await user.click(add)
    expect(document.activeElement).toBe(field('Token'))
    expect(bridge.requests('keys:check')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Join its parts' }))
    expect(document.activeElement).toBe(field('Token'))
    await user.keyboard('{Enter}')
    expect(bridge.requests('keys:check')).toEqual([{ address: 'panel.home.example', token }])
  })

  test('a refused token is cleared, a token with a wrong address is kept', async () => {
    const { bridge, user } = await openWindow(appState())
    bridge.answer('keys:check', async () => fail('host-not-found'))
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    expect(field('Token').value).toBe(token)
    bridge.answer('keys:check', async () => fail('token-refused'))
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    expect(field('Token').value).toBe('')
  })

  test('a failure of the vault is told in the form and nothing is lost', async () => {
    const { bridge, user } = await openWindow(appState())
    bridge.answer('keys:add', async () => fail('vault-failed'))
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    expect(screen.getByText('The token couldn’t be stored.')).toBeTruthy()
    expect(field('Token').value).toBe(token)
  })

  test.each([
    ['a part of a token', 'ptlc_0123456789', /shorter than the tokens of its kind/],
    ['an application key', `ptla_${'x'.repeat(43)}`, /token of an application key/],
  ])('%s is questioned, and sent by one click when the person says so', async (_, doubtful, message) => {
    const { bridge, user } = await openWindow(appState())
    await fillIn(user, doubtful)
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    expect(screen.getByText(message)).toBeTruthy()
    expect(bridge.requests('keys:check')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Use it as it is' }))
    await waitFor(() => expect(bridge.requests('keys:add')).toMatchObject([{ token: doubtful }]))
  })

  test('a yes to one doubtful token is none to the next', async () => {
    const { bridge, user } = await openWindow(appState())
    bridge.answer('keys:check', async () => fail('host-not-found'))
    await fillIn(user, 'ptlc_0123456789')
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    await user.click(screen.getByRole('button', { name: 'Use it as it is' }))
    await user.type(field('Token'), 'a')
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    expect(screen.getByRole('button', { name: 'Use it as it is' })).toBeTruthy()
    expect(bridge.requests('keys:check')).toHaveLength(1)
  })

  test('a key that reaches no servers is saved only on a second click', async () => {
    const { bridge, user } = await openWindow(appState())
    bridge.answer('keys:check', async () => ok({ ...foundServers, servers: [] }))
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Add key' }))
    expect(bridge.requests('keys:add')).toEqual([])
    // A page that can't be opened meanwhile changes nothing of what the button does.
    bridge.answer('keys:openPage', async () => fail('invalid-address'))
    await user.click(screen.getByRole('button', { name: 'Open the panel' }))
    await user.click(screen.getByRole('button', { name: 'Add it anyway' }))
    expect(bridge.requests('keys:add')).toHaveLength(1)
  })

  test('the page of the panel opens once there is an address', async () => {
    const { bridge, user } = await openWindow(appState())
    expect(screen.queryByRole('button', { name: 'Open the panel' })).toBeNull()
    await user.type(field('Panel address'), 'panel.home.example')
    await user.click(screen.getByRole('button', { name: 'Open the panel' }))
    expect(bridge.requests('keys:openPage')).toEqual([{ address: 'panel.home.example' }])
  })

  test('the demo panel is one click away, and its failure is told', async () => {
    const { bridge, user } = await openWindow(appState())
    bridge.answer('demo:add', async () => fail('demo-failed'))
    await user.click(screen.getByRole('button', { name: 'Try the demo panel' }))
    expect(bridge.requests('demo:add')).toHaveLength(1)
    expect(screen.getByText('The demo panel couldn’t be started.')).toBeTruthy()
  })

  test('what a key can do is a table of the nine permissions', async () => {
    const { user } = await openWindow(appState())
    await user.click(screen.getByRole('button', { name: 'What a key can do' }))
    expect(screen.getByText(/On Pterodactyl and Pelican a key can do what your account can/)).toBeTruthy()
    expect(screen.getAllByRole('rowheader')).toHaveLength(11)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the token is in no attribute and in no state of the window', async () => {
    const { client, user } = await openWindow(appState())
    await fillIn(user)
    expect(field('Token').type).toBe('password')
    expect(field('Token').autocomplete).toBe('off')
    expect(document.documentElement.outerHTML).not.toContain(token)
    expect(JSON.stringify([client.view.getState(), client.mirror.store.getState()])).not.toContain(token)
  })
})
