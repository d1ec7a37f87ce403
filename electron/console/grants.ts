import { ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { lifeOf, renewAfterMs } from '../panel/console-frames.ts'
import type { ConsoleAccess } from '../panel/types.ts'

/** A token is told again over so many connections, before the panel is asked again; it may know more by then. */
const mostReuses = 3
/** One that ends sooner is not worth another connection, in milliseconds. */
const shortLifeMs = 60_000

/** What a panel gave for a console, and when it ends and should be renewed, in steady milliseconds. */
export type Grant = {
  readonly access: ConsoleAccess
  readonly endsAt: number
  readonly renewAt: number
}

export type GrantDeps = {
  readonly clock: Clock
  readonly tokens: TokenBudget
  readonly readAccess: (signal: AbortSignal) => Promise<Result<ConsoleAccess>>
}

/** Gets tokens for one console. A token outlives its connection, and panels give few, so one is used again. */
export function createGrants(deps: GrantDeps) {
  const { clock, tokens } = deps
  const ending = new AbortController()
  let kept: Grant | null = null
  let reuses = 0
  let fetching: Promise<Result<Grant> | null> | null = null

  const usable = () =>
    kept !== null && reuses < mostReuses && clock.steady() < kept.endsAt - shortLifeMs ? kept : null

  /** One call for a token, within what panels allow of them. */
  async function fetchGrant(): Promise<Result<Grant> | null> {
    const waitMs = tokens.waitMs(clock.steady())
    if (waitMs > 0 && !(await clock.sleep(waitMs, ending.signal))) return null
    tokens.take(clock.steady())
    const access = await deps.readAccess(ending.signal)
    if (ending.signal.aborted) return null
    if (!access.ok) return access
    const lifeMs = lifeOf(access.value.token)
    const now = clock.steady()
    kept = {
      access: access.value,
      endsAt: now + lifeMs,
      renewAt: now + renewAfterMs(lifeMs),
    }
    reuses = 0
    return ok(kept)
  }

  function renew(): Promise<Result<Grant> | null> {
    fetching ??= fetchGrant().finally(() => {
      fetching = null
    })
    return fetching
  }

  return {
    /** How long until one can be had, in milliseconds. */
    waitMs: (): number => (usable() === null ? tokens.waitMs(clock.steady()) : 0),
    /** The one that is there for another connection, or else one from the panel. Null when the session is over. */
    async take(): Promise<Result<Grant> | null> {
      const again = usable()
      if (again === null) return renew()
      reuses += 1
      return ok(again)
    },
    /** A new one from the panel, one call at a time: whoever else asks meanwhile gets the same. */
    renew,
    /** The machine believed it. */
    noteBelieved(): void {
      reuses = 0
    },
    /** Something speaks against it: the next one comes from the panel. */
    drop(): void {
      kept = null
    },
    dispose: (): void => ending.abort(),
  }
}

/** Tokens that a panel gives for one server's console in a window (the panel's API, *Rate limits*). */
const tokensPerWindow = 5
const windowMs = 60_000

export function createTokenBudget() {
  let taken: readonly number[] = []
  return {
    /** How long until the next call may go out; 0 where it may at once. */
    waitMs(now: number): number {
      if (taken.length < tokensPerWindow) return 0
      const first = taken.at(-tokensPerWindow) ?? now
      return Math.max(0, first + windowMs - now)
    },
    take(now: number): void {
      taken = [...taken, now].slice(-tokensPerWindow)
    },
  }
}

/**
 * Keeps the token calls of one server within what panels allow, however many windows look. Times are steady
 * milliseconds.
 */
export type TokenBudget = ReturnType<typeof createTokenBudget>
