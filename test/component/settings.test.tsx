import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { importedWords } from '../../renderer/features/settings/Data.tsx'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { setHourCycle } from '../../shared/model/time-words.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { card, openSettings } from './open-settings.tsx'
import { openWindow } from './open-window.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  setHourCycle('h23')
})

const notice = {
  id: 'settings-restored',
  level: 'warning',
  message: 'The settings were damaged, so the backup is used.',
  hint: 'Check your keys.',
} as const
const state = appState({ panels: [panelView()], keys: [keyView()] })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

const open = (section = 'General', more: Parameters<typeof appState>[0] = {}) =>
  openSettings(section, appState({ panels: [panelView()], keys: [keyView()], ...more }))

describe('the page Settings', () => {
  test('says which version runs, and is marked in the side bar', async () => {
    await open()
    expect(screen.getByText('Servertray 0.1.0')).toBeTruthy()
    expect(button('Settings').getAttribute('aria-current')).toBe('page')
  })

  test('where there is no tray icon it says so, and what to install on Linux', async () => {
    const title = 'No tray icon on this desktop'
    const { bridge } = await open()
    expect(screen.queryByText(title)).toBeNull()
    bridge.update((now) => ({ ...now, app: { ...now.app, trayAvailable: false } }))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/closing the window quits/)).toBeTruthy()
    expect(screen.getByText(/AppIndicator/)).toBeTruthy()
    bridge.update((now) => ({ ...now, app: { ...now.app, platform: 'win32' } }))
    await waitFor(() => expect(screen.queryByText(/AppIndicator/)).toBeNull())
  })

  test('settings are exported, and the file is named', async () => {
    const { user } = await open('Data')
    await user.click(button('Export settings…'))
    expect(await screen.findByText('Saved as servertray-settings.json.')).toBeTruthy()
  })

  test('what the person called off says nothing', async () => {
    const { bridge, user } = await open('Data')
    bridge.answer('settings:export', async () => ok(null))
    await user.click(button('Export settings…'))
    expect(bridge.requests('settings:export')).toHaveLength(1)
    expect(screen.queryByText(/Saved as/)).toBeNull()
    expect(button('Export settings…').getAttribute('aria-disabled')).toBe('false')
  })

  test('an import says what it brought; a refused file is told in place', async () => {
    const { bridge, user } = await open('Data')
    bridge.answer('settings:import', async () => fail('import-refused'))
    await user.click(button('Import settings…'))
    const imports = card('Import settings')
    expect((await imports.findByRole('alert')).textContent).toContain('has no exported Servertray settings')
    bridge.answer('settings:import', async () => ok({ added: 3, known: 1 }))
    await user.click(button('Import settings…'))
    expect(
      await imports.findByText('3 keys were added. Paste each token with Replace token. 1 key was already here.'),
    ).toBeTruthy()
    expect(imports.getByRole('alert').textContent).toBe('')
  })

  test('a notification is sent for a test, and a desktop that shows none is told', async () => {
    const { bridge, user } = await open('Notifications')
    await user.click(button('Send a test notification'))
    expect(bridge.requests('notifications:test')).toHaveLength(1)
    expect(await screen.findByText(/^Sent\. If you don’t see it, allow notifications/)).toBeTruthy()
    bridge.answer('notifications:test', async () => fail('notifications-unavailable'))
    await user.click(button('Send a test notification'))
    expect(await screen.findByText('This desktop shows no notifications.')).toBeTruthy()
  })

  test('diagnostics go to the clipboard', async () => {
    const { user } = await open('Data')
    await user.click(button('Copy diagnostics'))
    expect(await screen.findByText('Copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('Servertray 0.1.0')
  })

  test('a link leads to a section, and the arrow keys go from one to the next', async () => {
    const { bridge, user } = await openWindow(state)
    const at = (n: number) => ({ page: 'settings', section: 'data', at: n }) as const
    bridge.update((now) => ({ ...now, app: { ...now.app, focus: at(1) } }))
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Data')
    act(() => screen.getByRole('tab', { name: 'Data' }).focus())
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Notifications')
    expect(card('Notify me when')).toBeTruthy()
    await user.keyboard('{Home}')
    expect(card('Appearance')).toBeTruthy()
    bridge.update((now) => ({ ...now, app: { ...now.app, focus: at(2) } }))
    await waitFor(() => expect(card('Diagnostics')).toBeTruthy())
  })

  test.each([
    [null, 'Any age is fine', 'Older than 7 days', 7],
    [14, 'Older than 14 days', 'Any age is fine', null],
  ] as const)('from which age backups need attention is chosen: %s', async (backupDays, shown, choice, days) => {
    const { bridge, user } = await open('Notifications', { preferences: { backupDays } })
    const select = card('Old backups').getByRole<HTMLSelectElement>('combobox')
    expect(select.selectedOptions[0]?.text).toBe(shown)
    await user.selectOptions(select, choice)
    expect(bridge.requests('preferences:set')).toEqual([{ backupDays: days }])
  })

  test('colours and times are chosen', async () => {
    const { bridge, user, update } = await open()
    const pill = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
    expect(pill('System').checked).toBe(true)
    await user.click(pill('Dark'))
    await user.click(pill(/^2:05\sPM$/))
    expect(bridge.requests('preferences:set')).toEqual([{ appearance: 'dark' }, { hourCycle: 'h12' }])
    await update((now) => ({ ...now, preferences: { ...now.preferences, appearance: 'dark', hourCycle: 'h12' } }))
    expect([pill('Dark').checked, pill(/^2:05\sPM$/).checked]).toEqual([true, true])
    const until = new Date(2026, 0, 15, 14, 5).getTime()
    vi.spyOn(Date, 'now').mockReturnValue(until - 60_000)
    await update((now) => ({ ...now, preferences: { ...now.preferences, muted: { until } } }))
    expect(button(/^Muted until 2:05\sPM$/)).toBeTruthy()
  })

  test('each kind of notification is turned off and on', async () => {
    const { bridge, user } = await open('Notifications', {
      preferences: { quietKinds: ['return', 'joined', 'left'] },
    })
    const tick = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toHaveLength(5)
    await user.click(tick(/^It is running again/))
    await user.click(tick(/^A panel refuses a key/))
    expect(bridge.requests('preferences:set')).toEqual([
      { quietKinds: ['joined', 'left'] },
      { quietKinds: ['return', 'joined', 'left', 'key'] },
    ])
  })

  test('servers are muted and unmuted, also one that is gone', async () => {
    const survival = serverView({ name: 'Survival' })
    const creative = serverView({ name: 'Creative', identifier: 'b1b2c3d4' })
    const lost = serverRefSchema.parse('home/deadbeef')
    const { bridge, user } = await open('Notifications', {
      servers: [survival, creative],
      preferences: { quiet: [creative.ref, lost] },
    })
    const choice = screen.getByRole('combobox', { name: 'Mute a server' })
    const names = within(choice).getAllByRole('option')
    expect(names.map(({ textContent }) => textContent)).toEqual(['Mute a server…', 'Survival'])
    await user.selectOptions(choice, 'Survival')
    await user.click(button('Unmute Creative'))
    await user.click(button('Unmute home/deadbeef'))
    expect(bridge.requests('servers:setQuiet')).toEqual([
      { ref: survival.ref, quiet: true },
      { ref: creative.ref, quiet: false },
      { ref: lost, quiet: false },
    ])
  })

  test('all are muted for a while, and unmuted', async () => {
    const { bridge, user, update } = await open('Notifications')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mute all notifications' }), 'for 4 h')
    await update((now) => ({ ...now, preferences: { ...now.preferences, muted: { until: null } } }))
    await user.click(card('Mute all').getByRole('button', { name: 'Unmute' }))
    expect(bridge.requests('preferences:mute')).toEqual([{ choice: '4h' }, { choice: null }])
  })

  test('says where things are kept, opens the folder and copies its path', async () => {
    const { bridge, user } = await open('Data')
    expect(await screen.findByText('/home/ada/.config/Servertray')).toBeTruthy()
    expect(card('Where things are kept').getByText(/keychain/)).toBeTruthy()
    await user.click(button('Open folder of Logs'))
    expect(bridge.requests('settings:openPlace')).toEqual([{ place: 'logs' }])
    await user.click(button('Copy path of Profile'))
    expect(await navigator.clipboard.readText()).toBe('/home/ada/.config/Servertray')
    expect(await screen.findByText('Path of Profile copied.')).toBeTruthy()
    bridge.answer('settings:openPlace', async () => fail('internal', { message: 'The folder could not be opened.' }))
    await user.click(button('Open folder of Profile'))
    expect(await screen.findByText('The folder could not be opened.')).toBeTruthy()
  })

  test.each([
    [{ added: 2, known: 0 }, '2 keys were added. Paste each token with Replace token.'],
    [{ added: 0, known: 4 }, '4 keys were already here.'],
    [{ added: 0, known: 0 }, 'There were no keys in that file.'],
  ])('%j in words', (imported, words) => expect(importedWords(imported)).toBe(words))
})

describe('on first run', () => {
  test('settings can be imported, and the keys show', async () => {
    const { bridge, user, update } = await openWindow(appState())
    await user.click(button('Import settings…'))
    expect(bridge.requests('settings:import')).toHaveLength(1)
    await update(() => appState({ panels: [panelView()], keys: [keyView({ tokenIn: null })] }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API keys' })).toBeTruthy())
    expect(screen.getByText('Missing')).toBeTruthy()
  })
})

describe('notices', () => {
  test.each([
    ['first run', appState({ notices: [notice] })],
    ['the list', appState({ panels: [panelView()], keys: [keyView()], notices: [notice] })],
  ])('stand on %s until they are dismissed', async (_, from) => {
    const { bridge, user, update } = await openWindow(from)
    expect(screen.getByText(notice.message)).toBeTruthy()
    expect(screen.getByText(notice.hint)).toBeTruthy()
    await user.click(button('Dismiss'))
    expect(bridge.requests('notices:dismiss')).toEqual([{ id: notice.id }])
    await update((before) => ({ ...before, notices: {} }))
    expect(screen.queryByText(notice.message)).toBeNull()
  })
})
