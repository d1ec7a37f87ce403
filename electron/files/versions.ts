import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeptVersion } from '../../shared/files/contract-moves.ts'
import type { FilePath } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { describeFailure, type Logger } from '../log/logger.ts'
import { hashOf } from './own-copy.ts'

/** A version as its file tells of it; `path` leads there from the folder of all versions. */
type KeptFile = KeptVersion & { readonly path: string; readonly hash: string }

/** The name of a version: when it was kept, in unix milliseconds, and the beginning of the SHA-256 of its bytes. */
const namePattern = /(?:^|[\\/])((\d{1,15})-([0-9a-f]{32}))$/
const shortHashOf = (content: Uint8Array) => hashOf(content).slice(0, 32)

/** How long a version is kept, in milliseconds. */
const keptForMs = 30 * 24 * 60 * 60_000
/** Maximum number of versions of one file, and of all files together. */
const mostOfFile = 50
const mostVersions = 1_000
/** Maximum size of all versions together, in bytes. */
const mostBytes = 256 * 1024 * 1024

const unreadable = {
  hint: 'Another program may hold the earlier versions. Try again in a moment. If that never helps, look at the folder file-versions in the profile, which you can open in Settings, Data.',
}

/** The folder in which the versions of files are kept. */
export const versionsPath = (profile: string) => join(profile, 'file-versions')

/** Those that stay: young enough, the newest of each file, and of all as many as there is room for. */
export function stillKept<T extends Pick<KeptFile, 'path' | 'keptAt' | 'bytes'>>(
  newestFirst: readonly T[],
  now: number,
): T[] {
  const ofFile = new Map<string, number>()
  let bytes = 0
  const kept: T[] = []
  for (const version of newestFirst) {
    const file = dirname(version.path)
    const count = (ofFile.get(file) ?? 0) + 1
    if (now - version.keptAt > keptForMs || count > mostOfFile) continue
    bytes += version.bytes
    if (bytes > mostBytes || kept.length >= mostVersions) break
    ofFile.set(file, count)
    kept.push(version)
  }
  return kept
}

/**
 * The versions of servers' files before each save from here, as the bytes that they were, in a folder of the profile that
 * only its owner can read. Each file of a server has a folder there, whose name says nothing of it.
 */
export function createKeptVersions(deps: { profile: string; clock: Pick<Clock, 'now'>; log: Logger }) {
  const { profile, clock, log } = deps
  const root = versionsPath(profile)
  const folderOf = (ref: ServerRef, path: FilePath) => hashOf(Buffer.from(`${ref} ${path}`))

  /** What is in a folder of versions, with what is below it. Throws where that can't be read. */
  function namesIn(folder: string): string[] {
    try {
      return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    } catch (failure) {
      if (failureCodeOf(failure) === 'ENOENT') return []
      throw failure
    }
  }

  /** Those of them that are versions, newest first. */
  const versionsAt = (paths: readonly string[]): KeptFile[] =>
    paths
      .flatMap((path) => {
        const [, id, keptAt, hash] = namePattern.exec(path) ?? []
        const bytes = statSync(join(root, path), { throwIfNoEntry: false })?.size
        return id && hash && bytes !== undefined ? [{ id, path, keptAt: Number(keptAt), hash, bytes }] : []
      })
      .toSorted((a, b) => b.keptAt - a.keptAt)

  const ofFile = (ref: ServerRef, path: FilePath) => stillKept(versionsAt(namesIn(folderOf(ref, path))), clock.now())

  function drop(path: string): void {
    try {
      rmSync(join(root, path), { force: true })
      if (readdirSync(dirname(join(root, path))).length === 0) rmdirSync(dirname(join(root, path)))
    } catch (failure) {
      log.warn('a kept version could not be deleted', { failure: describeFailure(failure) })
    }
  }

  const isOld = (path: string) => {
    const seen = statSync(join(root, path), { throwIfNoEntry: false })
    return seen?.isFile() === true && clock.now() - seen.mtimeMs > keptForMs
  }

  /** Deletes what is too old or too much, but not the one that was kept just now, whatever its time is. */
  function sweep(fresh: string | null = null): void {
    try {
      const names = namesIn('')
      const versions = versionsAt(names)
      const kept = new Set([fresh, ...stillKept(versions, clock.now()).map(({ path }) => path)])
      for (const { path } of versions) if (!kept.has(path)) drop(path)
      // What a crash left.
      for (const name of names) if (!namePattern.test(name) && isOld(name)) drop(name)
    } catch (failure) {
      log.warn('kept versions could not be looked through', { failure: describeFailure(failure) })
    }
  }

  return {
    /**
     * Keeps what a save is about to replace. The content that is kept already as the newest one of the file is not kept
     * twice. Error: `version-not-kept`, after which nothing is to be saved.
     */
    keep(ref: ServerRef, path: FilePath, content: Uint8Array): Result<void> {
      const folder = folderOf(ref, path)
      const hash = shortHashOf(content)
      const kept = join(folder, `${clock.now()}-${hash}`)
      try {
        if (ofFile(ref, path)[0]?.hash === hash) return ok()
        mkdirSync(join(root, folder), { recursive: true, mode: 0o700 })
        replaceFile(join(root, kept), content)
      } catch (failure) {
        log.warn('a version could not be kept', { failure: describeFailure(failure) })
        return fail('version-not-kept')
      }
      sweep(kept)
      return ok()
    },

    /** Newest first. Error: `storage-failed` while they cannot be read. */
    list(ref: ServerRef, path: FilePath): Result<KeptVersion[]> {
      try {
        return ok(ofFile(ref, path).map(({ id, keptAt, bytes }) => ({ id, keptAt, bytes })))
      } catch (failure) {
        log.warn('kept versions could not be read', { failure: describeFailure(failure) })
        return fail('storage-failed', { message: 'The earlier versions could not be read.', ...unreadable })
      }
    },

    /** Error: `version-gone`. */
    async read(ref: ServerRef, path: FilePath, id: string): Promise<Result<Uint8Array>> {
      try {
        const version = ofFile(ref, path).find((one) => one.id === id)
        const content = version && (await readFile(join(root, version.path)))
        // A damaged file is not passed off as the version.
        return content && shortHashOf(content) === version.hash ? ok(new Uint8Array(content)) : fail('version-gone')
      } catch (failure) {
        log.warn('a kept version could not be read', { failure: describeFailure(failure) })
        return fail('version-gone')
      }
    },

    /** Deletes what is too old or too much. */
    sweep: () => sweep(),
  }
}

export type KeptVersions = ReturnType<typeof createKeptVersions>
