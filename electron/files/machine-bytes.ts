import { type FilePath, folderOf, nameOf, pathIn } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Fetch } from '../panel/transport.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { type DownloadJob, download } from '../transfers/download.ts'
import { machinesOf } from '../transfers/machines-of.ts'

type Deps = {
  store: StateStore
  clock: Clock
  version: string
  ask: Ask
  /** The way to the machines of a panel. */
  fetchFromMachines: (baseUrl: string) => Fetch
}

type More = Pick<DownloadJob, 'folder' | 'file' | 'bytes' | 'signal'> &
  Partial<Pick<DownloadJob, 'mayDiffer' | 'onProgress' | 'openFile'>>

/** The bytes of a server's file as they are, from its machine, whatever a panel would make of them. */
export function createMachineBytes(deps: Deps) {
  const { store, clock, version, ask, fetchFromMachines } = deps

  /** Downloads a file to a folder of this computer. */
  async function toFolder(ref: ServerRef, path: FilePath, more: More): Promise<Result<{ file: string }>> {
    const baseUrl = machinesOf(store.get(), ref)
    const name = nameOf(path)
    if (baseUrl === null) return fail('unknown-server')
    if (name === null) return fail('file-not-found')
    const { signal } = more
    return download({
      clock,
      link: () =>
        ask(ref, 'files-read', ({ files }, { identifier }) =>
          files.downloadLink(identifier, pathIn(folderOf(path), name), { signal }),
        ),
      fetch: fetchFromMachines(baseUrl),
      userAgent: `Servertray/${version}`,
      what: 'file',
      sha1: null,
      onProgress: () => undefined,
      ...more,
    })
  }

  return {
    toFolder,
    /** Reads a file of exactly so many bytes into memory. Error: `download-wrong` where it has others. */
    async toMemory(ref: ServerRef, path: FilePath, bytes: number, signal: AbortSignal): Promise<Result<Uint8Array>> {
      const parts: Uint8Array[] = []
      const openFile: DownloadJob['openFile'] = async (_, file) =>
        ok({
          write: async (chunk) => void parts.push(chunk),
          finish: async () => file,
          keep: async () => file,
          drop: async () => undefined,
        })
      const fetched = await toFolder(ref, path, { folder: '', file: 'memory', bytes, signal, openFile })
      return fetched.ok ? ok(Buffer.concat(parts)) : fetched
    },
  }
}

export type MachineBytes = ReturnType<typeof createMachineBytes>
