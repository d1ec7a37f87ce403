import type { ServerState } from '../../shared/model/server-schema.ts'

/**
 * What readings prove of a power action. Panels answer from a cache of N seconds (the panel's API, *resources*), so an
 * answer that was asked for after an action may tell of before it. All times are steady milliseconds; of what is not known
 * exactly the earliest and latest time is kept.
 *
 * | what came                                       | what it proves, where N is the most that an answer is kept for    |
 * | ----------------------------------------------- | ----------------------------------------------------------------- |
 * | an answer, asked for at a, there at b           | read from a − N to b                                              |
 * | another answer than the one asked for at o      | read from o on: a panel that had read it would have given it      |
 * | the same answer again, with an uptime           | one reading, no later than it first came, no sooner than a − N    |
 * | an uptime u, read from r to s                   | the run began from r − u − 1 s to s − u (a daemon counts seconds) |
 * | what an open console tells                      | read as it comes                                                  |
 * | down, read after the action                     | the run that the action found has ended                           |
 * | a run that began after the action               | the same                                                          |
 * | a run that began perhaps after the action       | the same, where it is another run than was seen before: one that  |
 * |                                                 | began shortly before by itself, unseen, cannot be told from it    |
 *
 * | two answers are of two runs where               | since in one run                                                  |
 * | ----------------------------------------------- | ----------------------------------------------------------------- |
 * | the later run surely began later                | both tell of one beginning                                        |
 * | the uptime grew by less than N − 2 s            | the panel read the later one after keeping the earlier for N, and |
 * |                                                 | both its cache and the daemon may be a second out; one that is    |
 * |                                                 | not told counts as 0, as a daemon says 0 until it first measures  |
 * | one between them is of another run              | runs follow one another                                           |
 *
 * Only the row of N − 2 s asks more of a panel, to keep answers for N and not only for N at most. Where one does not, two
 * answers of one run may pass for two. But no run is confirmed that began longer before the action than a reading is
 * inexact: some 3 s where the server was looked at all the time, and N more where it was not. That rests on the upper rows
 * alone. Where many servers share a limit, looks are too far apart for more, and all restarts would stay unconfirmed.
 */
export type Span = { readonly from: number; readonly until: number }

/** One answer of a panel, or a state that an open console told. */
export type Answer = {
  readonly askedAt: number
  readonly answeredAt: number
  /** How long the panel repeats this answer from its cache; 0 for a console, which is never cached. */
  readonly cachedForMs: number
  readonly state: ServerState
  /** The uptime of its process; null or 0 where that is not told. */
  readonly uptimeMs: number | null
  /** Two answers with equal marks may be the same cached one. */
  readonly mark: string
}

/** A state of a server, and when it was so. */
export type SeenState = {
  readonly state: ServerState
  /** When it was asked for, which orders them. */
  readonly askedAt: number
  /** When the panel read it. */
  readonly read: Span
  /** When its process began; null where it has none, or tells no uptime. */
  readonly begun: Span | null
  readonly uptimeMs: number | null
  /** How long the panel repeats this answer from its cache; 0 for a console. */
  readonly cachedForMs: number
}

export type Evidence = {
  /** When the action began. */
  readonly actionAt: number
  /** What was seen last before the action. */
  readonly before: SeenState | null
  readonly latest: SeenState | null
  /** True once a later run was seen than the one seen last before the action, or first after it where none was before. */
  readonly hasNextRun: boolean
  /** When the answer was asked for that first proved the end of the run which the action found; null without one. */
  readonly endedAt: number | null
  /** The panel's last answer. What a console tells does not come from the cache, and is not counted here. */
  readonly cached: {
    readonly mark: string
    readonly askedAt: number
    readonly seen: SeenState
    /** When the last different answer was asked for: this one was read after that. */
    readonly otherAt: number
  } | null
}

/** How much older than its answer an uptime may be: daemons count once a second. */
const uptimeLagMs = 1_000
/** How much sooner than it says a panel may drop an answer from its cache: caches count in whole seconds. */
const expiryLagMs = 1_000

export const noEvidence: Evidence = {
  actionAt: Number.NEGATIVE_INFINITY,
  before: null,
  latest: null,
  hasNextRun: false,
  endedAt: null,
  cached: null,
}

const isDown = (state: ServerState) => state === 'offline' || state === 'stopping'

/** When a process began that had this uptime when it was read. */
function begunOf({ state, uptimeMs }: Answer, read: Span): Span | null {
  if (uptimeMs === null || uptimeMs <= 0 || state === 'offline' || state === 'unknown') return null
  return { from: read.from - uptimeMs - uptimeLagMs, until: read.until - uptimeMs }
}

function seenStateOf(answer: Answer, read: Span): SeenState {
  const { state, askedAt, uptimeMs, cachedForMs } = answer
  return { state, askedAt, read, begun: begunOf(answer, read), uptimeMs, cachedForMs }
}

/** True where both are different answers of the panel, and the uptime grew by less than the cache's time between them. */
function hasGrownTooLittle(earlier: SeenState, later: SeenState): boolean {
  if (later.uptimeMs === null || earlier.uptimeMs === later.uptimeMs) return false
  if (earlier.cachedForMs === 0 || later.cachedForMs === 0) return false
  const keptForMs = earlier.cachedForMs - expiryLagMs
  // A different answer before the cache ended shows that this panel caches for less time than it says.
  if (later.read.until < earlier.read.from + keptForMs) return false
  // Where the earlier uptime was not told it was at least 0.
  return later.uptimeMs - (earlier.uptimeMs ?? 0) < keptForMs - uptimeLagMs
}

/** True where `later` cannot be of the run that `earlier` saw, if it saw one. */
function isAnotherRun(earlier: SeenState, later: SeenState): boolean {
  if (isDown(earlier.state)) return true
  if (later.begun === null) return false
  return later.begun.from > (earlier.begun ?? earlier.read).until || hasGrownTooLittle(earlier, later)
}

/** True where a seen state proves that the run which the action found has ended: see the table above. */
function provesEnd({ actionAt, latest, hasNextRun }: Evidence, seen: SeenState): boolean {
  const { state, read, begun } = seen
  if (begun !== null && !isDown(state) && begun.from > actionAt) return true
  if (read.from <= actionAt) return false
  if (isDown(state)) return true
  if (begun === null) {
    // Without an uptime only a state change after the action proves something.
    const isNew = latest !== null && latest.read.from > actionAt && latest.state === 'running'
    return state === 'starting' && isNew
  }
  return hasNextRun && begun.until >= actionAt
}

function withSeen(evidence: Evidence, seen: SeenState): Evidence {
  const { before, latest } = evidence
  if (latest !== null && seen.askedAt < latest.askedAt) return evidence
  // What a console told at once is not replaced by an answer that may be older.
  if (latest?.cachedForMs === 0 && seen.read.from < latest.read.from) return evidence
  const isNextRun = [before, latest].some((earlier) => earlier !== null && isAnotherRun(earlier, seen))
  const known = { ...evidence, hasNextRun: evidence.hasNextRun || isNextRun }
  const endedAt = known.endedAt ?? (provesEnd(known, seen) ? seen.askedAt : null)
  return { ...known, latest: seen, endedAt }
}

/** Adds what an open console told. */
export function withTold(evidence: Evidence, told: Pick<Answer, 'state' | 'uptimeMs'>, at: number): Evidence {
  const answer = { ...told, askedAt: at, answeredAt: at, cachedForMs: 0, mark: '' }
  return withSeen(evidence, seenStateOf(answer, { from: at, until: at }))
}

/** Adds an answer of the panel, which may come from its cache. */
export function withAnswer(evidence: Evidence, answer: Answer): Evidence {
  const { cached } = evidence
  const { askedAt, answeredAt, mark } = answer
  const isSame = cached?.mark === mark
  const otherAt = (isSame ? cached?.otherAt : cached?.askedAt) ?? Number.NEGATIVE_INFINITY
  // Uptimes do not repeat, so an answer that does, and tells one, is the old one.
  const until = isSame && cached?.seen.begun ? cached.seen.read.until : answeredAt
  // A panel may give an answer for longer than it says; that does not make the reading newer.
  const read = { from: Math.min(until, Math.max(askedAt - answer.cachedForMs, otherAt)), until }
  const seen = seenStateOf(answer, read)
  return { ...withSeen(evidence, seen), cached: { mark, askedAt, seen, otherAt } }
}

/** Begins anew for an action: what was seen until now was before it. */
export const forAction = (evidence: Evidence, actionAt: number): Evidence => ({
  ...evidence,
  actionAt,
  before: evidence.latest,
  hasNextRun: false,
  endedAt: null,
})

/** The state that a server surely had after the action began; null where that is not known. */
export const stateSince = ({ actionAt, latest }: Evidence): ServerState | null =>
  latest !== null && latest.read.from > actionAt ? latest.state : null

/** True once a server runs, in another run than the action found. */
export function runsAnew(evidence: Evidence): boolean {
  const { latest, endedAt } = evidence
  if (latest?.state !== 'running') return false
  return provesEnd(evidence, latest) || (endedAt !== null && latest.read.from >= endedAt)
}

/** How often a panel is asked while its answer may change at any moment, and how long past that time at most. */
const closeLookMs = 1_000
const closeLookForMs = 3_000

/**
 * When to ask again in the course of a restart that the panel took at `acceptedAt`. The end of every cached answer is
 * watched for, so that it is known within a second when the next was read: a long uptime in the last answer does not say
 * that the run before is long, since that answer may be from the run before it.
 */
export function askAgainAt({ cached }: Evidence, acceptedAt: number, askedAt: number, cachedForMs: number): number {
  const inTurn = askedAt + cachedForMs
  if (cached === null) return inTurn
  const quietSince = Math.max(acceptedAt, cached.otherAt)
  if (askedAt > quietSince + cachedForMs + closeLookForMs) return inTurn
  // Asking once before the cached answer can end shows that the answer after it is new.
  return Math.max(askedAt + closeLookMs, cached.seen.read.from + cachedForMs - expiryLagMs - closeLookMs)
}
