import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../shared/errors.ts'
import { fail, ok } from '../../shared/result.ts'
import { backupId, backupRun, downloadView } from '../fixtures/backup-view.ts'
import { all, failed, GB, locked, newest, now, openBackups, ref, rows, view } from './backups-window.ts'

// Ages are counted from one moment, however long a test takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

describe('the list', () => {
  test('takes the place of the list of servers, and tells each backup in words', async () => {
    await openBackups()
    await view().findByText('Backup 1')
    expect(screen.queryByRole('grid')).toBeNull()
    expect(rows().map((text) => text?.replace(/\d\d:\d\d|\d+ \w{3}, /g, ''))).toEqual([
      expect.stringMatching(/^Backup 1Good1\.5 GB/),
      expect.stringMatching(/^Before 1\.21Good, locked1\.5 GB/),
      expect.stringMatching(/^Backup 3Failed–/),
    ])
    expect(view().getByText('3 backups').parentElement?.textContent).toBe(
      '3 backups · 3.0 GB · newest good one 9 h old',
    )
  })

  test('is asked for once, also on coming back soon after', async () => {
    const { bridge, user } = await openBackups()
    await view().findByText('Backup 1')
    await user.click(view().getByRole('button', { name: 'Console' }))
    await user.click(view().getByRole('button', { name: 'Backups' }))
    await view().findByText('Backup 1')
    expect(bridge.requests('backups:list')).toEqual([{ ref }])
  })

  test('says what to do where there is none', async () => {
    await openBackups({ backups: [] })
    expect(await view().findByText('No backups yet')).toBeTruthy()
  })

  test('is read again when the app sees the end of a backup', async () => {
    const { bridge, update } = await openBackups({ run: { backupId: backupId(9) } })
    await view().findByText('Backup 1')
    expect(rows()[0]).toContain('New backup')
    const ended = backupRun({ ref, backupId: backupId(9), phase: 'done', endedAt: now })
    // What its machine says of it may come along.
    const health = { newestGoodAt: now, failedAt: null, readAt: Date.now() + 60_000 }
    await update((state) => ({ ...state, backupRuns: { [ref]: ended }, backupHealth: { [ref]: health } }))
    await waitFor(() => expect(bridge.requests('backups:list')).toHaveLength(2))
    expect(rows()[0]).toContain('Backup 1')
  })

  test('is read again when the keep rule has deleted, which comes after the end of the backup', async () => {
    const { bridge, update } = await openBackups()
    await view().findByText('Backup 1')
    const keepRun = { ref, name: 'Survival', startedAt: now, endedAt: null, deleted: ['Backup 3'], error: null }
    await update((state) => ({ ...state, keepRuns: { [ref]: keepRun } }))
    expect(bridge.requests('backups:list')).toHaveLength(1)
    await update((state) => ({ ...state, keepRuns: { [ref]: { ...keepRun, endedAt: now } } }))
    await waitFor(() => expect(bridge.requests('backups:list')).toHaveLength(2))
  })

  test('is read again once where somebody else’s backup has ended, and not by its own reading', async () => {
    const later = Date.now() + 60_000
    let isAway = false
    const read = async () =>
      isAway ? fail('timeout') : ok({ backups: all, counted: 2, leftOut: 0, limit: null, denied: [], saveCommands: [] })
    const { bridge, update } = await openBackups({ answers: { 'backups:list': read } })
    await view().findByText('Backup 1')
    const health = { newestGoodAt: newest.createdAt, failedAt: null, readAt: later }
    await update((state) => ({ ...state, backupHealth: { [ref]: health } }))
    expect(bridge.requests('backups:list')).toHaveLength(1)
    isAway = true
    await update((state) => ({
      ...state,
      backupHealth: { [ref]: { ...health, newestGoodAt: now, readAt: later + 1 } },
    }))
    await view().findByText(/The list could not be read again/)
    expect(bridge.requests('backups:list')).toHaveLength(2)
  })
})

describe('one place tells', () => {
  const alert = () => view().getByRole('alert').textContent

  test('that the limit is reached, and what to do', async () => {
    const error = appError('backup-limit')
    const { user, bridge } = await openBackups({ run: { phase: 'failed', endedAt: now, error } })
    await view().findByText('Backup 1')
    expect(alert()).toContain(`${error.message} ${error.hint}`)
    await user.click(view().getByRole('button', { name: 'Dismiss' }))
    expect(bridge.requests('jobs:dismiss')).toHaveLength(1)
  })

  test('the newer of two failures: an act’s after a backup’s, and a backup’s after an act’s', async () => {
    const { choose, update } = await openBackups({
      run: { phase: 'failed', endedAt: now, error: appError('backup-limit') },
      answers: { 'backups:setLocked': async () => fail('state-changed') },
    })
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Lock')
    await waitFor(() => expect(alert()).toContain('Locking “Backup 1” failed.'))
    const next = backupRun({ ref, id: 'next', phase: 'failed', endedAt: now, error: appError('backup-failed') })
    await update((state) => ({ ...state, backupRuns: { [ref]: next } }))
    await waitFor(() => expect(alert()).toContain(appError('backup-failed').message))
  })

  test('a download that failed before one that is done, and offers another try', async () => {
    const error = appError('download-wrong')
    const { user, bridge } = await openBackups({
      downloads: [
        downloadView({ ref, id: 'a', backupId: newest.id, phase: 'failed', error }),
        downloadView({ ref, id: 'b', backupId: locked.id, phase: 'done' }),
      ],
    })
    await view().findByText('Backup 1')
    expect(alert()).toContain(error.message)
    await user.click(view().getByRole('button', { name: 'Download again…' }))
    expect(bridge.requests('jobs:dismiss')).toEqual([{ id: 'a' }])
    expect(bridge.requests('backups:download')).toEqual([{ ref, id: newest.id }])
  })
})

describe('a backup', () => {
  test('is locked and unlocked, and the list is read again', async () => {
    const { choose, bridge } = await openBackups()
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Lock')
    await choose('Before 1.21', 'Unlock')
    expect(bridge.requests('backups:setLocked')).toEqual([
      { ref, id: newest.id, isLocked: true },
      { ref, id: locked.id, isLocked: false },
    ])
    await waitFor(() => expect(bridge.requests('backups:list').length).toBeGreaterThan(1))
  })

  test('is renamed only where its panel can', async () => {
    const { choose, user, bridge } = await openBackups({ backups: [{ ...newest, isScheduled: true }, failed] })
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Rename…')
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByLabelText('Name'))
    await user.keyboard('{Enter}')
    expect(dialog.getByText('Type a name.')).toBeTruthy()
    await user.keyboard('Spring{Enter}')
    expect(bridge.requests('backups:rename')).toEqual([{ ref, id: newest.id, name: 'Spring' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(view().getByRole('button', { name: 'More for Backup 3' }))
    await screen.findByRole('menuitem', { name: /^Delete/ })
    expect(screen.queryByRole('menuitem', { name: /^Rename/ })).toBeNull()
  })

  test('of several is deleted after a yes', async () => {
    const { choose, user, bridge } = await openBackups()
    await view().findByText('Backup 1')
    await choose('Backup 1', 'Delete…')
    await user.click(await screen.findByRole('button', { name: 'Delete backup' }))
    expect(bridge.requests('backups:remove')).toEqual([{ ref, id: newest.id, typedName: null }])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test.each([
    ['that is locked', all, locked],
    ['that is the only good one', [newest, failed], newest],
  ])('%s is deleted by its name alone', async (_, backups, chosen) => {
    const { choose, user, bridge } = await openBackups({ backups })
    await view().findByText('Backup 1')
    await choose(chosen.name, 'Delete…')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(`Type ${chosen.name} to confirm`), 'Backup')
    await user.click(dialog.getByRole('button', { name: 'Delete backup' }))
    expect(bridge.requests('backups:remove')).toEqual([])
    await user.clear(dialog.getByLabelText(`Type ${chosen.name} to confirm`))
    await user.keyboard(`${chosen.name}{Enter}`)
    expect(bridge.requests('backups:remove')).toEqual([{ ref, id: chosen.id, typedName: chosen.name }])
  })

  test('that is not good is not downloaded', async () => {
    const { choose, user, bridge } = await openBackups()
    await view().findByText('Backup 1')
    await user.click(view().getByRole('button', { name: 'More for Backup 3' }))
    const item = await screen.findByRole('menuitem', { name: /^Download/ })
    expect(item.textContent).toBe('Download…it failed')
    await user.keyboard('{Escape}')
    await choose('Backup 1', 'Download…')
    expect(bridge.requests('backups:download')).toEqual([{ ref, id: newest.id }])
  })

  test('that is downloaded shows how far it is, and is cancelled', async () => {
    const { user, bridge } = await openBackups({
      downloads: [
        downloadView({
          ref,
          backupId: newest.id,
          movedBytes: 0.6 * GB,
          totalBytes: 1.5 * GB,
          bytesPerSecond: 24 * 1_024 ** 2,
        }),
      ],
    })
    const list = within(await screen.findByRole('list', { name: 'Downloads' }))
    expect(list.getByText(/614 MB \/ 1.5 GB, 24 MB\/s/)).toBeTruthy()
    await user.click(list.getByRole('button', { name: 'Cancel' }))
    expect(bridge.requests('jobs:cancel')).toEqual([{ id: 'download-1' }])
  })
})
