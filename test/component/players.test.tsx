import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '../../renderer/features/players/PlayersConsent.tsx'
import '../../renderer/features/players/PlayersDialog.tsx'
import { idleStopFor } from '../../shared/model/restart.ts'
import type { IdleStop } from '../../shared/model/restart-schema.ts'
import { fail } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { planView } from '../fixtures/plan-view.ts'
import { countedView } from '../fixtures/players-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
const creative = serverView({ name: 'Creative', identifier: 'b1b2c3d4', state: 'running' })
const modded = serverView({ name: 'Modded', identifier: '90c4ee12', state: 'offline' })
const base = {
  panels: [panelView(), panelView({ id: 'club', name: 'Club panel' })],
  keys: [keyView()],
  servers: [survival, creative, modded],
  preferences: askedBefore,
}
const players = { asked: true, panels: [survival.panelId], servers: [] }
const counted = {
  ...base,
  preferences: { ...askedBefore, players },
  players: {
    [survival.ref]: countedView(2, { ref: survival.ref, names: ['Ada', 'a; stop'], at: Date.now() }),
    [creative.ref]: countedView(null, { ref: creative.ref }),
  },
}
const opened = { app: { focus: { ref: survival.ref, at: 1 } } }

/** The dialog of Survival's players. */
async function openDialog(more: Parameters<typeof appState>[0] = {}, answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openWindow(appState({ ...counted, ...more }), answers)
  act(() => opened.client.view.setState({ dialog: { kind: 'players', ref: survival.ref } }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Players of Survival' })) }
}
const nobodyAsked = { asked: true, panels: [], servers: [] }

const row = (name: RegExp) => screen.getByRole('row', { name })
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

describe('the column', () => {
  test('is offered once, in its own place; a no ends that, and asks nobody', async () => {
    const { user, bridge, update } = await openWindow(appState(base))
    expect(heads()).toContain('Players…')
    await user.click(screen.getByRole('button', { name: 'Players…' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('past its panel')
    await user.click(within(question).getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(bridge.requests('players:answer')).toHaveLength(1))
    expect(bridge.requests('players:allow')).toEqual([])
    await update((state) => ({
      ...state,
      preferences: { ...state.preferences, players: nobodyAsked },
    }))
    expect(heads()).not.toContain('Players…')
    expect(heads()).not.toContain('Players')
  })

  test('a yes counts for the panels that are ticked', async () => {
    const { user, bridge } = await openWindow(appState(base))
    await user.click(screen.getByRole('button', { name: 'Players…' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('checkbox', { name: 'Club panel' }))
    await user.click(question.getByRole('button', { name: 'Ask the games' }))
    expect(bridge.requests('players:allow')).toEqual([{ panelId: survival.panelId, allowed: true }])
    expect(bridge.requests('players:answer')).toEqual([])
  })

  test('shows counts with their source, a dash with the reason, and nothing for what is off', async () => {
    await openWindow(appState(counted))
    expect(row(/Survival/).textContent).toContain('2 / 20, asked the game')
    expect(row(/Creative/).textContent).toContain('Not known. The game does not answer.')
    expect(row(/Modded/).textContent).not.toContain('–')
  })
})

describe('the head', () => {
  test('shows who is on, and puts a command for one of them into the field without sending it', async () => {
    const { user, bridge } = await openWindow(appState({ ...counted, ...opened }))
    await user.click(screen.getByRole('button', { name: 'Players: 2 / 20' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Players of Survival' }))
    expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Ada', 'a; stop'])
    await user.click(panel.getByRole('button', { name: 'Commands for Ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Kick…' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Command for Survival').value).toBe('kick Ada '))
    expect(bridge.requests('servers:command')).toEqual([])
  })

  test('puts no command over one that is being typed, and says why', async () => {
    const { user, client } = await openWindow(appState({ ...counted, ...opened }))
    act(() => client.setDraft(survival.ref, 'say half a sen'))
    await user.click(screen.getByRole('button', { name: 'Players: 2 / 20' }))
    await user.click(await screen.findByRole('button', { name: 'Commands for Ada' }))
    const kick = await screen.findByRole('menuitem', { name: /^Kick…/ })
    expect(kick.textContent).toContain('something else is typed in the console')
    await user.click(kick)
    expect(client.view.getState().drafts[survival.ref]).toBe('say half a sen')
  })

  test('asks the server once for its list, and says why that failed', async () => {
    const { user, bridge } = await openWindow(appState({ ...counted, ...opened }), {
      'players:askList': async () => fail('no-list-command'),
    })
    await user.click(screen.getByRole('button', { name: 'Players: 2 / 20' }))
    await user.click(await screen.findByRole('button', { name: 'Ask the server (list)' }))
    expect(bridge.requests('players:askList')).toEqual([{ ref: survival.ref }])
    expect(await screen.findByText(/has no command that lists its players/)).toBeTruthy()
  })
})

describe('the choices for a server', () => {
  test('show the guess, and keep each change at once', async () => {
    const { user, bridge, dialog } = await openDialog()
    expect(await dialog.findByRole('option', { name: 'Minecraft Java, by its image' })).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText('Game'), 'Rust')
    await user.selectOptions(dialog.getByLabelText('Port'), '25566')
    await user.selectOptions(dialog.getByLabelText('Ask this server’s game'), 'No')
    expect(bridge.requests('players:setGame')).toEqual([
      { ref: survival.ref, game: 'rust', port: null },
      { ref: survival.ref, game: null, port: 25_566 },
    ])
    expect(bridge.requests('players:allow')).toEqual([{ ref: survival.ref, allowed: false }])
  })

  test('a try says what came back', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Test' }))
    expect(await dialog.findByText(/^Asked 203\.0\.113\.7:25565\. The game does not answer\./)).toBeTruthy()
  })
})

describe('the stop of an empty server', () => {
  const beginning = idleStopFor('minecraft-java')
  const asks = /^Stop the server when nobody was on for/
  const stops = (more: Partial<IdleStop> = {}) => ({
    preferences: { ...counted.preferences, idleStops: [{ ...beginning, ref: survival.ref, ...more }] },
  })

  test('is off until it is chosen, and then announced', async () => {
    const { user, bridge, dialog } = await openDialog()
    const tick = dialog.getByRole<HTMLInputElement>('checkbox', { name: asks })
    expect(tick.checked).toBe(false)
    expect(dialog.queryByLabelText('Minutes until an empty server stops')).toBeNull()
    await user.click(tick)
    expect(bridge.requests('preferences:setIdleStop')).toEqual([{ ref: survival.ref, stop: beginning }])
  })

  test('takes other minutes and other words, or none, and is turned off', async () => {
    const { user, bridge, dialog } = await openDialog(stops())
    const minutes = dialog.getByLabelText('Minutes until an empty server stops')
    await user.clear(minutes)
    await user.type(minutes, '45')
    const words = dialog.getByLabelText('Players read 60 s before')
    await user.clear(words)
    expect(dialog.getByText('Type the console command that warns players.')).toBeTruthy()
    await user.tab()
    await user.type(words, 'broadcast Bye')
    await user.tab()
    await user.click(dialog.getByRole('checkbox', { name: 'Say so before' }))
    await user.click(dialog.getByRole('checkbox', { name: asks }))
    const { warn } = beginning
    const { ref } = survival
    expect(bridge.requests('preferences:setIdleStop')).toEqual([
      { ref, stop: { minutes: 45, warn } },
      { ref, stop: { minutes: 30, warn: { ...warn, text: 'broadcast Bye' } } },
      { ref, stop: { minutes: 30, warn: null } },
      { ref, stop: null },
    ])
  })

  test('takes the minutes when their field is left, and none that are out of range', async () => {
    const { user, bridge, dialog } = await openDialog(stops())
    const minutes = dialog.getByLabelText<HTMLInputElement>('Minutes until an empty server stops')
    await user.clear(minutes)
    await user.type(minutes, '90000')
    await user.tab()
    expect([minutes.value, minutes.getAttribute('aria-invalid')]).toEqual(['90000', 'true'])
    expect(bridge.requests('preferences:setIdleStop')).toEqual([])
  })

  test('says that it needs the game to be asked', async () => {
    const { update, dialog } = await openDialog(stops({ warn: null }))
    expect(dialog.getByText('While it is not known who is on, it does not stop.')).toBeTruthy()
    await update((state) => ({ ...state, preferences: { ...state.preferences, players: nobodyAsked } }))
    expect(dialog.getByText(/^It does not stop while its game is not asked/)).toBeTruthy()
  })
})

describe('a server whose game stops answering', () => {
  const label = 'When its game stops answering'

  test('is only told of until a restart is chosen', async () => {
    const { user, bridge, dialog } = await openDialog()
    const choice = dialog.getByLabelText<HTMLSelectElement>(label)
    expect(choice.selectedOptions[0]?.text).toBe('Only tell me')
    await user.selectOptions(choice, 'Restart it, with a warning')
    expect(bridge.requests('preferences:setFrozenRestart')).toEqual([{ ref: survival.ref, restarts: true }])
  })

  test('is restarted as is said there, while its game is asked', async () => {
    const { user, bridge, dialog, update } = await openDialog({
      preferences: { ...counted.preferences, frozenRestarts: [survival.ref] },
    })
    expect(
      dialog.getByText(/^After 10 min without an answer it restarts in 5 min.* At most 3 times a day/),
    ).toBeTruthy()
    await update((state) => ({ ...state, preferences: { ...state.preferences, players: nobodyAsked } }))
    expect(dialog.getByText(/^It is not restarted while its game is not asked/)).toBeTruthy()
    await user.selectOptions(dialog.getByLabelText(label), 'Only tell me')
    expect(bridge.requests('preferences:setFrozenRestart')).toEqual([{ ref: survival.ref, restarts: false }])
  })

  test('says in its countdown why it restarts, in its row as in its view', async () => {
    const plan = planView({ ref: survival.ref, origin: 'frozen', zeroAt: Date.now() + 240_000 })
    const players = { [survival.ref]: countedView(null, { ref: survival.ref, frozenSince: 0 }) }
    await openWindow(appState({ ...counted, ...opened, players, plans: [plan] }))
    const bar = await screen.findByRole('region', { name: 'Restart with warning' })
    expect(bar.textContent).toContain('since its game does not answer')
    expect(row(/Survival/).textContent).toContain('Restarts in')
  })
})

describe('questions', () => {
  test('a restart waits until nobody is on, where games are asked', async () => {
    const { user, client, bridge } = await openWindow(appState(counted))
    act(() => client.view.setState({ dialog: { kind: 'restart', refs: [survival.ref] } }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('2 players will be disconnected.')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: 'When empty' }))
    expect(dialog.getByText('2 players are on now.')).toBeTruthy()
    expect(dialog.queryByText(/disconnected/)).toBeNull()
    await user.selectOptions(dialog.getByLabelText('If somebody is still on then'), 'or not at all')
    await user.click(dialog.getByRole('button', { name: 'Plan restart' }))
    await waitFor(() => expect(bridge.requests('restart:plan')).toHaveLength(1))
    expect(bridge.requests('restart:plan')).toMatchObject([
      { choices: { players: { rule: 'when-empty', otherwise: 'skip' } } },
    ])
  })

  test('the restart of several waits for each of them by itself, with one latest time', async () => {
    const { user, client, bridge } = await openWindow(appState(counted))
    const refs = [survival.ref, creative.ref]
    act(() => client.view.setState({ dialog: { kind: 'restart', refs } }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^2 players on 1 server will be disconnected\. Not known for 1 server\./)).toBeTruthy()
    expect(dialog.queryByRole('radio', { name: 'At…' })).toBeNull()
    await user.click(dialog.getByRole('radio', { name: 'When empty' }))
    expect(dialog.getByText(/^2 players on 1 server now\. Not known for 1 server\. Each waits by itself/)).toBeTruthy()
    expect(dialog.queryByLabelText('Wait between servers')).toBeNull()
    expect(dialog.getByLabelText<HTMLInputElement>('Latest time of day').value).toBe('06:00')
    await user.click(dialog.getByRole('button', { name: 'Restart 2 servers' }))
    await waitFor(() => expect(bridge.requests('bulk:start')).toHaveLength(1))
    expect(bridge.requests('bulk:start')).toMatchObject([
      {
        refs,
        work: {
          kind: 'restart',
          choices: { players: { rule: 'when-empty', otherwise: 'restart' } },
          when: { at: expect.any(Number) },
        },
      },
    ])
  })
})
