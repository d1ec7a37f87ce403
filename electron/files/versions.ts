import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { filePathSchema } from '../../shared/files/contract.ts'
import type { KeptVersion } from '../../shared/files/contract-moves.ts'
import type { FilePath } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { createKeptList, type ListFormat } from '../lib/kept-file.ts'
import { describeFailure, faultsTo, type Logger } from '../log/logger.ts'
import { hashOf } from './own-copy.ts'

const entrySchema = z.object({
  /** The name of the file that holds it. */
  id: z.uuid(),
  ref: serverRefSchema,
  path: filePathSchema,
  keptAt: z.number(),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A version as the list of the folder tells of it. */
export type KeptEntry = z.output<typeof entrySchema>

/** Maximum number of versions of all files together. */
const mostVersions = 1_000

/** The list of the folder, newest first. */
export const versionList: ListFormat<KeptEntry> = {
  key: 'versions',
  entry: entrySchema,
  most: mostVersions,
  idOf: ({ id }) => id,
}

/** How long a version is kept, in milliseconds. */
const keptForMs = 30 * 24 * 60 * 60_000
/** Maximum number of versions of one file. */
const mostOfFile = 50
/** Maximum size of all versions together, in bytes. */
const mostBytes = 256 * 1024 * 1024
/** A larger list of versions is taken for damaged, in bytes: the paths of servers may have 4,096 characters. */
const maxListBytes = 16 * 1024 * 1024

const listName = 'versions.json'

const unreadable = {
  hint: 'Another program may hold the list of versions. Try again in a moment. If that never helps, look at the folder file-versions in the profile, which you can open in Settings, Data.',
}
const unwritable = {
  hint: 'Another program may hold the list of versions, or the disk is full. Try again in a moment.',
}

/** The folder in which the versions of files are kept. */
export const versionsPath = (profile: string) => join(profile, 'file-versions')

/** Those that stay: young enough, the newest of each file, and of all as many as there is room for. */
export function stillKept(newestFirst: readonly KeptEntry[], now: number): KeptEntry[] {
  const ofFile = new Map<string, number>()
  let bytes = 0
  const kept: KeptEntry[] = []
  for (const entry of newestFirst) {
    const file = `${entry.ref} ${entry.path}`
    const count = (ofFile.get(file) ?? 0) + 1
    if (now - entry.keptAt > keptForMs || count > mostOfFile) continue
    bytes += entry.bytes
    if (bytes > mostBytes || kept.length >= mostVersions) break
    ofFile.set(file, count)
    kept.push(entry)
  }
  return kept
}

/**
 * The versions of servers' files before each save from here, as the bytes that they were, in a folder of the profile that
 * only its owner can read. A list beside them tells which is which; their own names say nothing.
 */
export function createKeptVersions(deps: { profile: string; clock: Pick<Clock, 'now'>; log: Logger }) {
  const { profile, clock, log } = deps
  const folder = versionsPath(profile)
  // It is newest first, and a list joins and is cut as one whose newest is last. Neither comes to pass here: it is set only
  // where `canRead` or `get` knew what the disk has, or with nothing, and `stillKept` keeps no more than its most.
  const file = createKeptList(versionList, {
    path: join(folder, listName),
    maxBytes: maxListBytes,
    report: faultsTo(log, 'the list of kept versions'),
  })
  const placeOf = (id: string) => join(folder, id)

  function drop(ids: readonly string[]): void {
    for (const id of ids) {
      try {
        rmSync(placeOf(id), { force: true })
      } catch (failure) {
        log.warn('a kept version could not be deleted', { failure: describeFailure(failure) })
      }
    }
  }

  /**
   * The list goes first, so that it tells of nothing that is not there. False where it could not be written; then nothing
   * goes.
   */
  function set(newestFirst: readonly KeptEntry[]): boolean {
    const kept = stillKept(newestFirst, clock.now())
    const ids = new Set(kept.map(({ id }) => id))
    if (!file.set(kept)) return false
    drop(newestFirst.filter(({ id }) => !ids.has(id)).map(({ id }) => id))
    return true
  }

  const isOld = (name: string) =>
    clock.now() - (statSync(placeOf(name), { throwIfNoEntry: false })?.mtimeMs ?? 0) > keptForMs

  const ofFile = (ref: ServerRef, path: FilePath) =>
    stillKept(file.get(), clock.now()).filter((entry) => entry.ref === ref && entry.path === path)

  return {
    /**
     * Keeps what a save is about to replace. The content that is kept already as the newest one of the file is not kept
     * twice. Error: `version-not-kept`, after which nothing is to be saved.
     */
    keep(ref: ServerRef, path: FilePath, content: Uint8Array): Result<void> {
      if (!file.canRead()) return fail('version-not-kept', unreadable)
      const sha256 = hashOf(content)
      if (ofFile(ref, path)[0]?.sha256 === sha256) return ok()
      const id = randomUUID()
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(placeOf(id), content, { mode: 0o600, flag: 'wx', flush: true })
      } catch (failure) {
        log.warn('a version could not be kept', { failure: describeFailure(failure) })
        drop([id])
        return fail('version-not-kept')
      }
      const before = file.get()
      if (set([{ id, ref, path, keptAt: clock.now(), bytes: content.byteLength, sha256 }, ...before])) return ok()
      // What only this run knows of is no version to go back to.
      file.set(before)
      drop([id])
      return fail('version-not-kept', unwritable)
    },

    /** Newest first. Error: `storage-failed` while the list cannot be read. */
    list: (ref: ServerRef, path: FilePath): Result<KeptVersion[]> =>
      file.canRead()
        ? ok(ofFile(ref, path).map(({ id, keptAt, bytes }) => ({ id, keptAt, bytes })))
        : fail('storage-failed', { message: 'The earlier versions could not be read.', ...unreadable }),

    /** Error: `version-gone`. */
    async read(ref: ServerRef, path: FilePath, id: string): Promise<Result<Uint8Array>> {
      const entry = ofFile(ref, path).find((one) => one.id === id)
      if (entry === undefined) return fail('version-gone')
      try {
        const handle = await open(placeOf(entry.id), 'r')
        try {
          const content = Buffer.alloc(entry.bytes)
          const { bytesRead } = await handle.read(content, 0, entry.bytes, 0)
          // A damaged file is not passed off as the version.
          return bytesRead === entry.bytes && hashOf(content) === entry.sha256 ? ok(content) : fail('version-gone')
        } finally {
          await handle.close()
        }
      } catch (failure) {
        log.warn('a kept version could not be read', { failure: describeFailure(failure) })
        return fail('version-gone')
      }
    },

    /** Deletes what is too old or too much. */
    sweep() {
      const before = file.get()
      const listed = set(before) ? file.get() : before
      const known = new Set([listName, ...listed.map(({ id }) => id)])
      try {
        // What nothing tells of goes only once it is older than any version: the list may be what is damaged or missing.
        drop(readdirSync(folder).filter((name) => !known.has(name) && isOld(name)))
      } catch {
        // There is no folder before the first version.
      }
    },
  }
}

export type KeptVersions = ReturnType<typeof createKeptVersions>
