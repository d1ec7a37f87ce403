import type { Backup, BackupId, BackupsOfServer } from '../../shared/backups/contract.ts'
import { placesMissing, planKeep } from '../../shared/backups/keep.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { KeepRule } from '../../shared/model/preferences-schema.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

type Deps = {
  /** Reads the server's backups anew. */
  readonly look: () => Promise<Result<BackupsOfServer>>
  /** The backups that are being downloaded or restored now. */
  readonly held: () => ReadonlySet<BackupId>
  /** Deletes one that is not locked, by one request. */
  readonly remove: (id: BackupId) => Promise<Result<void>>
  /** Told after each deletion. */
  readonly onDeleted: (name: string) => void
  /** What follows from a failure, at the end of its sentence. */
  readonly after: string
  /** The wall clock, in unix milliseconds. */
  readonly now: () => number
  /** An IANA zone, for the days of the rule. */
  readonly timeZone: string
  /** Nothing is deleted any more once it is aborted. */
  readonly signal: AbortSignal
}

const whileHeld = {
  message: 'The server has as many backups as its panel allows, and the one to go is being downloaded or restored.',
  hint: 'Wait until that is done, then try again.',
}

/** What must go of a list as it was read. */
type Due = (seen: BackupsOfServer) => Result<readonly BackupId[]>

/** Why no more is deleted; what the panel said stands behind it. */
function stopped({ after }: Deps, { message, hint, detail, mayHaveActed }: AppError): Result<never> {
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

/**
 * The backups to delete for another one, oldest first; none below the panel's limit, and none if that would not be
 * enough. Errors: `keep-rule-full`, `keep-rule-waits`.
 */
function due(
  seen: BackupsOfServer,
  rule: KeepRule,
  { now, timeZone, held }: Pick<Deps, 'now' | 'timeZone' | 'held'>,
): Result<readonly BackupId[]> {
  // Where no backup can be made anyway, deleting one would not help.
  if (seen.limit === 0 || seen.denied.includes('create')) return ok([])
  const places = placesMissing(seen, seen.limit)
  if (places === 0) return ok([])
  const { go, stay, lacking } = planKeep(seen.backups, rule, timeZone, { at: now(), places }, held())
  if (lacking > 0) return fail('keep-rule-full', stay.some(({ reason }) => reason === 'held') ? whileHeld : {})
  // The panel would most likely refuse the new backup, and an old one would have gone for nothing.
  const until = usuallyThrottledUntil(seen.backups, now())
  return until === null ? ok(go) : fail('keep-rule-waits', { hint: `Try again at ${clockTime(until)}.` })
}

/**
 * Sends one deletion, and counts it: 0 where somebody else was first. A panel that still lists what it was told to delete is not
 * told again.
 */
async function removeOnce(deps: Deps, sent: Set<BackupId>, { id, name }: Backup): Promise<Result<0 | 1>> {
  if (sent.has(id)) return fail('keep-rule-stopped')
  sent.add(id)
  const removed = await deps.remove(id)
  if (removed.ok) deps.onDeleted(name)
  // As where the rule looks daily just when it makes room for a backup.
  else if (removed.error.code !== 'backup-not-found') return stopped(deps, removed.error)
  return ok(removed.ok ? 1 : 0)
}

/**
 * Deletes what is due, and never more than the first look found. Each goes out once, after a look of its own, one after
 * the other; the first failure ends it. Where nothing can be read, nothing is deleted. @param unread what comes of that
 */
async function deleteDue(deps: Deps, due: Due, unread: (error: AppError) => Result<void>): Promise<Result<void>> {
  const sent = new Set<BackupId>()
  let deleted = 0
  for (let most = Number.POSITIVE_INFINITY; deleted < most; ) {
    const seen = await deps.look()
    if (deps.signal.aborted) return fail('cancelled')
    if (!seen.ok) return sent.size === 0 ? unread(seen.error) : stopped(deps, seen.error)
    const going = due(seen.value)
    if (!going.ok) return going
    most = Math.min(most, going.value.length)
    const next = seen.value.backups.find(({ id }) => id === going.value[0])
    if (next === undefined) return ok()
    const removed = await removeOnce(deps, sent, next)
    if (!removed.ok) return removed
    deleted += removed.value
  }
  return ok()
}

type Ways = Omit<Deps, 'after'>

/**
 * Whether a rule can make room for another backup; deletes nothing. Where the list can't be read, the answer is yes: the
 * panel says itself whether there is room. Errors: `keep-rule-full`, `keep-rule-waits`.
 */
export async function canMakeRoom(ways: Omit<Ways, 'onDeleted' | 'signal'>, rule: KeepRule): Promise<Result<void>> {
  const seen = await ways.look()
  const going = seen.ok ? due(seen.value, rule, ways) : ok()
  return going.ok ? ok() : going
}

/**
 * Deletes by a rule what must go so that another backup can be made. Where the list can't be read, nothing is deleted, and
 * the panel says whether there is room. Errors: `keep-rule-full`, `keep-rule-waits`, `keep-rule-stopped`, `cancelled`.
 */
export function makeRoom(ways: Ways, rule: KeepRule): Promise<Result<void>> {
  const deps = { ...ways, after: ', so no new one was made' }
  return deleteDue(
    deps,
    (seen) => due(seen, rule, deps),
    () => ok(),
  )
}

/**
 * Deletes all that a rule does not keep, without a new backup. Errors: `keep-rule-stopped`, `cancelled`, and those of a
 * list that can't be read, after which nothing was sent.
 */
export function tidyUp(ways: Ways, rule: KeepRule): Promise<Result<void>> {
  const { timeZone, held } = ways
  const due: Due = ({ backups, denied }) =>
    ok(denied.includes('delete') ? [] : planKeep(backups, rule, timeZone, null, held()).go)
  return deleteDue({ ...ways, after: '' }, due, fail)
}
