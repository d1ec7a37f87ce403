import { createHash } from 'node:crypto'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { errorOfThrown } from '../panel/errors.ts'
import { type Fetch, policy } from '../panel/transport.ts'
import { isSpentStatus, ofMachine, readRefusal, type TransferWords, watchSilence } from './machine.ts'
import { FileFailure, openPartFile, type PartFile, roomIn } from './part-file.ts'

/** A machine that sends nothing for this long is not waited for, in milliseconds. */
const silentMs = 60_000
/** A file of any size may grow by so much while it is downloaded, in bytes. */
const growthBytes = 16 * 1024 * 1024
/** How much of the free space a file may take of which no size is told. */
const mostOfRoom = 0.9
/** The most that is taken of such a file where nobody knows the free space, in bytes. */
const mostUnknownBytes = 16 * 1024 ** 3

export type DownloadJob = {
  readonly clock: Clock
  /** Gets a link that gives it once; asked anew for each try. */
  readonly link: () => Promise<Result<URL>>
  /** The way to the server's machine. It gets no key. */
  readonly fetch: Fetch
  readonly userAgent: string
  readonly folder: string
  /** The name that the file gets, where it is free. */
  readonly file: string
  readonly what: 'backup' | 'file'
  /** What the panel says that it is; null is not looked at. */
  readonly bytes: number | null
  readonly sha1?: string | null
  /** A file that is in use may be larger by now, or smaller, than the panel said. */
  readonly mayDiffer?: boolean
  readonly signal: AbortSignal
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

async function refusalOf(response: Response): Promise<AppError> {
  const { detail } = await readRefusal(response)
  return appError('download-refused', { status: response.status, ...(detail !== '' && { detail }) })
}

/** What came is not what was asked for: it is kept, since it may be all that there is. */
async function keepWrong(part: PartFile, what: DownloadJob['what'], why: string): Promise<Result<never>> {
  const name = await part.keep()
  return fail('download-wrong', {
    message: `What was downloaded is not what the panel says the ${what} is: ${why}.`,
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

/** Why a file of which no size is told was stopped, by the free space. */
const endless = (room: number | null) => ({
  message:
    room === null
      ? 'The panel does not tell the size of this file, nor does this computer its free space, so it was stopped at 16 GiB.'
      : 'The panel does not tell the size of this file, and it would have filled the disk, so it was stopped.',
})

/** Takes what comes, at the pace of the slower one of machine and disk. */
async function receive(
  body: ReadableStream<Uint8Array>,
  part: PartFile,
  { job, most, heard }: { job: DownloadJob; most: number; heard: () => void },
) {
  const hash = createHash('sha1')
  let received = 0
  for await (const chunk of body) {
    heard()
    received += chunk.byteLength
    if (received > most) break
    await part.write(chunk)
    hash.update(chunk)
    job.onProgress?.(received)
  }
  return { received, sha1: hash.digest('hex') }
}

type Request = { readonly response: Response; readonly heard: () => void; readonly stop: () => void }

/** Asks for it with one link, and with a second one where that was spent. */
async function begin(job: DownloadJob, ending: AbortController): Promise<Result<Request>> {
  for (let tries = 1; ; tries += 1) {
    const link = await job.link()
    if (!link.ok) return link
    if (job.signal.aborted) return fail('cancelled')
    const silence = watchSilence(job.clock, silentMs, () => ending.abort())
    const headers = { 'user-agent': job.userAgent, accept: '*/*', 'accept-encoding': 'identity' }
    const response = await job.fetch(link.value.href, { ...policy, headers, signal: ending.signal }).catch((thrown) => {
      silence.stop()
      throw thrown
    })
    if (response.status === 200) return ok({ response, heard: silence.hear, stop: silence.stop })
    const refusal = await refusalOf(response).finally(silence.stop)
    if (tries > 1 || !isSpentStatus(refusal.status)) return fail(refusal)
  }
}

async function save(
  { response, heard }: Request,
  part: PartFile,
  { job, most, room }: { job: DownloadJob; most: number; room: number | null },
): Promise<Result<{ file: string }>> {
  const { received, sha1 } = await receive(response.body ?? new ReadableStream(), part, { job, most, heard })
  if (job.bytes === null && received > most) return fail('disk-full', endless(room))
  const isWrong = job.mayDiffer ? received > most : job.bytes !== null && received !== job.bytes
  if (isWrong) return keepWrong(part, job.what, 'its size is another one')
  if (job.sha1 && sha1 !== job.sha1) return keepWrong(part, job.what, 'its checksum is another one')
  return ok({ file: await part.finish() })
}

/** An error that came while something was read or written, told apart by what it is. */
function failureOf(thrown: unknown, { signal }: DownloadJob, ending: AbortController): Result<never> {
  if (thrown instanceof FileFailure && !(thrown.isKept && signal.aborted)) return fail(thrown.error)
  if (signal.aborted) return fail('cancelled')
  if (ending.signal.aborted) return fail(ofMachine(appError('timeout'), words))
  return fail(ofMachine(errorOfThrown(thrown), words))
}

/**
 * Downloads a backup or a file to a folder: under `….part` first, and under its own name once size and checksum are those
 * that the panel told. In memory are a few MiB of it at a time. What is wrong is kept as it is, and what is whole and only
 * cannot get its name; anything else is deleted.
 * @returns the name that the file got
 */
export async function download(job: DownloadJob): Promise<Result<{ file: string }>> {
  const { folder, signal, openFile = openPartFile } = job
  const room = await (job.room ?? roomIn)(folder)
  if (job.bytes !== null && room !== null && room < job.bytes) return fail('disk-full')
  const most = mostBytes(job, room)
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const opened = await openFile(folder, job.file, { clock: job.clock, signal })
  if (!opened.ok) return opened
  let request: Result<Request> | null = null
  let isKept = false
  try {
    request = await begin(job, ending)
    if (!request.ok) return request
    const saved = await save(request.value, opened.value, { job, most, room })
    isKept = saved.ok || saved.error.code === 'download-wrong'
    return saved
  } catch (thrown) {
    isKept = thrown instanceof FileFailure && thrown.isKept && !signal.aborted
    return failureOf(thrown, job, ending)
  } finally {
    if (request?.ok) request.value.stop()
    signal.removeEventListener('abort', end)
    if (!isKept) await opened.value.drop().catch(() => undefined)
  }
}
