import { screen } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { isFirstRun } from '../../renderer/features/first-run/is-first-run.ts'
import { abilityWords, progressWords } from '../../renderer/features/settings/Updates.tsx'
import { appError } from '../../shared/errors.ts'
import { fail } from '../../shared/result.ts'
import type { UpdateProgress } from '../../shared/updates/contract.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { card, openSettings } from './open-settings.tsx'
import { openWindow } from './open-window.tsx'

type App = ReturnType<typeof appState>['app']
const chosen = { updates: 'tell', firstRunEnded: true } as const
const installed = (app: Partial<App> = {}, preferences: object = chosen) =>
  appState({
    app: { startAtLogin: 'off', update: update(), ...app },
    panels: [panelView()],
    keys: [keyView()],
    preferences,
  })
const update = (progress: UpdateProgress = { kind: 'idle' }, ability: App['update']['ability'] = 'itself') => ({
  ability,
  progress,
})
const button = (name: string) => screen.getByRole('button', { name })

async function open(state: ReturnType<typeof appState>) {
  const opened = await openSettings('General', state)
  return { ...opened, login: card('Start at login'), updates: card('Updates') }
}

describe('the end of the first run', () => {
  test.each([
    ['no key yet', appState(), true],
    ['nothing to ask', appState({ keys: [keyView()] }), false],
    ['both to ask', installed({}, {}), true],
    ['both answered', installed(), false],
    ['updates possible for the first time', installed({}, { firstRunEnded: true }), true],
    ['no updates, login not answered', installed({ update: update({ kind: 'idle' }, 'none') }, {}), true],
    [
      'no updates, login answered',
      installed({ update: update({ kind: 'idle' }, 'none') }, { firstRunEnded: true }),
      false,
    ],
  ])('%s', (_, state, expected) => expect(isFirstRun(state)).toBe(expected))

  it('does nothing before the person goes on, then what they chose', async () => {
    const { bridge, user, update: change } = await openWindow(installed({}, {}))
    await user.click(screen.getByRole('checkbox', { name: /Start at login/ }))
    await user.click(screen.getByRole('radio', { name: /Tell me/ }))
    expect(bridge.calls.filter(({ channel }) => channel !== 'state:snapshot')).toEqual([])
    await user.click(button('Show my servers'))
    expect(bridge.calls.filter(({ channel }) => channel !== 'state:snapshot')).toEqual([
      { channel: 'startAtLogin:set', request: { on: true } },
      { channel: 'updates:choose', request: { choice: 'tell' } },
      { channel: 'preferences:set', request: { firstRunEnded: true } },
    ])
    await change(() => installed())
    expect(await screen.findByRole('button', { name: 'Settings' })).toBeTruthy()
  })

  it('leaves start at login off where nobody asks for it', async () => {
    const { bridge, user } = await openWindow(installed({}, {}))
    await user.click(button('Show my servers'))
    expect(bridge.requests('startAtLogin:set')).toEqual([])
    expect(bridge.requests('updates:choose')).toEqual([{ choice: 'automatic' }])
  })

  it('tells what the system refused, and goes on without it', async () => {
    const { bridge, user } = await openWindow(installed({}, {}))
    bridge.answer('startAtLogin:set', async () => fail('start-at-login-failed'))
    await user.click(screen.getByRole('checkbox', { name: /Start at login/ }))
    await user.click(button('Show my servers'))
    expect(await screen.findByText('The system didn’t accept the change.')).toBeTruthy()
    expect(bridge.requests('preferences:set')).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: /Start at login/ }))
    await user.click(button('Show my servers'))
    expect(bridge.requests('preferences:set')).toHaveLength(1)
  })
})

describe('start at login in the settings', () => {
  it('shows what the system has, and asks it again when the window is looked at', async () => {
    const { bridge, user, login, update: change } = await open(installed())
    const toggle = () => login.getByRole('switch')
    expect(toggle().getAttribute('aria-checked')).toBe('false')
    expect(bridge.requests('startAtLogin:read')).not.toEqual([])
    const before = bridge.requests('startAtLogin:read').length
    window.dispatchEvent(new Event('focus'))
    expect(bridge.requests('startAtLogin:read')).toHaveLength(before + 1)
    await user.click(toggle())
    expect(bridge.requests('startAtLogin:set')).toEqual([{ on: true }])
    await change(() => installed({ startAtLogin: 'approval' }))
    expect(toggle().getAttribute('aria-checked')).toBe('true')
    expect(login.getByText(/Login Items/)).toBeTruthy()
    await user.click(toggle())
    expect(bridge.requests('startAtLogin:set')).toEqual([{ on: true }, { on: false }])
  })

  it('says so where there is none', async () => {
    const { login } = await open(appState({ keys: [keyView()], panels: [panelView()] }))
    expect(login.queryByRole('switch')).toBeNull()
    expect(login.getByText('Only an installed Servertray can start at login.')).toBeTruthy()
  })
})

describe('updates in the settings', () => {
  test.each([
    ['idle', update(), 'Look now', 'updates:check'],
    ['available', update({ kind: 'available', version: '2.0.0' }), 'Download', 'updates:download'],
    [
      'available elsewhere',
      update({ kind: 'available', version: '2.0.0' }, 'page'),
      'Open the releases page',
      'updates:openPage',
    ],
    ['ready', update({ kind: 'ready', version: '2.0.0' }), 'Restart to update', 'updates:restart'],
    ['failed', update({ kind: 'failed', at: 0, error: appError('update-refused') }), 'Look now', 'updates:check'],
  ] as const)('%s leads on', async (_, view, label, channel) => {
    const { bridge, user, updates } = await open(installed({ update: view }))
    await user.click(updates.getByRole('button', { name: label }))
    expect(bridge.requests(channel)).toHaveLength(1)
  })

  test.each([
    ['checking', update({ kind: 'checking' })],
    ['downloading', update({ kind: 'downloading', version: '2.0.0', percent: 42 })],
    ['not possible', update({ kind: 'idle' }, 'none')],
  ])('while it is %s there is nothing to press', async (_, view) => {
    const { updates } = await open(installed({ update: view }))
    expect(updates.queryByRole('button')).toBeNull()
  })

  it('takes another choice, offers none that cannot be, and tells why a restart has to wait', async () => {
    const { bridge, user, updates, update: change } = await open(installed())
    await user.click(updates.getByRole('radio', { name: /Never/ }))
    expect(bridge.requests('updates:choose')).toEqual([{ choice: 'never' }])
    await change(() => installed({ update: update({ kind: 'ready', version: '2.0.0' }) }))
    bridge.answer('updates:restart', async () => fail('update-busy'))
    await user.click(updates.getByRole('button', { name: 'Restart to update' }))
    expect((await updates.findByRole('alert')).textContent).toContain('under way')
    await change(() => installed({ update: update({ kind: 'idle' }, 'page') }))
    expect(updates.queryByRole('radio', { name: /Automatically/ })).toBeNull()
  })

  test.each([
    [{ kind: 'idle' }, null],
    [{ kind: 'downloading', version: '2.0.0', percent: 42 }, 'Downloading Servertray 2.0.0: 42%'],
    [{ kind: 'ready', version: '2.0.0' }, 'Servertray 2.0.0 is ready. It is installed when you quit.'],
  ] satisfies [UpdateProgress, string | null][])('%j in words', (progress, words) =>
    expect(progressWords(progress)).toBe(words),
  )

  test('why a person has to do it', () => {
    expect(abilityWords('none', 'linux')).toContain('can’t update itself')
    expect(abilityWords('page', 'linux')).toContain('package manager')
    expect(abilityWords('page', 'win32')).toContain('not signed')
    expect(abilityWords('itself', 'win32')).toBeNull()
  })
})
