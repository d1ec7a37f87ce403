import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { systemZone, timeOfDay } from '../../shared/model/time-words.ts'
import { scheduleView } from '../fixtures/plan-view.ts'
import { dialog, ref, view } from './area-window.ts'
import { openSchedules } from './panel-schedules-window.ts'

describe('the restarts that this computer plans', () => {
  const rows = () =>
    within(view().getByRole('table', { name: 'Planned restarts on this computer' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
  const here = scheduleView({ id: 'one', refs: [ref], timeZone: systemZone(), days: [1, 2, 3, 4, 5], nextAt: null })
  const times = `Weekdays at ${timeOfDay('03:00')}`

  test('stand below those of the panel, of this server only', async () => {
    const { update } = await openSchedules()
    await view().findByText('Nightly restart')
    expect(view().getByRole('heading', { name: /^On this computer/ })).toBeTruthy()
    expect(view().queryByRole('table', { name: 'Planned restarts on this computer' })).toBeNull()
    const paused = { ...here, id: 'two', enabled: false, refs: [ref, 'home/90c4ee12' as typeof ref] }
    const other = { ...here, id: 'three', refs: ['home/90c4ee12' as typeof ref] }
    await update((state) => ({ ...state, schedules: { one: here, two: paused, three: other } }))
    expect(rows()).toEqual([
      `${times}Warns at 10 min, 5 min, 1 min, 30 s …No next runHas not run yetActive`,
      expect.stringMatching(/ · with .*No next runHas not run yetPaused$/),
    ])
  })

  test('are paused, changed and removed as on their page', async () => {
    const { update, choose, bridge, user } = await openSchedules()
    await view().findByText('Nightly restart')
    await update((state) => ({ ...state, schedules: { one: here } }))
    const of = `the planned restart, ${times}`
    await choose(of, 'Pause')
    expect(bridge.requests('schedules:setEnabled')).toEqual([{ id: 'one', enabled: false }])
    await choose(of, 'Edit…')
    await user.click((await dialog('Edit planned restart')).getByRole('button', { name: 'Cancel' }))
    await choose(of, 'Remove…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove this planned restart?' }))
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(bridge.requests('schedules:remove')).toEqual([{ id: 'one' }])
  })

  test('are made from there, for this server, and all of them are one click away', async () => {
    const { user } = await openSchedules()
    await user.click(await view().findByRole('button', { name: 'Plan a restart…' }))
    const form = await dialog('Add a planned restart')
    expect(form.getByRole<HTMLInputElement>('checkbox', { name: /^Survival/ }).checked).toBe(true)
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(view().getByRole('button', { name: 'All planned restarts' }))
    expect(await screen.findByRole('heading', { name: 'Planned restarts' })).toBeTruthy()
  })

  test('that are created on the panel have its list read again', async () => {
    const { update, choose, bridge, user } = await openSchedules()
    await view().findByText('Nightly restart')
    await update((state) => ({ ...state, schedules: { one: { ...here, nextAt: 1 } } }))
    await choose(`the planned restart, ${times}`, 'Create on panel…')
    const reads = bridge.requests('panelSchedules:list').length
    await user.click(
      (await dialog('Create this restart on the panel?')).getByRole('button', { name: 'Create on panel' }),
    )
    expect(bridge.requests('schedules:createOnPanel')).toEqual([{ id: 'one' }])
    expect(await view().findByText('Created on the panel: Survival.')).toBeTruthy()
    expect(bridge.requests('panelSchedules:list').length).toBe(reads + 1)
  })
})
