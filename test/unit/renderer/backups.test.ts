import { describe, expect, it } from 'vitest'
import {
  ageText,
  comingText,
  commandsIn,
  countText,
  downloadText,
  factTexts,
  lineOf,
  overwrittenText,
  rowChoices,
  stateText,
} from '../../../renderer/features/backups/backup-words.ts'
import { newsOfDownload, newsOfRestore, newsOfRun } from '../../../renderer/features/backups/news.ts'
import { asOf } from '../../../renderer/parts/area/area-words.ts'
import { whyNoOther } from '../../../renderer/parts/servers/backup-age.ts'
import type { Backup, BackupAct } from '../../../shared/backups/contract.ts'
import { appError } from '../../../shared/errors.ts'
import { backupRun, backupView, downloadView, restoreView } from '../../fixtures/backup-view.ts'

const now = new Date(2026, 0, 15, 12, 30).getTime()
const minute = 60_000
const GB = 1_024 ** 3
const made = (more: Partial<Backup> = {}) => backupView({ createdAt: now - minute, completedAt: now - minute, ...more })
const listOf = (backups: Backup[], counted: number | null = null) => ({
  backups,
  counted,
  leftOut: 0,
  limit: null,
  denied: [] as BackupAct[],
})

describe('what is known of all backups', () => {
  it.each([
    [listOf([]), null, ''],
    [listOf([]), 5, '0 of 5 backups'],
    [listOf([made()], 1), null, '1 backup'],
    [listOf([made(), made({ state: 'failed' })], 1), null, '2 backups'],
    [listOf([made(), made({ state: 'failed' })], 1), 5, '1 of 5 backups'],
    [listOf([made(), made({ state: 'failed' }), made({ state: 'pending' })]), 5, '2 of 5 backups'],
    [listOf([made()], 1), 0, '1 backup'],
  ])('is their number: %#', (list, limit, text) => {
    expect(countText({ ...list, limit })).toBe(text)
  })

  it.each([
    [listOf([made()], 1), null, null],
    [listOf([made()], 1), 2, null],
    [listOf([made()], 2), 2, 'delete a backup first: the server has all that it may have'],
    [listOf([made(), made()]), 1, 'delete a backup first: the server has all that it may have'],
    [listOf([]), 0, 'its host allows it none'],
    [{ ...listOf([]), denied: ['create' as const] }, 0, 'your account may not do it'],
  ])('is whether there may be another: %#', (list, limit, text) => {
    expect(whyNoOther({ ...list, limit })).toBe(text)
  })

  it.each([
    [listOf([]), null],
    [listOf([made({ state: 'failed' })]), 'no good one'],
    [listOf([made({ completedAt: now - 20_000 })]), 'newest good one just made'],
    [
      listOf([made({ createdAt: now - 9 * 60 * minute, completedAt: now - 9 * 60 * minute })]),
      'newest good one 9 h old',
    ],
    [listOf([made({ createdAt: null, completedAt: null })]), null],
  ])('is the age of the newest good one: %#', (list, text) => {
    expect(ageText(list, now)).toBe(text)
  })

  it('is their size, where there is one', () => {
    expect(factTexts(listOf([made({ bytes: 1.5 * GB }), made({ bytes: 1.5 * GB })]), now)[0]).toBe('3.0 GB')
    expect(factTexts(listOf([made({ state: 'pending', bytes: null })]), now)).toEqual(['no good one'])
  })
})

describe('a row', () => {
  it.each([
    [made(), 'Good'],
    [made({ isLocked: true }), 'Good, locked'],
    [made({ state: 'failed' }), 'Failed'],
    [made({ state: 'unknown' }), 'Not known whether it is good'],
    [made({ state: 'pending', createdAt: now - 30_000 }), 'In progress'],
    [made({ state: 'pending', createdAt: now - 125_000 }), 'In progress, 2 min'],
    [made({ state: 'pending', createdAt: now - 600_000 }), 'In progress, 10 min, nothing heard of it yet'],
    [made({ state: 'pending', createdAt: null }), 'In progress'],
    [made({ state: 'pending', isLocked: true }), 'In progress, 1 min, locked'],
  ])('tells its state: %#', (backup, text) => {
    expect(stateText(backup, now)).toBe(text)
  })

  it.each([
    ['saving', 'Waits for its save, 20 s'],
    ['asking', 'Asking the panel'],
    ['running', 'Begun'],
  ] as const)('of what the panel does not list yet: %s', (phase, text) => {
    expect(comingText({ phase })).toBe(text)
  })

  const no = 'your account may not do it'
  const lacks = 'key lacks it'
  const unfinished = 'still being made'
  const unknown = 'not known whether it is good'
  const free = {
    lacks: null as string | null,
    denied: [] as BackupAct[],
    isDownloading: false,
    isRestoring: false,
    isRestored: false,
    isBackingUp: false,
  }
  it.each<[Partial<Backup>, Partial<typeof free>, Partial<ReturnType<typeof rowChoices>>]>([
    [{}, {}, {}],
    [{}, { lacks }, { restore: lacks, lock: lacks, rename: lacks, remove: lacks }],
    [{}, { isDownloading: true }, { download: 'downloading', remove: 'downloading' }],
    [{}, { denied: ['delete', 'download'] }, { download: no, lock: no, rename: no, remove: no }],
    [{}, { isRestoring: true, isRestored: true }, { restore: 'one is running', remove: 'being restored' }],
    [{}, { isBackingUp: true }, { restore: 'a backup is being made' }],
    [{ state: 'pending' }, {}, { download: unfinished, restore: unfinished, remove: unfinished }],
    [{ state: 'failed' }, {}, { download: 'it failed', restore: 'it failed', lock: 'it failed' }],
    [{ state: 'unknown' }, {}, { download: unknown, restore: unknown }],
  ])('offers what can be done, but what has a reason against it: %j, %j: %j', (backup, facts, reasons) => {
    const choices = rowChoices(made(backup), { ...free, ...facts })
    expect(choices).toEqual({ download: null, restore: null, lock: null, rename: null, remove: null, ...reasons })
  })
})

describe('a download', () => {
  it.each([
    [downloadView({ phase: 'waiting' }), 'waits for the others'],
    [downloadView({ movedBytes: 0.6 * GB, totalBytes: 1.5 * GB }), '614 MB / 1.5 GB'],
    [
      downloadView({ movedBytes: 1.2 * GB, totalBytes: 1.5 * GB, bytesPerSecond: 24 * 1_024 ** 2 }),
      '1.2 / 1.5 GB, 24 MB/s',
    ],
    [downloadView({ movedBytes: 1_024, totalBytes: null }), '1.0 kB'],
    [downloadView({ movedBytes: 1_024, totalBytes: 0 }), '1.0 kB'],
  ])('tells how far it is: %#', (download, text) => {
    expect(downloadText(download)).toBe(text)
  })
})

describe('a restore', () => {
  it.each([
    [made({ createdAt: null }), 'The server’s files are overwritten with those of the backup.'],
    [
      made({ createdAt: now - 7 * 60 * minute }),
      'The server’s files are overwritten with those of 15 Jan 2026, 05:30. What changed in the 7 h since is lost.',
    ],
    [
      made({ createdAt: now - 1_000 }),
      'The server’s files are overwritten with those of 15 Jan 2026, 12:29. What changed in the moment since is lost.',
    ],
  ])('says what it overwrites: %#', (backup, text) => {
    expect(overwrittenText(backup, now)).toBe(text)
  })
})

describe('what is told', () => {
  const failed = (code: Parameters<typeof appError>[0], more: Parameters<typeof appError>[1] = {}) =>
    backupRun({ phase: 'failed', endedAt: now, error: appError(code, more) })

  it.each([
    ['a backup that goes on', newsOfRun(backupRun())],
    ['a backup that is done', newsOfRun(backupRun({ phase: 'done', endedAt: now }))],
    [
      'a download that was cancelled',
      newsOfDownload(downloadView({ phase: 'cancelled', error: appError('cancelled') })),
    ],
  ])('is nothing of %s', (_, news) => expect(news).toBeNull())

  it.each([
    [1_000, true, 'Its size and checksum are right.'],
    [1_000, false, 'Its size is right. The panel tells no checksum.'],
    [null, true, 'Its checksum is right.'],
    [null, false, 'The panel tells neither size nor checksum, so it was not checked.'],
  ])('is of a download only what was checked: size %s, checksum %s', (totalBytes, isSummed, hint) => {
    expect(newsOfDownload(downloadView({ phase: 'done', totalBytes, isSummed }))?.hint).toBe(hint)
  })

  it('is what happened, once, with the panel’s own words', () => {
    const detail = 'The disk of the node is full.'
    expect(newsOfRun(failed('panel-refused', { detail }))).toMatchObject({
      message: `No backup was made. ${appError('panel-refused').message}`,
      hint: `“${detail}” ${appError('panel-refused').hint}`,
    })
    expect(newsOfRun(failed('backup-failed'))?.message).toBe(appError('backup-failed').message)
    const cut = failed('connection-cut', { mayHaveActed: true })
    expect(newsOfRun({ ...cut, phase: 'not-seen' })?.message).toBe(
      `It is not known whether a backup is being made. ${cut.error?.message}`,
    )
  })

  it.each([
    [restoreView(), false, 'Stopping the server…', /^$/],
    [restoreView({ phase: 'done', endedAt: now }), false, 'Restored.', /^The panel left the server off/],
    [
      restoreView({ phase: 'failed', endedAt: now, error: appError('restore-failed') }),
      true,
      'The restore failed on the server’s machine.',
      /Nothing was overwritten/,
    ],
    [
      restoreView({ phase: 'unknown', endedAt: now, sent: { backup: null, stop: 1, restore: 2 } }),
      true,
      'It is not known whether the backup was restored.',
      /^Some files may come from the backup/,
    ],
  ])('is how a restore goes: %#', (restore, hasFailed, message, hint) => {
    const news = newsOfRestore(restore)
    expect(news).toMatchObject({ hasFailed, message })
    expect(news.hint).toMatch(hint)
  })

  it.each([
    [0, false, null],
    [now - minute, false, null],
    [now - minute, true, 'as of 12:29'],
    [now - 6 * minute, false, 'as of 12:24'],
  ])('has an age where it is old: %#', (at, hasFailed, text) => {
    expect(asOf(at, hasFailed, now)).toBe(text)
  })
})

describe('the commands before a backup', () => {
  it.each([
    ['', []],
    [' ; ;', []],
    ['save-off; save-all flush', ['save-off', 'save-all flush']],
    ['save\u0007-all\n;', ['save -all']],
  ])('%j', (text, commands) => {
    expect(commandsIn(text)).toEqual(commands)
    expect(commandsIn(lineOf(commands))).toEqual(commands)
  })
})
