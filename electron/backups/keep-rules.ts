import type { Backup, BackupId, BackupsOfServer } from '../../shared/backups/contract.ts'
import { placesMissing, planKeep } from '../../shared/backups/keep.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { KeepRule } from '../../shared/model/preferences-schema.ts'
import { clockTime, systemZone } from '../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'

type Deps = {
  readonly clock: Pick<Clock, 'now'>
  /** Reads the server's backups anew. */
  readonly look: (ref: ServerRef, priority: CallOptions['priority']) => Promise<Result<BackupsOfServer>>
  /** The backups that are being downloaded or restored now. */
  readonly held: (ref: ServerRef) => ReadonlySet<BackupId>
  /** Deletes one that is not locked, by one request. */
  readonly remove: (ref: ServerRef, id: BackupId) => Promise<Result<void>>
}

type Options = {
  /** Nothing is deleted any more once it is false. */
  readonly isWanted: () => boolean
  /** Called with the name of each that was deleted. */
  readonly onDeleted: (name: string) => void
}

const whileHeld = {
  message: 'The server has as many backups as its panel allows, and the one to go is being downloaded or restored.',
  hint: 'Wait until that is done, then try again.',
}

/** Why no more is deleted; what the panel said stands behind it. @param after what follows, at the end of the sentence */
function stopped({ message, hint, detail, mayHaveActed }: AppError, after: string): Result<never> {
  const what = mayHaveActed
    ? `It is not known whether the keep rule deleted an old backup${after}.`
    : `The keep rule could not delete an old backup${after}.`
  return fail('keep-rule-stopped', { message: `${what} ${message}`, hint, ...(detail !== undefined && { detail }) })
}

/** A panel's throttle as it comes: so many backups of a server in so many milliseconds (panel dialect, *Throttle*). */
const usual = { backups: 2, windowMs: 600_000 }
/** How far the clocks of panel and computer may differ, in milliseconds. */
const slackMs = 5_000

/**
 * Until when a panel with the usual throttle makes no more backups of a server, in unix milliseconds; null where it makes
 * one now. No call tells the throttle itself: a panel that once made more than that has another one. Failed backups do not
 * count.
 * @param now in unix milliseconds
 */
function usuallyThrottledUntil(backups: readonly Backup[], now: number): number | null {
  const times = backups
    .flatMap(({ state, createdAt }) => (state !== 'failed' && createdAt !== null ? [createdAt] : []))
    .toSorted((a, b) => b - a)
  const isLooser = times.some((at, place) => {
    const earlier = times[place + usual.backups]
    return earlier !== undefined && at - earlier < usual.windowMs
  })
  // A time to come shows that the clocks differ.
  const first = times.filter((at) => at <= now + slackMs)[usual.backups - 1]
  if (isLooser || first === undefined) return null
  const until = first + usual.windowMs + slackMs
  return until > now ? until : null
}

type Way = Options & {
  readonly due: (seen: BackupsOfServer) => Result<readonly BackupId[]>
  readonly priority: CallOptions['priority']
  /** What follows from a failure, at the end of its sentence. */
  readonly after: string
  /** What comes of a list that can't be read at all. */
  readonly unread: (error: AppError) => Result<void>
}

/**
 * Sends one deletion; how many went by it: none where somebody else was first, as where the rule looks daily just when it
 * makes room for a backup. A panel that still lists what it was told to delete is not told again.
 */
async function removeOnce(
  { remove }: Deps,
  ref: ServerRef,
  { id, name }: Backup,
  sent: Set<BackupId>,
  { onDeleted, after }: Way,
): Promise<Result<0 | 1>> {
  if (sent.has(id)) return fail('keep-rule-stopped')
  sent.add(id)
  const removed = await remove(ref, id)
  if (removed.ok) onDeleted(name)
  else if (removed.error.code !== 'backup-not-found') return stopped(removed.error, after)
  return ok(removed.ok ? 1 : 0)
}

/**
 * Deletes what is due, and never more than the first look found. Each goes out once, after a look of its own, one after the
 * other; the first failure ends it.
 */
async function deleteDue(deps: Deps, ref: ServerRef, way: Way): Promise<Result<void>> {
  const { isWanted, due, unread } = way
  const sent = new Set<BackupId>()
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const seen = await deps.look(ref, way.priority)
    if (!isWanted()) return fail('cancelled')
    if (!seen.ok) return sent.size === 0 ? unread(seen.error) : stopped(seen.error, way.after)
    const going = due(seen.value)
    if (!going.ok) return going
    left = Math.min(left, going.value.length)
    const next = seen.value.backups.find(({ id }) => id === going.value[0])
    if (next === undefined) return ok()
    const removed = await removeOnce(deps, ref, next, sent, way)
    if (!removed.ok) return removed
    left -= removed.value
  }
  return ok()
}

/** Deletes old backups of servers by their keep rules. */
export function createKeepRules(deps: Deps) {
  const { clock, look, held } = deps

  /**
   * The backups to delete for another one, oldest first; none below the panel's limit, and none if that would not be
   * enough. Errors: `keep-rule-full`, `keep-rule-waits`.
   */
  function dueForRoom(seen: BackupsOfServer, ref: ServerRef, rule: KeepRule): Result<readonly BackupId[]> {
    // Where no backup can be made anyway, deleting one would not help.
    if (seen.limit === 0 || seen.denied.includes('create')) return ok([])
    const places = placesMissing(seen, seen.limit)
    if (places === 0) return ok([])
    const now = clock.now()
    const { go, stay, lacking } = planKeep(seen.backups, rule, systemZone(), { at: now, places }, held(ref))
    if (lacking > 0) return fail('keep-rule-full', stay.some(({ reason }) => reason === 'held') ? whileHeld : {})
    // The panel would most likely refuse the new backup, and an old one would have gone for nothing.
    const until = usuallyThrottledUntil(seen.backups, now)
    return until === null ? ok(go) : fail('keep-rule-waits', { hint: `Try again at ${clockTime(until)}.` })
  }

  return {
    /**
     * Whether a rule can make room for another backup; deletes nothing. Where the list can't be read, the answer is yes:
     * the panel says itself whether there is room. Errors: `keep-rule-full`, `keep-rule-waits`.
     */
    async canMakeRoom(ref: ServerRef, rule: KeepRule): Promise<Result<void>> {
      const seen = await look(ref, 'person')
      const going = seen.ok ? dueForRoom(seen.value, ref, rule) : ok()
      return going.ok ? ok() : going
    },
    /**
     * Deletes by a rule what must go so that another backup can be made. Where the list can't be read, nothing is deleted,
     * and the panel says whether there is room. Errors: `keep-rule-full`, `keep-rule-waits`, `keep-rule-stopped`,
     * `cancelled`.
     */
    makeRoom: (ref: ServerRef, rule: KeepRule, options: Options): Promise<Result<void>> =>
      deleteDue(deps, ref, {
        ...options,
        due: (seen) => dueForRoom(seen, ref, rule),
        priority: 'person',
        after: ', so no new one was made',
        unread: () => ok(),
      }),
    /**
     * Deletes all that a rule does not keep, without a new backup. Errors: `keep-rule-stopped`, `cancelled`, and those of
     * a list that can't be read, after which nothing was sent.
     */
    tidyUp(ref: ServerRef, rule: KeepRule, options: Options): Promise<Result<void>> {
      const due = ({ backups, denied }: BackupsOfServer) =>
        ok(denied.includes('delete') ? [] : planKeep(backups, rule, systemZone(), null, held(ref)).go)
      return deleteDue(deps, ref, { ...options, due, priority: 'background', after: '', unread: fail })
    },
  }
}
export type KeepRules = ReturnType<typeof createKeepRules>
