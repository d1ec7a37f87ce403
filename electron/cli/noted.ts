import type { ActivityEntry, ActivityEvent } from '../../shared/activity/contract.ts'
import { eventOfBackup, eventOfPlan, eventOfPower } from '../../shared/activity/words.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { type ServerIdentifier, serverRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { hasEnded } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Clock } from '../lib/clock.ts'
import type { Access } from './access.ts'

/** Adds an entry to the activity list of the profile. */
export type NoteActivity = (entry: ActivityEntry) => Promise<void>

/** The server that something was done to, by the name that its list gives it. */
export type NotedServer = { readonly identifier: ServerIdentifier; readonly name: string }

/** What the activity list keeps of a signal: the command line does not wait for what comes of it. */
export function notedPower(signal: PowerSignal, error: AppError | null): ActivityEvent | null {
  const phase = error === null || error.mayHaveActed ? 'unconfirmed' : 'refused'
  return eventOfPower({ signal, origin: 'cli', phase, error })
}

export const notedCommand: ActivityEvent = { kind: 'command', origin: 'cli' }

/** What the activity list keeps of a backup. */
export function notedBackup(error: AppError | null): ActivityEvent | null {
  const isKnown = error === null || (!error.mayHaveActed && error.code !== 'backup-not-seen')
  const phase = error === null ? 'done' : isKnown ? 'failed' : 'not-seen'
  return eventOfBackup({ phase, origin: 'cli', error })
}

/** What the activity list keeps of a restart with warnings; one that the panel took is as good as done here. */
export function notedPlan({ phase, error }: PlanView): ActivityEvent | null {
  return eventOfPlan({ phase: hasEnded({ phase }) ? phase : 'done', origin: 'cli', error })
}

/** Adds what was done by a key to the activity list of the profile; a key of the environment has none. */
export const noteAction =
  (clock: Clock, note: NoteActivity) =>
  async (event: ActivityEvent | null, { identifier, name }: NotedServer, access: Access | undefined): Promise<void> => {
    if (event === null || access?.panelId == null) return
    const ref = serverRef(access.panelId, identifier)
    await note({ id: crypto.randomUUID(), at: clock.now(), ref, name: safeText(name), event })
  }
