import type { ServerState } from '../../shared/model/server.ts'

/**
 * What readings prove of a power action. Panels answer from a cache of some seconds (the panel's API, *resources*), so
 * an answer that was asked for after an action may tell of before it. All times are steady milliseconds; of what is not
 * known exactly the earliest and latest time is kept.
 */
export type Span = { readonly from: number; readonly until: number }

/** What a panel answered, or an open console told. */
export type Answer = {
  readonly askedAt: number
  readonly answeredAt: number
  /** How long the panel gives the same answer again; 0 for what a console tells, which is never old. */
  readonly cachedForMs: number
  readonly state: ServerState
  /** How long its process runs; null or 0 where that is not told. */
  readonly uptimeMs: number | null
  /** Equal for two answers that may be the same one from the cache. */
  readonly mark: string
}

/** A state of a server, and when it was so. */
export type Sight = {
  readonly state: ServerState
  /** When it was asked for, which orders sights. */
  readonly askedAt: number
  /** When the panel read it. */
  readonly read: Span
  /** When its process began; null where it has none, or tells no uptime. */
  readonly begun: Span | null
}

export type Evidence = {
  /** When the action began that this is about. */
  readonly actionAt: number
  /** What was seen last before the action. */
  readonly before: Sight | null
  readonly latest: Sight | null
  /** When the answer was asked for that first proved the end of the run which the action found; null without one. */
  readonly endedAt: number | null
  /** The panel's last answer. What a console tells does not come from the cache, and is not counted here. */
  readonly cached: {
    readonly mark: string
    readonly askedAt: number
    readonly sight: Sight
    /** When the last other answer was asked for: this one was read since. */
    readonly otherAt: number
  } | null
}

/** How much older than its answer an uptime may be: daemons count once a second. */
const uptimeLagMs = 1_000

export const noEvidence: Evidence = {
  actionAt: Number.NEGATIVE_INFINITY,
  before: null,
  latest: null,
  endedAt: null,
  cached: null,
}

const isDown = (state: ServerState) => state === 'offline' || state === 'stopping'

/** When a process began that had this uptime when it was read. */
function begunOf({ state, uptimeMs }: Answer, read: Span): Span | null {
  if (uptimeMs === null || uptimeMs <= 0 || state === 'offline' || state === 'unknown') return null
  return { from: read.from - uptimeMs - uptimeLagMs, until: read.until - uptimeMs }
}

function sightOf(answer: Answer, read: Span): Sight {
  return { state: answer.state, askedAt: answer.askedAt, read, begun: begunOf(answer, read) }
}

/** True where `later` cannot be of the run that `earlier` saw, if it saw one. */
function isAnotherRun(earlier: Sight, later: Sight): boolean {
  if (isDown(earlier.state)) return true
  return earlier.begun !== null && later.begun !== null && later.begun.from > earlier.begun.until
}

/**
 * True where a sight proves that the run which the action found has ended: it is down after the action, or in a run
 * that began after it, or in another than before that may have. What began by itself unseen, in the seconds before the
 * action that no uptime is exact to, is taken for the action's.
 */
function provesEnd({ actionAt, before, latest }: Evidence, sight: Sight): boolean {
  const { state, read, begun } = sight
  if (begun !== null && !isDown(state) && begun.from > actionAt) return true
  if (read.from <= actionAt) return false
  if (isDown(state)) return true
  if (begun === null) {
    // Without an uptime only a change that was seen after the action says something.
    const isNew = latest !== null && latest.read.from > actionAt && latest.state === 'running'
    return state === 'starting' && isNew
  }
  return before !== null && begun.until >= actionAt && isAnotherRun(before, sight)
}

function withSight(evidence: Evidence, sight: Sight): Evidence {
  const { latest } = evidence
  if (latest !== null && sight.askedAt < latest.askedAt) return evidence
  const endedAt = evidence.endedAt ?? (provesEnd(evidence, sight) ? sight.askedAt : null)
  return { ...evidence, latest: sight, endedAt }
}

/** Adds what an open console told. */
export function withTold(evidence: Evidence, told: Pick<Answer, 'state' | 'uptimeMs'>, at: number): Evidence {
  const answer = { ...told, askedAt: at, answeredAt: at, cachedForMs: 0, mark: '' }
  return withSight(evidence, sightOf(answer, { from: at, until: at }))
}

/** Adds an answer of the panel, which may come from its cache. */
export function withAnswer(evidence: Evidence, answer: Answer): Evidence {
  const { cached } = evidence
  const { askedAt, answeredAt, mark } = answer
  const isSame = cached?.mark === mark
  const otherAt = (isSame ? cached?.otherAt : cached?.askedAt) ?? Number.NEGATIVE_INFINITY
  // Uptimes do not repeat, so an answer that does, and tells one, is the old one.
  const until = isSame && cached?.sight.begun ? cached.sight.read.until : answeredAt
  const read = { from: Math.max(askedAt - answer.cachedForMs, otherAt), until }
  const sight = sightOf(answer, read)
  return { ...withSight(evidence, sight), cached: { mark, askedAt, sight, otherAt } }
}

/** Begins anew for an action: what was seen until now was before it. */
export function forAction(evidence: Evidence, actionAt: number): Evidence {
  return { ...evidence, actionAt, before: evidence.latest, endedAt: null }
}

/** The state that a server surely had after the action began; null where that is not known. */
export function stateSince({ actionAt, latest }: Evidence): ServerState | null {
  return latest !== null && latest.read.from > actionAt ? latest.state : null
}

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
  return Math.max(askedAt + closeLookMs, cached.sight.read.from + cachedForMs)
}
