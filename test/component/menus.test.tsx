import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AppState } from '../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const survival = serverView({ state: 'running' })
const parts = { panels: [panelView()], keys: [keyView()], servers: [survival] }
const list = appState(parts)
const stream = { phase: 'open', retryAt: null, error: null } as const
const pane = appState({
  ...parts,
  consoles: { [survival.ref]: { entries: [], stream } },
  app: { focus: { ref: survival.ref, at: 1 } },
})

/** Buttons that open a menu, of each kind, and the menu's first and last item. */
const menus: readonly (readonly [name: string, state: AppState, button: string, first: RegExp, last: RegExp])[] = [
  ['a row', list, 'More for Survival', /^Restart$/, /^Open the panel$/],
  ['the pane', pane, 'More actions for Survival', /^Restart$/, /^Open the panel$/],
  ['the bell', list, 'Mute notifications', /^Mute for 1 h$/, /^Mute until/],
  ['the console, of choices too', pane, 'Console options', /^Wrap long lines$/, /^Open in its own window$/],
]

async function openAt(state: AppState, name: string) {
  const { user } = await openWindow(state)
  const button = await screen.findByRole('button', { name })
  button.focus()
  return { user, button }
}
const focused = () => document.activeElement
/** What the item with the focus says, which looks chosen too. */
const focusedItem = () => (focused()?.matches('[role^="menuitem"][data-highlighted]') ? focused()?.textContent : null)

describe.each(menus)('the menu of %s', (_name, state, label, first, last) => {
  test.each(['{Enter}', ' '])('opens by %j with the focus on its first item, and gives it back', async (key) => {
    const { user, button } = await openAt(state, label)
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.keyboard(key)
    await waitFor(() => expect(focusedItem()).toMatch(first))
    expect(screen.getByRole('menu', { name: label })).toBeTruthy()
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{End}')
    await waitFor(() => expect(focusedItem()).toMatch(last))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(button))
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('opens by a press of the mouse with no item chosen', async () => {
    const { user, button } = await openAt(state, label)
    await user.click(button)
    const menu = await screen.findByRole('menu', { name: label })
    await waitFor(() => expect(focused()).toBe(menu))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focusedItem()).toMatch(first))
  })

  // In the list the arrow keys go through rows.
  if (label !== 'More for Survival')
    test.each([
      ['{ArrowDown}', first],
      ['{ArrowUp}', last],
    ] as const)('opens by %s', async (key, item) => {
      const { user } = await openAt(state, label)
      await user.keyboard(key)
      await waitFor(() => expect(focusedItem()).toMatch(item))
    })
})
