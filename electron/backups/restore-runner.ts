import { join } from 'node:path'
import { isBackingUp, isBeingMade } from '../../shared/backups/backups.ts'
import { type Backup, type RestoreView, restoreViewSchema } from '../../shared/backups/contract.ts'
import { canCancelRestore, hasRestoreEnded, isRestoring } from '../../shared/backups/restore.ts'
import { rightsOfRestore } from '../../shared/keys/rights.ts'
import { panelOf, type ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { OnServer } from '../areas/area.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { createKeptList, createOwnEntries, type ListFormat } from '../lib/kept-file.ts'
import { createLongLookLoop } from '../lib/look-loop.ts'
import { type SleepWatch, unlessSlept, type Vigil } from '../lib/sleep-watch.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { PanelClient } from '../panel/client.ts'
import { conditionOf } from '../panel/conditions.ts'
import type { Power } from '../servers/power.ts'
import { type PanelAccess, reach } from '../servers/reach.ts'
import type { CheckRights } from '../servers/rights.ts'
import type { StateWatch } from '../servers/state-watch.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { drop, put } from '../state/updates.ts'
import { usable } from './acts.ts'
import { listBackups, listRestores, restoreBackup } from './panel.ts'
import {
  type ActivityLook,
  advanceRestore,
  afterRestart,
  type BackupsLook,
  beginRestore,
  cancelRestore,
  leaveRestore,
  noteBackup,
  noteRequest,
  noteStop,
  type RestoreObservation,
  type RestoreOrder,
  type Restoring,
  type ServerReading,
  wantsActivity,
  wantsBackups,
} from './restore.ts'

type Deps = PanelAccess &
  Pick<FeatureBasics, 'newId'> & {
    sleepWatch: Pick<SleepWatch, 'begin'>
    on: OnServer
    power: Pick<Power, 'send'>
    checkRights: CheckRights
    readState: StateWatch['read']
    /** Makes a backup, to its end that was seen. */
    makeBackup: (ref: ServerRef) => Promise<Result<void>>
    /** What a next start must know. */
    file: KeptFile<readonly RestoreView[]>
    /** Tells of a server whose machine says that a backup or a restore has ended. */
    onBackupEnded: (listener: (ref: ServerRef) => void) => () => void
  }

export type RestoreWanted = {
  readonly backup: Backup
  readonly all: readonly Backup[]
  readonly deletesFiles: boolean
  readonly backsUpFirst: boolean
}

/** A restore with what was last seen around it. Times are steady milliseconds. */
type Guided = {
  restoring: Restoring
  reading: ServerReading | null
  activity: ActivityLook | null
  backups: BackupsLook | null
  announcedAt: number | null
  look: () => Promise<void>
  cancelLook: () => void
  /** Until the request goes out. */
  readonly vigil: Vigil
  /** Takes its stop back where that still waits for a rate limit. */
  readonly giveUp: AbortController
  stop: Promise<Result<void>> | null
}

/** How far the looks at a server are apart, in milliseconds: while it stops, and while the panel restores. */
const lookEveryMs = { stopping: 5_000, other: 15_000 } as const

const underWay = { message: 'A restore of this server is under way already.', hint: 'Wait until it is done.' }

/** Leads restores step by step: what each look shows goes to the rules of `restore.ts`, and what these order goes out. */
export function createRestoreRunner(deps: Deps) {
  const { store, clock, sleepWatch, newId, clientFor, on, power, makeBackup, file } = deps
  const all = new Map<string, Guided>()
  const ownEntries = createOwnEntries<RestoreView>()
  const ending = new AbortController()

  const times = () => ({ now: clock.steady(), wall: clock.now() })

  function write(): void {
    const own = [...all.values()].map(({ restoring: { view } }) => view)
    file.set(ownEntries.within(file.get(), own))
  }

  /** On disk before anything follows from it. */
  function keep(one: Guided, restoring: Restoring): void {
    // Its stop may be answered when it was dismissed already.
    const isNews = one.restoring.view !== restoring.view && all.has(restoring.view.id)
    one.restoring = restoring
    if (!isNews) return
    if (!canCancelRestore(restoring.view)) one.vigil.end()
    if (hasRestoreEnded(restoring.view)) one.giveUp.abort()
    write()
    store.update(put('restores', restoring.view))
  }

  function observationOf(one: Guided): RestoreObservation {
    const { ref } = one.restoring.view
    const { servers, panels } = store.get()
    const { reading, activity, backups } = one
    const isActedOn = isRunning(servers[ref]?.action ?? null)
    const mayLinger = panels[panelOf(ref)]?.isPelican !== true
    return { ...times(), reading, activity, backups, isActedOn, mayLinger, hasSlept: one.vigil.hasSlept() }
  }

  /** Calls with any key that reaches the server: a look tells nothing of what that key may. */
  async function asking<T>(ref: ServerRef, call: (client: PanelClient, identifier: string) => Promise<Result<T>>) {
    const reached = reach(store.get(), ref, clientFor)
    return reached.ok ? call(reached.value.client, reached.value.server.identifier) : reached
  }

  /** Whether it can be begun: the account may do all of it, and the server's machine answers. */
  async function checkAhead(ref: ServerRef, rights: Parameters<CheckRights>[1]): Promise<Result<void>> {
    const may = await deps.checkRights(ref, rights)
    if (!may.ok) return may
    const look = await asking(ref, (client, identifier) => client.readResources(identifier))
    return look.ok || look.error.code !== 'node-unreachable' ? ok() : look
  }

  async function readState({ ref, phase }: RestoreView): Promise<ServerReading | null> {
    const askedAt = clock.steady()
    // Later than that the panel is asked, which alone tells what it holds.
    const read =
      phase === 'stopping'
        ? await deps.readState(ref)
        : await asking(ref, async (client, identifier) => {
            const options = { priority: 'background', signal: ending.signal } as const
            const told = await client.readResources(identifier, options)
            return told.ok ? ok({ state: told.value.state, readFrom: askedAt - told.value.freshForMs }) : told
          })
    if (read.ok) return { ...read.value, condition: null }
    const condition = conditionOf(read.error)
    return condition === null ? null : { state: 'unknown', condition, readFrom: askedAt }
  }

  async function readActivity(ref: ServerRef): Promise<ActivityLook> {
    const askedAt = clock.steady()
    const { signal } = ending
    const told = await asking(ref, (client, identifier) => listRestores(client.at(identifier, { signal })))
    return { askedAt, told }
  }

  const anyBeingMade = (backups: readonly Backup[]) => backups.some((backup) => isBeingMade(backup, clock.now()))

  async function readBackups(ref: ServerRef): Promise<BackupsLook> {
    const askedAt = clock.steady()
    const list = await on(ref, 'view', listBackups, { signal: ending.signal })
    return { askedAt, told: list.ok ? ok(anyBeingMade(list.value.backups)) : list }
  }

  async function send(one: Guided, order: RestoreOrder): Promise<void> {
    const { ref, backup } = one.restoring.view
    if (order.kind === 'restore') {
      const { truncate, notAfter } = order
      const sent = await on(ref, 'change', (server) => restoreBackup(server, backup.id, truncate), { notAfter })
      keep(one, noteRequest(one.restoring, sent, times()))
    } else if (order.kind === 'stop') {
      one.stop = power.send(ref, 'stop', 'window', { signal: one.giveUp.signal })
      const sent = await one.stop
      // As it is by now, since a person may have cancelled meanwhile.
      keep(one, noteStop(one.restoring, sent, times()))
    } else {
      const made = await makeBackup(ref)
      // The app's end is no failure of the backup: a next start finds that nothing was restored.
      if (ending.signal.aborted) return
      // Its end may be seen before anything else shows a sleep, which ends the restore.
      one.vigil.hasSlept()
      keep(one, noteBackup(one.restoring, made, times()))
      void one.look()
    }
  }

  function advance(one: Guided): void {
    // First, since it may show a sleep, which ends the restore.
    const observation = observationOf(one)
    const { restoring, orders } = advanceRestore(one.restoring, observation)
    keep(one, restoring)
    for (const order of orders) void send(one, order)
  }

  async function lookAt(one: Guided): Promise<void> {
    if (hasRestoreEnded(one.restoring.view)) return
    const { ref, phase } = one.restoring.view
    if (phase !== 'backing-up') one.reading = (await readState(one.restoring.view)) ?? one.reading
    if (wantsActivity(one.restoring, observationOf(one), one.announcedAt)) one.activity = await readActivity(ref)
    if (wantsBackups(one.restoring, observationOf(one))) one.backups = await readBackups(ref)
    if (!ending.signal.aborted) advance(one)
  }

  function lookLater(one: Guided): void {
    one.cancelLook()
    if (ending.signal.aborted || hasRestoreEnded(one.restoring.view)) return
    const every = one.restoring.view.phase === 'stopping' ? 'stopping' : 'other'
    one.cancelLook = clock.after(lookEveryMs[every], () => void one.look())
  }

  function add(restoring: Restoring): Guided {
    const one: Guided = {
      restoring,
      reading: null,
      activity: null,
      backups: null,
      announcedAt: null,
      look: createLongLookLoop(
        () => lookAt(one),
        () => lookLater(one),
      ),
      cancelLook: () => undefined,
      vigil: sleepWatch.begin(() => advance(one)),
      giveUp: new AbortController(),
      stop: null,
    }
    if (!canCancelRestore(restoring.view)) one.vigil.end()
    all.set(restoring.view.id, one)
    store.update(put('restores', restoring.view))
    return one
  }

  const unsubscribe = deps.onBackupEnded((ref) => {
    for (const one of all.values()) {
      if (one.restoring.view.ref !== ref) continue
      one.announcedAt = clock.steady()
      void one.look()
    }
  })

  const unfollow = store.subscribe((after, before) => {
    for (const one of all.values()) {
      const { ref, phase } = one.restoring.view
      const [now, then] = [after.servers[ref], before.servers[ref]]
      if (phase === 'stopping' && (now?.state !== then?.state || now?.action !== then?.action)) void one.look()
    }
  })

  /** Ends one by what a person did; `too-late` where that is not possible any more. */
  function end(id: string, rule: typeof cancelRestore): Result<void> {
    const one = all.get(id)
    const restoring = one === undefined ? null : rule(one.restoring, times())
    if (one === undefined || restoring === null) return fail('too-late')
    keep(one, restoring)
    one.cancelLook()
    return ok()
  }

  return {
    /** Takes up what the last run left: nothing is sent again, what may go on is followed. */
    load(): void {
      for (const view of file.get()) lookLater(add(afterRestart(view, times())))
      write()
    },
    /**
     * Begins a guided restore. Errors: `unknown-server`, `backup-not-good`, `backup-running` where a backup may be written,
     * `action-running` where a restore of this server is under way, `permission-lacking` where the account may not do all
     * of it, `slept`, `node-unreachable`.
     * @param order.all the server's backups as they were just read
     */
    async begin(ref: ServerRef, order: RestoreWanted): Promise<Result<{ id: string }>> {
      const { backup, all: backups, deletesFiles, backsUpFirst } = order
      const rights = rightsOfRestore(store.get().servers[ref]?.state === 'offline', backsUpFirst)
      const may = await unlessSlept(sleepWatch, () => checkAhead(ref, rights))
      if (!may.ok) return may
      const server = store.get().servers[ref]
      if (server === undefined) return fail('unknown-server')
      // The panel lets a failed one pass.
      const use = usable(backup)
      if (!use.ok) return use
      if (isRestoring(store.get().restores, ref)) return fail('action-running', underWay)
      if (isBackingUp(store.get(), ref) || anyBeingMade(backups)) return fail('backup-running')
      const { id, name, createdAt } = backup
      const what = { ref, name: server.name, backup: { id, name, createdAt }, deletesFiles, backsUpFirst }
      const { restoring, orders } = beginRestore({ id: newId(), ...what }, times())
      const one = add(restoring)
      write()
      for (const order of orders) void send(one, order)
      void one.look()
      return ok({ id: restoring.view.id })
    },
    /** Gives up what has overwritten nothing yet. Error: `too-late`. */
    cancel: (id: string) => end(id, cancelRestore),
    /** Watches no longer for an end that does not show. Error: `too-late` where there is no such watch. */
    leave: (id: string) => end(id, leaveRestore),
    /** Resolves once every stop is answered or given up: what is told of it is true by then. */
    settled: () => Promise.all([...all.values()].map(({ stop }) => stop)),
    /** Forgets one that has ended. */
    dismiss(id: string): void {
      const one = all.get(id)
      if (one === undefined || !hasRestoreEnded(one.restoring.view)) return
      all.delete(id)
      write()
      store.update(drop('restores', id))
    },
    dispose(): void {
      ending.abort()
      unsubscribe()
      unfollow()
      for (const { cancelLook, vigil } of all.values()) {
        cancelLook()
        vigil.end()
      }
    },
  }
}

export const restoresPath = (folder: string) => join(folder, 'restores.json')

export const restoreList: ListFormat<RestoreView> = {
  key: 'restores',
  entry: restoreViewSchema,
  most: 200,
  idOf: ({ id }) => id,
}
/** Maximum size of the file, in bytes: as many are smaller. */
const maxBytes = 8_000_000

/**
 * The guided restores that a next start of the app must know: those under way, and those that ended and that nobody has
 * dismissed. To be written before the request goes out.
 */
export const createRestoresFile = ({ path, log }: { path: string; log: Logger }): KeptFile<readonly RestoreView[]> =>
  createKeptList(restoreList, { path, maxBytes, report: faultsTo(log, 'the file of restores') })
