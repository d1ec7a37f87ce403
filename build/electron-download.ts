import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../electron/lib/clock.ts'
import { isAlive } from '../test/standin/temporary.ts'
import { amount, type Progress } from './progress.ts'

/** Where the bytes of an answer start in the file, and the size of the whole file. */
type Place = { readonly start: number; readonly total: number | undefined }

export type DownloadDeps = {
  readonly clock: Clock
  /** In milliseconds: until the host answers, and between two chunks. */
  readonly limits: { readonly answerMs: number; readonly pieceMs: number }
  /** Holds partial files of interrupted downloads. */
  readonly folder: string
  readonly signal: AbortSignal
  onProgress(progress: Progress): void
}

const partOf = (name: string, pid: number) => `${name}.${pid}.part`

/** The file for this process's download: a partial one of an earlier run, otherwise a new one. */
function claimPart(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true })
  const part = join(folder, partOf(name, process.pid))
  for (const left of readdirSync(folder)) {
    if (!left.startsWith(`${name}.`) || !left.endsWith('.part')) continue
    const pid = Number(left.slice(name.length + 1, -'.part'.length))
    if (pid === process.pid || isAlive(pid)) continue
    if (existsSync(part)) rmSync(join(folder, left), { force: true })
    else renameSync(join(folder, left), part)
  }
  return part
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

async function move(from: string, to: string): Promise<void> {
  try {
    renameSync(from, to)
  } catch {
    // The temporary folder is on another file system.
    await copyFile(from, to)
    rmSync(from, { force: true })
  }
}

/** The place of an answer's bytes in the file; undefined where they are not what was requested. */
function placeOf(response: Response, asked: number): Place | undefined {
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (response.status === 200) return { start: 0, total: Number.isNaN(length) ? undefined : length }
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  if (response.status !== 206 || Number(start) !== asked) return undefined
  return { start: asked, total: Number(total) }
}

/** The cause of a failed `fetch`: the system's error code, which people search for, otherwise the message. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.cause instanceof Error) return reasonOf(failure.cause)
  return 'code' in failure && typeof failure.code === 'string' && /^E[A-Z]/.test(failure.code)
    ? failure.code
    : failure.message
}

/**
 * Downloads to `target`. An interrupted download is kept, and the next one continues it where the host can; the caller
 * checks the checksum of the whole file.
 * @throws Error with the reason in words; the reason of `signal` where that ended it
 */
export async function download(url: string, target: string, deps: DownloadDeps): Promise<void> {
  const { clock, limits, onProgress } = deps
  const { host } = new URL(url)
  const part = claimPart(deps.folder, basename(target))
  const had = sizeOf(part)

  const stop = new AbortController()
  const signal = AbortSignal.any([deps.signal, stop.signal])
  let cancel = () => {}
  /** Restarts the time limit. */
  function grant(ms: number, reason: () => string): void {
    cancel()
    cancel = clock.after(ms, () => stop.abort(new Error(reason())))
  }
  /** The meaning of a failure: a time limit, an abort, otherwise what is given. */
  const meaning = (failure: unknown, otherwise: string): unknown =>
    signal.aborted ? signal.reason : new Error(`${otherwise} (${reasonOf(failure)})`, { cause: failure })

  async function ask(from: number): Promise<Response> {
    grant(limits.answerMs, () => `${host} did not answer within ${limits.answerMs / 1_000} s`)
    try {
      return await fetch(url, { signal, headers: from === 0 ? {} : { range: `bytes=${from}-` } })
    } catch (failure) {
      throw meaning(failure, `${host} could not be reached`)
    }
  }

  async function take(body: NonNullable<Response['body']>, { start, total }: Place): Promise<void> {
    let progress: Progress = { received: start, total }
    async function* counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of source) {
        came(piece.length)
        yield piece
      }
    }
    function came(bytes: number): void {
      progress = { ...progress, received: progress.received + bytes }
      grant(limits.pieceMs, () => `nothing came for ${limits.pieceMs / 1_000} s, after ${amount(progress)}`)
      onProgress(progress)
    }
    came(0)
    try {
      const file = createWriteStream(part, { flags: start === 0 ? 'w' : 'a' })
      // Chunks written before the file is open would be lost when the connection breaks.
      await once(file, 'open', { signal })
      await pipeline(body, counted, file, { signal })
    } catch (failure) {
      throw meaning(failure, `the connection broke after ${amount(progress)}`)
    }
  }

  try {
    let response = await ask(had)
    let place = placeOf(response, had)
    if (place === undefined && (response.status === 206 || response.status === 416)) {
      // The partial file does not fit the host's file, so the download starts over.
      await response.body?.cancel()
      rmSync(part, { force: true })
      response = await ask(0)
      place = placeOf(response, 0)
    }
    if (place === undefined || response.body === null) {
      await response.body?.cancel()
      throw new Error(`${host} answered ${response.status}`)
    }
    await take(response.body, place)
    await move(part, target)
  } finally {
    cancel()
  }
}
