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
  const stateWith = (more: Parameters<typeof appState>[0] = {}) =>
    appState({ panels: [panelView()], keys: [keyView()], servers: [server], ...more })
  it.each<[string, ReturnType<typeof appState>, ServerView, string | null]>([
    ['can be asked for', stateWith(), server, null],
    [
      'while one is under way',
      stateWith({ reinstalls: [reinstallRun({ ref, phase: 'backing-up' })] }),
      server,
      'a reinstall is under way',
    ],
    ['after one', stateWith({ reinstalls: [reinstallRun({ ref, phase: 'done', endedAt: 1 })] }), server, null],
    ['while a backup is made', stateWith({ backupRuns: [backupRun({ ref })] }), server, 'a backup is being made'],
    ['while a restore runs', stateWith({ restores: [restoreView({ ref })] }), server, 'a restore is running'],
    [
      'while another action runs',
      stateWith(),
      { ...server, action: powerAction({ phase: 'sending' }) },
      'another action is running',
    ],
    ['without a key', stateWith(), { ...server, keyIds: [] }, 'no key reaches it'],
  ])('%s', (_, state, of, why) => expect(whyNoReinstall(state, of, 0)).toBe(why))
})
