import { backupActs, backupHealth, isBackupRunning } from '../../shared/backups/backups.ts'
import { heldBackups, watchedBackups } from '../../shared/backups/choices.ts'
import type { BackupId, BackupList, BackupsOfServer } from '../../shared/backups/contract.ts'
import { isRestoring } from '../../shared/backups/restore.ts'
import { saveCommandsOf } from '../../shared/backups/save-commands.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { permits } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { systemZone } from '../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import type { Consoles } from '../console/consoles.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { backupDownloads } from '../jobs/tables.ts'
import { type SleepWatch, unlessSlept } from '../lib/sleep-watch.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { Fetch } from '../panel/transport.ts'
import { createAsk } from '../servers/ask.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { Power } from '../servers/power.ts'
import { type ClientFor, mayReadBySelf, reach } from '../servers/reach.ts'
import { createCheckRights } from '../servers/rights.ts'
import { createSlowReading } from '../servers/slow-reading.ts'
import type { StateWatch } from '../servers/state-watch.ts'
import type { FilePicker } from '../settings/import-export.ts'
import type { FeatureBasics } from '../state/feature-basics.ts'
import { setBackupHealth } from '../state/updates.ts'
import { createBackupActs } from './acts.ts'
import { createDailyKeep } from './daily-keep.ts'
import { createDownloads } from './downloads.ts'
import { createKeepTimes, keepTimesPath } from './keep-times.ts'
import { canMakeRoom, makeRoom, tidyUp } from './make-room.ts'
import { createOthersEnds } from './others-ends.ts'
import { listBackups, readBackup, removeBackup } from './panel.ts'
import { plainRequest } from './plain-request.ts'
import { createRestoresFile, restoresPath } from './restore-file.ts'
import { createRestoreRunner } from './restore-runner.ts'
import { type BackupRuns, createBackupRuns } from './runs.ts'
import { watchSave } from './saving.ts'

type Context = FeatureBasics & {
  sleepWatch: Pick<SleepWatch, 'begin'>
  version: string
  pickFile: Pick<FilePicker, 'folder'>
}

type Others = {
  clientFor: ClientFor
  jobs: Jobs
  power: Pick<Power, 'send'>
  readState: StateWatch['read']
  consoles: Pick<Consoles, 'onLines' | 'watch' | 'unwatch' | 'onBackupEnded'>
  commands: Pick<Commands, 'send'>
  /** What game a server is, as far as it is known. */
  gameFor: (ref: ServerRef) => GameId | null
  fetchFromMachines: (baseUrl: string) => Fetch
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
}

/** How old a reading of backups that attention goes by may get, in milliseconds; it counts for a day. */
const watchMs = 6 * 60 * 60_000

/** For how long that may still wait to go out once the app ends, in milliseconds. */
const lastWaitMs = 500

const whileHeld = { message: 'This backup is being downloaded or restored.', hint: 'Wait until that is done.' }

type BackupsChannel = Extract<InvokeChannel, `backups:${string}` | `restores:${string}`>

export type BackupsApi = Pick<BackupRuns, 'start'> & {
  /** Makes an unlocked backup that the panel names. The game saves first where the app knows how and a key may tell it. */
  startPlain(ref: ServerRef, origin: Origin): Promise<Result<void>>
  /** The same to its end, which is good or an error; where one is made already, that one's. */
  makePlain(ref: ServerRef, origin: Origin): Promise<Result<void>>
}

/** The backups of servers, read when somebody looks; what is made and downloaded from here stands in the state. */
export function createBackupsFeature(
  { store, clock, sleepWatch, newId, version, log, profile, pickFile }: Context,
  { clientFor, jobs, power, readState, consoles, commands, gameFor, fetchFromMachines, backgroundPause }: Others,
): Feature<BackupsChannel> & { readonly api: BackupsApi } {
  const ask = createAsk({ store, clock, clientFor })
  const checkRights = createCheckRights({ store, clock, clientFor })
  const ending = new AbortController()
  /** Ends the wait of what lets servers save again. */
  const lastWait = new AbortController()
  /** When each server's were read last in this run, in steady milliseconds. */
  const readAt = new Map<ServerRef, number>()
  const plain = (ref: ServerRef) => plainRequest(store.get(), ref, gameFor(ref), clock.now())
  const isOpen = (ref: ServerRef) => store.get().consoles[ref]?.stream?.phase === 'open'
  /** How a keep rule deletes backups of a server. */
  const deleting = (ref: ServerRef) => ({
    remove: (id: BackupId) =>
      ask(ref, 'backups-full', (client, { identifier }) => removeBackup(client.at(identifier, {}), id)),
    held: () => heldBackups(store.get(), ref),
    now: clock.now,
    timeZone: systemZone(),
  })
  const runs = createBackupRuns({
    store,
    clock,
    ask,
    jobs,
    checkRights,
    sendToSave: (ref, command, options) =>
      commands.send(ref, command, { isAutomatic: true, signal: lastWait.signal, ...options }),
    watchSave: (ref, signal) => watchSave({ clock, consoles, isOpen }, ref, signal),
    canMakeRoom: (ref, rule) => canMakeRoom({ ...deleting(ref), look: () => read(ref) }, rule),
    makeRoom: (ref, rule, options) => makeRoom({ ...deleting(ref), look: () => read(ref), ...options }, rule),
    onBackupEnded: consoles.onBackupEnded,
    noteEnd: (ref, isGood) => void readAgain(ref, isGood),
  })
  const dailyKeep = createDailyKeep({
    store,
    clock,
    file: createKeepTimes({ path: keepTimesPath(profile), log }),
    jobs,
    tidyUp(ref, rule, { isWanted, onDeleted }) {
      const look = async () => (isWanted() ? read(ref, 'background') : fail('cancelled'))
      return tidyUp({ ...deleting(ref), look, onDeleted, signal: ending.signal }, rule)
    },
  })
  const downloads = createDownloads({ store, clock, version, ask, jobs, fetchFromMachines })
  const acts = createBackupActs({ ask, sleepWatch, jobs })
  const restores = createRestoreRunner({
    store,
    clock,
    sleepWatch,
    newId,
    clientFor,
    ask,
    power,
    checkRights,
    readState,
    makeBackup: (ref) => runs.make(ref, plain(ref), 'window'),
    file: createRestoresFile({ path: restoresPath(profile), log }),
    onBackupEnded: consoles.onBackupEnded,
  })

  function note(ref: ServerRef, list: BackupList): void {
    readAt.set(ref, clock.steady())
    store.update(setBackupHealth(ref, backupHealth(list, clock.now())))
  }

  const listOf = (ref: ServerRef, priority: CallOptions['priority'] = 'person'): Promise<Result<BackupList>> =>
    ask(ref, 'backups-view', async (client, { identifier }) => {
      const list = await listBackups(client.at(identifier, { signal: ending.signal, priority }))
      if (list.ok) note(ref, list.value)
      return list
    })

  /** The same without a person's click: not with a key that the panel refused. Errors also those of `reach`. */
  async function listBySelf(ref: ServerRef): Promise<Result<BackupList>> {
    const reached = reach(store.get(), ref, clientFor, { ...purpose(), isAutomatic: true })
    return reached.ok ? listOf(ref, 'background') : reached
  }

  /** After a backup from here. After a good one, the age known before is wrong even if the list cannot be read. */
  async function readAgain(ref: ServerRef, isGood: boolean): Promise<void> {
    if (ending.signal.aborted) return
    const list = await listBySelf(ref)
    if (!list.ok && isGood && !ending.signal.aborted) store.update(setBackupHealth(ref, null))
  }

  const purpose = () => ({ permission: 'backups-view', now: clock.now() }) as const
  const othersEnds = createOthersEnds({
    clock,
    onBackupEnded: consoles.onBackupEnded,
    isFollowed(ref) {
      const { backupRuns, restores: guided } = store.get()
      const run = backupRuns[ref]
      return (run !== undefined && isBackupRunning(run)) || isRestoring(guided, ref)
    },
    read(ref) {
      if (mayReadBySelf(store.get(), ref, clientFor, purpose())) void listOf(ref, 'background')
    },
  })

  /** What attention goes by, where a person chose something that goes by backups and nobody looks at them. */
  const watch = createSlowReading({
    clock,
    backgroundPause,
    refs: () => {
      const state = store.get()
      return watchedBackups(state, (ref) => mayReadBySelf(state, ref, clientFor, purpose()))
    },
    everyMs: watchMs,
    afterPauseMs: watchMs,
    readAt: (ref) => readAt.get(ref) ?? null,
    read: (ref) => listOf(ref, 'background'),
  })

  /** The list, and what the panel tells beside it: a list without that is still one. */
  const read = (ref: ServerRef, priority: CallOptions['priority'] = 'person'): Promise<Result<BackupsOfServer>> =>
    ask(ref, 'backups-view', async (client, { identifier }) => {
      const options: CallOptions = { signal: ending.signal, priority }
      const list = await listBackups(client.at(identifier, options))
      if (!list.ok) return list
      note(ref, list.value)
      const facts = await client.readServer(identifier, options)
      const { backupLimit, permissions } = facts.ok ? facts.value : { backupLimit: null, permissions: null }
      const denied = backupActs.filter((act) => !permits(permissions, `backup.${act}`))
      return ok({ ...list.value, limit: backupLimit, denied, saveCommands: [...saveCommandsOf(gameFor(ref))] })
    })

  const one = (ref: ServerRef, id: BackupId) =>
    ask(ref, 'backups-view', (client, { identifier }) => readBackup(client.at(identifier, {}), id))

  /** Asks the person for a folder; null when they cancel. */
  async function download(ref: ServerRef, id: BackupId): Promise<Result<{ id: string } | null>> {
    const backup = await one(ref, id)
    if (!backup.ok) return backup
    const folder = await pickFile.folder('Download backup to')
    return folder === null ? ok(null) : downloads.start(ref, backup.value, folder)
  }

  return {
    api: {
      start: runs.start,
      startPlain: (ref, origin) => runs.start(ref, plain(ref), origin),
      makePlain: (ref, origin) => runs.makeOrJoin(ref, plain(ref), origin),
    },
    handlers: {
      'backups:list': ({ ref }) => read(ref),
      'backups:create': ({ ref, ...request }) => runs.start(ref, request, 'window'),
      'backups:setLocked': ({ ref, id, isLocked }) => acts.setLocked(ref, id, isLocked),
      'backups:rename': ({ ref, id, name }) => acts.rename(ref, id, name),
      'backups:remove': ({ ref, id, typedName }) =>
        heldBackups(store.get(), ref).has(id) ? fail('action-running', whileHeld) : acts.remove(ref, id, typedName),
      'backups:dismiss': ({ ref }) => {
        runs.dismiss(ref)
        return ok()
      },
      'backups:download': ({ ref, id }) => download(ref, id),
      'restores:begin': async ({ ref, id, deletesFiles, backsUpFirst }) => {
        const list = await unlessSlept(sleepWatch, () => listOf(ref))
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
      'backups:cancelDownload': ({ id }) => {
        jobs.cancel(id)
        return ok()
      },
      'backups:dismissDownload': ({ id }) => {
        jobs.dismiss(backupDownloads, id)
        return ok()
      },
    },
    // Not when it is made: the subscribers that tell of restores exist only by now.
    load() {
      restores.load()
      dailyKeep.load()
      watch.start()
    },
    async dispose() {
      ending.abort()
      watch.dispose()
      othersEnds.dispose()
      restores.dispose()
      const cancel = clock.after(lastWaitMs, () => lastWait.abort())
      await Promise.all([runs.dispose(), dailyKeep.dispose()])
      cancel()
    },
  }
}
