/** The palette over the list of `restart-window.ts`, and what the tests see and press in it. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { Preferences } from '../../shared/model/preferences-schema.ts'
import { appState, askedBefore } from '../fixtures/app-state.ts'
import { openWindow } from './open-window.tsx'
import { base, type User } from './restart-window.ts'

export const asking = (signal: 'start' | 'stop' | 'restart') =>
  ({ confirm: { ...askedBefore.confirm, [signal]: 'ask' } }) satisfies Partial<Preferences>

export const field = () => screen.getByRole('combobox', { name: 'Search servers or type a command' })
export const options = () => screen.queryAllByRole('option')
export const labels = () => options().map((option) => option.querySelector('[data-label]')?.textContent)
export const active = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)
}
export const activeLabel = () => active()?.querySelector('[data-label]')?.textContent
export const isOpen = () => screen.queryByRole('dialog', { name: 'Commands' }) !== null
export const row = (name: string) => screen.getByRole('rowheader', { name }).closest('[role="row"]') as HTMLElement

export async function openPalette(
  more: Parameters<typeof appState>[0] = {},
  answers: Parameters<typeof openWindow>[1] = {},
) {
  const opened = await openWindow(appState({ ...base, ...more }), answers)
  act(() => row('Survival').focus())
  await opened.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement).toBe(field()))
  return opened
}
export const choose = (user: User, text: string) => user.keyboard(`${text}{Enter}`)
