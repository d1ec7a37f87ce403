import { join } from 'node:path'
import { z } from 'zod'
import type { Notice } from '../../shared/model/notice-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { linksOf } from '../deep-links/links.ts'
import { parseJson } from '../lib/parse-json.ts'
import { readText } from '../lib/read-text.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { redact } from '../log/redact.ts'

const crashSchema = z.object({
  version: z.literal(1),
  /** Unix milliseconds. */
  at: z.number(),
  /** What failed, without secrets. */
  reason: z.string(),
  /** Whether the app was started anew for it. */
  relaunched: z.boolean(),
  /** Whether a later run has told the person. */
  told: z.boolean(),
})

/** An end that nobody expected, as a later run finds it. */
export type Crash = z.infer<typeof crashSchema>

/**
 * After a crash the app starts itself anew, but not again within this time, in milliseconds: it would only go on
 * crashing.
 */
const quietMs = 10 * 60_000

const pathIn = (profile: string) => join(profile, 'crash.json')

const read = (profile: string): Crash | null => crashSchema.safeParse(parseJson(readText(pathIn(profile)))).data ?? null

const write = (profile: string, crash: Crash) => replaceFile(pathIn(profile), JSON.stringify(crash))

/** Whether a crash now is too soon after the last one. A last one in the future was noted by a clock that was ahead. */
export const isTooSoon = (last: Pick<Crash, 'at'> | null, now: number): boolean =>
  last !== null && now >= last.at && now - last.at < quietMs

/**
 * Keeps on disk that the app ends of a failure, and says whether it may start itself anew. Where that cannot be kept,
 * it may not: nothing else would end a loop.
 * @param failure without secrets, its stack and all
 * @param isEnding the app is about to end anyway, so it does not come back
 */
export function noteCrash(profile: string, failure: string, now: number, isEnding = false): boolean {
  const relaunched = !isEnding && !isTooSoon(read(profile), now)
  const reason = safeText(redact(failure.split('\n')[0] ?? '', { addresses: true }), 200)
  try {
    write(profile, { version: 1, at: now, reason, relaunched, told: false })
    return relaunched
  } catch {
    return false
  }
}

/** The crash that no run has told of yet; from now on it counts as told. */
export function takeCrash(profile: string): Crash | null {
  const crash = read(profile)
  if (crash === null || crash.told) return null
  try {
    write(profile, { ...crash, told: true })
  } catch {
    // Told again by the next start.
  }
  return crash
}

export const crashNotice = ({ reason, relaunched }: Pick<Crash, 'reason' | 'relaunched'>): Notice => ({
  id: 'crashed',
  level: 'warning',
  message: `Servertray ended because something went wrong inside it${relaunched ? ', and started itself again' : ''}.`,
  hint: `Restarts that were planned go on where their time is still ahead. Please report this: ${reason}`,
})

/**
 * The arguments of a start like this one, without links: one that was done already, or made it crash, is not followed
 * again.
 */
export function argumentsAgain(argv: readonly string[]): string[] {
  const links = new Set(linksOf(argv))
  return argv.filter((argument) => !links.has(argument))
}
