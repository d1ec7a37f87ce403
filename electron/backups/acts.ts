import { wantsTypedName } from '../../shared/backups/backups.ts'
import type { Backup, BackupId } from '../../shared/backups/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type SleepWatch, unlessSlept } from '../lib/sleep-watch.ts'
import type { AtServer } from '../panel/at-server.ts'
import { provenBy } from '../panel/proof.ts'
import { listBackups, readBackup, removeBackup, toggleLock } from './panel.ts'

const changedMeanwhile = {
  message: 'Somebody else changed the lock of this backup meanwhile.',
  hint: 'Look at the server’s backups again.',
}
const beingMade = { message: 'This backup is still being made.', hint: 'Wait until it is done.' }
const typeName = {
  message: 'This backup is locked, or the only good one, so its name is needed to delete it.',
  hint: 'Type the backup’s name as the list shows it.',
}

/** Whether a backup can be downloaded or restored. Error: `backup-not-good`. */
export function usable({ state }: Pick<Backup, 'state'>): Result<void> {
  if (state === 'good') return ok()
  return fail('backup-not-good', state === 'pending' ? beingMade : {})
}

const mayBeUnlocked =
  'The backup may not be locked any more. Look at the server’s backups, and lock it again if you want to keep it.'

/** Brings the lock to what it should be. The panel only knows to turn it over, so it is read before and after. */
export async function lockAs(server: AtServer, known: Backup, isLocked: boolean): Promise<Result<void>> {
  if (known.isLocked === isLocked) return ok()
  const toggled = await toggleLock(server, known.id)
  if (!toggled.ok) return toggled
  const after = toggled.value === null ? await readBackup(server, known.id) : ok(toggled.value)
  if (!after.ok) return fail(provenBy(after.error, 'not-known'))
  return after.value.isLocked === isLocked ? ok() : fail('state-changed', changedMeanwhile)
}

/** Deletes a backup, a locked one after unlocking it. Where it may be there without its lock then, the error says so. */
export async function removeUnlocked(server: AtServer, known: Backup): Promise<Result<void>> {
  const unlocked = await lockAs(server, known, false)
  const removed = unlocked.ok ? await removeBackup(server, known.id) : unlocked
  const wasTouched = known.isLocked && (unlocked.ok || unlocked.error.mayHaveActed === true)
  return removed.ok || !wasTouched ? removed : fail({ ...removed.error, hint: mayBeUnlocked })
}

/** Locks or unlocks a backup after a fresh look; nothing is sent where it is so already. */
export async function setLocked(
  server: AtServer,
  sleepWatch: Pick<SleepWatch, 'begin'>,
  { id, isLocked }: { readonly id: BackupId; readonly isLocked: boolean },
): Promise<Result<void>> {
  const known = await unlessSlept(sleepWatch, () => readBackup(server, id))
  return known.ok ? lockAs(server, known.value, isLocked) : known
}

type Removal = { readonly ref: ServerRef; readonly id: BackupId; readonly typedName: string | null }

/**
 * Deletes a backup once, after a fresh look. A locked one, or the only good one, is deleted only if the person typed its
 * name. Errors: `backup-not-found`, `invalid-request` without the name, `slept`.
 */
export async function removeAsAsked(
  server: AtServer,
  { sleepWatch, jobs }: { readonly sleepWatch: Pick<SleepWatch, 'begin'>; readonly jobs: Pick<Jobs, 'keep'> },
  { ref, id, typedName }: Removal,
): Promise<Result<void>> {
  const list = await unlessSlept(sleepWatch, () => listBackups(server))
  if (!list.ok) return list
  const known = list.value.backups.find((one) => one.id === id)
  if (known === undefined) return fail('backup-not-found')
  const isTyped = typedName !== null && isNameTyped(typedName, known.name)
  if (wantsTypedName(known, list.value.backups) && !isTyped) return fail('invalid-request', typeName)
  const about = { kind: 'backup-deletion', ref, what: known.name } as const
  return jobs.keep(about, () => removeUnlocked(server, known))
}
