/** A window with a panel's schedules of a server in sight, and what the tests of them find in it. */
import type { PanelSchedule } from '../../shared/panel-schedules/contract.ts'
import { ok } from '../../shared/result.ts'
import { panelSchedule, panelTask } from '../fixtures/panel-schedule.ts'
import { type Given, openArea, type survival, view } from './area-window.ts'

const soon = Date.now() + 3_600_000

export const restart = panelTask({ id: 2, sequence: 2, action: 'power', payload: 'restart', offsetSeconds: 300 })
export const nightly = panelSchedule({
  nextRunAt: soon,
  zoneMinutes: -new Date(soon).getTimezoneOffset(),
  tasks: [panelTask(), restart],
})
export const { id } = nightly

type Shown = {
  schedules?: readonly PanelSchedule[]
  answers?: Given
  server?: Partial<typeof survival>
}

/** The window with the panel's schedules of the server in sight. */
export async function openSchedules(shown: Shown = {}) {
  const { schedules = [nightly], answers = {}, server } = shown
  const opened = await openArea(
    'schedules',
    { 'panelSchedules:list': async () => ok({ schedules: [...schedules], leftOut: 0, denied: [] }), ...answers },
    server ? { server } : {},
  )
  const unfold = async () => opened.user.click(await view().findByRole('button', { name: 'Tasks of Nightly restart' }))
  return { ...opened, unfold }
}
