import type { FilePath } from '../../shared/files/files.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/client.ts'
import type { ServerFacts } from '../panel/server-facts.ts'
import { createAsk } from '../servers/ask.ts'
import type { PanelAccess } from '../servers/reach.ts'
import { createFacts } from '../servers/rights.ts'
import { type DownloadJob, download } from '../transfers/download.ts'
import type { MachineWay, WayTo } from '../transfers/machine.ts'
import { type ServerFiles, serverFiles } from './panel.ts'

/** The files of one server, by the key that may, and how else its panel and its machine are asked. */
export type FilesAt = {
  readonly files: ServerFiles
  readonly way: MachineWay
  readonly client: PanelClient
  readonly identifier: string
  readonly options: CallOptions
  /** What the panel tells of the server; null where that can't be read. */
  readonly facts: () => Promise<ServerFacts | null>
}

type Deps = PanelAccess & {
  wayTo: WayTo
  /** Ends what is asked, at the end of the app. */
  signal: AbortSignal
}

type FetchJob = Pick<DownloadJob, 'folder' | 'file' | 'bytes' | 'signal' | 'mayDiffer' | 'onProgress'>

/** How the files of servers are reached. */
export function createFilesReach({ wayTo, signal, ...access }: Deps) {
  const ask = createAsk(access)
  const factsOf = createFacts(access.clock)

  /**
   * Does something with the files of a server, with the key that may.
   * @param options of the calls: those that are given none end with the app
   */
  async function on<T>(
    ref: ServerRef,
    needs: 'files-read' | 'files-write',
    work: (at: FilesAt) => Promise<Result<T>>,
    options: CallOptions = { signal },
  ): Promise<Result<T>> {
    const way = wayTo(ref)
    if (!way.ok) return way
    return ask(ref, needs, (client, { identifier }) =>
      work({
        files: serverFiles(client, identifier, options),
        way: way.value,
        client,
        identifier,
        options,
        facts: () => factsOf(client, { identifier, options }),
      }),
    )
  }

  return {
    on,
    /** Downloads a file from its machine to a folder of this computer, as it is, whatever a panel would make of it. */
    async fetchFile(ref: ServerRef, path: FilePath, job: FetchJob): Promise<Result<{ file: string }>> {
      const way = wayTo(ref)
      if (!way.ok) return way
      const link = () => on(ref, 'files-read', ({ files }) => files.downloadLink(path), { signal: job.signal })
      return download({ ...way.value, link, what: 'file', ...job })
    },
  }
}
export type FilesReach = ReturnType<typeof createFilesReach>
