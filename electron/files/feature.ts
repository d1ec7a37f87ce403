import { type FolderOfServer, fileActs } from '../../shared/files/contract.ts'
import type { UploadOffer } from '../../shared/files/contract-moves.ts'
import { type FilePath, maxFolderEntries } from '../../shared/files/files.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { Permission } from '../../shared/keys/permission.ts'
import { permits } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { ServerFiles } from '../panel/files.ts'
import type { Fetch } from '../panel/transport.ts'
import type { PanelClient } from '../panel/types.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import { createFacts } from '../servers/rights.ts'
import type { FilePicker } from '../settings/import-export.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { Notices } from '../state/notices.ts'
import { chmod, copy, createFolder, move, remove } from './changes.ts'
import { createFileDownloads } from './download-files.ts'
import { createDrops } from './drops.ts'
import { createMachineBytes } from './machine-bytes.ts'
import { compress, decompress, pull } from './machine-work.ts'
import { createOwnEditor } from './own-editor.ts'
import { readEnd, readText } from './read.ts'
import { createSaves } from './save.ts'
import { safeSftpUrl, sftpAddress } from './sftp.ts'
import { encodeText } from './text-codec.ts'
import { createUploads, type UploadTarget } from './uploads.ts'
import { createKeptVersions } from './versions.ts'
import { writeText } from './write.ts'

type Context = FeatureBasics & {
  notices: Notices
  version: string
  pickFile: Pick<FilePicker, 'folder' | 'uploads'>
  /** Opens a file in the person's program for it. */
  openFile: (path: string) => Promise<Result<void>>
  /** Opens an SFTP address in the person's program for it. Error: `sftp-not-opened`. */
  openSftp: (address: string) => Promise<Result<void>>
}

type Others = { clientFor: ClientFor; jobs: Jobs; fetchFromMachines: (baseUrl: string) => Fetch }

type FilesChannel = Extract<
  InvokeChannel,
  `files:${string}` | `fileMoves:${string}` | `fileVersions:${string}` | `ownEditor:${string}`
>

const dayMs = 24 * 60 * 60_000

/**
 * The files of servers, read when somebody looks: none of them is in the state. Files on their way, versions that are kept
 * here, and files in the person's own editor.
 */
export function createFilesFeature(
  context: Context,
  { clientFor, jobs, fetchFromMachines }: Others,
): Feature<FilesChannel> {
  const { store, clock, newId, version, log, profile, notices, pickFile, openFile, openSftp } = context
  const ask = createAsk({ store, clock, clientFor })
  const facts = createFacts(clock)
  const ending = new AbortController()
  const { signal } = ending
  const bytes = createMachineBytes({ store, clock, version, ask, fetchFromMachines })
  const versions = createKeptVersions({ profile, clock, log })
  const saves = createSaves({ clock, ask, versions, bytes, signal })
  const drops = createDrops({ clock, newId })
  const uploads = createUploads({ newId, ask, jobs, bytes })
  const editor = createOwnEditor({ profile, store, clock, newId, log, bytes, saves, notices, openFile })
  let leaveEnd = new AbortController()
  let cancelSweep = () => {}

  type Reached = {
    readonly client: PanelClient
    readonly at: { readonly identifier: string; readonly options: CallOptions }
  }
  type Work<T> = (files: ServerFiles, reached: Reached) => Promise<Result<T>>

  /** Does something with the files of a server, with the key that may. */
  const on = <T>(ref: ServerRef, permission: Permission, work: Work<T>, options: CallOptions = { signal }) =>
    ask(ref, permission, (client, { identifier }) =>
      work(client.files(identifier, options), { client, at: { identifier, options } }),
    )
  const reading = <T>(ref: ServerRef, work: Work<T>, options?: CallOptions) => on(ref, 'files-read', work, options)
  const changing = <T>(ref: ServerRef, work: Work<T>) => on(ref, 'files-write', work)

  const downloads = createFileDownloads({
    store,
    ask,
    bytes,
    jobs,
    compress: (ref, folder, names) => changing(ref, (files) => compress(files, clock, folder, names)),
  })

  /** The folder, and what the panel tells beside it: a folder without that is still one. */
  async function list(files: ServerFiles, { client, at }: Reached, folder: FilePath) {
    const read = await files.list(folder)
    if (!read.ok) return read
    const known = await facts(client, at)
    const denied = fileActs.filter((act) => !permits(known?.permissions ?? null, `file.${act}`))
    const entries = read.value.entries.slice(0, maxFolderEntries)
    const leftOut = read.value.leftOut + read.value.entries.length - entries.length
    return ok<FolderOfServer>({ entries, leftOut, denied })
  }

  const addressOf = (ref: ServerRef) =>
    reading(ref, (_, { client, at }) => sftpAddress(client, at.identifier, at.options))

  /** One at a time: whoever reads another end has left the one before. */
  function readOneEnd(ref: ServerRef, path: FilePath) {
    leaveEnd.abort()
    leaveEnd = new AbortController()
    const way = bytes.wayTo(ref)
    if (!way.ok) return way
    const either = AbortSignal.any([signal, leaveEnd.signal])
    return reading(ref, (files) => readEnd(files, way.value, path), { signal: either })
  }

  /** Versions grow too old also where the app is never ended. */
  function sweepDaily(): void {
    versions.sweep()
    cancelSweep = clock.after(dayMs, sweepDaily)
  }

  async function pick(target: UploadTarget, what: 'files' | 'folder'): Promise<Result<UploadOffer | null>> {
    const paths = await pickFile.uploads(what)
    return paths.length === 0 ? ok(null) : uploads.offer(target, paths)
  }

  return {
    handlers: {
      'files:list': ({ ref, folder }) => reading(ref, (files, reached) => list(files, reached, folder)),
      'files:read'({ ref, path }) {
        const way = bytes.wayTo(ref)
        if (!way.ok) return way
        return reading(ref, (files, { client, at }) =>
          readText(files, way.value, path, async () => (await facts(client, at))?.convertsText ?? false),
        )
      },
      'files:readEnd': ({ ref, path }) => readOneEnd(ref, path),
      'files:leaveEnd'() {
        leaveEnd.abort()
        return ok()
      },
      'files:write'({ ref, path, text, format, seen, before }) {
        const kept = before === null ? null : encodeText(before, format)
        const save = { path, seen, content: { text, format } }
        return changing(ref, (files) => writeText(files, save, saves.keepVersion(ref, kept)))
      },
      'files:createFolder': ({ ref, folder, name }) => changing(ref, (files) => createFolder(files, folder, name)),
      'files:move': ({ ref, folder, moves }) => changing(ref, (files) => move(files, folder, moves)),
      'files:copy': ({ ref, path }) => changing(ref, (files) => copy(files, path)),
      'files:remove': ({ ref, folder, names }) => changing(ref, (files) => remove(files, folder, names)),
      'files:compress': ({ ref, folder, names }) => changing(ref, (files) => compress(files, clock, folder, names)),
      'files:decompress': ({ ref, folder, name }) => changing(ref, (files) => decompress(files, clock, folder, name)),
      'files:chmod': ({ ref, folder, names, mode }) => changing(ref, (files) => chmod(files, folder, names, mode)),
      'files:pull': ({ ref, ...order }) => changing(ref, (files) => pull(files, clock, order)),
      'files:sftpAddress': ({ ref }) => addressOf(ref),
      async 'files:openSftp'({ ref }) {
        const address = await addressOf(ref)
        if (!address.ok) return address
        const url = safeSftpUrl(address.value)
        return url.ok ? openSftp(url.value) : url
      },
      async 'fileMoves:download'({ names, ...from }) {
        const target = await pickFile.folder('Download to')
        return target === null ? ok(null) : downloads.start(from, names, target)
      },
      'fileMoves:pick': ({ what, ...target }) => pick(target, what),
      async 'fileMoves:take'({ drop, ...target }, { pageId }) {
        const paths = drops.take(pageId, drop)
        return paths.ok ? uploads.offer(target, paths.value) : paths
      },
      'fileMoves:upload': ({ id, existing }) => uploads.start(id, existing),
      'fileMoves:leave'({ id }) {
        uploads.leave(id)
        return ok()
      },
      'fileMoves:dropped': ({ paths }, { pageId }) => drops.note(pageId, paths),
      'fileVersions:list'({ ref, path }) {
        const kept = versions.list(ref, path)
        return kept.ok ? ok({ versions: kept.value }) : kept
      },
      async 'fileVersions:restore'({ ref, path, id, seen }) {
        const kept = await versions.read(ref, path, id)
        return kept.ok ? saves.save(ref, path, kept.value, { seen }) : kept
      },
      'ownEditor:open': ({ ref, path }) => editor.open(ref, path),
      'ownEditor:save': ({ id, ...how }) => editor.save(id, how),
      async 'ownEditor:end'({ id, ...how }) {
        await editor.end(id, how)
        return ok()
      },
    },
    async start() {
      sweepDaily()
      await editor.recover()
    },
    async dispose() {
      ending.abort()
      cancelSweep()
      await editor.dispose()
    },
  }
}
