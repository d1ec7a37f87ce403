/** A window with a panel's schedules of a server in sight, and what the tests of them find in it. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { PanelSchedule } from '../../shared/panel-schedules/contract.ts'
import { ok } from '../../shared/result.ts'
import { appState, askedBefore, keyView, panelView } from '../fixtures/app-state.ts'
import { panelSchedule, panelTask } from '../fixtures/panel-schedule.ts'
import { serverView } from '../fixtures/server-view.ts'
import { openWindow } from './open-window.tsx'

const soon = Date.now() + 3_600_000
const survival = serverView({ name: 'Survival', identifier: 'a1b2c3d4', state: 'running' })
export const { ref } = survival

export const restart = panelTask({ id: 2, sequence: 2, action: 'power', payload: 'restart', offsetSeconds: 300 })
export const nightly = panelSchedule({
  nextRunAt: soon,
  zoneMinutes: -new Date(soon).getTimezoneOffset(),
  tasks: [panelTask(), restart],
})
export const { id } = nightly

type Given = NonNullable<Parameters<typeof openWindow>[1]>
type Shown = {
  schedules?: readonly PanelSchedule[]
  answers?: Given
  server?: Partial<typeof survival>
}

export const view = () => within(screen.getByRole('region', { name: 'Survival' }))
export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** The window with the panel's schedules of the server in sight. */
export async function openSchedules(shown: Shown = {}) {
  const { schedules = [nightly], answers = {}, server } = shown
  const opened = await openWindow(
    appState({
      panels: [panelView()],
      keys: [keyView()],
      servers: [{ ...survival, ...server }],
      preferences: askedBefore,
    }),
    { 'panelSchedules:list': async () => ok({ schedules: [...schedules], leftOut: 0, denied: [] }), ...answers },
  )
  act(() => opened.client.show(ref, { area: 'schedules' }))
  await act(async () => {})
  const choose = async (of: string, item: string | RegExp) => {
    await opened.user.click(await view().findByRole('button', { name: `More for ${of}` }))
    await opened.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const unfold = async () => opened.user.click(await view().findByRole('button', { name: 'Tasks of Nightly restart' }))
  return { ...opened, choose, unfold }
}
