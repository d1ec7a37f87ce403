import { type FolderOfServer, fileActs } from '../../shared/files/contract.ts'
import { type FilePath, maxFolderEntries } from '../../shared/files/files.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { Permission } from '../../shared/keys/permission.ts'
import { permits } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { Fetch } from '../network/network.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/types.ts'
import { createAsk } from '../servers/ask.ts'
import { createFacts } from '../servers/facts.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { compress, decompress } from './archives.ts'
import { chmod, copy, createFolder, move, remove } from './changes.ts'
import { listAt, type Place } from './place.ts'
import { pull } from './pull.ts'
import { type MachineWay, readEnd, readText } from './read.ts'
import type { Saves } from './save.ts'
import { safeSftpUrl, sftpAddress } from './sftp.ts'
import { encodeText } from './text-codec.ts'
import { writeText } from './write.ts'

type Context = {
  store: StateStore
  clock: Clock
  version: string
  /** Opens an SFTP address in the person's program for it. Error: `sftp-not-opened`. */
  openSftp: (address: string) => Promise<Result<void>>
}
type Others = {
  clientFor: ClientFor
  fetchFromMachines: (baseUrl: string) => Fetch
  keepVersion: Saves['keepVersion']
}

type FilesChannel = Extract<InvokeChannel, `files:${string}`>

/** The files of servers, read when somebody looks: none of them is in the state. */
export function createFilesFeature(
  { store, clock, version, openSftp }: Context,
  others: Others,
): Feature<FilesChannel> {
  const { clientFor, fetchFromMachines, keepVersion } = others
  const ask = createAsk({ store, clock, clientFor })
  const facts = createFacts(clock)
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }
  const userAgent = `Servertray/${version}`
  let leaveEnd = new AbortController()

  type Work<T> = (place: Place, client: PanelClient) => Promise<Result<T>>

  /** Does something with the files of a server, with the key that may. */
  const on = <T>(ref: ServerRef, permission: Permission, work: Work<T>, callOptions = options) =>
    ask(ref, permission, (client, { identifier }) =>
      work({ files: client.files, identifier, options: callOptions }, client),
    )
  const reading = <T>(ref: ServerRef, work: Work<T>, callOptions = options) => on(ref, 'files-read', work, callOptions)
  const changing = <T>(ref: ServerRef, work: Work<T>) => on(ref, 'files-write', work)

  /** The way to the machine of a server that was reached, so that its panel is known. */
  function wayTo(ref: ServerRef): MachineWay {
    const { servers, panels } = store.get()
    const server = servers[ref]
    const fetch = fetchFromMachines((server && panels[server.panelId]?.baseUrl) ?? '')
    return { clock, fetch, userAgent }
  }

  /** The folder, and what the panel tells beside it: a folder without that is still one. */
  async function list(place: Place, client: PanelClient, folder: FilePath) {
    const read = await listAt(place, folder)
    if (!read.ok) return read
    const known = await facts(client, place)
    const denied = fileActs.filter((act) => !permits(known?.permissions ?? null, `file.${act}`))
    const entries = read.value.entries.slice(0, maxFolderEntries)
    const leftOut = read.value.leftOut + read.value.entries.length - entries.length
    return ok<FolderOfServer>({ entries, leftOut, denied })
  }

  const addressOf = (ref: ServerRef) =>
    reading(ref, (place, client) => sftpAddress(client, place.identifier, place.options))

  /** One at a time: whoever reads another end has left the one before. */
  function readOneEnd(ref: ServerRef, path: FilePath) {
    leaveEnd.abort()
    leaveEnd = new AbortController()
    const signal = AbortSignal.any([ending.signal, leaveEnd.signal])
    return reading(ref, (place) => readEnd(place, wayTo(ref), path), { signal })
  }

  return {
    handlers: {
      'files:list': ({ ref, folder }) => reading(ref, (place, client) => list(place, client, folder)),
      'files:read': ({ ref, path }) =>
        reading(ref, (place, client) =>
          readText(place, wayTo(ref), path, async () => (await facts(client, place))?.convertsText ?? false),
        ),
      'files:readEnd': ({ ref, path }) => readOneEnd(ref, path),
      'files:leaveEnd': () => {
        leaveEnd.abort()
        return ok()
      },
      'files:write': ({ ref, path, text, format, seen, before }) => {
        const kept = before === null ? null : encodeText(before, format)
        return changing(ref, (place) =>
          writeText(place, { path, seen, content: { text, format } }, keepVersion(ref, kept)),
        )
      },
      'files:createFolder': ({ ref, folder, name }) => changing(ref, (place) => createFolder(place, folder, name)),
      'files:move': ({ ref, folder, moves }) => changing(ref, (place) => move(place, folder, moves)),
      'files:copy': ({ ref, path }) => changing(ref, (place) => copy(place, path)),
      'files:remove': ({ ref, folder, names }) => changing(ref, (place) => remove(place, folder, names)),
      'files:compress': ({ ref, folder, names }) => changing(ref, (place) => compress(place, clock, folder, names)),
      'files:decompress': ({ ref, folder, name }) => changing(ref, (place) => decompress(place, clock, folder, name)),
      'files:chmod': ({ ref, folder, names, mode }) => changing(ref, (place) => chmod(place, folder, names, mode)),
      'files:pull': ({ ref, ...order }) => changing(ref, (place) => pull(place, clock, order)),
      'files:sftpAddress': ({ ref }) => addressOf(ref),
      'files:openSftp': async ({ ref }) => {
        const address = await addressOf(ref)
        if (!address.ok) return address
        const url = safeSftpUrl(address.value)
        return url.ok ? openSftp(url.value) : url
      },
    },
    dispose: () => ending.abort(),
  }
}
