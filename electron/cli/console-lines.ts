import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'

/** Maximum number of commands that are read before they can be sent. */
const mostAhead = 10_000
/** How far it has come is told no more often than this, in milliseconds. */
const tellEveryMs = 5_000
/** How long a command that is out may still be answered at the end, in milliseconds. */
const lastAnswerMs = 250
/** Maximum length of a command in a message, in characters. */
const maxShown = 80

type Line = { readonly number: number; readonly text: string }

const unanswered = appError('cancelled', {
  message: 'The console ended before it was answered.',
  hint: 'It may have arrived. Look at the server before you send it again.',
})
const unsent = appError('cancelled', {
  message: 'The console ended before it was sent.',
  hint: 'Send the lines from there on again.',
})

/** A span as somebody who waits wants it: `40 s`, `4 min`, `2 h`. */
function roughly(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds < 100) return `${seconds} s`
  return seconds < 6_000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

/** @param after how many commands that were read come after it */
function named(error: AppError, { number, text }: Line, after: number): AppError {
  const rest = after === 1 ? ' The command after it was not sent.' : ` The ${after} commands after it were not sent.`
  const message = `Line ${number}, ${safeText(text, maxShown)}: ${error.message}${after === 0 ? '' : rest}`
  return { ...error, message }
}

async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 0
  for await (const text of input) {
    number += 1
    if (text.trim() !== '') yield { number, text }
  }
}

/**
 * Sends each line of an input as a command, in order and one after the other, however long that takes. What is typed goes
 * on after a command that failed; what is piped in ends there, since the rest may build on it.
 * @param deps.send resolves with what came of one command; `onWait` tells that it waits for a rate limit
 * @param deps.onFailed told each command that failed, with its line where it was piped in
 * @param deps.say told how far it is while a rate limit makes it wait
 */
export function sendLines(deps: {
  readonly clock: Clock
  readonly input: AsyncIterable<string>
  readonly isTyped: boolean
  readonly send: (
    command: string,
    options: { signal: AbortSignal; onWait: (retryAt: number) => void },
  ) => Promise<Result<void>>
  readonly onFailed: (error: AppError) => void
  readonly say: (words: string) => void
}) {
  const { clock, isTyped } = deps
  const ending = new AbortController()
  const { signal } = ending
  const beganAt = clock.steady()
  // A stream reads ahead, up to its mark, and knows how much it holds.
  const ahead = Readable.from(linesOf(deps.input), { highWaterMark: mostAhead })
  const lines: AsyncIterator<Line> = ahead[Symbol.asyncIterator]()
  const aborted = once(signal, 'abort').then(() => undefined)
  let current: Line | undefined
  let sent = 0
  let toldAt = Number.NEGATIVE_INFINITY

  function onWait(retryAt: number): void {
    const now = clock.steady()
    if (now - toldAt < tellEveryMs) return
    toldAt = now
    const waitMs = retryAt - clock.now()
    const left = ahead.readableLength + 1
    const leftMs = waitMs + (left * (now + waitMs - beganAt)) / sent
    const when = sent === 0 ? `trying again in ${roughly(waitMs)}` : `about ${roughly(leftMs)} left`
    deps.say(`Waiting for the panel’s rate limit: ${sent} of ${sent + left} sent, ${when}.`)
  }

  function report(error: AppError, line: Line): void {
    deps.onFailed(isTyped ? error : named(error, line, ahead.readableLength))
  }

  /** The next line, once there is one; nothing where there will be none. At the end those that are read are told as unsent. */
  async function take(): Promise<Line | undefined> {
    const isThere = ahead.readableLength > 0
    const next = lines.next()
    return (await (isThere ? next : Promise.race([next, aborted])))?.value
  }

  async function send({ text }: Line): Promise<AppError | null> {
    if (signal.aborted) return unsent
    const result = await deps.send(text, { signal, onWait })
    if (result.ok) return null
    return signal.aborted && result.error.code === 'cancelled' ? unsent : result.error
  }

  async function sendAll(): Promise<void> {
    for (current = await take(); current !== undefined; current = await take()) {
      const error = await send(current)
      if (error === null) sent += 1
      else report(error, current)
      if (error !== null && (signal.aborted || !isTyped)) return
    }
  }

  const finished = sendAll()
  return {
    /** Resolves when all was sent, or nothing more will be. */
    finished,
    /** Sends nothing more; resolves when it is known what came of the last command, or shortly after. */
    async end(): Promise<void> {
      ending.abort()
      const isLate = await Promise.race([finished, clock.sleep(lastAnswerMs)])
      if (isLate === true && current !== undefined) report(unanswered, current)
    },
  }
}
