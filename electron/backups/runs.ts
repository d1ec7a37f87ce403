import { isBackingUp, isBackupRunning, throttledUntil } from '../../shared/backups/backups.ts'
import type { BackupRequest, BackupRun } from '../../shared/backups/contract.ts'
import { isRestoring } from '../../shared/backups/restore.ts'
import { saveCommandsOf } from '../../shared/backups/save-commands.ts'
import { missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { OnServer } from '../areas/area.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { backupRuns as table } from '../jobs/tables.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/time-limit.ts'
import type { CheckRights } from '../servers/rights.ts'
import type { StateStore } from '../state/store.ts'
import { makeBackup } from './make.ts'
import { createBackup, listBackups, readBackup } from './panel.ts'
import type { SaveWatch, SendToSave } from './saving.ts'

type Deps = {
  store: StateStore
  clock: Clock
  on: OnServer
  jobs: Pick<Jobs, 'run' | 'cancel' | 'endOf'>
  checkRights: CheckRights
  /** Sends one console command of a backup, once. */
  sendToSave: (ref: ServerRef, ...command: Parameters<SendToSave>) => Promise<Result<void>>
  /** Looks at a server's console from before it is told to save. */
  watchSave: (ref: ServerRef, signal: AbortSignal) => Promise<SaveWatch>
  /** Tells of a server whose machine says that a backup has ended. */
  onBackupEnded?: (listener: (ref: ServerRef) => void) => () => void
  /** Called with what came of each, once that stands in the state. */
  noteEnd?: (ref: ServerRef, isGood: boolean) => void
  /** Deletes by the server's keep rule, if it has one, so that there is room for another one: this one is good. */
  makeRoom?: (ref: ServerRef) => void
}

/** A backup that takes longer than this takes long, in milliseconds. */
const slowAfterMs = 30 * 60_000

/** How long the end of the app waits for what servers are still told, in milliseconds. */
const lastWordsMs = 5_000

const whileRestoring = { message: 'A restore of this server is under way.', hint: 'Wait until it is done.' }

type Wanted = {
  readonly request: BackupRequest
  readonly saves: boolean
  readonly onBegun: () => void
}

const keyOf = (ref: ServerRef) => `backup of ${ref}`

/**
 * An unlocked backup that the panel names. The game saves first where the app knows how and a key may tell it.
 * @param now unix milliseconds
 */
export function plainRequest(state: AppState, ref: ServerRef, game: GameId | null, now: number): BackupRequest {
  const server = state.servers[ref]
  const canSave = server && missingPermissionOfServer(state, server, 'console', now) === null
  return { name: '', isLocked: false, ignored: '', before: canSave ? [...saveCommandsOf(game)] : [] }
}

/** The backups that are made from here: one at a time for each server, each followed to its end. */
export function createBackupRuns(deps: Deps) {
  const { store, clock, on, jobs } = deps

  async function follow(job: Job<BackupRun>, wanted: Wanted): Promise<Result<object>> {
    const { ref, entry, signal, change } = job
    const { request, saves, onBegun } = wanted
    // No game is told to save for a backup that is refused then.
    const may = saves ? await deps.checkRights(ref, ['backup.create']) : ok()
    if (!may.ok) return may
    const watch = saves ? await deps.watchSave(ref, signal) : null
    if (watch?.isSilent) change({ isSaveSilent: true })
    const cancelSlow = clock.after(slowAfterMs, () => change({ isSlow: true }))
    const made = await makeBackup(
      {
        clock,
        backups: {
          create: (backup) => on(ref, 'change', (server) => createBackup(server, backup), { signal }),
          list: () => on(ref, 'view', listBackups, { signal }),
          one: (id) => on(ref, 'view', (server) => readBackup(server, id), { signal, priority: 'background' }),
        },
        send: (...command) => deps.sendToSave(ref, ...command),
        entry,
        settle: async () => watch?.settle(),
        onNews: (listener) => deps.onBackupEnded?.((which) => which === ref && listener()) ?? (() => {}),
        onAsking: () => change({ phase: 'asking' }),
        onBegun(backup) {
          change({ phase: 'running', backupId: backup?.id ?? null })
          onBegun()
        },
        waits: true,
        signal,
      },
      { ...request, before: saves ? request.before : [] },
    )
    cancelSlow()
    watch?.close()
    return made.ok ? ok({}) : made
  }

  /** Why no backup of the server can be begun now. */
  function whyNot(ref: ServerRef, isForRestore: boolean): Result<ServerView> {
    const state = store.get()
    const server = state.servers[ref]
    if (server === undefined) return fail('unknown-server')
    if (isBackingUp(state, ref)) return fail('backup-running')
    const before = state.backupRuns[ref]
    const until = (before && throttledUntil(before)) ?? 0
    if (before?.error && until > clock.now()) return fail({ ...before.error, retryAfterMs: until - clock.now() })
    // It would hold half of each world.
    return !isForRestore && isRestoring(state.restores, ref) ? fail('action-running', whileRestoring) : ok(server)
  }

  /**
   * Begins a run, or tells why not; both of its outcomes resolve, `begun` no later than `ended`.
   * @param isForRestore where a restore makes it first: the keep rule must not delete what is to be restored
   */
  function begin(ref: ServerRef, request: BackupRequest, origin: Origin, isForRestore = false) {
    const found = whyNot(ref, isForRestore)
    if (!found.ok) return { begun: Promise.resolve(found), ended: Promise.resolve(found) }
    const { name, state } = found.value
    const saves = request.before.length > 0 && state !== 'offline'
    const view = (id: string): BackupRun => ({
      id,
      ref,
      name,
      origin,
      phase: request.before.length > 0 ? 'saving' : 'asking',
      backupId: null,
      endedAt: null,
      isSlow: false,
      error: null,
    })
    const begun = Promise.withResolvers<Result<void>>()
    const about = { kind: 'backup', ref, what: request.name, key: keyOf(ref), table, view } as const
    const job = jobs.run(about, (running) => follow(running, { request, saves, onBegun: () => begun.resolve(ok()) }))
    const ended = job.ended.then((result) => {
      deps.noteEnd?.(ref, result.ok)
      if (result.ok && !isForRestore) deps.makeRoom?.(ref)
      const outcome = result.ok ? ok() : result
      begun.resolve(outcome)
      return outcome
    })
    return { begun: begun.promise, ended }
  }

  return {
    /**
     * Makes a backup. Resolves when the panel took it, or with why it was not begun; what follows shows in the state.
     * Errors beside those of `makeBackup`: `backup-running`, `action-running` while the server is restored.
     */
    start: (ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>> =>
      begin(ref, request, origin).begun,
    /** The backup before a restore: without the keep rule, resolved at its end: once it was seen to be good, or with why not. */
    make: (ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>> =>
      begin(ref, request, origin, true).ended,
    /** As `start`, resolved at its end. Where one of the server is under way already, that one's end counts. */
    async makeOrJoin(ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>> {
      const joined = jobs.endOf(keyOf(ref))
      if (joined !== undefined) return joined.then((ended) => (ended.ok ? ok() : ended))
      return begin(ref, request, origin).ended
    },
    /** Ends the looks. Servers that were told not to save by themselves are told to save again. */
    async dispose(): Promise<void> {
      const open = Object.values(store.get().backupRuns).filter(isBackupRunning)
      for (const { id } of open) jobs.cancel(id)
      await withTimeout(clock, lastWordsMs, Promise.all(open.map(({ ref }) => jobs.endOf(keyOf(ref)))))
    },
  }
}
