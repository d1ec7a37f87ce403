import { backupActs, backupHealth, isBackingUp } from '../../shared/backups/backups.ts'
import { watchedBackups } from '../../shared/backups/choices.ts'
import type { BackupList, BackupsOfServer } from '../../shared/backups/contract.ts'
import { isRestoring } from '../../shared/backups/restore.ts'
import { saveCommandsOf } from '../../shared/backups/save-commands.ts'
import { permits } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { OnServer } from '../areas/area.ts'
import type { Consoles } from '../console/consoles.ts'
import type { AtServer } from '../panel/at-server.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { readFacts } from '../panel/server-facts.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import { mayReadBySelf, type PanelAccess, reach } from '../servers/reach.ts'
import { createSlowReading } from '../servers/slow-reading.ts'
import { setBackupHealth } from '../state/updates.ts'
import { listBackups } from './panel.ts'

/** How old a reading of backups that attention goes by may get, in milliseconds; it counts for a day. */
const watchMs = 6 * 60 * 60_000

/** How long after a machine's word the list is read, in milliseconds: it tells the panel at about the same time. */
const settleMs = 1_000
/** How far two such readings of a server are apart at least, in milliseconds, however often its machine says so. */
const apartMs = 15_000

type Deps = PanelAccess & {
  on: OnServer
  /** Fires when the app ends. */
  end: AbortSignal
  consoles: Pick<Consoles, 'onBackupEnded'>
  gameFor: (ref: ServerRef) => GameId | null
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
}

/** Reads the backups of servers, and keeps in the state what attention goes by. */
export function createBackupReading(deps: Deps) {
  const { store, clock, clientFor, on, end, gameFor } = deps
  /** When each server's were read last in this run, in steady milliseconds. */
  const readAt = new Map<ServerRef, number>()
  const purpose = () => ({ permission: 'backups-view', now: clock.now() }) as const

  function note(ref: ServerRef, list: BackupList): void {
    readAt.set(ref, clock.steady())
    store.update(setBackupHealth(ref, backupHealth(list, clock.now())))
  }

  async function listAt(server: AtServer, ref: ServerRef): Promise<Result<BackupList>> {
    const read = await listBackups(server)
    if (read.ok) note(ref, read.value)
    return read
  }
  const list = (ref: ServerRef, priority: CallOptions['priority'] = 'person') =>
    on(ref, 'view', (server) => listAt(server, ref), { priority })

  /** When each server's list is read next after a machine's word, or was last, in steady milliseconds. */
  const foreignAt = new Map<ServerRef, number>()
  // Of a backup that somebody else, a schedule or another program made, nobody here looks for the end.
  const unsubscribe = deps.consoles.onBackupEnded(async (ref) => {
    const state = store.get()
    const now = clock.steady()
    const last = foreignAt.get(ref) ?? Number.NEGATIVE_INFINITY
    if (last > now || isBackingUp(state, ref) || isRestoring(state.restores, ref)) return
    const at = Math.max(now + settleMs, last + apartMs)
    foreignAt.set(ref, at)
    const isTime = await clock.sleep(at - now, end)
    if (isTime && mayReadBySelf(store.get(), ref, clientFor, purpose())) void list(ref, 'background')
  })

  /** What attention goes by, where a person chose something that goes by backups and nobody looks at them. */
  const watch = createSlowReading({
    clock,
    backgroundPause: deps.backgroundPause,
    refs: () => {
      const state = store.get()
      return watchedBackups(state, (ref) => mayReadBySelf(state, ref, clientFor, purpose()))
    },
    everyMs: watchMs,
    afterPauseMs: watchMs,
    readAt: (ref) => readAt.get(ref) ?? null,
    read: (ref) => list(ref, 'background'),
  })

  return {
    list,
    /** The list, and what the panel tells beside it: a list without that is still one. */
    withFacts: (ref: ServerRef, priority: CallOptions['priority'] = 'person'): Promise<Result<BackupsOfServer>> =>
      on(
        ref,
        'view',
        async (server) => {
          const read = await listAt(server, ref)
          if (!read.ok) return read
          const facts = await readFacts(server)
          const { backupLimit, permissions } = facts.ok ? facts.value : { backupLimit: null, permissions: null }
          const denied = backupActs.filter((act) => !permits(permissions, `backup.${act}`))
          return ok({ ...read.value, limit: backupLimit, denied, saveCommands: [...saveCommandsOf(gameFor(ref))] })
        },
        { priority },
      ),
    /**
     * After a backup from here, without a person's click: not with a key that the panel refused. After a good one, the age
     * known before is wrong even if the list cannot be read.
     */
    async again(ref: ServerRef, isGood: boolean): Promise<void> {
      if (end.aborted) return
      const reached = reach(store.get(), ref, clientFor, { ...purpose(), isAutomatic: true })
      const read = reached.ok ? await list(ref, 'background') : reached
      if (!read.ok && isGood && !end.aborted) store.update(setBackupHealth(ref, null))
    },
    start: watch.start,
    dispose(): void {
      watch.dispose()
      unsubscribe()
    },
  }
}
