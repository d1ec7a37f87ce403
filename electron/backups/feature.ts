import { heldBackups } from '../../shared/backups/choices.ts'
import type { BackupId } from '../../shared/backups/contract.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { createArea } from '../areas/area.ts'
import type { Commands } from '../console/commands.ts'
import type { Consoles } from '../console/consoles.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type SleepWatch, unlessSlept } from '../lib/sleep-watch.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { Power } from '../servers/power.ts'
import type { ClientFor } from '../servers/reach.ts'
import { createCheckRights } from '../servers/rights.ts'
import type { StateWatch } from '../servers/state-watch.ts'
import type { FilePicker } from '../settings/import-export.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { WayTo } from '../transfers/machine.ts'
import { removeAsAsked, setLocked } from './acts.ts'
import { createDailyKeep, createKeepTimes, keepTimesPath } from './daily-keep.ts'
import { startDownload } from './downloads.ts'
import type { KeepCalls } from './keep-rules.ts'
import { readBackup, removeBackup, renameBackup } from './panel.ts'
import { createBackupReading } from './reading.ts'
import { createRestoreRunner, createRestoresFile, restoresPath } from './restore-runner.ts'
import { createBackupRuns, plainRequest } from './runs.ts'
import { watchSave } from './saving.ts'

type Context = FeatureBasics & {
  sleepWatch: Pick<SleepWatch, 'begin'>
  pickFile: Pick<FilePicker, 'folder'>
}

type Uses = {
  clientFor: ClientFor
  jobs: Jobs
  power: Pick<Power, 'send'>
  readState: StateWatch['read']
  consoles: Pick<Consoles, 'onLines' | 'watch' | 'unwatch' | 'onBackupEnded'>
  commands: Pick<Commands, 'send'>
  /** What game a server is, as far as it is known. */
  gameFor: (ref: ServerRef) => GameId | null
  wayTo: WayTo
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
}

/** For how long that may still wait to go out once the app ends, in milliseconds. */
const lastWaitMs = 500

const whileHeld = { message: 'This backup is being downloaded or restored.', hint: 'Wait until that is done.' }

type BackupsChannel = Extract<InvokeChannel, `backups:${string}` | `restores:${string}`>

/** The backups of servers, read when somebody looks; what is made and downloaded from here stands in the state. */
export function createBackupsFeature(context: Context, uses: Uses) {
  const { store, clock, sleepWatch, log, profile, pickFile } = context
  const { jobs, consoles, commands, gameFor } = uses
  const area = createArea('backups', context, uses)
  const { on } = area
  const ending = new AbortController()
  /** Ends the wait of what lets servers save again. */
  const lastWait = new AbortController()
  const parts = { ...context, ...uses, on, end: ending.signal, checkRights: createCheckRights({ ...context, ...uses }) }
  const plain = (ref: ServerRef) => plainRequest(store.get(), ref, gameFor(ref), clock.now())
  const isOpen = (ref: ServerRef) => store.get().consoles[ref]?.stream?.phase === 'open'
  const reading = createBackupReading(parts)
  const keepCalls: KeepCalls = {
    look: reading.withFacts,
    held: (ref) => heldBackups(store.get(), ref),
    remove: (ref, id) => on(ref, 'change', (server) => removeBackup(server, id)),
  }
  const dailyKeep = createDailyKeep({
    ...parts,
    keepCalls,
    file: createKeepTimes({ path: keepTimesPath(profile), log }),
  })
  const silent = new Set<ServerRef>()
  const runs = createBackupRuns({
    ...parts,
    sendToSave: (ref, command, options) =>
      commands.send(ref, command, { isAutomatic: true, signal: lastWait.signal, ...options }),
    watchSave: (ref, signal) => watchSave({ clock, consoles, isOpen, silent }, ref, signal),
    onBackupEnded: consoles.onBackupEnded,
    noteEnd: (ref, isGood) => void reading.again(ref, isGood),
    makeRoom: dailyKeep.noteGood,
  })
  const restores = createRestoreRunner({
    ...parts,
    makeBackup: (ref) => runs.make(ref, plain(ref), 'window'),
    file: createRestoresFile({ path: restoresPath(profile), log }),
    onBackupEnded: consoles.onBackupEnded,
  })

  /** Asks the person for a folder; null when they cancel. */
  async function download(ref: ServerRef, id: BackupId): Promise<Result<{ id: string } | null>> {
    const backup = await on(ref, 'view', (server) => readBackup(server, id))
    if (!backup.ok) return backup
    const folder = await pickFile.folder('Download backup to')
    if (folder === null) return ok(null)
    return startDownload(parts, ref, backup.value, folder)
  }

  return {
    api: {
      start: runs.start,
      /** Makes an unlocked backup that the panel names. The game saves first where the app knows how and a key may tell it. */
      startPlain: (ref: ServerRef, origin: Origin) => runs.start(ref, plain(ref), origin),
      /** The same to its end, which is good or an error; where one is made already, that one's. */
      makePlain: (ref: ServerRef, origin: Origin) => runs.makeOrJoin(ref, plain(ref), origin),
    },
    handlers: {
      'backups:list': ({ ref }) => reading.withFacts(ref),
      'backups:create': ({ ref, ...request }) => runs.start(ref, request, 'window'),
      'backups:setLocked': area.change((server, request) => setLocked(server, sleepWatch, request)),
      'backups:rename': area.change((server, { id, name }) => renameBackup(server, id, name)),
      'backups:remove': area.change(async (server, request) => {
        if (heldBackups(store.get(), request.ref).has(request.id)) return fail('action-running', whileHeld)
        return removeAsAsked(server, { sleepWatch, jobs }, request)
      }),
      'backups:download': ({ ref, id }) => download(ref, id),
      'restores:begin': async ({ ref, id, deletesFiles, backsUpFirst }) => {
        const list = await unlessSlept(sleepWatch, () => reading.list(ref))
        if (!list.ok) return list
        const all = list.value.backups
        const backup = all.find((one) => one.id === id)
        return backup ? restores.begin(ref, { backup, all, deletesFiles, backsUpFirst }) : fail('backup-not-found')
      },
      'restores:cancel': ({ id }) => restores.cancel(id),
      'restores:leave': ({ id }) => restores.leave(id),
      'restores:dismiss': ({ id }) => {
        restores.dismiss(id)
        return ok()
      },
    },
    // Not when it is made: the subscribers that tell of restores exist only by now.
    load() {
      restores.load()
      dailyKeep.load()
      reading.start()
    },
    async dispose() {
      ending.abort()
      reading.dispose()
      restores.dispose()
      const cancel = clock.after(lastWaitMs, () => lastWait.abort())
      await Promise.all([runs.dispose(), dailyKeep.dispose()])
      cancel()
    },
  } satisfies Feature<BackupsChannel> & { api: object }
}
export type BackupsApi = ReturnType<typeof createBackupsFeature>['api']
