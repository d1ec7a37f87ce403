import { act, screen, waitFor } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const loaded = vi.hoisted(() => {
  // The list of servers loads the menu once, so this file has a list of its own, and leaves it to no other.
  vi.resetModules()
  return Promise.withResolvers<void>()
})
afterAll(() => void vi.resetModules())

vi.mock(import('../../renderer/ui/lazy.tsx'), async (importOriginal) => {
  const original = await importOriginal()
  return {
    lazy: (load, meanwhile) =>
      original.lazy(async () => {
        const component = await load()
        if (component.name === 'ServerMenu') await loaded.promise
        return component
      }, meanwhile),
  }
})

test('a press on a row’s menu button is not lost where the menu has not loaded yet', async () => {
  const { user } = await openWindow(appState({ panels: [panelView()], keys: [keyView()], servers: [serverView()] }))
  const button = screen.getByRole('button', { name: /^More for/ })
  await user.click(button)
  expect(screen.queryByRole('menu')).toBeNull()
  await act(async () => loaded.resolve())
  expect(await screen.findByRole('menu')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.getAttribute('aria-expanded')).toBe('false')
})
