import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Clock } from '../lib/clock.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { parseJson } from '../lib/parse-json.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { describeFailure, type Logger } from '../log/logger.ts'

export const historyPath = (folder: string) => join(folder, 'console-history.json')

const maxCommands = 500
const maxServers = 500
/** The largest file that is read or written, in bytes: twice what so many commands of usual length take. */
const maxBytes = 16_000_000
const saveDelayMs = 1_000

const fileSchema = z.object({ version: z.literal(1), servers: z.record(z.string(), z.array(z.string())) })

/** What a history file says; nothing where it is none. */
export function parseHistory(text: string): ReadonlyMap<string, readonly string[]> {
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) return new Map()
  const servers = Object.entries(parsed.data.servers).slice(-maxServers)
  return new Map(servers.map(([ref, commands]) => [ref, commands.slice(-maxCommands)]))
}

/** The text of the file; where it would be too large, without the servers that were used longest ago. */
function formatHistory(servers: ReadonlyMap<string, readonly string[]>): string {
  let kept = [...servers].slice(-maxServers)
  for (;;) {
    const text = JSON.stringify({ version: 1, servers: Object.fromEntries(kept) })
    // The commands of one server are always smaller.
    if (Buffer.byteLength(text) <= maxBytes || kept.length <= 1) return text
    kept = kept.slice(Math.ceil(kept.length / 10))
  }
}

/** A disk that fails stops nothing: what could not be written is gone with the run. */
export function createCommandHistory(deps: { path: string; clock: Clock; log: Logger }) {
  const { path, clock, log } = deps
  let servers: Map<string, readonly string[]> | null = null
  let cancelSave: (() => void) | null = null

  function read(): Map<string, readonly string[]> {
    try {
      if (statSync(path).size > maxBytes) {
        log.warn('the command history is too large and was not used')
        return new Map()
      }
      return new Map(parseHistory(readFileSync(path, 'utf8')))
    } catch (failure) {
      if (failureCodeOf(failure) !== 'ENOENT')
        log.warn('the command history could not be read', { failure: describeFailure(failure) })
      return new Map()
    }
  }
  /** Read when it is first wanted: most starts of the app want none. */
  const all = () => {
    servers ??= read()
    return servers
  }

  function save(): void {
    cancelSave = null
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      replaceFile(path, formatHistory(all()))
    } catch (failure) {
      log.warn('the command history could not be written', { failure: describeFailure(failure) })
    }
  }
  const saveSoon = () => {
    cancelSave ??= clock.after(saveDelayMs, save)
  }

  return {
    /** Oldest first, without immediate repeats. */
    of: (ref: ServerRef): readonly string[] => all().get(ref) ?? [],
    add(ref: ServerRef, command: string): void {
      const before = all().get(ref) ?? []
      if (before.at(-1) === command) return
      // The server goes to the end: the ones used longest ago go first.
      all().delete(ref)
      all().set(ref, [...before, command].slice(-maxCommands))
      saveSoon()
    },
    forget(ref: ServerRef): void {
      if (all().delete(ref)) saveSoon()
    },
    /** Writes what is not written yet. */
    dispose(): void {
      if (cancelSave === null) return
      cancelSave()
      save()
    },
  }
}

/** The commands sent to each server, kept over restarts in a file that only its owner can read. */
export type CommandHistory = ReturnType<typeof createCommandHistory>
