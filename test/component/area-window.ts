/** A window with an area of a server in sight, and what the tests of areas find in it. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { AreaId } from '../../shared/model/area.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

export const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
export const { ref } = survival

export type Given = NonNullable<Parameters<typeof openWindow>[1]>
export type Shown = {
  server?: Partial<typeof survival>
  key?: Parameters<typeof keyView>[0]
  more?: Parameters<typeof appState>[0]
}

export const view = () => within(screen.getByRole('region', { name: 'Survival' }))
export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

export async function openArea(area: AreaId, answers: Given = {}, { server, key, more }: Shown = {}) {
  const opened = await openWindow(
    appState({
      panels: [panelView()],
      keys: [keyView(key)],
      servers: [{ ...survival, ...server }],
      preferences: askedBefore,
      ...more,
    }),
    answers,
  )
  act(() => opened.client.show(ref, { area }))
  await act(async () => {})
  /** Chooses an item of the menu of what is named. */
  async function choose(of: string, item: string | RegExp) {
    await opened.user.click(await view().findByRole('button', { name: `More for ${of}` }))
    await opened.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...opened, choose }
}
