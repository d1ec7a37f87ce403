import { within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { editOf } from '../../shared/panel-schedules/panel-schedules.ts'
import { fail, ok } from '../../shared/result.ts'
import { panelSchedule } from '../fixtures/panel-schedule.ts'
import { closed, dialog, id, nightly, openSchedules, ref, view } from './panel-schedules-window.ts'

describe('the editor', () => {
  test('makes a schedule, which unfolds so that it gets its tasks', async () => {
    const made = { ...panelSchedule({ id: 9, name: 'Weekly', tasks: [] }) }
    const lists = [[nightly], [nightly, made]]
    const { user, bridge } = await openSchedules({
      answers: {
        'panelSchedules:list': async () => ok({ schedules: lists.shift() ?? [nightly, made], leftOut: 0, denied: [] }),
        'panelSchedules:create': async () => ok({ id: 9 }),
      },
    })
    await view().findByText('Nightly restart')
    await user.click(view().getByRole('button', { name: 'New schedule…' }))
    const form = await dialog('New schedule on the panel')
    await user.click(form.getByRole('button', { name: 'Create' }))
    expect(form.getByText('Type a name.')).toBeTruthy()
    await user.type(form.getByLabelText('Name'), ' Weekly ')
    await user.click(form.getByRole('radio', { name: 'Week' }))
    await user.click(form.getByRole('button', { name: 'Fri' }))
    await user.click(form.getByRole('checkbox', { name: /^Only while/ }))
    expect(form.getByText(/Runs Mondays and Fridays at 04:00\./)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Create' }))
    const cron = { minute: '0', hour: '4', dayOfMonth: '*', month: '*', dayOfWeek: '1,5' }
    expect(bridge.requests('panelSchedules:create')).toEqual([
      { ref, edit: { name: 'Weekly', cron, isActive: true, onlyWhenOnline: true } },
    ])
    await closed()
    expect(await view().findByText('Without tasks it does nothing.')).toBeTruthy()
  })

  test('sends what was looked at with the change', async () => {
    const { choose, user, bridge } = await openSchedules()
    await choose('Nightly restart', 'Edit…')
    const form = await dialog('Edit schedule')
    await user.click(form.getByRole('radio', { name: 'As cron' }))
    await user.clear(form.getByRole('textbox', { name: 'Month' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText(/Fill in all five fields/)).toBeTruthy()
    await user.type(form.getByRole('textbox', { name: 'Month' }), '6-8')
    await user.click(form.getByRole('button', { name: 'Save' }))
    const edit = { ...editOf(nightly), cron: { ...nightly.cron, month: '6-8' } }
    expect(bridge.requests('panelSchedules:update')).toEqual([{ ref, id, seen: editOf(nightly), edit }])
    await closed()
  })

  const theirs = { ...nightly, name: 'Theirs' }
  async function openChanged() {
    const answers = [ok({ meanwhile: theirs }), ok({ meanwhile: null })]
    const opened = await openSchedules({
      answers: { 'panelSchedules:update': async () => answers.shift() ?? fail('timeout') },
    })
    await opened.choose('Nightly restart', 'Edit…')
    const form = await dialog('Edit schedule')
    await opened.user.type(form.getByLabelText('Name'), '!')
    await opened.user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(/Somebody changed this schedule meanwhile/)
    return { ...opened, form }
  }

  test('shows both where somebody changed it meanwhile, and saves again only when told to', async () => {
    const { form, user, bridge } = await openChanged()
    const [, row] = within(form.getByRole('table')).getAllByRole('row')
    expect(row?.textContent).toBe('NameTheirsNightly restart!')
    expect(bridge.requests('panelSchedules:update')).toHaveLength(1)
    await user.click(form.getByRole('button', { name: 'Save' }))
    const edit = { ...editOf(nightly), name: 'Nightly restart!' }
    expect(bridge.requests('panelSchedules:update')[1]).toEqual({ ref, id, seen: editOf(theirs), edit })
    await closed()
  })

  test('takes what somebody else saved', async () => {
    const { form, user } = await openChanged()
    await user.click(form.getByRole('button', { name: 'Take theirs' }))
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs')
    expect(form.queryByText(/meanwhile/)).toBeNull()
  })

  test('stays open with what the panel refused', async () => {
    const { choose, user } = await openSchedules({
      answers: { 'panelSchedules:update': async () => fail('panel-refused', { detail: 'The cron data is bad.' }) },
    })
    await choose('Nightly restart', 'Edit…')
    const form = await dialog('Edit schedule')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/The cron data is bad\./)).toBeTruthy()
  })
})
