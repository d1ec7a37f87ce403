import { type FileHandle, open, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { isHeld } from '../lib/replace-file.ts'
import { numbered } from './local-name.ts'

/** Maximum number of files of one name in a folder. */
const mostOfName = 100
/** For how long a whole file is given its name again and again, and how far these tries are apart, in milliseconds. */
const heldMs = { most: 2_000, every: 200 } as const

/** What the file system refused, told apart from what the network does. */
export class FileFailure extends Error {
  readonly error: AppError
  /** The file is whole, and stays under the name that the error tells. */
  readonly isKept: boolean
  constructor(thrown: unknown, keptAs: string | null = null) {
    super('a file could not be written', { cause: thrown })
    this.isKept = keptAs !== null
    this.error = keptAs === null ? errorOfFile(thrown) : unnamed(keptAs)
  }
}

const unnamed = (keptAs: string) =>
  appError('storage-failed', {
    message: 'The download is complete, but it could not be given its own name.',
    hint: `It was kept as ${keptAs}. Rename it in its folder.`,
  })

/** What a file is made with. */
export type PartWays = {
  readonly clock: Pick<Clock, 'sleep'>
  /** Gives a file another name; the system's by default. */
  readonly rename?: typeof rename
  /** Ends the waits. */
  readonly signal?: AbortSignal
  /** The system's by default. */
  readonly platform?: NodeJS.Platform
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

/** Opens a file that was not there; null where it was. */
async function openNew(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (thrown) {
    if (failureCodeOf(thrown) === 'EEXIST') return null
    throw thrown
  }
}

/**
 * Marks a file as one from the Internet, so that Windows asks before it runs (MS-FSCC, *Zone.Identifier Stream Name*).
 * Where a file system has no such streams there is no mark. macOS marks by itself what the app writes
 * (`LSFileQuarantineEnabled`).
 */
async function markAsForeign(path: string, platform: NodeJS.Platform): Promise<void> {
  if (platform !== 'win32') return
  await writeFile(`${path}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n').catch(() => undefined)
}

/** Deletes an empty file; what has something by now is another's. */
async function dropEmpty(path: string): Promise<void> {
  try {
    if ((await stat(path)).size === 0) await rm(path)
  } catch {
    // Why the name could not be given is what is told.
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
export async function openPartFile(folder: string, name: string, ways: PartWays): Promise<Result<PartFile>> {
  try {
    const { handle, part } = await firstFree(name, async (one) => {
      if (await stat(join(folder, one)).catch(() => null)) return null
      const handle = await openNew(join(folder, `${one}.part`))
      return handle && { handle, part: `${one}.part` }
    })
    await markAsForeign(join(folder, part), ways.platform ?? process.platform)
    return ok(createPartFile(handle, { folder, name, part }, ways))
  } catch (thrown) {
    return fail(errorOfFile(thrown))
  }
}

/** So much is gathered before it is written, in bytes: a socket gives 64 KiB, and each write costs a thread its waking. */
const pieceBytes = 1024 * 1024
/** What a chunk counts for beside what is in it, in bytes: a million of one byte each would take hundreds of MiB. */
const ofEachChunk = 256

/** Bytes that go to the end of a file in pieces. One is written while the next one comes: two are in memory at most. */
function createWrites(file: Pick<FileHandle, 'writeFile'>) {
  let piece: Uint8Array[] = []
  let gathered = 0
  let writing: Promise<void> = Promise.resolve()

  /** Waits only while the piece before is written. Throws what that met. */
  async function begin(): Promise<void> {
    await writing
    writing = file.writeFile(Buffer.concat(piece))
    // What it meets is thrown to whoever waits for it next.
    writing.catch(() => undefined)
    piece = []
    gathered = 0
  }
  return {
    async write(chunk: Uint8Array): Promise<void> {
      piece.push(chunk)
      gathered += chunk.byteLength + ofEachChunk
      if (gathered >= pieceBytes) await begin()
    },
    async flush(): Promise<void> {
      await begin()
      await writing
    },
    /** Waits until nothing goes on with the file, whatever became of it. */
    settle: (): Promise<void> => writing.catch(() => undefined),
  }
}

/** A file that grows under the name `….part`, and gets its own name once it is whole. */
function createPartFile(
  handle: FileHandle,
  { folder, name, part }: { folder: string; name: string; part: string },
  { clock, signal, rename: move = rename }: PartWays,
) {
  const path = join(folder, part)
  const writes = createWrites(handle)

  async function close(): Promise<void> {
    // It is not closed while something goes on with it.
    await writes.settle()
    await handle.close()
  }

  /** Moves it; where another program holds it, again for a while. */
  async function moveTo(own: string): Promise<void> {
    for (let waited = 0; ; waited += heldMs.every) {
      try {
        return await move(path, own)
      } catch (thrown) {
        if (!isHeld(thrown) || waited >= heldMs.most || !(await clock.sleep(heldMs.every, signal))) throw thrown
      }
    }
  }

  async function takeName(): Promise<string> {
    // The name is taken by an empty file first, so that what came there meanwhile is not replaced.
    const own = await firstFree(name, async (one) => {
      const taken = await openNew(join(folder, one))
      await taken?.close()
      return taken && one
    })
    try {
      await moveTo(join(folder, own))
    } catch (thrown) {
      await dropEmpty(join(folder, own))
      throw thrown
    }
    return own
  }

  async function failing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      throw thrown instanceof FileFailure ? thrown : new FileFailure(thrown)
    }
  }
  return {
    /** Keeps the chunk, which must stay as it is. Throws a `FileFailure`, as all of these do, also for what came before. */
    write: (chunk: Uint8Array) => failing(() => writes.write(chunk)),
    /**
     * Gives it its own name, or that with a number where there is such a file; returns it. Never replaces a file. Where
     * only that fails, the file stays as it is.
     */
    finish: () =>
      failing(async () => {
        await writes.flush()
        await handle.sync()
        await close()
        return takeName().catch((thrown): never => {
          throw new FileFailure(thrown, part)
        })
      }),
    /** Ends it under the name it has; returns that. */
    keep: () =>
      failing(async () => {
        await writes.flush()
        await close()
        return part
      }),
    /** Deletes it. */
    drop: () =>
      failing(async () => {
        await close().catch(() => undefined)
        await rm(path, { force: true })
      }),
  }
}

export type PartFile = ReturnType<typeof createPartFile>
