import type { ActivityEntry, ActivityEvent } from '../../shared/activity/contract.ts'
import type { RestoreView } from '../../shared/backups/contract.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { type ServerIdentifier, serverRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Clock } from '../lib/clock.ts'
import type { Access } from './access.ts'

/** Adds an entry to the activity list of the profile. */
export type NoteActivity = (entry: ActivityEntry) => Promise<void>

/** The server that something was done to, by the name that its list gives it. */
export type NotedServer = { readonly identifier: ServerIdentifier; readonly name: string }

const whyOf = (error: AppError | null) => (error === null ? null : safeText(error.message))

/** What the activity list keeps of a signal: the command line does not wait for what comes of it. */
export function eventOfPower(signal: PowerSignal, error: AppError | null): ActivityEvent {
  const phase = error === null || error.mayHaveActed ? 'unconfirmed' : 'refused'
  return { kind: 'power', signal, origin: 'cli', phase, why: whyOf(error) }
}

export const eventOfCommand: ActivityEvent = { kind: 'command', origin: 'cli' }

/** What the activity list keeps of a backup. */
export function eventOfBackup(error: AppError | null): ActivityEvent {
  const isKnown = error === null || (!error.mayHaveActed && error.code !== 'backup-not-seen')
  const phase = error === null ? 'done' : isKnown ? 'failed' : 'not-seen'
  return { kind: 'backup', phase, origin: 'cli', why: whyOf(error) }
}

/** What the activity list keeps of a restore; null for one that was given up, or that nobody waited for. */
export function eventOfRestore({ phase, error }: RestoreView): ActivityEvent | null {
  if (phase !== 'done' && phase !== 'failed' && phase !== 'unknown') return null
  return { kind: 'restore', phase, origin: 'cli', why: whyOf(error) }
}

/** What the activity list keeps of a restart with warnings; one that the panel took is as good as done here. */
export function eventOfPlan({ phase, error }: PlanView): ActivityEvent {
  const end = phase === 'cancelled' || phase === 'failed' || phase === 'missed' ? phase : 'done'
  return { kind: 'plan', phase: end, origin: 'cli', why: whyOf(error) }
}

/** Adds what was done by a key to the activity list of the profile; a key of the environment has none. */
export const noteAction =
  (clock: Clock, note: NoteActivity) =>
  async (event: ActivityEvent, { identifier, name }: NotedServer, access: Access | undefined): Promise<void> => {
    if (access?.panelId == null) return
    const ref = serverRef(access.panelId, identifier)
    await note({ id: crypto.randomUUID(), at: clock.now(), ref, name: safeText(name), event })
  }
