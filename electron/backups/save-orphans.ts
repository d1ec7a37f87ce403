import { z } from 'zod'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { parseJson } from '../lib/parse-json.ts'

/**
 * A server that a command of the command line told not to save by itself, or may have. Its panel is named by the address,
 * which every program knows: to a command with credentials of the environment a panel has no id.
 */
export type LeftUnsaved = {
  /** The panel's `{base_url}`. */
  readonly baseUrl: string
  readonly identifier: ServerIdentifier
  /** Its name at that time. */
  readonly name: string
  /** The console command that lets it save again. */
  readonly undo: string
  /** That command went out, or may have. */
  readonly isUndoSent: boolean
  /** When it was kept first, in unix milliseconds. */
  readonly at: number
}

/** What one process keeps, as others find it. */
export type SaveJournal = {
  /** The name of its file. */
  readonly file: string
  /** Its process; 0 where it was taken over from one that had ended, and given back. */
  readonly pid: number
  /** When that process last said that it lives, in unix milliseconds. */
  readonly touchedAt: number
  readonly servers: readonly LeftUnsaved[]
}

/** Maximum number of servers in a journal. */
export const maxLeftUnsaved = 1_000

/** How often a process touches its journal to show that it is alive, in milliseconds. */
export const touchEveryMs = 20_000
/** A process that has not done so for this long has ended, in milliseconds, though its id may be another one's by now. */
const silentMs = 120_000
/** Older entries are dropped, in milliseconds: the server was restarted since, or nobody misses its world. */
const keepMs = 30 * 24 * 3_600_000

const journalSchema = z.object({
  version: z.literal(1),
  servers: z
    .array(
      z.object({
        baseUrl: z.string().min(1).max(2_000),
        identifier: serverIdentifierSchema,
        name: z.string().max(500),
        undo: z.string().min(1).max(100),
        isUndoSent: z.boolean(),
        at: z.number(),
      }),
    )
    .max(maxLeftUnsaved),
})

/** What a journal says; null where it is none. */
export function parseJournal(text: string): readonly LeftUnsaved[] | null {
  const parsed = journalSchema.safeParse(parseJson(text))
  return parsed.success ? parsed.data.servers : null
}

/** The name of a journal's file: whose it is stands in it, so that a rename alone gives it to another process. */
export const journalName = (pid: number, id: string): string => `${pid}-${id}.json`

/** The process that a file of that name belongs to; null where it is no journal. */
export function ownerOf(name: string): number | null {
  const found = /^(\d{1,10})-[0-9a-f-]{36}\.json$/.exec(name)
  return found === null ? null : Number(found[1])
}

const isSame = (a: LeftUnsaved, b: LeftUnsaved) =>
  a.baseUrl === b.baseUrl && a.identifier === b.identifier && a.undo === b.undo

/**
 * The journals whose process has ended, without what is over.
 * @param journals those of all other processes
 * @param now unix milliseconds
 * @returns `free` is what may be taken over of it: what a living process is about to undo is left until that is done
 */
export function orphansOf(
  journals: readonly SaveJournal[],
  { now, pid, isAlive }: { now: number; pid: number; isAlive: (pid: number) => boolean },
): readonly (Omit<SaveJournal, 'touchedAt'> & { readonly free: readonly LeftUnsaved[] })[] {
  // A journal with the id of this process is of an earlier one that had it. One that was touched far in the future counts
  // as silent too: where the clock was set back, its process would seem to live for ever.
  const lives = (one: SaveJournal) =>
    one.pid !== 0 && one.pid !== pid && isAlive(one.pid) && Math.abs(now - one.touchedAt) <= silentMs
  const living = journals.filter(lives).flatMap(({ servers }) => servers.filter(({ isUndoSent }) => !isUndoSent))
  return journals
    .filter((one) => !lives(one))
    .map(({ file, pid, servers }) => {
      const recent = servers.filter(({ at }) => now - at <= keepMs)
      const free = recent.filter((one) => !living.some((other) => isSame(one, other)))
      return { file, pid, servers: recent, free }
    })
}
