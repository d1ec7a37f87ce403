import { expect, it } from 'vitest'
import type { ActivityEvent } from '../../../../shared/activity/contract.ts'
import { eventOfPower, wordsOf } from '../../../../shared/activity/words.ts'
import { appError } from '../../../../shared/errors.ts'
import { powerAction } from '../../../fixtures/server-view.ts'

const power = { kind: 'power', signal: 'restart', origin: 'tray', why: null } as const
const plan = { kind: 'plan', origin: 'schedule', why: null } as const
const backup = { kind: 'backup', origin: 'window', why: null } as const

it.each<[ActivityEvent, what: string, title: string, by: string]>([
  [{ ...power, phase: 'confirmed' }, 'Restarted', 'Survival restarted', 'from the tray'],
  [{ ...power, phase: 'refused', why: 'No.' }, 'Restart refused', 'Restart of Survival was refused', 'No.'],
  [{ ...power, phase: 'not-sent', why: 'No.' }, 'Restart not sent', 'Restart of Survival was not sent', 'No.'],
  [{ ...power, phase: 'stalled' }, 'Restart stalled', 'Restart of Survival is taking a long time', 'from the tray'],
  [{ ...plan, phase: 'missed' }, 'Planned restart missed', 'Restart of Survival was missed', 'by a planned restart'],
  [{ ...backup, phase: 'failed', why: 'Full.' }, 'Backup failed', 'Backup of Survival failed', 'Full.'],
  [{ kind: 'crashed' }, 'Crashed', 'Survival crashed', ''],
  [{ kind: 'off' }, 'Went offline', 'Survival went offline', 'not by this app'],
  [{ kind: 'back' }, 'Came back on its own', 'Survival is running again', ''],
  [
    { kind: 'flapping', count: 2, spanMs: 300_000 },
    'Keeps restarting',
    'Survival keeps restarting',
    '2 times in 5 minutes',
  ],
])('%j has one wording', (event, what, title, by) => {
  expect(wordsOf(event, 'Survival')).toMatchObject({ what, title, by })
})

it.each([
  ['permission-lacking', false, 'refused'],
  ['host-not-found', false, 'not-sent'],
  ['panel-failed', true, 'unconfirmed'],
] as const)('an action that failed with %s, may have acted: %s, is kept as %s', (code, mayHaveActed, phase) => {
  const error = appError(code, mayHaveActed ? { mayHaveActed } : {})
  expect(eventOfPower(powerAction({ phase: 'refused', error }))?.phase).toBe(phase)
})
