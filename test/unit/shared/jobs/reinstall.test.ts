import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import type { ReinstallRun } from '../../../../shared/jobs/contract.ts'
import { reinstallWords } from '../../../../shared/jobs/reinstall.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { whyNoReinstall } from '../../../../shared/servers/choices.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun, restoreView } from '../../../fixtures/backup-view.ts'
import { reinstallRun } from '../../../fixtures/server-people.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const server = serverView()
const { ref } = server
const taken = { isAccepted: true } as const
const not = { isAccepted: false } as const

it.each<[Partial<ReinstallRun>, string, RegExp]>([
  [{ phase: 'backing-up', ...not }, 'Home is backed up first.', /nothing is reinstalled/],
  [{ phase: 'asking', ...not }, 'The panel is asked to reinstall Home.', /^$/],
  [{ phase: 'installing', ...taken }, 'Home is being installed.', /minutes/],
  [
    { phase: 'installing', ...not },
    'It is not known yet whether the panel reinstalls Home.',
    /looks until it is known/,
  ],
  [{ phase: 'done', ...taken }, 'Home was reinstalled.', /stays off until you start it/],
  [
    { phase: 'failed', ...taken, error: appError('reinstall-failed') },
    'The reinstall of Home failed.',
    /ask your host/,
  ],
  [{ phase: 'failed', ...not, error: appError('backup-failed') }, 'Home was not reinstalled.', /^The backup failed/],
  [
    { phase: 'unknown', ...taken, error: appError('reinstall-not-seen') },
    'It is not known whether Home was reinstalled.',
    /^Look at the server/,
  ],
  [{ phase: 'cancelled', ...not }, 'Home was not reinstalled.', /backup that was begun goes on/],
])('is told: %j', (run, message, hint) => {
  const words = reinstallWords(reinstallRun(run), 'Home')
  expect(words.message).toBe(message)
  expect(words.hint).toMatch(hint)
})

describe('another one', () => {
  it.each<[string, Parameters<typeof appState>[0], Partial<ServerView>, string | null]>([
    ['can be asked for', {}, {}, null],
    [
      'while one is under way',
      { reinstalls: [reinstallRun({ ref, phase: 'backing-up' })] },
      {},
      'a reinstall is under way',
    ],
    ['after one', { reinstalls: [reinstallRun({ ref, phase: 'done', endedAt: 1 })] }, {}, null],
    ['while a backup is made', { backupRuns: [backupRun({ ref })] }, {}, 'a backup is being made'],
    ['while a restore runs', { restores: [restoreView({ ref })] }, {}, 'a restore is running'],
    ['while another action runs', {}, { action: powerAction({ phase: 'sending' }) }, 'another action is running'],
    ['without a key', {}, { keyIds: [] }, 'no key reaches it'],
  ])('%s', (_, more, of, why) => {
    const state = appState({ panels: [panelView()], keys: [keyView()], servers: [server], ...more })
    expect(whyNoReinstall(state, { ...server, ...of }, 0)).toBe(why)
  })
})
