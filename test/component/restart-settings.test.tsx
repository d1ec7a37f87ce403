import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import type { Preferences } from '../../shared/model/preferences-schema.ts'
import { defaultRestartChoices } from '../../shared/model/restart.ts'
import { fail } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { countedView } from '../fixtures/players-view.ts'
import { serverView } from '../fixtures/server-view.ts'
import { card, openSettings } from './open-settings.tsx'
import type { openWindow } from './open-window.tsx'

const survival = serverView({ state: 'running', name: 'Survival' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

async function open(
  preferences: Partial<Preferences> = {},
  answers: Parameters<typeof openWindow>[1] = {},
  section = 'Restarts',
) {
  const state = appState({ panels: [panelView()], keys: [keyView()], servers: [survival], preferences })
  const opened = await openSettings(section, state, answers)
  const prefer = (more: Partial<Preferences>) =>
    opened.update((before) => ({ ...before, preferences: { ...before.preferences, ...more } }))
  return { ...opened, prefer }
}

describe('what is asked about first', () => {
  const choice = (name: string) =>
    card('Ask first').getByRole<HTMLSelectElement>('combobox', { name: `Ask before ${name}` })

  test.each([
    ['Start', 'Always', 'ask'],
    ['Stop', 'While players are on or not known', 'players'],
  ])('%s: %s, and never again', async (name, shown, value) => {
    const { user, bridge, prefer } = await open(askedBefore)
    expect(choice(name).value).toBe('never')
    await user.selectOptions(choice(name), shown)
    const changed = { ...askedBefore.confirm, [name.toLowerCase()]: value }
    expect(bridge.requests('preferences:set')).toEqual([{ confirm: changed }])
    await prefer({ confirm: changed })
    expect(choice(name).value).toBe(value)
    await user.selectOptions(choice(name), 'Never')
    expect(bridge.requests('preferences:set')[1]).toEqual({ confirm: askedBefore.confirm })
  })

  test('nobody can be on a server that is to be started', async () => {
    await open(askedBefore)
    const names = within(choice('Start')).getAllByRole('option')
    expect(names.map(({ textContent }) => textContent)).toEqual(['Never', 'Always'])
  })

  test('a choice made here counts as asked', async () => {
    const { user, bridge } = await open()
    await user.selectOptions(choice('Stop'), 'Always')
    expect(bridge.requests('preferences:set')).toMatchObject([{ confirm: { stop: 'ask', asked: true } }])
  })

  test('one that cannot be kept is told, and the choice stays as it was', async () => {
    const { user } = await open(askedBefore, { 'preferences:set': async () => fail('internal') })
    await user.selectOptions(choice('Stop'), 'Always')
    expect((await card('Ask first').findByRole('alert')).textContent).toContain('Something went wrong')
    expect(choice('Stop').value).toBe('never')
  })
})

describe('the global shortcut', () => {
  const title = 'Global shortcut'
  const openGeneral = (preferences = {}) => open(preferences, {}, 'General')
  const field = () => card(title).getByRole('button', { name: /^Shortcut/ })

  test('is off, is recorded by keyboard, and shown once it counts', async () => {
    const { user, bridge, prefer } = await openGeneral()
    expect(field().textContent).toBe('Off')
    expect(card(title).queryByRole('button', { name: 'Turn off' })).toBeNull()
    field().focus()
    await user.keyboard('{Enter}')
    expect(field().getAttribute('aria-label')).toBe('Shortcut: press a key combination')
    await user.keyboard('k{Shift>}k{/Shift}')
    expect(bridge.requests('preferences:setShortcut')).toEqual([])
    await user.keyboard('{Control>}{Shift>}k{/Shift}{/Control}')
    expect(bridge.requests('preferences:setShortcut')).toEqual([{ accelerator: 'CommandOrControl+Shift+K' }])
    expect(field().textContent).toBe('Off')
    await prefer({ globalShortcut: 'CommandOrControl+Shift+K' })
    expect(field().textContent).toBe('Ctrl+Shift+K')
    // Recording has ended: what is pressed now is none.
    await user.keyboard('{Control>}j{/Control}')
    expect(bridge.requests('preferences:setShortcut')).toHaveLength(1)
  })

  test('a combination that is recorded does nothing else', async () => {
    const { user, bridge } = await openGeneral()
    await user.click(field())
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('dialog', { name: 'Commands' })).toBeNull()
    expect(bridge.requests('preferences:setShortcut')).toEqual([{ accelerator: 'CommandOrControl+K' }])
  })

  test('Escape ends the recording, Tab leaves it', async () => {
    const { user, bridge } = await openGeneral({ globalShortcut: 'Alt+Space' })
    await user.click(field())
    await user.keyboard('{Escape}')
    expect(field().textContent).toBe('Alt+Space')
    await user.keyboard('{Enter}')
    expect(field().getAttribute('aria-pressed')).toBe('true')
    await user.tab()
    expect(field().getAttribute('aria-pressed')).toBe('false')
    expect(bridge.requests('preferences:setShortcut')).toEqual([])
  })

  test('is turned off, and the keyboard stays there', async () => {
    const { user, bridge, prefer } = await openGeneral({ globalShortcut: 'Alt+Space' })
    await user.click(card(title).getByRole('button', { name: 'Turn off' }))
    expect(bridge.requests('preferences:setShortcut')).toEqual([{ accelerator: null }])
    await prefer({ globalShortcut: null })
    expect(field().textContent).toBe('Off')
    expect(document.activeElement).not.toBe(document.body)
  })
})

describe('restarts with warning for all servers', () => {
  const title = 'Restart with warning'

  test('are told, and changed once', async () => {
    const { user, bridge } = await open({}, { 'preferences:setRestart': () => new Promise<never>(() => {}) })
    expect(card(title).getByText('say Server restarts in {time}')).toBeTruthy()
    expect(card(title).getByText(/At 10 min, 5 min, 1 min, 30 s, 10 s, 5 to 1 s\./)).toBeTruthy()
    await user.click(card(title).getByRole('button', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    const text = dialog.getByLabelText('Players read')
    await user.clear(text)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Type the console command that warns players.')).toBeTruthy()
    expect(bridge.requests('preferences:setRestart')).toEqual([])
    await user.type(text, 'alert {{time}')
    await user.keyboard('{Enter}{Enter}')
    await user.dblClick(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('preferences:setRestart')).toEqual([
      { ref: null, choices: { ...defaultRestartChoices, text: 'alert {time}' } },
    ])
  })

  test('a refusal is told in place', async () => {
    const { user } = await open({}, { 'preferences:setRestart': async () => fail('internal') })
    await user.click(card(title).getByRole('button', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Something went wrong')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(card(title).getByRole('button', { name: 'Change…' }))
  })

  test('servers with choices of their own can go by these again, also one that is gone', async () => {
    const lost = serverRefSchema.parse('home/deadbeef')
    const own = { [survival.ref]: restartChoices(), [lost]: restartChoices() }
    const { user, bridge } = await open({ restart: { all: defaultRestartChoices, servers: own } })
    await user.click(button('Use these for Survival'))
    await user.click(button('Use these for home/deadbeef'))
    expect(bridge.requests('preferences:setRestart')).toEqual([
      { ref: survival.ref, choices: null },
      { ref: lost, choices: null },
    ])
  })

  test('how they mind players is chosen and shown, where games are asked or it was chosen before', async () => {
    const { user, bridge, prefer, update } = await open()
    const edit = async () => {
      await user.click(card(title).getByRole('button', { name: 'Change…' }))
      return within(await screen.findByRole('dialog', { name: title }))
    }
    const none = await edit()
    expect(none.queryByRole('radio', { name: 'When empty' })).toBeNull()
    await user.click(none.getByRole('button', { name: 'Cancel' }))
    await update((before) => ({ ...before, players: { [survival.ref]: countedView(2, { ref: survival.ref }) } }))
    const dialog = await edit()
    await user.click(dialog.getByRole('radio', { name: 'When empty' }))
    await user.selectOptions(dialog.getByLabelText('If somebody is still on then'), 'or not at all')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const players = { rule: 'when-empty', otherwise: 'skip' } as const
    const choices = { ...defaultRestartChoices, players }
    expect(bridge.requests('preferences:setRestart')).toEqual([{ ref: null, choices }])
    await prefer({ restart: { all: choices, servers: {} } })
    expect(card(title).getByText(/When empty, or not at all\./)).toBeTruthy()
    await update((before) => ({ ...before, players: {} }))
    expect((await edit()).getByRole<HTMLInputElement>('radio', { name: 'When empty' }).checked).toBe(true)
  })

  test('a backup first can be given up also where no server here can be backed up', async () => {
    const all = restartChoices({ backupFirst: 'must' })
    const { user, bridge, update } = await open({ restart: { all, servers: {} } })
    await update((before) => ({ ...before, panels: { home: panelView({ dialect: 'core' }) } }))
    await user.click(card(title).getByRole('button', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.click(dialog.getByLabelText('Back up first'))
    expect(dialog.queryByLabelText(/Back up first/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(bridge.requests('preferences:setRestart')).toMatchObject([{ choices: { backupFirst: 'no' } }])
  })
})
