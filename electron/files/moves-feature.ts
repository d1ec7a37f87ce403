import type { UploadOffer } from '../../shared/files/contract-moves.ts'
import type { FilePath } from '../../shared/files/files.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { fileMoves } from '../jobs/tables.ts'
import type { Fetch } from '../panel/transport.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { FilePicker } from '../settings/import-export.ts'
import type { FeatureBasics } from '../state/feature-basics.ts'
import type { Notices } from '../state/notices.ts'
import { compress } from './archives.ts'
import { createFileDownloads } from './download-files.ts'
import { createDrops } from './drops.ts'
import { createLeftEditsFile, leftEditsPath } from './left-edits.ts'
import { createMachineBytes } from './machine-bytes.ts'
import { createOwnEditor } from './own-editor.ts'
import { createSaves, type Saves } from './save.ts'
import { createUploads } from './uploads.ts'
import { createKeptVersions } from './versions.ts'

type Context = FeatureBasics & {
  notices: Notices
  version: string
  pickFile: Pick<FilePicker, 'folder' | 'uploads'>
  /** Opens a file in the person's program for it. */
  openFile: (path: string) => Promise<Result<void>>
}

const dayMs = 24 * 60 * 60_000

type Others = { clientFor: ClientFor; jobs: Jobs; fetchFromMachines: (baseUrl: string) => Fetch }

type FileMovesChannel = Extract<InvokeChannel, `fileMoves:${string}` | `fileVersions:${string}` | `ownEditor:${string}`>

type Place = { readonly ref: ServerRef; readonly folder: FilePath }

/** Files on their way between servers and this computer, versions that are kept here, and files in the person's editor. */
export function createFileMovesFeature(
  context: Context,
  { clientFor, jobs, fetchFromMachines }: Others,
): Feature<FileMovesChannel> & { readonly api: Pick<Saves, 'keepVersion'> } {
  const { store, clock, newId, version, log, profile, notices, pickFile, openFile } = context
  const ending = new AbortController()
  const ask = createAsk({ store, clock, clientFor })
  const machines = { store, clock, version, ask, fetchFromMachines }
  const bytes = createMachineBytes(machines)
  const versions = createKeptVersions({ profile, clock, log })
  const saves = createSaves({ clock, ask, versions, bytes, signal: ending.signal })
  const drops = createDrops({ clock, newId })
  const uploads = createUploads({ ...machines, newId, jobs })
  const downloads = createFileDownloads({
    store,
    ask,
    bytes,
    jobs,
    compress: (ref, folder, names) =>
      ask(ref, 'files-write', ({ files }, { identifier }) =>
        compress({ files, identifier, options: { signal: ending.signal } }, clock, folder, names),
      ),
  })
  const left = createLeftEditsFile({ path: leftEditsPath(profile), log })
  const editor = createOwnEditor({ profile, store, clock, newId, log, bytes, saves, left, notices, openFile })

  let cancelSweep = () => {}
  /** Versions grow too old also where the app is never ended. */
  function sweepDaily(): void {
    versions.sweep()
    cancelSweep = clock.after(dayMs, sweepDaily)
  }

  async function pick(place: Place, what: 'files' | 'folder'): Promise<Result<UploadOffer | null>> {
    const paths = await pickFile.uploads(what)
    return paths.length === 0 ? ok(null) : uploads.offer(place, paths)
  }

  return {
    api: { keepVersion: saves.keepVersion },
    handlers: {
      async 'fileMoves:download'({ names, ...place }) {
        const target = await pickFile.folder('Download to')
        return target === null ? ok(null) : downloads.start(place, names, target)
      },
      'fileMoves:cancel': ({ id }) => {
        jobs.cancel(id)
        return ok()
      },
      'fileMoves:dismiss': ({ id }) => {
        jobs.dismiss(fileMoves, id)
        return ok()
      },
      'fileMoves:pick': ({ what, ...place }) => pick(place, what),
      'fileMoves:take': async ({ drop, ...place }, { pageId }) => {
        const paths = drops.take(pageId, drop)
        return paths.ok ? uploads.offer(place, paths.value) : paths
      },
      'fileMoves:upload': ({ id, existing }) => uploads.start(id, existing),
      'fileMoves:leave': ({ id }) => {
        uploads.leave(id)
        return ok()
      },
      'fileMoves:dropped': ({ paths }, { pageId }) => drops.note(pageId, paths),
      'fileVersions:list'({ ref, path }) {
        const list = versions.list(ref, path)
        return list.ok ? ok({ versions: list.value }) : list
      },
      'fileVersions:restore': async ({ ref, path, id, seen }) => {
        const kept = await versions.read(ref, path, id)
        return kept.ok ? saves.save(ref, path, kept.value, { seen }) : kept
      },
      'ownEditor:open': ({ ref, path }) => editor.open(ref, path),
      'ownEditor:save': ({ id, ...how }) => editor.save(id, how),
      'ownEditor:end': async ({ id, ...how }) => {
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
