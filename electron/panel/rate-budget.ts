import type { BudgetView } from '../../shared/keys/contract.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type Clock, wallOf } from '../lib/clock.ts'
import type { CallOptions } from './call-options.ts'

/** The shortest wait after a 429 that names none, and the longest that repetition makes of it. */
const firstBackoffMs = 1_000
const longestBackoffMs = 60_000
/** A wait longer than this is not believed, so that one absurd answer does not silence a key for good. */
const longestHoldMs = 60 * 60_000
/** Of a wait longer than this a person is told when it ends, in place of *Wait a moment*. In milliseconds. */
const longMomentMs = 60_000
/** The panels' window is a fixed minute from its first request, so an older reading says nothing any more. */
const windowMs = 60_000
/**
 * While the panel has told no limit: how far background calls are apart, and how many may go out at once after a pause.
 * Panels whose limit is known allow 240 a minute and more; one that has refused calls is asked with more care.
 */
const unknown = {
  trusting: { intervalMs: 500, burst: 60 },
  careful: { intervalMs: 1_000, burst: 12 },
} as const
/** Where a limit is told: so much of it may go out at once after a pause, as when a new list wants its first states. */
const burstShare = 1 / 20
const leastBurst = 12
/** Over less than this, in milliseconds, what others use is too little to tell their pace. */
const shortestSpanMs = 10_000
/** What others do next is a guess, so the pace stays a little below what they leave. */
const cautious = 0.95
/** After so long it is looked whether answers to what is out have made room, in milliseconds. */
const answerMs = 100
/** What was not answered for so long, in milliseconds, will not be: a reading is given up before. */
const longestAnswerMs = 30_000
/** The part of the limit that background work never touches, so that a person can always act. */
const reserved = 1 / 48

const kept = {
  message: 'The rest of the panel’s limit is kept for what people do.',
  hint: 'It begins anew within a minute.',
}

/** The parts of an answer that the budget learns from; `sentAt` in steady milliseconds. */
type Answered = { readonly status: number; readonly headers: Headers; readonly sentAt: number }

/** One operation's passage: its waits, over all its requests, add up against one bound. */
export type Turn = {
  /**
   * Resolves when a request may go out: at once, after the wait a 429 asked for, or in the background when
   * its turn has come. Fails with `rate-limited` when that outlasts the bound, with `cancelled` when the caller
   * gave up.
   */
  admit(options: CallOptions): Promise<Result<void>>
}

const unsigned = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null

/** When a limit ends, in unix milliseconds; panels write those, unix seconds, or seconds from now. */
function endOfLimit(reset: number, from: number): number {
  if (reset > 1e11) return reset
  return reset < 1e9 ? from + reset * 1_000 : reset * 1_000
}

/**
 * How long a 429 asks to wait, in milliseconds: `Retry-After` in seconds or as a date, else
 * `X-RateLimit-Reset` or `RateLimit-Reset`. Dates count from the answer's own `Date`, as the two clocks may
 * differ. Null when nothing usable above zero is said.
 */
export function askedWait(headers: Headers, now: number): number | null {
  const dated = Date.parse(headers.get('date') ?? '')
  const from = Number.isNaN(dated) ? now : dated
  const retryAfter = headers.get('retry-after')
  const seconds = unsigned(retryAfter)
  if (seconds !== null) return seconds > 0 ? seconds * 1_000 : null
  const date = retryAfter !== null && /[a-z]/i.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  const reset = unsigned(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset'))
  const until = Number.isNaN(date) ? endOfLimit(reset ?? 0, from) : date
  return until > from ? until - from : null
}

/** Exponential wait with jitter: `attempt` 0 gives 1 to 1.5 times `firstMs`, each further one twice that. */
export const backoffMs = (attempt: number, firstMs: number, random: () => number): number =>
  Math.min(longestBackoffMs, firstMs * 2 ** attempt) * (1 + random() / 2)

/**
 * What the 429 of a panel ask for, one for all of its keys: real panels count an account's requests, whichever of its keys
 * they come with (seen on Pterodactyl 1.11.8 and Pelican beta33).
 */
export function createRateHold(deps: { readonly clock: Clock; readonly random: () => number }) {
  const { clock, random } = deps
  let from = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  let refusals = 0
  return {
    /** Before this no call goes out, in steady milliseconds. */
    until: () => until,
    refuse({ sentAt, headers }: Answered): void {
      // Answers to requests that were out together are one refusal, not a row of them.
      if (sentAt >= from) refusals += 1
      const now = clock.steady()
      const asked = askedWait(headers, clock.now())
      // The first time a panel is believed; one that refuses again after its own wait is asked less and less.
      const isBelieved = asked !== null && refusals === 1
      const leastMs = isBelieved ? firstBackoffMs : backoffMs(refusals - 1, firstBackoffMs, random)
      from = now
      until = Math.max(until, now + Math.min(longestHoldMs, Math.max(leastMs, asked ?? 0)))
    },
    pass({ sentAt }: Answered): void {
      if (sentAt >= from) refusals = 0
    },
  }
}

export type RateHold = ReturnType<typeof createRateHold>

/**
 * The rate limit as one API key sees it. After a 429 no call goes out until the wait is over:
 * people's calls wait up to `maxWaitMs`, one of many readings also for what is kept of the limit; background calls fail at
 * once and come back with the next poll.
 * Background calls go at the pace that would use half of what is left by the end of the panel's window, beside
 * what others are seen to use of it, and leave a small part of it alone.
 */
export function createRateBudget(deps: { readonly clock: Clock; readonly hold: RateHold; readonly maxWaitMs: number }) {
  const { clock, hold, maxWaitMs } = deps
  let windowFrom = Number.NEGATIVE_INFINITY
  /** What was left at the window's first reading, and how many answers have come to us since. */
  let windowStart = { remaining: 0, ours: 0 }
  /** How much others used of the window before this one, in requests a millisecond. */
  let othersBefore = 0
  let lastLimit: number | null = null
  let lastRemaining = 0
  let scarceUntil = Number.NEGATIVE_INFINITY
  let nextSlot = Number.NEGATIVE_INFINITY
  /** When each reading of many went out that was not answered yet, in steady milliseconds. */
  let manyOut: readonly number[] = []

  function limited(until: number): Result<never> {
    const retryAfterMs = until - clock.steady()
    if (hold.until() <= clock.steady()) return fail('rate-limited', { retryAfterMs, ...kept })
    const hint = `It takes calls again at ${clockTime(wallOf(clock, until))}. Other apps and an open panel page share the same limit.`
    return fail('rate-limited', { retryAfterMs, ...(retryAfterMs > longMomentMs && { hint }) })
  }

  function measure(answered: Answered): void {
    const limit = unsigned(answered.headers.get('x-ratelimit-limit'))
    const remaining = unsigned(answered.headers.get('x-ratelimit-remaining'))
    if (limit === null || remaining === null) return
    // More left than before tells of a new window; its first reading is taken for its beginning.
    if (remaining > lastRemaining || windowFrom + windowMs <= clock.steady()) {
      othersBefore = Number.isFinite(windowFrom) ? othersRate() : 0
      windowFrom = clock.steady()
      windowStart = { remaining, ours: 0 }
    } else windowStart.ours += 1
    lastLimit = limit
    lastRemaining = remaining
    scarceUntil = spendable() > 0 ? Number.NEGATIVE_INFINITY : windowFrom + windowMs
  }

  /** How fast others use this window, such as an open panel page: what is gone beside our own requests. */
  function othersRate(): number {
    const others = Math.max(0, windowStart.remaining - lastRemaining - windowStart.ours)
    return others / Math.max(shortestSpanMs, clock.steady() - windowFrom)
  }

  /** What is left of the window: requests and milliseconds, all of both where the last window is over. */
  function left(): { requests: number; ms: number; others: number } {
    const ms = windowFrom + windowMs - clock.steady()
    if (ms <= 0) return { requests: lastLimit ?? 0, ms: windowMs, others: othersBefore * windowMs }
    return { requests: lastRemaining, ms, others: Math.max(othersBefore, othersRate()) * ms }
  }

  const reserve = () => Math.ceil((lastLimit ?? 0) * reserved)

  /** What others and the reserve leave to background work. */
  function spendable(): number {
    const { requests, others } = left()
    return requests - others - reserve()
  }

  /** From when one of many readings may go out: while there is room for it beside those that are out already. */
  function roomForManyAt(): number {
    const now = clock.steady()
    manyOut = manyOut.filter((at) => at + longestAnswerMs > now)
    if (lastLimit === null || left().requests - reserve() > manyOut.length) return now
    return manyOut.length > 0 ? now + answerMs : windowFrom + windowMs
  }

  /** How to go where no limit was told. */
  const untold = () => (Number.isFinite(hold.until()) ? unknown.careful : unknown.trusting)

  /** How many background calls may go out at once after a pause. */
  function burst(): number {
    return lastLimit === null ? untold().burst : Math.max(leastBurst, Math.floor(lastLimit * burstShare))
  }

  /** How far background calls are apart now: at most half of what is left, spread over what is left of the window. */
  function intervalMs(): number {
    if (lastLimit === null) return untold().intervalMs
    const { requests, ms } = left()
    return ms / Math.max(1, Math.min(requests / 2, spendable() * cautious))
  }

  const freeAt = ({ priority }: CallOptions) =>
    priority === 'many' ? Math.max(hold.until(), roomForManyAt()) : hold.until()

  /** What a wait takes of the bound: one of many may wait for several windows, while those before it have theirs. */
  const countedOf = ({ priority }: CallOptions, wait: number) =>
    priority === 'many' && hold.until() <= clock.steady() ? 0 : wait

  function noteOut({ priority }: CallOptions): void {
    if (priority === 'many') manyOut = [...manyOut, clock.steady()]
  }

  const backgroundAt = () => Math.max(hold.until(), scarceUntil, nextSlot)

  function takeSlot(): void {
    const interval = intervalMs()
    nextSlot = Math.max(nextSlot, clock.steady() - (burst() - 1) * interval) + interval
  }

  return {
    turn(): Turn {
      /** What a person's requests have waited in all. */
      let waited = 0

      async function admitPerson(options: CallOptions): Promise<Result<void>> {
        for (let until = freeAt(options); until > clock.steady(); until = freeAt(options)) {
          const wait = until - clock.steady()
          if (waited + wait > maxWaitMs || until > (options.notAfter ?? until)) return limited(until)
          waited += countedOf(options, wait)
          options.onWait?.(wallOf(clock, until))
          if (!(await clock.sleep(wait, options.signal))) return fail('cancelled')
        }
        noteOut(options)
        return ok()
      }

      // Each request waits for its own turn, so a long list takes the time that its pages need.
      async function admitBackground({ signal }: CallOptions): Promise<Result<void>> {
        let waited = 0
        for (let wait = backgroundAt() - clock.steady(); wait > 0; wait = backgroundAt() - clock.steady()) {
          if (hold.until() > clock.steady() || waited + wait > maxWaitMs) return limited(backgroundAt())
          waited += wait
          if (!(await clock.sleep(wait, signal))) return fail('cancelled')
        }
        takeSlot()
        return ok()
      }

      return {
        async admit(options) {
          if (options.signal?.aborted) return fail('cancelled')
          return options.priority === 'background' ? admitBackground(options) : admitPerson(options)
        },
      }
    },
    /** From when a background call may go out, in steady milliseconds; now or earlier where it may at once. */
    backgroundAt,
    /** Learns from an answer; a 429 holds every call until its wait is over. */
    learn(answered: Answered) {
      manyOut = manyOut.slice(1)
      if (answered.status === 429) return hold.refuse(answered)
      hold.pass(answered)
      measure(answered)
    },
    /** What is known now. */
    snapshot(): BudgetView {
      const now = clock.steady()
      const ahead = (until: number) => (until > now ? wallOf(clock, until) : null)
      return {
        limit: lastLimit,
        remaining: lastLimit === null ? null : lastRemaining,
        heldUntil: ahead(hold.until()),
        scarceUntil: ahead(scarceUntil),
      }
    },
  }
}
