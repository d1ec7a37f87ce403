import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { importedWords } from '../../renderer/features/settings/messages.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { openWindow } from './open-window.tsx'

const notice = {
  id: 'settings-restored',
  level: 'warning',
  message: 'The settings were damaged, so the backup is used.',
  hint: 'Check your keys.',
} as const
const state = appState({ panels: [panelView()], keys: [keyView()] })
const button = (name: string) => screen.getByRole('button', { name })

async function openSettings() {
  const opened = await openWindow(state)
  await opened.user.click(button('Settings'))
  await screen.findByRole('heading', { name: 'Settings' })
  return opened
}

describe('the page Settings', () => {
  test('says which version runs, and is marked in the side bar', async () => {
    await openSettings()
    expect(screen.getByText('Servertray 0.1.0')).toBeTruthy()
    expect(button('Settings').getAttribute('aria-current')).toBe('page')
  })

  test('where there is no tray icon it says so, and what to install on Linux', async () => {
    const title = 'No tray icon on this desktop'
    const { bridge } = await openSettings()
    expect(screen.queryByText(title)).toBeNull()
    bridge.update((now) => ({ ...now, app: { ...now.app, trayAvailable: false } }))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/closing the window quits/)).toBeTruthy()
    expect(screen.getByText(/AppIndicator/)).toBeTruthy()
    bridge.update((now) => ({ ...now, app: { ...now.app, platform: 'win32' } }))
    await waitFor(() => expect(screen.queryByText(/AppIndicator/)).toBeNull())
  })

  test('the tray leads here', async () => {
    const { bridge } = await openWindow(state)
    bridge.update((now) => ({ ...now, app: { ...now.app, focus: { page: 'settings', at: 1 } } }))
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy()
  })

  test('settings are exported, and the file is named', async () => {
    const { user } = await openSettings()
    await user.click(button('Export settings…'))
    expect(await screen.findByText('Saved as servertray-settings.json.')).toBeTruthy()
  })

  test('what the person called off says nothing', async () => {
    const { bridge, user } = await openSettings()
    bridge.answer('settings:export', async () => ok(null))
    await user.click(button('Export settings…'))
    expect(bridge.requests('settings:export')).toHaveLength(1)
    expect(screen.queryByText(/Saved as/)).toBeNull()
    expect(button('Export settings…').getAttribute('aria-disabled')).toBe('false')
  })

  test('an import says what it brought; a refused file is told in place', async () => {
    const { bridge, user } = await openSettings()
    bridge.answer('settings:import', async () => fail('import-refused'))
    await user.click(button('Import settings…'))
    const card = within(screen.getByRole('heading', { name: 'Import settings' }).closest('li') as HTMLElement)
    expect((await card.findByRole('alert')).textContent).toContain('does not hold exported settings')
    bridge.answer('settings:import', async () => ok({ added: 3, known: 1 }))
    await user.click(button('Import settings…'))
    expect(
      await card.findByText('3 keys were added. Paste each token with Replace token. 1 key was already here.'),
    ).toBeTruthy()
    expect(card.getByRole('alert').textContent).toBe('')
  })

  test('a notification is sent for a test, and a desktop that shows none is told', async () => {
    const { bridge, user } = await openSettings()
    await user.click(button('Send a test notification'))
    expect(bridge.requests('notifications:test')).toHaveLength(1)
    expect(await screen.findByText(/^Sent\. If you see none, allow notifications/)).toBeTruthy()
    bridge.answer('notifications:test', async () => fail('notifications-unavailable'))
    await user.click(button('Send a test notification'))
    expect(await screen.findByText('This desktop shows no notifications.')).toBeTruthy()
  })

  test('diagnostics go to the clipboard', async () => {
    const { user } = await openSettings()
    await user.click(button('Copy diagnostics'))
    expect(await screen.findByText('Copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('Servertray 0.1.0')
  })

  test('a clipboard that refuses is told', async () => {
    const { user } = await openSettings()
    navigator.clipboard.writeText = () => Promise.reject(new Error('not focused'))
    await user.click(button('Copy diagnostics'))
    expect(await screen.findByText('The clipboard could not be used.')).toBeTruthy()
    expect(screen.queryByText('Copied.')).toBeNull()
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
    expect(screen.getByText('Nowhere yet')).toBeTruthy()
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
