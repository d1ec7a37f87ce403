import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalogue } from '../../shared/error-catalogue.ts'
import type { ScheduleView } from '../../shared/model/restart-schema.ts'
import type { HandoverPreview } from '../../shared/restart/handover-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { appState } from '../fixtures/app-state.ts'
import { scheduleView } from '../fixtures/plan-view.ts'
import { openWindow } from './open-window.tsx'
import { base, button, survival } from './restart-window.ts'

const { ref } = survival

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 15, 12, 8) }))
afterEach(() => void vi.useRealTimers())

async function openPage(schedules: readonly ScheduleView[], answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openWindow(appState({ ...base, schedules }), answers)
  await opened.user.click(button('Planned restarts'))
  await screen.findByRole('heading', { name: 'Planned restarts' })
  return opened
}

const preview: HandoverPreview = {
  zeroAt: new Date(2026, 0, 16, 3, 0).getTime(),
  leadSeconds: 600,
  tasks: [
    { action: 'command', payload: 'say Restart in 10 minutes', offsetSeconds: 0, continuesOnFailure: false },
    { action: 'power', payload: 'restart', offsetSeconds: 600, continuesOnFailure: false },
  ],
  losses: ['The panel cannot see players, so it restarts at this time without waiting for an empty server.'],
  parts: [
    {
      ref,
      name: 'Survival',
      zoneMinutes: 0,
      cron: { minute: '50', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
      stop: null,
      canDelete: true,
    },
  ],
}

async function openDialog(answers: Parameters<typeof openWindow>[1] = {}) {
  const opened = await openPage([scheduleView()], {
    'schedules:previewOnPanel': async () => ok(preview),
    ...answers,
  })
  const open = async () => {
    await opened.user.click(button('More for the planned restart of Survival'))
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Create on panel…' }))
    return within(await screen.findByRole('dialog', { name: 'Create this restart on the panel?' }))
  }
  return { ...opened, open, dialog: await open() }
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('what will be written is shown in words before it is, and written once', async () => {
  const { user, bridge, dialog } = await openDialog()
  expect(await dialog.findByText('Every day at 03:00, UTC')).toBeTruthy()
  expect(dialog.getByText(/begins every day at 02:50 by its own clock \(UTC\), 10 minutes before/)).toBeTruthy()
  expect(dialog.getByRole('list', { name: 'What the panel does' }).textContent).toBe(
    '10 minutes beforesay Restart in 10 minutesThenrestart',
  )
  expect(dialog.getByText(/cannot see players/)).toBeTruthy()
  await user.dblClick(dialog.getByRole('button', { name: 'Create on panel' }))
  expect(bridge.requests('schedules:createOnPanel')).toEqual([{ id: 'nightly' }])
  await gone()
  expect(await screen.findByText('Created on the panel: Survival.')).toBeTruthy()
  await user.click(button('Dismiss'))
  expect(screen.queryByText(/^Created on the panel/)).toBeNull()
})

test('each opening shows what would be written now, and none creates what is not shown yet', async () => {
  const { user, bridge, dialog, open } = await openDialog()
  await dialog.findByText(/cannot see players/)
  await user.keyboard('{Escape}')
  await gone()
  let answer = Promise.withResolvers<Result<HandoverPreview>>()
  bridge.answer('schedules:previewOnPanel', () => answer.promise)
  const again = await open()
  const create = () => user.click(again.getByRole('button', { name: 'Create on panel' }))
  expect(again.getByText('Looking at the panel…')).toBeTruthy()
  expect(again.queryByText(/cannot see players/)).toBeNull()
  await act(async () => answer.resolve(ok({ ...preview, losses: ['The panel does not wait.'] })))
  expect(again.getByText('The panel does not wait.')).toBeTruthy()
  // It is looked at once more where the person comes back to the window after a while.
  const comeBack = async () => {
    answer = Promise.withResolvers()
    vi.setSystemTime(Date.now() + 60_000)
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await again.findByText('Looking at the panel…')).toBeTruthy()
  }
  await comeBack()
  await create()
  await act(async () => answer.resolve(fail('connection-refused')))
  expect(await again.findByText(catalogue['connection-refused'].message)).toBeTruthy()
  await create()
  expect(bridge.requests('schedules:createOnPanel')).toEqual([])
  await comeBack()
  await act(async () => answer.resolve(ok(preview)))
  await create()
  expect(bridge.requests('schedules:createOnPanel')).toEqual([{ id: 'nightly' }])
})

test('that it was created is told also where that was no longer waited for, and closes no other dialog', async () => {
  const answer = Promise.withResolvers<Result<void>>()
  const { user, dialog } = await openDialog({ 'schedules:createOnPanel': () => answer.promise })
  await dialog.findByText('Every day at 03:00, UTC')
  await user.click(dialog.getByRole('button', { name: 'Create on panel' }))
  await user.keyboard('{Escape}')
  await gone()
  await user.click(button('Add a planned restart'))
  await screen.findByRole('dialog', { name: 'Add a planned restart' })
  await act(async () => answer.resolve(ok()))
  expect(screen.getByText('Created on the panel: Survival.')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Add a planned restart' })).toBeTruthy()
})

test('why it could not be created is told in place', async () => {
  const { user, dialog } = await openDialog({
    'schedules:createOnPanel': async () => fail('rate-limited', { hint: 'Again at 12:40. It runs here as before.' }),
  })
  await dialog.findByText('Every day at 03:00, UTC')
  await user.click(dialog.getByRole('button', { name: 'Create on panel' }))
  expect((await dialog.findByText(/It runs here as before/)).textContent).toContain('Again at 12:40.')
})
