import { createHash } from 'node:crypto'
import { appError } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { errorOfThrown } from '../panel/errors.ts'
import { policy } from '../panel/transport.ts'
import {
  type MachineJob,
  ofMachine,
  readRefusal,
  type Silence,
  type TransferWords,
  watchSilence,
  withLink,
} from './machine.ts'
import { FileFailure, openPartFile, type PartFile, roomIn } from './part-file.ts'

/** A machine that sends nothing for this long is not waited for, in milliseconds. */
const silentMs = 60_000
/** A file of any size may grow by so much while it is downloaded, in bytes. */
const growthBytes = 16 * 1024 * 1024
/** How much of the free space a file may take of which no size is told. */
const mostOfRoom = 0.9
/** The most that is taken of such a file where nobody knows the free space, in bytes. */
const mostUnknownBytes = 16 * 1024 ** 3

export type DownloadJob = MachineJob & {
  readonly folder: string
  /** The name that the file gets, where it is free. */
  readonly file: string
  readonly what: 'backup' | 'file'
  /** What the panel says that it is; null is not looked at. */
  readonly bytes: number | null
  readonly sha1?: string | null
  /** A file that is in use may be larger by now, or smaller, than the panel said. */
  readonly mayDiffer?: boolean
  /** Told how many bytes have come, for each piece of it. */
  readonly onProgress?: (received: number) => void
  /** Opens the file; the system's by default. */
  readonly openFile?: typeof openPartFile
  /** The free space of a folder; the system's by default. */
  readonly room?: typeof roomIn
}

const words: TransferWords = {
  cut: {
    message: 'The connection broke before the download was complete.',
    hint: 'Download it again; it begins anew.',
  },
  unverified: 'nothing was downloaded',
  name: 'the download',
}

/** What came is not what was asked for: it is kept, since it may be all that there is. */
async function keepWrong(part: PartFile, what: DownloadJob['what'], why: 'size' | 'checksum'): Promise<Result<never>> {
  const name = await part.keep()
  return fail('download-wrong', {
    message: `What was downloaded is not what the panel says the ${what} is: its ${why} is another one.`,
    hint: `It was kept as ${name}. Download it again.`,
  })
}

/**
 * The most that is written, so that no machine can fill the disk: what is in use may have grown since the panel told its
 * size, and of what has none, something stays free.
 */
function mostBytes({ bytes, mayDiffer }: DownloadJob, room: number | null): number {
  if (bytes === null) return room === null ? mostUnknownBytes : room * mostOfRoom
  return mayDiffer ? 2 * bytes + growthBytes : bytes
}

const endless = 'The panel does not tell the size of this file, so it was stopped before it could fill the disk.'

/** Takes what comes, at the pace of the slower one of machine and disk. */
async function save(
  { bytes, sha1, what, mayDiffer, onProgress }: DownloadJob,
  { body }: Response,
  part: PartFile,
  { most, silence }: { most: number; silence: Silence },
): Promise<Result<{ file: string }>> {
  const hash = createHash('sha1')
  let received = 0
  for await (const chunk of body ?? new ReadableStream()) {
    silence.hear()
    received += chunk.byteLength
    if (received > most) break
    await part.write(chunk)
    hash.update(chunk)
    onProgress?.(received)
  }
  if (bytes === null && received > most) return fail('disk-full', { message: endless })
  const isWrong = mayDiffer ? received > most : bytes !== null && received !== bytes
  if (isWrong) return keepWrong(part, what, 'size')
  if (sha1 && hash.digest('hex') !== sha1) return keepWrong(part, what, 'checksum')
  return ok({ file: await part.finish() })
}

async function ask({ fetch, userAgent, signal }: DownloadJob, link: URL, silence: Silence): Promise<Result<Response>> {
  silence.hear()
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' }
  const either = AbortSignal.any([signal, silence.signal])
  const response = await fetch(link.href, { ...policy, headers, signal: either })
  const { status } = response
  if (status === 200) return ok(response)
  const { detail } = await readRefusal(response)
  // Another link may be waited for.
  silence.stop()
  return fail('download-refused', { status, ...(detail !== '' && { detail }) })
}

/** An error that came while something was read or written, told apart by what it is. */
function failureOf(thrown: unknown, { signal }: DownloadJob, silence: Silence): Result<never> {
  if (thrown instanceof FileFailure && !(thrown.isKept && signal.aborted)) return fail(thrown.error)
  if (signal.aborted) return fail('cancelled')
  return fail(ofMachine(silence.signal.aborted ? appError('timeout') : errorOfThrown(thrown), words))
}

/**
 * Downloads a backup or a file to a folder: under `….part` first, and under its own name once size and checksum are those
 * that the panel told. In memory are a few MiB of it at a time. What is wrong is kept as it is, and what is whole and only
 * cannot get its name; anything else is deleted.
 * @returns the name that the file got
 */
export async function download(job: DownloadJob): Promise<Result<{ file: string }>> {
  const { clock, folder, bytes, signal, openFile = openPartFile } = job
  const room = await (job.room ?? roomIn)(folder)
  if (bytes !== null && room !== null && room < bytes) return fail('disk-full')
  const most = mostBytes(job, room)
  const opened = await openFile(folder, job.file, { clock, signal })
  if (!opened.ok) return opened
  const part = opened.value
  const silence = watchSilence(clock, silentMs)
  let isKept = false
  try {
    const response = await withLink(job, (link) => ask(job, link, silence))
    if (!response.ok) return response
    const saved = await save(job, response.value, part, { most, silence })
    isKept = saved.ok || saved.error.code === 'download-wrong'
    return saved
  } catch (thrown) {
    isKept = thrown instanceof FileFailure && thrown.isKept && !signal.aborted
    return failureOf(thrown, job, silence)
  } finally {
    silence.stop()
    if (!isKept) await part.drop().catch(() => undefined)
  }
}
