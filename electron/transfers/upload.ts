import { randomUUID } from 'node:crypto'
import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { errorOfThrown } from '../panel/errors.ts'
import { codeOfWords } from '../panel/file-errors.ts'
import { proofOfAnswer } from '../panel/proof.ts'
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
import { LocalFileFailure, multipartForm, type PartOfUpload } from './multipart.ts'

/**
 * A machine that takes nothing for this long is not waited for, in milliseconds; it writes what it has before it
 * answers.
 */
const silentMs = 120_000

export type UploadJob = MachineJob & {
  /** The folder of the server that they come to; it is made where it is missing. */
  readonly directory: string
  readonly files: readonly PartOfUpload[]
  /** Told how many bytes of the files were handed over, for each piece. */
  readonly onProgress: (sent: number) => void
}

const words: TransferWords = {
  cut: appError('upload-broken'),
  unverified: 'nothing was uploaded',
  name: 'the upload',
}

const notTold = 'The server’s machine did not tell whether it took the files, so it is not known what is there.'

/** The machine's limit for one file, in bytes, by the words with which it refuses a larger one (part 2, *Upload*). */
export function limitIn(refusal: string): number | null {
  const megabytes = Number(/larger than the maximum file upload size of (\d{1,7}) MB/i.exec(refusal)?.[1] ?? 0)
  return megabytes > 0 ? megabytes * 1024 * 1024 : null
}

/** What came of an upload; `limitBytes` where the machine's refusal tells its limit for one file. */
export type Uploaded = Result<void> & { readonly limitBytes?: number }

async function refusalOf(response: Response): Promise<Uploaded> {
  const { detail, answer } = await readRefusal(response)
  const { status } = response
  const more = { status, ...(detail !== '' && { detail }) }
  const limitBytes = limitIn(detail)
  if (limitBytes !== null) return { ...fail('upload-too-large', more), limitBytes }
  if (status === 413) return fail('upload-too-large', more)
  const known = codeOfWords(detail)
  if (known === null && proofOfAnswer('POST', answer, null) === 'not-known') {
    return fail('upload-broken', { ...more, message: notTold })
  }
  return fail(known ?? 'upload-refused', more)
}

/** @param isOut some of the request went out, so that the machine may have files of it */
function failureOf(thrown: unknown, { signal }: UploadJob, silence: Silence, isOut: boolean): AppError {
  if (signal.aborted) return appError('cancelled')
  // What the request's body threw comes as the cause of what `fetch` throws.
  const cause = thrown instanceof Error ? thrown.cause : null
  const local = [thrown, cause].find((one) => one instanceof LocalFileFailure)
  if (local !== undefined) {
    const message = `${safeText(local.file)} was changed or taken away while it was uploaded.`
    return appError('upload-changed', { message })
  }
  if (silence.signal.aborted) {
    return isOut ? appError('upload-broken', { message: notTold }) : ofMachine(appError('timeout'), words)
  }
  const error = errorOfThrown(thrown)
  const isBroken = error.code === 'connection-cut' || (isOut && catalogue[error.code].delivery === 'undecided')
  return isBroken ? appError('upload-broken') : ofMachine(error, words)
}

/** A body that is made one piece after another, and not before there is a connection to take it. */
const streamOf = (parts: AsyncGenerator<Uint8Array>) =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = await parts.next()
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      },
      // If the request is given up, the open file is closed.
      cancel: () => void parts.return(undefined),
    },
    { highWaterMark: 0 },
  )

/** Sends all files with one link. */
async function attempt(job: UploadJob, link: URL): Promise<Uploaded> {
  const url = new URL(link)
  url.searchParams.set('directory', job.directory)
  const silence = watchSilence(job.clock, silentMs)
  silence.hear()
  let isOut = false
  const form = multipartForm(job.files, `servertray-${randomUUID()}`, (sent) => {
    silence.hear()
    job.onProgress(sent)
  })
  async function* outgoing() {
    isOut = true
    yield* form.body()
  }
  try {
    const response = await job.fetch(url.href, {
      ...policy,
      method: 'POST',
      headers: {
        'user-agent': job.userAgent,
        accept: 'application/json',
        'content-type': form.contentType,
        // Without it the request goes out in chunks, which some proxies keep back or refuse.
        'content-length': String(form.contentLength),
      },
      body: streamOf(outgoing()),
      // Wanted by `fetch` for a body that is made as it goes; DOM's type does not know it.
      ...{ duplex: 'half' },
      signal: AbortSignal.any([job.signal, silence.signal]),
    })
    if (response.ok) {
      void response.body?.cancel().catch(() => undefined)
      return ok()
    }
    return await refusalOf(response)
  } catch (thrown) {
    return fail(failureOf(thrown, job, silence, isOut))
  } finally {
    silence.stop()
  }
}

/**
 * Uploads files of this computer to one folder of a server, in one request, with two pieces of them in memory at a time.
 * What is there under their names is overwritten. Where the link was spent, once more with another one: the machine has
 * taken nothing then. Errors beside those of `link`: `upload-refused`, or what the machine's words
 * mean, as `server-disk-full`; `upload-too-large`, `upload-changed`, `cancelled`, those of connections, and `upload-broken`
 * where files may be there.
 */
export const upload = (job: UploadJob): Promise<Uploaded> => withLink(job, (link) => attempt(job, link))
