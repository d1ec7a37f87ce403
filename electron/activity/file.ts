import { appendFileSync, closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type ActivityEntry, activityEntrySchema } from '../../shared/activity/contract.ts'
import type { Clock } from '../lib/clock.ts'
import { parseJson } from '../lib/parse-json.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { describeFailure, type Logger } from '../log/logger.ts'

/** The activity file of a profile folder. */
export const activityPath = (folder: string) => join(folder, 'activity.jsonl')

const day = 24 * 3_600_000
const keepMs = 30 * day
const maxEntries = 5_000
/** How much of the file's end is read: more than the entries need, so that no file can fill the memory. */
const maxBytes = 4_000_000
/** Maximum length of a line, longer than any entry that the app writes. */
const maxLineLength = 4_000

/** The last part of a file, and whether that is all of it; empty where there is none. */
function readEnd(path: string): { text: string; isWhole: boolean } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const bytes = Buffer.alloc(Math.min(size, maxBytes))
  if (bytes.length === 0) return { text: '', isWhole: true }
  const file = openSync(path, 'r')
  try {
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return { text: bytes.toString('utf8', 0, read), isWhole: size === bytes.length }
  } finally {
    closeSync(file)
  }
}

/** An entry as the app writes it. Other ids are refused, since they become keys of the state's table. */
const lineSchema = activityEntrySchema.extend({ id: z.uuid() })

function parseLine(line: string): ActivityEntry | null {
  if (line.length > maxLineLength) return null
  return lineSchema.safeParse(parseJson(line)).data ?? null
}

/**
 * The entries of a text of JSON lines that are not too old or too many.
 * @param now unix milliseconds
 */
export function parseActivity(text: string, now: number): readonly ActivityEntry[] {
  return text
    .split('\n')
    .map(parseLine)
    .filter((entry) => entry !== null)
    .filter(({ at }) => at > now - keepMs)
    .sort((a, b) => a.at - b.at)
    .slice(-maxEntries)
}

const formatActivity = (entries: readonly ActivityEntry[]) =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

/** The activity list on disk: one JSON object a line, readable by its owner only. A disk that fails stops nothing. */
export function createActivityFile(deps: { path: string; clock: Clock; log: Logger }) {
  const { path, clock, log } = deps
  /** Null for a program that only appends: only the app rewrites the file. */
  let prunedAt: number | null = null

  /** Runs `work`; where the disk fails, says so and gives `otherwise`. */
  function attempt<T>(what: string, otherwise: T, work: () => T): T {
    try {
      return work()
    } catch (failure) {
      log.warn(`the activity list could not be ${what}`, { failure: describeFailure(failure) })
      return otherwise
    }
  }

  function read(): readonly ActivityEntry[] {
    const now = clock.now()
    const kept = attempt('read', [], () => parseActivity(readEnd(path).text, now))
    return kept.filter(({ at }) => at < now + day)
  }

  function prune(): void {
    prunedAt = clock.steady()
    attempt('pruned', undefined, () => {
      const { text, isWhole } = readEnd(path)
      const kept = formatActivity(parseActivity(text, clock.now()))
      if (kept !== text || !isWhole) replaceFile(path, kept)
    })
  }

  return {
    /**
     * The kept entries, oldest first. Malformed lines are skipped, and what is more than a day ahead; that stays in the
     * file, as the clock may be what is wrong.
     */
    read,
    /** Drops entries that are too old or too many, and malformed lines. */
    prune,
    /** Adds entries. Prunes about once a day, after the first `prune`. */
    append(entries: readonly ActivityEntry[]): void {
      if (prunedAt !== null && clock.steady() - prunedAt > day) prune()
      attempt('written', undefined, () => {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        appendFileSync(path, formatActivity(entries), { mode: 0o600 })
      })
    },
  }
}
