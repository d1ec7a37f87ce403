import { jobWords } from '../../../electron/jobs/words.ts'
import type { Backup } from '../../../shared/backups/contract.ts'
import { appError } from '../../../shared/errors.ts'
import type { Notice } from '../../../shared/model/notice-schema.ts'
import type { KeepRule } from '../../../shared/model/preferences-schema.ts'
import { ok } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState } from '../../fixtures/app-state.ts'
import { backupId, backupRun, backupView, downloadView, restoreView } from '../../fixtures/backup-view.ts'
import { openJob } from '../../fixtures/open-job.ts'
import {
  ago,
  choose,
  fill,
  GB,
  isOffFor,
  keysFor,
  menuOf,
  openArea,
  press,
  type Scene,
  scenesOf,
  steps,
  survival,
  the,
  view,
} from './world.ts'

const { ref } = survival
const hour = 3_600

const made = (n: number, seconds: number, more: Partial<Backup> = {}) =>
  backupView({
    id: backupId(n),
    name: 'Nightly',
    bytes: 1.5 * GB,
    createdAt: ago(seconds),
    completedAt: ago(seconds - 60),
    ...more,
  })
const nightly = made(1, 7 * hour)
const locked = made(2, 55 * hour, { name: 'Before 1.21 update', isLocked: true })
const failed = made(3, 31 * hour, { state: 'failed', bytes: null })
const oldest = made(4, 79 * hour)
const long = made(5, 103 * hour, {
  name: 'A name that is far too long for any list of backups to hold it in one line of it',
})
/** The notice of a backup that the app's end cut off. */
const cut: Notice = {
  id: 'job-1',
  level: 'warning',
  ...jobWords([openJob({ undo: ['save-on'] })]),
  job: { id: '1', undo: ['save-on'] },
}
const all = [nightly, failed, locked, oldest]
const pending = made(9, 185, { name: 'Before the restart', state: 'pending', bytes: null, completedAt: null })

const list = (
  backups: readonly Backup[],
  more: { leftOut?: number; limit?: number; saveCommands?: string[] } = {},
) => ({
  'backups:list': ok({
    backups,
    counted: backups.filter(({ state }) => state === 'good' || state === 'pending').length,
    leftOut: 0,
    limit: null,
    denied: [],
    saveCommands: ['save-off', 'save-all flush'],
    ...more,
  }),
})

/** The backups of the open server, as they were left. */
const opened = (more: Parameters<typeof appState>[0] = {}): AppState => {
  const { backupRuns, downloads, restores, preferences } = appState(more)
  const state = openArea('backups', { backupRuns, downloads, restores })
  return { ...state, preferences: { ...state.preferences, keepRules: preferences.keepRules } }
}
/** With the rule by which they are kept. */
const keeping = (rule: KeepRule) => opened({ preferences: { keepRules: { [ref]: rule } } })
const ended = (error: ReturnType<typeof appError>) =>
  opened({ backupRuns: [backupRun({ ref, phase: 'failed', endedAt: ago(15), error })] })

const scene = scenesOf({ state: opened(), answers: list(all) })

/** A server's backups: what they have come to, what can be done, and what went wrong. */
export const backupScenes: readonly Scene[] = [
  scene('backups', ['Good, locked', 'Failed'], { answers: list([...all, long], { limit: 5 }) }),
  scene('backups-none', ['No backups yet'], { answers: list([]) }),
  scene('backups-pending', ['In progress, 3 min'], {
    state: opened({ backupRuns: [backupRun({ ref, backupId: backupId(9) })] }),
    answers: list([pending, ...all]),
  }),
  scene('backups-cut', [/^Servertray ended during the backup of Survival/, the('button', 'Send save-on')], {
    state: { ...opened({}), notices: appState({ notices: [cut] }).notices },
    answers: list([pending, ...all]),
  }),
  scene('backups-limit', [/The server has as many backups as its panel allows/], {
    state: ended(
      appError('backup-limit', {
        detail: 'Cannot create a new backup, this server has reached its limit of 4 backups.',
      }),
    ),
  }),
  scene('backups-full', ['3 of 3 backups'], {
    answers: list(all, { limit: 3 }),
    act: isOffFor('Back up now', /^Delete a backup/),
  }),
  scene(
    'backups-keep',
    [
      'Would delete this one once a new one is good and no place is left:',
      'Would be deleted',
      (page) => page.getByLabel('How many of the newest stay'),
    ],
    { state: keeping({ newest: 1, days: 2 }), answers: list([...all, long], { limit: 5 }), act: press('Keep…') },
  ),
  scene('backups-keep-fault', [/^Only 0 to /, /^Only 1 to /], {
    state: keeping({ newest: 1, days: 2 }),
    answers: list([...all, long], { limit: 4 }),
    act: steps(
      press('Keep…'),
      fill('How many of the newest stay', '0'),
      fill('For how many days one a day stays', '1000'),
    ),
  }),
  scene('backups-now-goes-then', [/^“Nightly” of .* is deleted once this one is good\.$/], {
    state: keeping({ newest: 1, days: 0 }),
    answers: list(all, { limit: 4 }),
    act: press('Back up now'),
  }),
  scene('backups-only-looks', [the('menuitem', /^Delete….*key lacks Backups: full/)], {
    state: { ...opened(), keys: keysFor('power', 'console', 'backups-view') },
    act: menuOf('Nightly'),
  }),
  scene('backups-delete-locked', [(page) => page.getByLabel('Type Before 1.21 update to confirm')], {
    act: choose('Before 1.21 update', 'Delete…'),
  }),
  scene('backups-downloading', ['614 MB / 1.5 GB, 24 MB/s', 'waits for the others'], {
    state: opened({
      downloads: [
        downloadView({
          ref,
          id: 'a',
          backupId: backupId(1),
          file: 'Survival 2026-01-15 00000001.tar.gz',
          movedBytes: 0.6 * GB,
          totalBytes: 1.5 * GB,
          bytesPerSecond: 24 * 1_024 ** 2,
        }),
        downloadView({
          ref,
          id: 'b',
          backupId: backupId(2),
          file: 'Survival 2026-01-13 00000002.tar.gz',
          phase: 'waiting',
          totalBytes: 1.5 * GB,
        }),
      ],
    }),
  }),
  scene('backups-download-wrong', [the('button', 'Download again…'), '2 more could not be read.'], {
    state: opened({
      downloads: [downloadView({ ref, backupId: backupId(1), phase: 'failed', error: appError('download-wrong') })],
    }),
    answers: list(all, { leftOut: 2 }),
  }),
  scene('backups-restore', [the('checkbox', 'Back up first'), the('button', 'Stop and restore')], {
    act: choose('Nightly', 'Restore…'),
  }),
  scene('backups-restore-deletes', [(page) => page.getByLabel('Type Survival to confirm')], {
    async act(page) {
      await choose('Nightly', 'Restore…')(page)
      await page.getByRole('checkbox', { name: 'Delete all files first' }).check()
    },
  }),
  scene('backups-restoring', ['Stopping the server…', (page) => view(page).getByRole('button', { name: 'Cancel' })], {
    state: opened({ restores: [restoreView({ ref })] }),
  }),
  scene('backups-restore-unknown', [/^All files of the server may have been deleted\./], {
    state: opened({
      restores: [
        restoreView({
          ref,
          phase: 'unknown',
          deletesFiles: true,
          endedAt: ago(4),
          sent: { backup: null, stop: ago(300), restore: ago(200) },
        }),
      ],
    }),
  }),
]
