import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { appState, askedBefore, consoleEntry, keyView, panelView } from '../fixtures/app-state.ts'
import { powerAction, serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const refusedPower = { permission: 'power', has: false, at: Date.now() } as const
const club = keyView({ id: 'club-key', label: 'Club' })
const server = serverView({ state: 'running', observedAt: Date.now(), keyIds: ['home-key', 'club-key'] })
const lacking = appError('permission-lacking', { status: 403 })
const refused = powerAction({
  phase: 'refused',
  changedAt: Date.now(),
  error: lacking,
  otherKeyId: keyIdSchema.parse('club-key'),
})

const withKeys = (keys: ReturnType<typeof keyView>[], one = server) =>
  appState({
    panels: [panelView()],
    keys,
    servers: [{ ...one, keyIds: keys.map((key) => key.id) }],
    preferences: askedBefore,
  })
const row = () => within(screen.getByRole('row', { name: /Survival/ }))

describe('a key that lacks Power', () => {
  test('keeps the buttons in reach, says why, and sends nothing', async () => {
    const { bridge, user } = await openWindow(withKeys([keyView({ declared: [] })]))
    const restart = row().getByRole('button', { name: 'Restart Survival' })
    expect(restart.getAttribute('aria-disabled')).toBe('true')
    expect(restart.title).toMatch(/^Key lacks Power\. If the key has Power in the panel, say so/)
    await user.click(restart)
    expect(bridge.requests('servers:power')).toEqual([])
    await user.click(row().getByRole('button', { name: 'More for Survival' }))
    const item = await screen.findByRole('menuitem', { name: /^Restart key/ })
    expect(item.textContent).toBe('Restartkey lacks Power')
  })

  test('by its account’s can be looked at again at once', async () => {
    const { id } = keyView()
    const accounts = { [id]: { isOwner: false, may: ['control.console'] } }
    const { bridge, user } = await openWindow(withKeys([keyView()], { ...server, accounts }))
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    const pane = within(await screen.findByRole('region', { name: 'Survival' }))
    await user.click(pane.getByRole('button', { name: 'Check again' }))
    expect(bridge.requests('keys:refresh')).toEqual([{ keyId: id }])
  })

  test('by its owner’s word leads to where the owner said so', async () => {
    const { user } = await openWindow(withKeys([keyView({ declared: [] })]))
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    const pane = within(await screen.findByRole('region', { name: 'Survival' }))
    expect(pane.getByText(/key lacks Power and Console\./)).toBeTruthy()
    expect(pane.getByText('Key lacks Console')).toBeTruthy()
    await user.click(pane.getByRole('button', { name: 'What this key may do' }))
    expect(await screen.findByRole('dialog', { name: 'What Home may do' })).toBeTruthy()
  })
})

async function tryWithClub(user: Awaited<ReturnType<typeof openWindow>>['user']) {
  await user.click(row().getByRole('button', { name: 'More for Survival' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Try with Club' }))
}

describe('after a refusal', () => {
  test('nothing is held back: the row and its menu try again', async () => {
    const { bridge, user } = await openWindow(withKeys([keyView({ learned: [refusedPower] })]))
    await user.click(row().getByRole('button', { name: 'More for Survival' }))
    const item = await screen.findByRole('menuitem', { name: /^Restart was refused/ })
    expect(item.textContent).toBe(`Restartwas refused ${clockTime(refusedPower.at)}`)
    await user.click(item)
    await user.click(row().getByRole('button', { name: 'Restart Survival' }))
    expect(bridge.requests('servers:power')).toHaveLength(2)
  })

  test('the pane names the key, and the steps that mend it', async () => {
    const { bridge, user } = await openWindow(withKeys([keyView({ learned: [refusedPower] })]))
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    const pane = within(await screen.findByRole('region', { name: 'Survival' }))
    expect(pane.getByText(/The panel refused Power to Home at/).textContent).toMatch(
      /Elsewhere the server’s owner can allow it under Users\.$/,
    )
    await user.click(pane.getByRole('button', { name: 'Open the panel' }))
    expect(bridge.requests('keys:openPage')).toEqual([{ address: 'https://panel.home.example/api/client' }])
    await user.click(pane.getByRole('button', { name: 'Check again' }))
    expect(bridge.requests('keys:refresh')).toEqual([{ keyId: 'home-key' }])
  })

  test('the row says it in short as long as the refusal is true, and its menu has the remedy', async () => {
    const error = appError('permission-lacking', { status: 403, message: 'Home lacks Power.' })
    const home = keyView({ learned: [refusedPower] })
    const action = { ...refused, error, keyId: home.id, otherKeyId: null }
    const { bridge, user, update } = await openWindow(withKeys([home], { ...server, action }))
    expect(row().getByTitle(/^Restart refused\. Home lacks Power\./).textContent).toBe('Running · Restart refused')
    await user.click(row().getByRole('button', { name: 'More for Survival' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open the panel' }))
    expect(bridge.requests('keys:openPage')).toHaveLength(1)
    await update(() => withKeys([keyView({ learned: [] })], { ...server, action }))
    await waitFor(() => expect(row().queryByText(/Restart refused/)).toBeNull())
  })

  test('the menu and the pane offer the other key, and use exactly that one', async () => {
    const { bridge, user } = await openWindow(withKeys([keyView(), club], { ...server, action: refused }))
    await tryWithClub(user)
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    const pane = within(await screen.findByRole('region', { name: 'Survival' }))
    await user.click(pane.getByRole('button', { name: 'Try with Club' }))
    const request = { ref: server.ref, signal: 'restart', confirmed: false, keyId: 'club-key' }
    expect(bridge.requests('servers:power')).toEqual([request, request])
  })

  test('a kill with the other key asks first', async () => {
    const action = { ...refused, signal: 'kill' as const }
    const { bridge, user } = await openWindow(withKeys([keyView(), club], { ...server, action }))
    await tryWithClub(user)
    expect(bridge.requests('servers:power')).toEqual([])
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Kill' }))
    expect(bridge.requests('servers:power')).toMatchObject([{ signal: 'kill', keyId: 'club-key' }])
  })

  test('the last command is offered with the other key, and leaves the input once sent', async () => {
    const entries = ['list', 'save-all'].map((command) =>
      consoleEntry({ id: command, command, phase: 'refused', error: lacking, otherKeyId: club.id }),
    )
    const state = withKeys([keyView(), club])
    const { bridge, client, user } = await openWindow({
      ...state,
      consoles: { [server.ref]: { entries, stream: null } },
    })
    client.view.setState({ drafts: { [server.ref]: 'save-all' } })
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    await user.click(screen.getByRole('button', { name: 'Try with Club' }))
    expect(bridge.requests('servers:command')).toEqual([{ ref: server.ref, command: 'save-all', keyId: 'club-key' }])
    expect((screen.getByLabelText('Command for Survival') as HTMLInputElement).value).toBe('')
  })
})
