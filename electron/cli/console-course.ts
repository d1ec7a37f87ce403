import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { ConsoleStream } from '../../shared/model/console-schema.ts'
import type { Clock } from '../lib/clock.ts'

/** What the way to an open console still lacks. */
export type Stage = 'access' | 'connection' | 'sign-in'

/** A console that is not open after this long says what it waits for, in milliseconds. */
const patienceMs = 5_000

const waitingFor: Readonly<Record<Stage, string>> = {
  access: 'Waiting for the panel to give access to the console.',
  connection: 'Waiting for the machine that runs the server to answer.',
  'sign-in': 'Connected. Waiting for the machine to accept the sign-in.',
}

const missed: Readonly<Record<Stage, string>> = {
  access: 'The panel gave no access to the console.',
  connection: 'The machine that runs the server did not answer.',
  'sign-in': 'The machine did not accept the sign-in.',
}

/**
 * How a run of `console` goes: what it waits for, what ends it, and what kept it from being open.
 * @param say told what is waited for, in words
 */
export function createCourse(deps: {
  readonly clock: Clock
  readonly takesInput: boolean
  readonly say: (words: string) => void
}) {
  const { clock, takesInput, say } = deps
  const ending = new AbortController()
  let stage: Stage = 'access'
  let last: ConsoleStream | null = null
  let lastError: AppError | null = null
  let wasOpen = false
  let cancelWords = () => {}

  function sayLater(): void {
    cancelWords()
    cancelWords = clock.after(patienceMs, () => say(waitingFor[stage]))
  }

  function sayTrouble({ phase, retryAt }: ConsoleStream, { message }: AppError, before: ConsoleStream | null): void {
    if (phase === 'held') say(`${message} Waiting until that is over.`)
    if (phase !== 'waiting') return
    const seconds = Math.ceil(((retryAt ?? 0) - clock.now()) / 1_000)
    const why = before?.phase === 'open' ? 'The connection was lost.' : message
    say(seconds > 0 && before?.phase !== 'open' ? `${why} Trying again in ${seconds} s.` : `${why} Trying again.`)
  }

  function trouble(): AppError | null {
    const isEnd = last?.phase === 'ended' || last?.phase === 'held'
    if (last?.phase === 'none') return takesInput ? null : last.error
    if (isEnd) return last?.error ?? null
    if (wasOpen) return null
    const error = lastError ?? appError('console-unreachable', { message: missed[stage] })
    return { ...error, message: `The console never opened. ${error.message}` }
  }

  return {
    /** Fires when there is nothing more to wait for. */
    over: ending.signal,
    /** Notes how far the connection has come. */
    reach(next: Stage): void {
      stage = next
    },
    follow(stream: ConsoleStream, before: ConsoleStream | null): void {
      last = stream
      const { phase, error } = stream
      if (phase === 'open') wasOpen = true
      if (phase === 'connecting') {
        stage = 'access'
        sayLater()
      } else cancelWords()
      if (error !== null) {
        lastError = stage === 'sign-in' && !wasOpen ? { ...error, message: missed['sign-in'] } : error
        sayTrouble(stream, lastError, before)
      }
      // Commands go on without live output; without them there is nothing to wait for.
      if (phase === 'ended' || (phase === 'none' && !takesInput)) ending.abort()
    },
    /** What kept the console from being open, or ended it; null where all was well. */
    trouble,
    dispose(): void {
      cancelWords()
      ending.abort()
    },
  }
}
