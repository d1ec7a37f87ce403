import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { permissions } from '../../shared/keys/permission.ts'
import { fail, ok } from '../../shared/result.ts'
import { id, nightly, openSchedules, ref, type Shown, view } from './panel-schedules-window.ts'

describe('the list', () => {
  test('tells each schedule in words, and unfolds its tasks', async () => {
    const lastRunAt = Date.now() - 5 * 60_000
    const { unfold } = await openSchedules({ schedules: [{ ...nightly, lastRunAt }] })
    const row = (await view().findByText('Nightly restart')).closest('tr')
    expect(row?.textContent).toMatch(/^Nightly restartEvery day at 04:00Next .* \d\d:\d\dLast 5 min agoActive$/)
    expect(view().getByText('1 schedule')).toBeTruthy()
    expect(view().getByText(/this computer’s alike/)).toBeTruthy()
    await unfold()
    const tasks = within(view().getByRole('list', { name: 'Tasks of Nightly restart' })).getAllByRole('listitem')
    expect(tasks.map(({ textContent }) => textContent)).toEqual([
      'At oncecommand say Restart soon',
      '5 min laterrestart the server ',
    ])
  })

  test('says that there is none', async () => {
    await openSchedules({ schedules: [] })
    expect(await view().findByText('No schedules on the panel')).toBeTruthy()
  })

  test.each<[Shown, string]>([
    [{ panel: { dialect: 'core' } }, 'Not on this panel.'],
    [{ key: { declared: ['power', 'backups-full'] } }, 'Schedules need a key with all permissions.'],
  ])('is not asked for where it cannot be', async (shown, why) => {
    const { bridge } = await openSchedules(shown)
    expect(view().getByRole('button', { name: 'Schedules' }).title).toBe(why)
    expect(bridge.requests('panelSchedules:list')).toEqual([])
  })

  test('is asked for with a key that its owner gave all permissions', async () => {
    const { bridge } = await openSchedules({ key: { declared: [...permissions] } })
    await view().findByText('Nightly restart')
    expect(bridge.requests('panelSchedules:list')).toEqual([{ ref }])
  })
})

test('what the panel does not let the account do is said before a click', async () => {
  const schedules = [nightly]
  const { unfold, user, bridge } = await openSchedules({
    answers: {
      'panelSchedules:list': async () =>
        ok({ schedules, leftOut: 0, denied: ['create', 'update', 'delete', 'delete-task'] }),
    },
  })
  await unfold()
  for (const name of ['New schedule…', 'Add a task…']) {
    const button = view().getByRole('button', { name })
    expect(button.title).toBe('Your account may not do it.')
    await user.click(button)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const of of ['Nightly restart', 'task 2 of Nightly restart']) {
    await user.click(view().getByRole('button', { name: `More for ${of}` }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.filter((item) => item.getAttribute('aria-disabled') !== 'true')).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  }
  expect(bridge.calls.filter(({ channel }) => channel.startsWith('panelSchedules:'))).toHaveLength(1)
})

describe('what is done to a schedule', () => {
  test('is run now, which is told, and the list is read again', async () => {
    const { choose, bridge } = await openSchedules()
    await choose('Nightly restart', 'Run now')
    expect(bridge.requests('panelSchedules:run')).toEqual([{ ref, id }])
    expect(await view().findByText('The panel began “Nightly restart”.')).toBeTruthy()
    await waitFor(() => expect(bridge.requests('panelSchedules:list')).toHaveLength(2))
  })

  test('tells that a run of an offline server does nothing', async () => {
    const { choose } = await openSchedules({
      schedules: [{ ...nightly, onlyWhenOnline: true }],
      server: { state: 'offline' },
    })
    await choose('Nightly restart', 'Run now')
    expect(await view().findByText(/so nothing is done now/)).toBeTruthy()
  })

  test('that is refused says why with the panel’s words', async () => {
    const detail = 'Cannot process schedule.'
    const { choose, user } = await openSchedules({
      answers: { 'panelSchedules:run': async () => fail('panel-refused', { detail }) },
    })
    await choose('Nightly restart', 'Run now')
    await view().findByText(/^Running “Nightly restart” failed\./)
    expect(view().getByRole('alert').textContent).toContain(detail)
    await user.click(view().getByRole('button', { name: 'Dismiss' }))
    expect(view().getByRole('alert').textContent).toBe('')
  })

  test.each([
    [true, 'Pause'],
    [false, 'Resume'],
  ])('that is active: %s offers %s', async (isActive, label) => {
    const { choose, bridge } = await openSchedules({ schedules: [{ ...nightly, isActive }] })
    await choose('Nightly restart', label)
    expect(bridge.requests('panelSchedules:setActive')).toEqual([{ ref, id, isActive: !isActive }])
  })

  test('that is stuck says so unasked, and is reset', async () => {
    const { user, bridge } = await openSchedules({
      schedules: [{ ...nightly, isProcessing: true, updatedAt: Date.now() - 3 * 3_600_000 }],
    })
    expect(await view().findByText('Stuck')).toBeTruthy()
    expect(view().getByText(/much longer than its tasks take/)).toBeTruthy()
    await user.click(view().getByRole('button', { name: 'Reset' }))
    expect(bridge.requests('panelSchedules:reset')).toEqual([{ ref, id }])
  })

  test('without tasks cannot be run', async () => {
    const { user } = await openSchedules({ schedules: [{ ...nightly, tasks: [] }] })
    await user.click(await view().findByRole('button', { name: 'More for Nightly restart' }))
    const run = await screen.findByRole('menuitem', { name: /^Run now/ })
    expect([run.textContent, run.getAttribute('aria-disabled')]).toEqual(['Run nowno tasks', 'true'])
  })

  test('is deleted after a question', async () => {
    const { choose, bridge, user } = await openSchedules()
    await choose('Nightly restart', 'Delete…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete “Nightly restart”?' }))
    expect(bridge.requests('panelSchedules:remove')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Delete schedule' }))
    expect(bridge.requests('panelSchedules:remove')).toEqual([{ ref, id }])
  })
})

test('a list that could not be read says why', async () => {
  await openSchedules({ answers: { 'panelSchedules:list': async () => fail('all-permissions-needed') } })
  expect(await view().findByText(appError('all-permissions-needed').message)).toBeTruthy()
})
