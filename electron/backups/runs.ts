import { isBackingUp, throttledUntil } from '../../shared/backups/backups.ts'
import type { BackupRequest, BackupRun } from '../../shared/backups/contract.ts'
import { isRestoring } from '../../shared/backups/restore.ts'
import { saveCommandsOf } from '../../shared/backups/save-commands.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import type { KeepRule } from '../../shared/model/preferences-schema.ts'
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
  jobs: Pick<Jobs, 'run' | 'cancel'>
  checkRights: CheckRights
  /** Sends one console command of a backup, once. */
  sendToSave: (ref: ServerRef, ...command: Parameters<SendToSave>) => Promise<Result<void>>
  /** Looks at a server's console from before it is told to save. */
  watchSave: (ref: ServerRef, signal: AbortSignal) => Promise<SaveWatch>
  /** Whether a keep rule can make room for another backup; nothing is deleted. */
  canMakeRoom: (ref: ServerRef, rule: KeepRule) => Promise<Result<void>>
  /** Has a keep rule delete what must go for another backup; tells the name of each that is deleted. */
  makeRoom: (
    ref: ServerRef,
    rule: KeepRule,
    options: { readonly signal: AbortSignal; readonly onDeleted: (name: string) => void },
  ) => Promise<Result<void>>
  /** Tells of a server whose machine says that a backup has ended. */
  onBackupEnded: (listener: (ref: ServerRef) => void) => () => void
  /** Told what came of each, once that stands in the state. */
  noteEnd: (ref: ServerRef, isGood: boolean) => void
}

/** A backup that takes longer than this takes long, in milliseconds. */
const slowAfterMs = 30 * 60_000

/** How long the end of the app waits for what servers are still told, in milliseconds. */
const lastWordsMs = 5_000

const whileRestoring = { message: 'A restore of this server is under way.', hint: 'Wait until it is done.' }

type RunOptions = { readonly request: BackupRequest; readonly rule: KeepRule | null; readonly onBegun: () => void }

const firstPhase = ({ before }: BackupRequest, rule: KeepRule | null): BackupRun['phase'] => {
  if (rule !== null) return 'making-room'
  return before.length > 0 ? 'saving' : 'asking'
}

/** The panel's refusal while it holds, with what is left of its wait: an old backup must not go for another one. */
function stillThrottled(run: BackupRun, now: number): AppError | null {
  const until = throttledUntil(run)
  return run.error !== null && until !== null && until > now ? { ...run.error, retryAfterMs: until - now } : null
}

/**
 * An unlocked backup that the panel names. The game saves first where the app knows how and a key may tell it.
 * @param now unix milliseconds
 */
export function plainRequest(state: AppState, ref: ServerRef, game: GameId | null, now: number): BackupRequest {
  const server = state.servers[ref]
  const canSave = server && missingPermissionOfServer(state, server, 'console', now) === null
  return { name: '', isLocked: false, before: canSave ? [...saveCommandsOf(game)] : [] }
}

/** The backups that are made from here: one at a time for each server, each followed to its end. */
export function createBackupRuns(deps: Deps) {
  const { store, clock, on, jobs, sendToSave } = deps
  const underWay = new Map<ServerRef, { readonly id: string; readonly ended: Promise<Result<void>> }>()

  /** The panel's calls with whatever key may at that time. */
  const callsOf = (ref: ServerRef, signal: AbortSignal): Parameters<typeof makeBackup>[0]['backups'] => ({
    create: (backup) => on(ref, 'change', (server) => createBackup(server, backup), { signal }),
    list: () => on(ref, 'view', listBackups, { signal }),
    one: (id) => on(ref, 'view', (server) => readBackup(server, id), { signal, priority: 'background' }),
  })

  const newsOf = (ref: ServerRef) => (listener: () => void) =>
    deps.onBackupEnded((which) => {
      if (which === ref) listener()
    })

  function makeRoom({ ref, view, change, entry, signal }: Job<BackupRun>, rule: KeepRule): Promise<Result<void>> {
    change({ phase: 'making-room' })
    return deps.makeRoom(ref, rule, {
      signal,
      onDeleted(name) {
        entry.noteDeleted(name)
        change({ deleted: [...view().deleted, name] })
      },
    })
  }

  /** Nothing is deleted, and no game told to save, for a backup that is refused then, or has no room. */
  async function lookAhead(
    { ref, change }: Job<BackupRun>,
    rule: KeepRule | null,
    saves: boolean,
  ): Promise<Result<void>> {
    if (!saves && rule === null) return ok()
    const may = await deps.checkRights(ref, ['backup.create'])
    if (!may.ok || !saves) return may
    const room = rule === null ? ok() : await deps.canMakeRoom(ref, rule)
    if (room.ok) change({ phase: 'saving' })
    return room
  }

  async function follow(job: Job<BackupRun>, { request, rule, onBegun }: RunOptions): Promise<Result<object>> {
    const { ref, entry, signal, change } = job
    const server = store.get().servers[ref]
    if (server === undefined) return fail('unknown-server')
    const saves = request.before.length > 0 && server.state !== 'offline'
    const room = await lookAhead(job, rule, saves)
    if (!room.ok) return room
    const watch = saves ? await deps.watchSave(ref, signal) : null
    const cancelSlow = clock.after(slowAfterMs, () => change({ isSlow: true }))
    try {
      const made = await makeBackup(
        {
          clock,
          backups: callsOf(ref, signal),
          send: (...command) => sendToSave(ref, ...command),
          entry,
          settle: async () => watch?.settle(),
          onNews: newsOf(ref),
          ...(rule !== null && { makeRoom: () => makeRoom(job, rule) }),
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
      return made.ok ? ok({}) : made
    } finally {
      cancelSlow()
      watch?.close()
    }
  }

  /**
   * Begins a run; both of its outcomes resolve, `begun` no later than `ended`.
   * @param isForRestore where a restore makes it first: the keep rule must not delete what is to be restored
   */
  function begin(ref: ServerRef, request: BackupRequest, origin: Origin, isForRestore: boolean) {
    const { servers, backupRuns, preferences, restores } = store.get()
    const rule = isForRestore ? null : (preferences.keepRules[ref] ?? null)
    const server = servers[ref]
    if (server === undefined) return fail('unknown-server')
    const before = backupRuns[ref]
    if (isBackingUp(store.get(), ref)) return fail('backup-running')
    const throttled = before === undefined ? null : stillThrottled(before, clock.now())
    if (throttled !== null) return fail(throttled)
    // It would hold half of each world.
    if (!isForRestore && isRestoring(restores, ref)) return fail('action-running', whileRestoring)
    const view = (id: string): BackupRun => ({
      id,
      ref,
      name: server.name,
      origin,
      phase: firstPhase(request, rule),
      backupId: null,
      deleted: [],
      startedAt: clock.now(),
      endedAt: null,
      isSlow: false,
      error: null,
    })
    const taken = Promise.withResolvers<Result<void>>()
    const job = jobs.run({ kind: 'backup', ref, what: request.name, table, view }, (running) =>
      follow(running, { request, rule, onBegun: () => taken.resolve(ok()) }),
    )
    const ended = job.ended.then((result) => {
      underWay.delete(ref)
      deps.noteEnd(ref, result.ok)
      const outcome = result.ok ? ok() : result
      taken.resolve(outcome)
      return outcome
    })
    underWay.set(ref, { id: job.id, ended })
    return ok({ begun: taken.promise, ended })
  }

  return {
    /**
     * Makes a backup, at the limit after the server's keep rule has made room for it. Resolves when the panel took it, or
     * with why it was not begun; what follows shows in the state. Errors beside those of `makeBackup`: `backup-running`,
     * `action-running` while the server is restored, `keep-rule-full`, `keep-rule-waits`, `keep-rule-stopped`.
     */
    async start(ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>> {
      const run = begin(ref, request, origin, false)
      return run.ok ? run.value.begun : run
    },
    /** The backup before a restore: without the keep rule, resolved at its end: once it was seen to be good, or with why not. */
    async make(ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>> {
      const run = begin(ref, request, origin, true)
      return run.ok ? run.value.ended : run
    },
    /** As `start`, resolved at its end. Where one of the server is under way already, that one's end counts. */
    async makeOrJoin(ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>> {
      const joined = underWay.get(ref)
      if (joined !== undefined) return joined.ended
      const run = begin(ref, request, origin, false)
      return run.ok ? run.value.ended : run
    },
    /** Ends the looks. Servers that were told not to save by themselves are told to save again. */
    async dispose(): Promise<void> {
      const all = [...underWay.values()]
      for (const { id } of all) jobs.cancel(id)
      await withTimeout(clock, lastWordsMs, Promise.allSettled(all.map(({ ended }) => ended)))
    },
  }
}

export type BackupRuns = ReturnType<typeof createBackupRuns>
