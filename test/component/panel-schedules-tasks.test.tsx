import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { taskEditOf } from '../../renderer/features/panel-schedules/TaskDialog.tsx'
import { ok } from '../../shared/result.ts'
import { panelTask } from '../fixtures/panel-schedule.ts'
import { closed, dialog, ref, view } from './area-window.ts'
import { id, nightly, openSchedules, restart } from './panel-schedules-window.ts'

test.each([
  ['a command', { action: 'command', payload: 'say  hi' }, true],
  ['a command of two lines, for which the form has one', { action: 'command', payload: 'say a\nsay b' }, false],
  ['a list of files', { action: 'backup', payload: 'a\nb' }, true],
  ['one of which a part is not shown', { action: 'backup', payload: 'a', isCut: true as const }, false],
  ['what only a newer panel knows', { action: 'fly', payload: '' }, false],
])('a task is edited where nothing of it is lost: %s', (_what, more, isEdited) => {
  expect(taskEditOf(panelTask(more)) !== null).toBe(isEdited)
})

test('a task is deleted where only that is allowed', async () => {
  const { unfold, user } = await openSchedules({
    answers: {
      'panelSchedules:list': async () => ok({ schedules: [nightly], leftOut: 0, denied: ['update'] }),
    },
  })
  await unfold()
  await user.click(view().getByRole('button', { name: 'More for task 2 of Nightly restart' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.filter((item) => item.getAttribute('aria-disabled') !== 'true').map((item) => item.textContent)).toEqual(
    ['Delete…'],
  )
})

describe('tasks', () => {
  test('are added', async () => {
    const { unfold, user, bridge } = await openSchedules()
    await unfold()
    await user.click(view().getByRole('button', { name: 'Add a task…' }))
    const form = await dialog('Add a task to “Nightly restart”')
    await user.click(form.getByRole('button', { name: 'Add' }))
    expect(bridge.requests('panelSchedules:addTask')).toEqual([])
    await user.type(form.getByLabelText('Command'), 'save-all')
    await user.clear(form.getByLabelText('Seconds after the task before'))
    await user.type(form.getByLabelText('Seconds after the task before'), '60')
    await user.click(form.getByRole('button', { name: 'Add' }))
    const edit = { action: 'command', payload: 'save-all', offsetSeconds: 60, continuesOnFailure: false }
    expect(bridge.requests('panelSchedules:addTask')).toEqual([{ ref, id, edit }])
    await closed()
  })

  test.each([['901', 'Only 0 to 900.']])(
    'a number that cannot be taken stays as it was typed, is said, and is not stored as another: %j',
    async (typed, told) => {
      const { unfold, choose, user, bridge } = await openSchedules()
      await unfold()
      await choose(ofTask(2), 'Edit…')
      const form = await dialog('Edit task')
      const offset = form.getByLabelText<HTMLInputElement>('Seconds after the task before')
      const save = form.getByRole('button', { name: 'Save' })
      await user.clear(offset)
      if (typed !== '') await user.type(offset, typed)
      await user.tab()
      expect([offset.value, offset.getAttribute('aria-invalid')]).toEqual([typed, 'true'])
      expect(document.getElementById(offset.getAttribute('aria-describedby') ?? '')?.textContent).toBe(told)
      await user.click(save)
      expect(document.activeElement).toBe(offset)
      expect(bridge.requests('panelSchedules:changeTask')).toEqual([])
      await user.clear(offset)
      await user.paste('900')
      expect(offset.hasAttribute('aria-invalid')).toBe(false)
      await user.click(save)
      expect(bridge.requests('panelSchedules:changeTask')).toMatchObject([{ edit: { offsetSeconds: 900 } }])
    },
  )

  const ofTask = (n: number) => `task ${n} of Nightly restart`

  test('are edited, and both are shown where somebody changed one meanwhile', async () => {
    const changed = { ...nightly, tasks: [panelTask(), { ...restart, payload: 'stop' }] }
    const answers = [changed, { ...nightly, tasks: [panelTask()] }]
    const { unfold, choose, user, bridge } = await openSchedules({
      answers: { 'panelSchedules:changeTask': async () => ok({ meanwhile: answers.shift() ?? null }) },
    })
    await unfold()
    await choose(ofTask(2), 'Edit…')
    const form = await dialog('Edit task')
    await user.click(form.getByRole('radio', { name: 'Kill' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    const [, row] = within(await form.findByRole('table')).getAllByRole('row')
    expect(row?.textContent).toBe('WhatStop the serverKill the server')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/Somebody deleted this task meanwhile/)).toBeTruthy()
    const edit = { action: 'power', payload: 'kill', offsetSeconds: 300, continuesOnFailure: false }
    expect(bridge.requests('panelSchedules:changeTask')).toEqual([
      { ref, id, seen: restart, edit },
      { ref, id, seen: { ...restart, payload: 'stop' }, edit },
    ])
  })

  test('are moved to the place of the one before', async () => {
    const { unfold, choose, bridge } = await openSchedules()
    await unfold()
    await choose(ofTask(2), 'Move up')
    expect(bridge.requests('panelSchedules:changeTask')).toEqual([{ ref, id, seen: restart, place: 1 }])
  })

  test('are deleted after a question, but not where somebody changed them', async () => {
    const { unfold, choose, user, bridge } = await openSchedules({
      answers: { 'panelSchedules:removeTask': async () => ok({ meanwhile: nightly }) },
    })
    await unfold()
    await choose(ofTask(2), 'Delete…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete this task?' }))
    expect(question.getByText('restart the server. The others move up.')).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Delete task' }))
    expect(bridge.requests('panelSchedules:removeTask')).toEqual([{ ref, id, seen: restart }])
    expect(await view().findByText(/Somebody changed this schedule meanwhile/)).toBeTruthy()
  })

  test('that only a newer panel knows are not edited here', async () => {
    const odd = { ...nightly, tasks: [panelTask({ action: 'dance' })] }
    const { unfold, user } = await openSchedules({ schedules: [odd] })
    await unfold()
    await user.click(view().getByRole('button', { name: `More for ${ofTask(1)}` }))
    expect((await screen.findByRole('menuitem', { name: /^Edit…/ })).textContent).toBe('Edit…only in the panel')
  })
})
