import { expect, type Page } from '@playwright/test'
import { jobWords } from '../../../electron/jobs/words.ts'
import type { Backup } from '../../../shared/backups/contract.ts'
import { appError } from '../../../shared/errors.ts'
import type { Notice } from '../../../shared/model/notice-schema.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { appState, keyView } from '../../fixtures/app-state.ts'
import { backupId, backupRun, backupView, downloadView, restoreView } from '../../fixtures/backup-view.ts'
import { openJob } from '../../fixtures/open-job.ts'
import { ago, GB, keysOf, openArea, type Scene, survival, the } from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const { ref } = survival
const key = keyView({ serverCount: 8, health: { kind: 'works', at: ago(130) } })
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

const list = (
  backups: readonly Backup[],
  more: { leftOut?: number; limit?: number; saveCommands?: string[] } = {},
) => ({
  'backups:list': {
    ok: true as const,
    value: {
      backups,
      counted: backups.filter(({ state }) => state === 'good' || state === 'pending').length,
      leftOut: 0,
      limit: null,
      denied: [],
      saveCommands: ['save-off', 'save-all flush'],
      ...more,
    },
  },
})

/** The backups of the open server, as they were left. */
const opened = (more: Parameters<typeof appState>[0] = {}): AppState => {
  const { backupRuns, downloads, restores, preferences } = appState(more)
  const state = openArea('backups', { backupRuns, downloads, restores })
  return { ...state, preferences: { ...state.preferences, keepRules: preferences.keepRules } }
}
const ended = (error: ReturnType<typeof appError>) =>
  opened({ backupRuns: [backupRun({ ref, phase: 'failed', startedAt: ago(20), endedAt: ago(15), error })] })
const more = (name: string) => (page: Page) =>
  view(page)
    .getByRole('button', { name: `More for ${name}` })
    .first()
    .click()
const choose = (name: string, item: string) => async (page: Page) => {
  await more(name)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
const listed = (page: Page) => view(page).getByRole('table', { name: 'Backups' }).waitFor()
const narrow = { width: 640, height: 420 }

/** A server's backups: what they have come to, what can be done, and what went wrong. */
export const backupScenes: readonly Scene[] = [
  {
    name: 'backups',
    state: opened(),
    answers: list([...all, long], { limit: 5 }),
    act: listed,
    shows: ['Good, locked', 'Failed'],
  },
  {
    name: 'backups-none',
    state: opened(),
    answers: list([]),
    shows: ['No backups yet'],
  },
  {
    name: 'backups-loading',
    state: opened(),
    answers: { 'backups:list': 'never' },
    async act(page) {
      await page.clock.runFor(400)
    },
    shows: [the('status', 'Loading backups')],
  },
  {
    name: 'backups-unread',
    state: opened(),
    answers: { 'backups:list': { ok: false, error: appError('timeout') } },
    shows: [appError('timeout').message, the('button', 'Try again')],
  },
  {
    name: 'backups-saving',
    state: opened({ backupRuns: [backupRun({ ref, phase: 'saving', startedAt: ago(3) })] }),
    answers: list(all),
    act: listed,
    shows: ['The server saves first'],
  },
  {
    name: 'backups-pending',
    state: opened({ backupRuns: [backupRun({ ref, backupId: backupId(9), startedAt: ago(190) })] }),
    answers: list([
      made(9, 185, { name: 'Before the restart', state: 'pending', bytes: null, completedAt: null }),
      ...all,
    ]),
    act: listed,
    shows: ['In progress, 3 min'],
  },
  {
    name: 'backups-failed',
    state: ended(appError('backup-failed')),
    answers: list([made(8, 20, { name: 'Before the restart', state: 'failed', bytes: null }), ...all]),
    act: listed,
    shows: [appError('backup-failed').message],
  },
  {
    name: 'backups-cut',
    state: {
      ...opened({}),
      notices: appState({ notices: [cut] }).notices,
    },
    answers: list([
      made(9, 185, { name: 'Before the restart', state: 'pending', bytes: null, completedAt: null }),
      ...all,
    ]),
    act: listed,
    shows: [/^Servertray ended during the backup of Survival/, the('button', 'Send save-on')],
  },
  {
    name: 'backups-limit',
    state: ended(
      appError('backup-limit', {
        detail: 'Cannot create a new backup, this server has reached its limit of 4 backups.',
      }),
    ),
    answers: list(all),
    act: listed,
    shows: [/The server has as many backups as its panel allows/],
  },
  {
    name: 'backups-full',
    state: opened(),
    answers: list(all, { limit: 3 }),
    async act(page) {
      await listed(page)
      await expect(view(page).getByRole('button', { name: 'Back up now' })).toHaveAttribute('title', /^Delete a backup/)
    },
    shows: ['3 of 3 backups'],
  },
  {
    name: 'backups-keep',
    state: opened({ preferences: { keepRules: { [ref]: { newest: 1, days: 2 } } } }),
    answers: list([...all, long], { limit: 4 }),
    async act(page) {
      await listed(page)
      await view(page).getByRole('button', { name: 'Keep…' }).click()
    },
    shows: [
      'Would delete this one when a place is needed:',
      'Would be deleted',
      (page) => page.getByLabel('How many of the newest stay'),
    ],
  },
  {
    name: 'backups-keep-fault',
    state: opened({ preferences: { keepRules: { [ref]: { newest: 1, days: 2 } } } }),
    answers: list([...all, long], { limit: 4 }),
    async act(page) {
      await listed(page)
      await view(page).getByRole('button', { name: 'Keep…' }).click()
      await page.getByLabel('How many of the newest stay').fill('0')
      await page.getByLabel('For how many days one a day stays').fill('1000')
    },
    shows: [/^Only 0 to /, /^Only 1 to /, (page) => page.getByRole('button', { name: 'Save', disabled: true })],
  },
  {
    name: 'backups-keep-daily',
    state: opened({ preferences: { keepRules: { [ref]: { newest: 1, days: 2, daily: true } } } }),
    answers: list([...all, long], { limit: 9 }),
    async act(page) {
      await listed(page)
      await view(page).getByRole('button', { name: 'Keep…' }).click()
    },
    shows: [/ at its next daily check:$/, /first a day from now\.$/, 'Would be deleted'],
  },
  {
    name: 'backups-kept',
    state: opened({ preferences: { keepRules: { [ref]: { newest: 3, days: 7 } } } }),
    answers: list(all, { limit: 5 }),
    act: listed,
    shows: [/keeps the newest 3 and one a day for 7 days/, the('button', 'Keep…')],
  },
  {
    name: 'backups-now-goes-first',
    state: opened({ preferences: { keepRules: { [ref]: { newest: 1, days: 0 } } } }),
    answers: list(all, { limit: 3 }),
    async act(page) {
      await listed(page)
      await view(page).getByRole('button', { name: 'Back up now' }).click()
    },
    shows: [/^“Nightly” of .* is deleted first\.$/],
  },
  {
    name: 'backups-throttled',
    state: ended(appError('rate-limited', { retryAfterMs: 32 * 60_000, hint: 'The panel takes this again at 12:40.' })),
    answers: list(all),
    async act(page) {
      await listed(page)
      await expect(view(page).getByRole('button', { name: 'Back up now' })).toHaveAttribute('title', 'Again at 12:40.')
    },
    shows: ['The panel takes this again at 12:40.'],
  },
  {
    name: 'backups-only-looks',
    state: { ...opened(), keys: keysOf({ ...key, declared: ['power', 'console', 'backups-view'] }) },
    answers: list(all),
    act: more('Nightly'),
    shows: [the('menuitem', /^Delete….*key lacks Backups: full/)],
  },
  {
    name: 'backups-menu',
    state: opened(),
    answers: list(all.map((backup) => ({ ...backup, isScheduled: false }))),
    act: more('Nightly'),
    shows: [the('menuitem', 'Download…'), the('menuitem', 'Rename…')],
  },
  {
    name: 'backups-now',
    state: opened(),
    answers: list(all),
    act: (page) => view(page).getByRole('button', { name: 'Back up now' }).click(),
    shows: [the('checkbox', /^Lock it/), 'Afterwards save-on is sent, also if the backup fails.'],
  },
  {
    name: 'backups-delete',
    state: opened(),
    answers: list(all),
    act: choose('Nightly', 'Delete…'),
    shows: [the('button', 'Delete backup')],
  },
  {
    name: 'backups-delete-locked',
    state: opened(),
    answers: list(all),
    act: choose('Before 1.21 update', 'Delete…'),
    shows: [(page) => page.getByLabel('Type Before 1.21 update to confirm')],
  },
  {
    name: 'backups-rename',
    state: opened(),
    answers: list(all.map((backup) => ({ ...backup, isScheduled: false }))),
    act: choose('Nightly', 'Rename…'),
    shows: [(page) => page.getByLabel('Name')],
  },
  {
    name: 'backups-downloading',
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
    answers: list(all),
    act: listed,
    shows: ['614 MB / 1.5 GB, 24 MB/s', 'waits for the others'],
  },
  {
    name: 'backups-downloaded',
    state: opened({
      downloads: [
        downloadView({ ref, backupId: backupId(1), phase: 'done', file: 'Survival 2026-01-15 00000001.tar.gz' }),
      ],
    }),
    answers: list(all),
    act: listed,
    shows: ['Saved as Survival 2026-01-15 00000001.tar.gz.'],
  },
  {
    name: 'backups-download-wrong',
    state: opened({
      downloads: [downloadView({ ref, backupId: backupId(1), phase: 'failed', error: appError('download-wrong') })],
    }),
    answers: list(all, { leftOut: 2 }),
    act: listed,
    shows: [the('button', 'Download again…'), '2 more could not be read.'],
  },
  {
    name: 'backups-restore',
    state: opened(),
    answers: list(all),
    act: choose('Nightly', 'Restore…'),
    shows: [the('checkbox', 'Back up first'), the('button', 'Stop and restore')],
  },
  {
    name: 'backups-restore-deletes',
    state: opened(),
    answers: list(all),
    async act(page) {
      await choose('Nightly', 'Restore…')(page)
      await page.getByRole('checkbox', { name: 'Delete all files first' }).check()
    },
    shows: [(page) => page.getByLabel('Type Survival to confirm')],
  },
  {
    name: 'backups-restoring',
    state: opened({ restores: [restoreView({ ref })] }),
    answers: list(all),
    act: listed,
    shows: ['Stopping the server…', (page) => view(page).getByRole('button', { name: 'Cancel' })],
  },
  {
    name: 'backups-restored',
    state: opened({ restores: [restoreView({ ref, phase: 'done', endedAt: ago(4) })] }),
    answers: list(all),
    act: listed,
    shows: ['Restored.'],
  },
  {
    name: 'backups-restore-unknown',
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
    answers: list(all),
    act: listed,
    shows: [/^All files of the server may have been deleted\./],
  },
  {
    name: 'backups-narrow',
    state: opened({ backupRuns: [backupRun({ ref, backupId: backupId(9), startedAt: ago(190) })] }),
    size: narrow,
    answers: list([
      made(9, 185, { name: 'Before the restart', state: 'pending', bytes: null, completedAt: null }),
      long,
      ...all,
    ]),
    act: listed,
    shows: ['In progress, 3 min', 'Good, locked'],
  },
]
