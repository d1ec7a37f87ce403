import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { fail } from '../../shared/result.ts'
import { activityEntry, appState, askedBefore, consoleEntry, keyView, panelView } from '../fixtures/app-state.ts'
import { powerAction } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'
import { base, modded, survival } from './restart-window.ts'

const state = appState(base)
const opened = appState({ ...base, app: { focus: { ref: survival.ref, at: 1 } } })

const view = () => screen.getByRole('region', { name: 'Survival' })
const area = (name: string) => within(view()).getByRole('button', { name })
const list = () => screen.queryByRole('grid')

describe('the size', () => {
  test('an icon opens it full and back, and keeps the focus', async () => {
    const { user } = await openWindow(opened)
    expect(list()).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open full' }))
    expect(list()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back to the list' }))
    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    expect(list()).not.toBeNull()
    expect(document.activeElement?.getAttribute('data-row')).toBe(survival.ref)
    expect(view()).toBeTruthy()
  })

  test('a second Enter on a row opens it full, whether the focus is in the console or on the row', async () => {
    const { user } = await openWindow(state)
    const row = screen.getByRole('row', { name: /Survival/ })
    act(() => row.focus())
    await user.keyboard('{Enter}')
    expect(list()).not.toBeNull()
    await user.keyboard('{Enter}')
    expect(list()).toBeNull()
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(row)
    await user.keyboard('{Enter}')
    expect(list()).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Command for Survival'))
  })

  test('an Enter after something was typed sends, and does not open it full', async () => {
    const { user, bridge } = await openWindow(opened)
    await user.click(screen.getByLabelText('Command for Survival'))
    await user.keyboard('list{Enter}{Enter}')
    expect(bridge.requests('servers:command')).toHaveLength(1)
    expect(list()).not.toBeNull()
  })

  test('the list is back after a choice in the side bar, a search, or a count', async () => {
    const { user, client } = await openWindow(opened)
    const full = () => act(() => client.show(survival.ref, { size: 'full' }))
    full()
    await user.click(screen.getByRole('button', { name: /^All servers/ }))
    expect(list()).not.toBeNull()
    full()
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Commands' }))
    await waitFor(() => expect(document.activeElement).toBe(palette.getByRole('combobox')))
    await user.keyboard('m')
    await user.click(palette.getByRole('option', { name: /^List the servers matching/ }))
    expect(list()).not.toBeNull()
  })

  test('a narrow window has the list or a server', async () => {
    const { user, client } = await openWindow(state)
    act(() => client.view.setState({ isNarrow: true }))
    await user.click(screen.getByRole('row', { name: /Survival/ }))
    expect(list()).toBeNull()
    await user.click(within(view()).getByRole('button', { name: 'Stop' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(list()).not.toBeNull())
    expect(screen.queryByRole('region', { name: 'Survival' })).toBeNull()
  })
})

describe('areas', () => {
  const activity = [activityEntry({ id: '1', ref: survival.ref }), activityEntry({ id: '2', ref: modded.ref })]

  test('one that a pane has no room for opens full, and lists what happened to this server alone', async () => {
    // A key that may not read the panel's own list.
    const keys = [keyView({ declared: ['power', 'console'] })]
    const { user, bridge } = await openWindow(
      appState({ ...base, keys, activity, app: { focus: { ref: survival.ref, at: 1 } } }),
    )
    await user.click(screen.getByRole('button', { name: 'More areas' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Activity' }))
    expect(list()).toBeNull()
    expect(await within(view()).findAllByRole('listitem')).toHaveLength(1)
    expect(bridge.requests('preferences:setArea')).toEqual([{ ref: survival.ref, area: 'activity' }])
  })

  test('the remembered one is shown again, though it cannot be remembered a second time', async () => {
    const preferences = { ...askedBefore, areas: [{ ref: survival.ref, area: 'live' as const }] }
    const { user } = await openWindow(
      appState({ ...base, preferences, app: { focus: { ref: survival.ref, at: 1 } } }),
      {
        'preferences:setArea': async () => fail('storage-failed'),
      },
    )
    expect(area('Live').getAttribute('aria-current')).toBe('page')
    await user.keyboard('{Control>}1{/Control}')
    expect(area('Console').getAttribute('aria-current')).toBe('page')
    expect(document.activeElement).toBe(screen.getByLabelText('Command for Survival'))
  })

  test('one that the panel does not have is there, with the reason', async () => {
    const { user } = await openWindow(
      appState({ ...base, panels: [panelView({ dialect: 'core' })], app: { focus: { ref: survival.ref, at: 1 } } }),
    )
    expect(area('Live').title).toBe('This panel doesn’t report load.')
    await user.click(area('Live'))
    await user.keyboard('{Control>}2{/Control}')
    expect(area('Console').getAttribute('aria-current')).toBe('page')
  })
})

describe('told once', () => {
  const error = appError('permission-lacking')
  const refused = {
    ...survival,
    action: powerAction({ phase: 'refused', error, changedAt: Date.now(), startedAt: Date.now() }),
  }

  test('a failure stands whole in the slot, and in a few words in the row', async () => {
    await openWindow(appState({ ...base, servers: [refused], app: { focus: { ref: survival.ref, at: 1 } } }))
    expect(screen.getAllByText(error.message, { exact: false })).toHaveLength(1)
    expect(screen.getByRole('row', { name: /Survival/ }).textContent).toContain('Running · Restart refused')
    expect(view().textContent).toContain(`Restart refused. ${error.message}`)
  })

  test('a command that failed for the same reason does not say it again', async () => {
    const stream = { phase: 'none', retryAt: null, error: null } as const
    const entries = [
      consoleEntry({ id: '1', phase: 'refused', error }),
      consoleEntry({ id: '2', phase: 'refused', error }),
    ]
    const consoles = { [survival.ref]: { entries, stream } }
    const app = { focus: { ref: survival.ref, at: 1 } }
    const { update } = await openWindow(appState({ ...base, servers: [refused], consoles, app }))
    expect(screen.getAllByText(error.message, { exact: false })).toHaveLength(1)
    await update((before) => ({ ...before, servers: { [survival.ref]: survival } }))
    expect(screen.getAllByText(error.message, { exact: false })).toHaveLength(1)
  })

  test('what the banner of a key says is not in the slot too', async () => {
    const wrong = appError('token-refused')
    const keys = [keyView({ health: { kind: 'failing', since: 1, error: wrong } })]
    const servers = [{ ...refused, action: powerAction({ ...refused.action, error: wrong }) }]
    await openWindow(appState({ ...base, keys, servers, app: { focus: { ref: survival.ref, at: 1 } } }))
    expect(screen.getAllByText(wrong.message, { exact: false })).toHaveLength(1)
    expect(within(view()).getByText('Restart refused.')).toBeTruthy()
  })

  test('a problem that a notice tells is not told beside it', async () => {
    const { message, hint } = appError('storage-failed')
    const notices = [{ id: 'storage-failed', level: 'error' as const, message, hint }]
    const { client } = await openWindow(appState({ ...base, notices }))
    act(() => client.view.setState({ problem: appError('storage-failed') }))
    expect(screen.getAllByText(message)).toHaveLength(1)
  })
})
