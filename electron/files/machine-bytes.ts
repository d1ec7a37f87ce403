import { type FilePath, nameOf } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Fetch } from '../panel/transport.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { type DownloadJob, download } from '../transfers/download.ts'
import { machinesOf } from '../transfers/machine.ts'

/** The way to the machine that has the files. It gets no key. */
export type MachineWay = Pick<DownloadJob, 'clock' | 'fetch' | 'userAgent'>

/** The last bytes of what was downloaded, and how many there were in all. */
type Tail = { readonly bytes: Uint8Array; readonly size: number }

/** Keeps the last bytes of what comes, so many at most, and never more than twice as many meanwhile. */
function createTail(most: number) {
  let kept: Uint8Array[] = []
  let [keptBytes, size] = [0, 0]
  const join = () => {
    const all = Buffer.concat(kept)
    return all.subarray(Math.max(0, all.byteLength - most))
  }
  return {
    take(chunk: Uint8Array) {
      size += chunk.byteLength
      kept.push(chunk)
      keptBytes += chunk.byteLength
      if (keptBytes <= 2 * most) return
      const last = Buffer.from(join())
      kept = [last]
      keptBytes = last.byteLength
    },
    end: (): Tail => ({ bytes: join(), size }),
  }
}

type TailJob = MachineWay &
  Pick<DownloadJob, 'link' | 'bytes' | 'mayDiffer'> & {
    readonly signal: AbortSignal | undefined
    /** How much of it is kept at most, in bytes. */
    readonly most: number
  }

/** Downloads a file, of which only the last part is kept, in memory. Errors: those of a download. */
export async function downloadTail({ signal, most, ...job }: TailJob): Promise<Result<Tail>> {
  const tail = createTail(most)
  const file = 'memory'
  const downloaded = await download({
    ...job,
    folder: '',
    file,
    what: 'file',
    sha1: null,
    signal: signal ?? new AbortController().signal,
    onProgress: () => undefined,
    openFile: async () =>
      ok({
        write: async (chunk) => tail.take(chunk),
        finish: async () => file,
        keep: async () => file,
        drop: async () => undefined,
      }),
  })
  return downloaded.ok ? ok(tail.end()) : downloaded
}

type Deps = {
  store: StateStore
  clock: Clock
  version: string
  ask: Ask
  /** The way to the machines of a panel. */
  fetchFromMachines: (baseUrl: string) => Fetch
}

type FolderJob = Pick<DownloadJob, 'folder' | 'file' | 'bytes' | 'signal'> &
  Partial<Pick<DownloadJob, 'mayDiffer' | 'onProgress'>>

/** The bytes of a server's file as they are, from its machine, whatever a panel would make of them. */
export function createMachineBytes({ store, clock, version, ask, fetchFromMachines }: Deps) {
  /** Error: `unknown-server`. */
  function wayTo(ref: ServerRef): Result<MachineWay> {
    const baseUrl = machinesOf(store.get(), ref)
    if (baseUrl === null) return fail('unknown-server')
    return ok({ clock, fetch: fetchFromMachines(baseUrl), userAgent: `Servertray/${version}` })
  }

  const linkTo = (ref: ServerRef, path: FilePath, signal: AbortSignal) => () =>
    ask(ref, 'files-read', (client, { identifier }) => client.files(identifier, { signal }).downloadLink(path))

  return {
    wayTo,
    /** Downloads a file to a folder of this computer. */
    async toFolder(ref: ServerRef, path: FilePath, job: FolderJob): Promise<Result<{ file: string }>> {
      const way = wayTo(ref)
      if (!way.ok) return way
      if (nameOf(path) === null) return fail('file-not-found')
      const link = linkTo(ref, path, job.signal)
      return download({ ...way.value, link, what: 'file', sha1: null, onProgress: () => undefined, ...job })
    },
    /** Reads a file of exactly so many bytes into memory. Error: `download-wrong` where it has others. */
    async toMemory(ref: ServerRef, path: FilePath, bytes: number, signal: AbortSignal): Promise<Result<Uint8Array>> {
      const way = wayTo(ref)
      if (!way.ok) return way
      const read = await downloadTail({ ...way.value, link: linkTo(ref, path, signal), bytes, signal, most: bytes })
      return read.ok ? ok(read.value.bytes) : read
    },
  }
}

export type MachineBytes = ReturnType<typeof createMachineBytes>
