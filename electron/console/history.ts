import { join } from 'node:path'
import { z } from 'zod'
import { maxCommandLength } from '../../shared/model/console.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Clock } from '../lib/clock.ts'
import { createKeptFile, joinByName } from '../lib/kept-file.ts'
import { createLater } from '../lib/later.ts'
import { parseJson } from '../lib/parse-json.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

export const historyPath = (folder: string) => join(folder, 'console-history.json')

const maxCommands = 500
const maxServers = 500
/** The largest file that is read or written, in bytes: twice what so many commands of usual length take. */
const maxBytes = 16_000_000
const saveDelayMs = 1_000

const fileSchema = z.object({ version: z.literal(1), servers: z.record(z.string(), z.array(z.string())) })

/** The commands of each server, oldest first; the server that was used last stands at the end. */
type History = ReadonlyMap<string, readonly string[]>

/** What a history file says; null where it is none. */
export function parseHistory(text: string): History | null {
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) return null
  const servers = Object.entries(parsed.data.servers).slice(-maxServers)
  return new Map(servers.map(([ref, commands]) => [ref, commands.slice(-maxCommands)]))
}

/** Without the servers that were used longest ago, where the file would be too large to be read again. */
function fitting(servers: History): History {
  let kept = [...servers].slice(-maxServers)
  // The commands of one server are always smaller.
  while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > maxBytes - 100) {
    kept = kept.slice(Math.ceil(kept.length / 10))
  }
  return new Map(kept)
}

export function createCommandHistory({ path, clock, log }: { path: string; clock: Clock; log: Logger }) {
  const file = createKeptFile<History>({
    path,
    maxBytes,
    none: new Map(),
    parse: parseHistory,
    format: (servers) => ({ version: 1, servers: Object.fromEntries(servers) }),
    join: (before, next) => fitting(joinByName(before, next, maxCommands)),
    report: faultsTo(log, 'the command history'),
  })
  /** No longer than until it is written: the file may join it with what could not be read before. */
  let unwritten: History | null = null

  /** Read when it is first wanted: most starts of the app want none. */
  const all = () => unwritten ?? file.get()

  const saving = createLater(clock, saveDelayMs, () => {
    file.set(fitting(all()))
    unwritten = null
  })

  const without = (ref: ServerRef): History => new Map([...all()].filter(([one]) => one !== ref))

  return {
    /** Oldest first, without immediate repeats. */
    of: (ref: ServerRef): readonly string[] => all().get(ref) ?? [],
    add(ref: ServerRef, command: string): void {
      const before = all().get(ref) ?? []
      if (before.at(-1) === command || command.length > maxCommandLength) return
      // The server goes to the end: the ones used longest ago go first.
      unwritten = new Map([...without(ref), [ref, [...before, command].slice(-maxCommands)]])
      saving.soon()
    },
    /** False where they could not be deleted from the disk. */
    forget(ref: ServerRef): boolean {
      // What is on the disk is known only then, where it could not be read before.
      saving.now()
      return file.set(without(ref))
    },
    /** Writes what is not written yet. */
    dispose: saving.flush,
  }
}

/** The commands sent to each server, kept over restarts in a file that only its owner can read. */
export type CommandHistory = ReturnType<typeof createCommandHistory>
