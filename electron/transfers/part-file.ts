import { type FileHandle, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppError, appError } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { createGatheredWrites } from './gathered-writes.ts'
import { numbered } from './local-name.ts'

/** Maximum number of files of one name in a folder. */
const mostOfName = 100

/** What the file system refused, told apart from what the network does. */
export class FileFailure extends Error {
  readonly error: AppError
  constructor(thrown: unknown) {
    super('a file could not be written', { cause: thrown })
    this.error = errorOfFile(thrown)
  }
}

/** A file that grows under the name `….part`, and gets its own name once it is whole. */
export type PartFile = {
  /** Where it grows; one in memory has none. */
  readonly path?: string
  /** Takes a copy of it. Throws a `FileFailure`, as all of these do. */
  write(chunk: Uint8Array): Promise<void>
  /** Gives it its own name, or that with a number where there is such a file; returns it. Never replaces a file. */
  finish(): Promise<string>
  /** Ends it under the name it has; returns that. */
  keep(): Promise<string>
  /** Deletes it. */
  drop(): Promise<void>
}

/** What a failure of the file system means to the person. */
function errorOfFile(thrown: unknown): AppError {
  const code = failureCodeOf(thrown)
  if (code === 'ENOSPC' || code === 'EDQUOT') return appError('disk-full')
  if (code === 'EFBIG') {
    return appError('disk-full', { message: 'The file is too large for the file system of that folder.' })
  }
  return appError('storage-failed', {
    message: 'The file could not be written.',
    hint: 'Check that the folder is there and you may write to it, or choose another one.',
  })
}

/** How many bytes fit into a folder; null where the system does not tell. */
export async function roomIn(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Opens a file that was not there; null where it was. */
async function openNew(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (thrown) {
    if (failureCodeOf(thrown) === 'EEXIST') return null
    throw thrown
  }
}

/** The first name of its row that `take` gets; throws where all are taken. */
async function firstFree<T>(name: string, take: (name: string) => Promise<T | null>): Promise<T> {
  for (let n = 1; n <= mostOfName; n += 1) {
    const taken = await take(numbered(name, n))
    if (taken !== null) return taken
  }
  throw new Error('every name is taken')
}

/** Begins a file. The folder is the person's, the name one of `local-name`. */
export async function openPartFile(folder: string, name: string): Promise<Result<PartFile>> {
  try {
    const { handle, part } = await firstFree(name, async (one) => {
      if (await isThere(join(folder, one))) return null
      const handle = await openNew(join(folder, `${one}.part`))
      return handle && { handle, part: `${one}.part` }
    })
    return ok(createPartFile(handle, { folder, name, part }))
  } catch (thrown) {
    return fail(errorOfFile(thrown))
  }
}

function createPartFile(handle: FileHandle, place: { folder: string; name: string; part: string }): PartFile {
  const { folder, name, part } = place
  const path = join(folder, part)
  const writes = createGatheredWrites(handle)

  async function close(): Promise<void> {
    // It is not closed while something goes on with it.
    await writes.settle()
    await handle.close()
  }

  async function finish(): Promise<string> {
    await writes.flush()
    await handle.sync()
    await close()
    // The name is taken by an empty file first, so that what came there meanwhile is not replaced.
    const own = await firstFree(name, async (one) => {
      const taken = await openNew(join(folder, one))
      await taken?.close()
      return taken && one
    })
    await rename(path, join(folder, own))
    return own
  }

  async function keep(): Promise<string> {
    await writes.flush()
    await close()
    return part
  }

  async function drop(): Promise<void> {
    await close().catch(() => undefined)
    await rm(path, { force: true })
  }

  const failing = <T>(work: Promise<T>) =>
    work.catch((thrown): never => {
      throw new FileFailure(thrown)
    })
  return {
    path,
    write: (chunk) => failing(writes.write(chunk)),
    finish: () => failing(finish()),
    keep: () => failing(keep()),
    drop: () => failing(drop()),
  }
}
