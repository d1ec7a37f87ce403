import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import type { BackupId } from '../../shared/model/backup.ts'
import { backupHealth } from '../../shared/model/backup-health.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import { saveCommandsOf } from '../../shared/model/save-commands.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { Consoles } from '../console/consoles.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { Fetch } from '../panel/transport.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { FilePicker } from '../settings/import-export.ts'
import type { StateStore } from '../state/store.ts'
import { setBackupHealth } from '../state/updates.ts'
import { createBackupActs } from './acts.ts'
import { createAsk } from '../servers/ask.ts'
import { createDownloads } from './downloads.ts'
import { type BackupRuns, createBackupRuns } from './runs.ts'
import { watchSave } from './save-watch.ts'

type Context = {
  store: StateStore
  clock: Clock
  newId: () => string
  version: string
  pickFile: Pick<FilePicker, 'folder'>
}

type Others = {
  clientFor: ClientFor
  consoles: Pick<Consoles, 'onLines' | 'watch' | 'unwatch' | 'onBackupEnded'>
  commands: Pick<Commands, 'send'>
  /** What game a server is, as far as it is known. */
  gameFor: (ref: ServerRef) => GameId | null
  fetchFromMachines: (baseUrl: string) => Fetch
}

type BackupsChannel = Extract<InvokeChannel, `backups:${string}`>

type Api = Pick<BackupRuns, 'start'>

/** The backups of servers, read when somebody looks; what is made and downloaded from here stands in the state. */
export function createBackupsFeature(
  { store, clock, newId, version, pickFile }: Context,
  { clientFor, consoles, commands, gameFor, fetchFromMachines }: Others,
): Feature<BackupsChannel> & { readonly api: Api } {
  const ask = createAsk({ store, clock, clientFor })
  const ending = new AbortController()
  const isOpen = (ref: ServerRef) => store.get().consoles[ref]?.stream?.phase === 'open'
  const runs = createBackupRuns({
    store,
    clock,
    newId,
    ask,
    commands,
    watchSave: (ref, signal) => watchSave({ clock, consoles, isOpen }, ref, signal),
    onBackupEnded: consoles.onBackupEnded,
  })
  const downloads = createDownloads({ store, clock, newId, version, ask, fetchFromMachines })
  const acts = createBackupActs({ clock, ask, signal: ending.signal })

  async function read(ref: ServerRef) {
    const list = await ask(ref, 'backups-view', ({ backups }, { identifier }) =>
      backups.list(identifier, { signal: ending.signal }),
    )
    if (list.ok) store.update(setBackupHealth(ref, backupHealth(list.value, clock.now())))
    return list
  }

  /** Asks the person for a folder; null when they cancel. */
  async function download(ref: ServerRef, id: BackupId): Promise<Result<{ id: string } | null>> {
    const backup = await ask(ref, 'backups-view', ({ backups }, { identifier }) => backups.one(identifier, id))
    if (!backup.ok) return backup
    const folder = await pickFile.folder('Download backup to')
    return folder === null ? ok(null) : downloads.start(ref, backup.value, folder)
  }

  return {
    api: { start: runs.start },
    handlers: {
      'backups:list': async ({ ref }) => {
        const list = await read(ref)
        return list.ok ? ok({ ...list.value, saveCommands: [...saveCommandsOf(gameFor(ref))] }) : list
      },
      'backups:create': ({ ref, ...request }) => runs.start(ref, request, 'window'),
      'backups:setLocked': ({ ref, id, isLocked }) => acts.setLocked(ref, id, isLocked),
      'backups:rename': ({ ref, id, name }) => acts.rename(ref, id, name),
      'backups:remove': ({ ref, id, typedName }) => acts.remove(ref, id, typedName),
      'backups:restore': ({ ref, id, truncate }) => acts.restore(ref, id, { truncate }),
      'backups:dismiss': ({ ref }) => {
        runs.dismiss(ref)
        return ok()
      },
      'backups:download': ({ ref, id }) => download(ref, id),
      'backups:cancelDownload': ({ id }) => {
        downloads.cancel(id)
        return ok()
      },
      'backups:dismissDownload': ({ id }) => {
        downloads.dismiss(id)
        return ok()
      },
    },
    async dispose() {
      ending.abort()
      await Promise.all([runs.dispose(), downloads.dispose()])
    },
  }
}
