import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { planView } from '../fixtures/plan-view.ts'
import { powerAction, serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'
import { button, modded, row, survival } from './restart-window.ts'

const event = serverView({ name: 'Event', identifier: '0fd3b7c8', condition: 'suspended' })
const base = {
  panels: [panelView(), panelView({ id: 'club', name: 'Club panel' })],
  keys: [keyView()],
  servers: [survival, modded, event],
  preferences: { ...askedBefore, expectedOff: [modded.ref] },
}
const state = appState(base)
const dead = keyView({
  id: 'dead',
  panelId: 'club',
  label: 'Club',
  health: { kind: 'failing', since: 0, error: appError('token-refused') },
})

const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent)
const counts = () => within(screen.getByRole('list', { name: 'Servers by state' }))

test('a row says why the backups of its server need a person', async () => {
  const server = serverView({ state: 'running' })
  const backupHealth = { [server.ref]: { newestGoodAt: null, failedAt: 1, readAt: Date.now() } }
  await openWindow(appState({ panels: [panelView()], keys: [keyView()], servers: [server], backupHealth }))
  expect(screen.getByRole('row', { name: /Running · Last backup failed/ })).toBeTruthy()
})

describe('what needs attention', () => {
  test('is the same number in side bar and top bar, and lists servers and keys', async () => {
    const refused = {
      ...survival,
      action: powerAction({ phase: 'refused', changedAt: Date.now(), error: appError('panel-failed') }),
    }
    const { user } = await openWindow(appState({ ...base, keys: [keyView(), dead], servers: [refused, modded, event] }))
    await user.click(counts().getByRole('button', { name: '3 need attention' }))
    expect(button('Needs attention 3').getAttribute('aria-current')).toBe('page')
    expect(names()).toEqual(['Event', 'Survival'])
    const keys = within(await screen.findByRole('region', { name: 'Keys that need attention' }))
    expect(keys.getByText(/Club: The panel refused the token/)).toBeTruthy()
    expect(screen.getAllByText(/Club: The panel refused the token/)).toHaveLength(1)
  })

  test('a server that is off on purpose is not in it, and its menu takes that back', async () => {
    const { bridge, user, update } = await openWindow(state)
    expect(counts().getByRole('button', { name: '1 needs attention' })).toBeTruthy()
    await user.click(button('More for Modded'))
    await user.click(await screen.findByRole('menuitem', { name: 'Should be running' }))
    expect(bridge.requests('servers:setExpectedOff')).toEqual([{ ref: modded.ref, expectedOff: false }])
    await update((before) => ({ ...before, preferences: { ...before.preferences, expectedOff: [] } }))
    expect(counts().getByRole('button', { name: '2 need attention' })).toBeTruthy()
    await user.click(button('More for Modded'))
    await user.click(await screen.findByRole('menuitem', { name: 'Expected off' }))
    expect(bridge.requests('servers:setExpectedOff')[1]).toEqual({ ref: modded.ref, expectedOff: true })
  })
})

describe('filters', () => {
  test('a click on a count is shown as a chip; a second click or All servers clears it', async () => {
    const { user } = await openWindow(state)
    await user.click(counts().getByRole('button', { name: '1 suspended' }))
    expect(names()).toEqual(['Event'])
    expect(button('Clear the filter Suspended')).toBeTruthy()
    await user.click(counts().getByRole('button', { name: '1 suspended' }))
    expect(names()).toHaveLength(3)
    await user.click(counts().getByRole('button', { name: '1 suspended' }))
    await user.click(button(/^All servers/))
    expect(names()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: /^Clear the filter/ })).toBeNull()
  })

  test('a click on a count lists its servers from wherever the list is not in sight, a second time as well', async () => {
    const { user } = await openWindow(state)
    const suspended = () => counts().getByRole('button', { name: '1 suspended' })
    await user.click(suspended())
    await user.click(button('Settings'))
    expect(suspended().getAttribute('aria-pressed')).toBe('false')
    await user.click(suspended())
    expect(names()).toEqual(['Event'])
    expect(suspended().getAttribute('aria-pressed')).toBe('true')
  })

  test('each chip ends its own filter', async () => {
    const { user, client } = await openWindow(state)
    await user.click(button(/^Home panel/))
    await act(async () => client.view.setState({ query: 'e' }))
    expect(names()).toEqual(['Event', 'Modded', 'Survival'])
    await act(async () => client.view.setState({ query: 'eve' }))
    expect(names()).toEqual(['Event'])
    await user.click(button('Clear the filter “eve”'))
    expect(names()).toHaveLength(3)
  })
})

describe('a row', () => {
  test('has its menu for a right click, Shift+F10 and the menu key, and the focus comes back to it', async () => {
    const { user } = await openWindow(state)
    fireEvent.contextMenu(row('Survival'), { clientX: 300, clientY: 200 })
    expect(await screen.findByRole('menu', { name: 'More for Survival' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    for (const keys of ['{Shift>}{F10}{/Shift}', '{ContextMenu}']) {
      row('Modded').focus()
      await user.keyboard(keys)
      await screen.findByRole('menu', { name: 'More for Modded' })
      await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
      expect(document.activeElement).toBe(row('Modded'))
    }
  })

  test('that counts down offers to cancel, and nothing that would restart it', async () => {
    const plan = planView({ ref: survival.ref, zeroAt: Date.now() + 300_000 })
    const { client, user, bridge } = await openWindow(appState({ ...base, plans: [plan] }))
    const buttons = within(row('Survival')).getAllByRole('button')
    expect(buttons.map((one) => one.textContent || one.getAttribute('aria-label'))).toEqual([
      'Cancel',
      'More for Survival',
    ])
    await user.click(button('Cancel the restart of Survival'))
    expect(bridge.requests('restart:cancel')).toEqual([{ id: plan.id, announce: false }])
    expect(client.view.getState().dialog).toBeNull()
  })

  test('says when an unknown state is asked for again', async () => {
    const heldUntil = Date.now() + 12_500
    const budget = { limit: 240, remaining: 0, heldUntil, scarceUntil: null }
    const unknown = { ...survival, state: 'unknown' } as const
    await openWindow(appState({ ...base, keys: [keyView({ budget })], servers: [unknown] }))
    expect(row('Survival').textContent).toMatch(/Unknown, retry 0:1[123]/)
  })

  test('of a pinned server comes first under every order, with a mark', async () => {
    const { user } = await openWindow(
      appState({ ...base, preferences: { ...base.preferences, pinned: [survival.ref] } }),
    )
    await user.click(button('Memory'))
    expect(names()[0]).toBe('Survival')
    expect(row('Survival').textContent).toContain('Pinned')
    expect(row('Modded').textContent).not.toContain('Pinned')
  })

  test('that is pinned where it stands gets its heading at once, and loses it so', async () => {
    const { update } = await openWindow(state)
    const pin = (pinned: (typeof event.ref)[]) =>
      update((before) => ({ ...before, preferences: { ...before.preferences, pinned } }))
    const heading = () => screen.queryByRole('button', { name: 'Select all in Pinned' })
    expect(names()[0]).toBe('Event')
    await pin([event.ref])
    expect(heading()).toBeTruthy()
    await pin([])
    expect(names()[0]).toBe('Event')
    expect(heading()).toBeNull()
  })
})

describe('focus', () => {
  test('goes to the first row with another view of the list', async () => {
    const { user } = await openWindow(state)
    await user.click(button(/^Home panel/))
    expect(document.activeElement).toBe(row('Event'))
    await user.click(button(/^All servers/))
    expect(document.activeElement).toBe(row('Event'))
  })

  test('goes to the heading where the list is empty', async () => {
    const { user } = await openWindow(appState({ ...base, servers: [survival] }))
    await user.click(button(/^Needs attention/))
    expect(document.activeElement?.textContent).toBe('Needs attention')
  })
})

test('several notices are one line, until the others are asked for', async () => {
  const notices = (['info', 'error', 'warning'] as const).map((level) => ({
    id: level,
    level,
    message: `${level}.`,
    hint: '',
  }))
  const { user } = await openWindow(appState({ ...base, notices }))
  expect(screen.getByText('error.')).toBeTruthy()
  expect(screen.queryByText('warning.')).toBeNull()
  await user.click(button('2 more'))
  expect(screen.getByText('info.')).toBeTruthy()
  await user.click(button('Show fewer'))
  expect(screen.queryByText('info.')).toBeNull()
})
