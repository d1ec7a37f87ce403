import { type FolderOfServer, fileActs } from '../../shared/files/contract.ts'
import type { UploadOffer } from '../../shared/files/contract-moves.ts'
import { type FilePath, maxFolderEntries } from '../../shared/files/files.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { permits } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { serverNames } from '../../shared/servers/names.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { FilePicker } from '../settings/import-export.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { Notices } from '../state/notices.ts'
import type { WayTo } from '../transfers/machine.ts'
import { chmod, copy, createFolder, move, remove } from './changes.ts'
import { createFileDownloads } from './download-files.ts'
import { createDrops, dropWords } from './drops.ts'
import { compress, decompress, pull } from './machine-work.ts'
import { createOwnEditor } from './own-editor.ts'
import type { ServerFiles } from './panel.ts'
import { createFilesReach, type FilesAt } from './reach.ts'
import { readEnd, readText } from './read.ts'
import { createSaves } from './save.ts'
import { safeSftpUrl, sftpAddress } from './sftp.ts'
import { encodeText } from './text-codec.ts'
import { createUploads, type UploadTarget } from './uploads.ts'
import { createKeptVersions } from './versions.ts'

type Context = FeatureBasics & {
  notices: Notices
  pickFile: Pick<FilePicker, 'folder' | 'uploads' | 'confirm'>
  /** Opens a file in the person's program for it. */
  openFile: (path: string) => Promise<Result<void>>
  /** Opens an SFTP address in the person's program for it. Error: `sftp-not-opened`. */
  openSftp: (address: string) => Promise<Result<void>>
}

type Uses = { clientFor: ClientFor; jobs: Jobs; wayTo: WayTo }

type FilesChannel = Extract<
  InvokeChannel,
  `files:${string}` | `fileMoves:${string}` | `fileVersions:${string}` | `ownEditor:${string}`
>

const dayMs = 24 * 60 * 60_000

/**
 * The files of servers, read when somebody looks: none of them is in the state. Files on their way, versions that are kept
 * here, and files in the person's own editor.
 */
export function createFilesFeature(context: Context, { clientFor, jobs, wayTo }: Uses): Feature<FilesChannel> {
  const { store, clock, newId, log, profile, notices, pickFile, openFile, openSftp } = context
  const ending = new AbortController()
  const { signal } = ending
  const { on, fetchFile } = createFilesReach({ store, clock, clientFor, wayTo, signal })
  const versions = createKeptVersions({ profile, clock, log })
  const saves = createSaves({ on, versions })
  const drops = createDrops({ clock, newId })
  const uploads = createUploads({ on, wayTo, clock, newId, jobs, profile })
  const downloads = createFileDownloads({
    on,
    fetchFile,
    store,
    jobs,
    compress: (files, folder, names) => compress(files, clock, folder, names),
  })
  const editor = createOwnEditor({ fetchFile, profile, store, clock, newId, log, saves, notices, openFile })
  let leaveEnd = new AbortController()
  let cancelSweep = () => {}

  const reading = <T>(ref: ServerRef, work: (at: FilesAt) => Promise<Result<T>>) => on(ref, 'files-read', work)
  const changing = <T>(ref: ServerRef, work: (files: ServerFiles) => Promise<Result<T>>) =>
    on(ref, 'files-write', ({ files }) => work(files))

  /** The folder, and what the panel tells beside it: a folder without that is still one. */
  async function list({ files, facts }: FilesAt, folder: FilePath): Promise<Result<FolderOfServer>> {
    const read = await files.list(folder)
    if (!read.ok) return read
    const permissions = (await facts())?.permissions ?? null
    const denied = fileActs.filter((act) => !permits(permissions, `file.${act}`))
    const entries = read.value.entries.slice(0, maxFolderEntries)
    const leftOut = read.value.leftOut + read.value.entries.length - entries.length
    return ok({ entries, leftOut, denied })
  }

  const addressOf = (ref: ServerRef) =>
    reading(ref, ({ client, identifier, options }) => sftpAddress(client, identifier, options))

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
      'files:list': ({ ref, folder }) => reading(ref, (at) => list(at, folder)),
      'files:read': ({ ref, path }) =>
        reading(ref, ({ files, way, facts }) =>
          readText(files, way, path, async () => (await facts())?.convertsText ?? false),
        ),
      // One at a time: whoever reads another end has left the one before.
      'files:readEnd'({ ref, path }) {
        leaveEnd.abort()
        leaveEnd = new AbortController()
        const either = AbortSignal.any([signal, leaveEnd.signal])
        return on(ref, 'files-read', ({ files, way }) => readEnd(files, way, path), { signal: either })
      },
      'files:leaveEnd'() {
        leaveEnd.abort()
        return ok()
      },
      'files:write'({ ref, path, text, format, seen, before }) {
        const content = encodeText(text, format)
        if (content === null) return fail('text-unencodable')
        return saves.save(ref, path, content, { seen, before: before === null ? null : encodeText(before, format) })
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
        if (!paths.ok) return paths
        const server = serverNames(store.get())(target.ref)
        // One question for each page, however many drops it tells of.
        const question = { about: `drops-${pageId}`, ...dropWords(paths.value, server, target.folder), pageId }
        return (await pickFile.confirm(question)) ? uploads.offer(target, paths.value) : ok(null)
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
