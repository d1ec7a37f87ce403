import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/errors.ts'
import type { BackupList } from '../../shared/model/backup.ts'
import { throttledUntil } from '../../shared/model/backup-choices.ts'
import { type BackupRequest, type BackupRun, isBackupRunning } from '../../shared/model/backup-run.ts'
import { identifierIn, type ServerRef } from '../../shared/model/identifier.ts'
import type { KeepRule } from '../../shared/model/keep-rule.ts'
import type { Origin } from '../../shared/model/power.ts'
import { isRestoring } from '../../shared/model/restore.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { withTimeout } from '../lib/time-limit.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { dropBackupRun, setBackupRun } from '../state/updates.ts'
import type { Begun, BegunBackup } from './begun.ts'
import { followBackup } from './follow.ts'
import { findLeft } from './follow-left.ts'
import { makeBackup } from './make.ts'
import type { SaveWatch } from './save-watch.ts'

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  ask: Ask
  /** Sends one console command of a backup, once. */
  sendToSave: (ref: ServerRef, command: string) => Promise<Result<void>>
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
  /** What a next start must know of. */
  begun: Pick<Begun, 'put' | 'change' | 'drop'>
  /** Told what came of each, once that stands in the state. */
  noteEnd: (ref: ServerRef, result: Result<void>) => void
}

export type BackupRuns = {
  /**
   * Makes a backup, at the limit after the server's keep rule has made room for it. Resolves when the panel took it, or with why it was not begun; what follows shows in the state.
   * Errors beside those of `makeBackup`: `backup-running`, `action-running` while the server is restored,
   * `keep-rule-full`, `keep-rule-waits`, `keep-rule-stopped`.
   */
  start(ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>>
  /** The backup before a restore: without the keep rule, resolved at its end: once it was seen to be good, or with why not. */
  make(ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>>
  /**
   * As `start`, resolved at its end. Where one of the server is under way already, that one's end is waited for and counts; not
   * the one that an earlier run of the app asked for, which may be of long ago. `backup-running` where that one takes too long.
   */
  makeOrJoin(ref: ServerRef, request: BackupRequest, origin: Origin): Promise<Result<void>>
  /**
   * Takes up a backup that an earlier run of the app began: nothing is sent again, what the panel may be making is followed to
   * its end. Resolved then; `cancelled` where the panel was never asked for it.
   * @param list reads the server's backups without a person's click
   */
  takeUp(left: BegunBackup, list: () => Promise<Result<BackupList>>): Promise<Result<void>>
  /** Forgets a backup that has ended. */
  dismiss(ref: ServerRef): void
  /** Ends the looks. Servers that were told not to save by themselves are told to save again. */
  dispose(): Promise<void>
}

/** A backup that takes longer than this takes long, in milliseconds. */
const slowAfterMs = 30 * 60_000
/** How long another backup waits for one that an earlier run of the app asked for, in milliseconds; a restart waits as long. */
const longestTurnMs = 60 * 60_000
/** How long the end of the app waits for what servers are still told, in milliseconds. */
const lastWordsMs = 5_000

const beforeAsking = {
  message: 'Servertray ended before the panel was asked for it.',
  hint: 'Back up again if you still want it.',
}

const whileRestoring = { message: 'A restore of this server is under way.', hint: 'Wait until it is done.' }

type Course = { readonly request: BackupRequest; readonly rule: KeepRule | null; readonly onBegun: () => void }

const firstPhase = ({ before }: BackupRequest, rule: KeepRule | null): BackupRun['phase'] => {
  if (rule !== null) return 'making-room'
  return before.length > 0 ? 'saving' : 'asking'
}

/** The panel's refusal while it holds, with what is left of its wait: an old backup must not go for another one. */
function stillThrottled(run: BackupRun, now: number): AppError | null {
  const until = throttledUntil(run)
  return run.error !== null && until !== null && until > now ? { ...run.error, retryAfterMs: until - now } : null
}

/** A run on its way; `isLeft` where an earlier run of the app began it. */
type UnderWay = { readonly ended: Promise<Result<void>>; readonly isLeft: boolean }

/** What a run has come to that ended with an error. */
const endOf = ({ code, mayHaveActed }: AppError): BackupRun['phase'] =>
  mayHaveActed || code === 'backup-not-seen' ? 'not-seen' : 'failed'

/** The phases of a run from its one request on. */
const askedPhases: ReadonlySet<BackupRun['phase']> = new Set(['asking', 'running'])

/** Whether the panel said what became of it: refused, or failed. */
const isAnswered = (error: AppError) => endOf(error) === 'failed' && catalogue[error.code].delivery === 'refused'

/** The backups that are made from here: one at a time for each server, each followed to its end. */
export function createBackupRuns(deps: Deps): BackupRuns {
  const { store, clock, newId, ask, sendToSave, begun } = deps
  const ending = new AbortController()
  const underWay = new Map<ServerRef, UnderWay>()

  function change(ref: ServerRef, id: string, more: Partial<BackupRun>): void {
    const known = store.get().backupRuns[ref]
    if (known?.id !== id) return
    const run = { ...known, ...more }
    // On disk before anything follows from it.
    if (isBackupRunning(run)) {
      begun.change('backup', id, { run, ...(more.phase === 'asking' && { askedAt: clock.now() }) })
    }
    store.update(setBackupRun(run))
  }

  /**
   * A run that the app's end cuts off stays for the next start, with whether the panel was asked; one that the panel
   * answered is over.
   */
  function forget(id: string, result: Result<void>, wasAsked: boolean): void {
    const isCut = ending.signal.aborted && !result.ok
    if (!isCut || (wasAsked && isAnswered(result.error))) begun.drop(id)
    else if (endOf(result.error) === 'failed') begun.change('backup', id, { askedAt: null })
  }

  /** The panel's calls with whatever key may at that time. */
  const callsOf = (ref: ServerRef): Parameters<typeof makeBackup>[0]['backups'] => ({
    create: (identifier, backup, options) =>
      ask(ref, 'backups-full', ({ backups }) => backups.create(identifier, backup, options)),
    list: (identifier, options) => ask(ref, 'backups-view', ({ backups }) => backups.list(identifier, options)),
    one: (identifier, id, options) => ask(ref, 'backups-view', ({ backups }) => backups.one(identifier, id, options)),
  })

  const newsOf = (ref: ServerRef) => (listener: () => void) =>
    deps.onBackupEnded((which) => {
      if (which === ref) listener()
    })

  async function makeRoom({ ref, id }: BackupRun, rule: KeepRule): Promise<Result<void>> {
    const deleted: string[] = []
    change(ref, id, { phase: 'making-room' })
    return deps.makeRoom(ref, rule, {
      signal: ending.signal,
      onDeleted(name) {
        deleted.push(name)
        change(ref, id, { deleted: [...deleted] })
      },
    })
  }

  /** Before the game is told to save: it must not be kept from saving for a backup that has no room. */
  async function lookForRoom({ ref, id }: BackupRun, rule: KeepRule | null): Promise<Result<void>> {
    const room = rule === null ? ok() : await deps.canMakeRoom(ref, rule)
    if (room.ok) change(ref, id, { phase: 'saving' })
    return room
  }

  async function follow(run: BackupRun, { request, rule, onBegun }: Course): Promise<Result<void>> {
    const { ref, id } = run
    const server = store.get().servers[ref]
    if (server === undefined) return fail('unknown-server')
    const saves = request.before.length > 0 && server.state !== 'offline'
    const room = saves ? await lookForRoom(run, rule) : ok()
    if (!room.ok) return room
    const watch = saves ? await deps.watchSave(ref, ending.signal) : null
    const cancelSlow = clock.after(slowAfterMs, () => change(ref, id, { isSlow: true }))
    try {
      const made = await makeBackup(
        {
          clock,
          backups: callsOf(ref),
          identifier: server.identifier,
          send: (command) => sendToSave(ref, command),
          settle: async () => watch?.settle(),
          onNews: newsOf(ref),
          ...(rule !== null && { makeRoom: () => makeRoom(run, rule) }),
          onAsking: () => change(ref, id, { phase: 'asking' }),
          onBegun(backup) {
            change(ref, id, { phase: 'running', backupId: backup?.id ?? null })
            onBegun()
          },
          waits: true,
          signal: ending.signal,
        },
        { ...request, before: saves ? request.before : [] },
      )
      return made.ok ? ok() : made
    } finally {
      cancelSlow()
      watch?.close()
    }
  }

  /** Keeps what came of a run. */
  function toEnd({ ref, id }: BackupRun, work: Promise<Result<void>>, isLeft = false): Promise<Result<void>> {
    const ended = work.then((result) => {
      const error = result.ok ? null : result.error
      const wasAsked = askedPhases.has(store.get().backupRuns[ref]?.phase ?? 'failed')
      change(ref, id, { phase: error === null ? 'done' : endOf(error), endedAt: clock.now(), error })
      forget(id, result, wasAsked)
      deps.noteEnd(ref, result)
      return result
    })
    const one = { ended, isLeft }
    underWay.set(ref, one)
    void ended.finally(() => {
      if (underWay.get(ref) === one) underWay.delete(ref)
    })
    return ended
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
    if (before !== undefined && isBackupRunning(before)) return fail('backup-running')
    const throttled = before === undefined ? null : stillThrottled(before, clock.now())
    if (throttled !== null) return fail(throttled)
    // It would hold half of each world.
    if (!isForRestore && isRestoring(restores, ref)) return fail('action-running', whileRestoring)
    const run: BackupRun = {
      id: newId(),
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
    }
    begun.put({ kind: 'backup', id: run.id, run, asked: request.name, askedAt: null })
    store.update(setBackupRun(run))
    const taken = Promise.withResolvers<Result<void>>()
    const ended = toEnd(run, follow(run, { request, rule, onBegun: () => taken.resolve(ok()) }))
    void ended.then(taken.resolve)
    return ok({ begun: taken.promise, ended })
  }

  /** Looks for the end of one that an earlier run of the app asked for. */
  async function followLeft(left: BegunBackup, list: () => Promise<Result<BackupList>>): Promise<Result<void>> {
    const { ref, id } = left.run
    const backups = callsOf(ref)
    const identifier = identifierIn(ref)
    const { signal } = ending
    const found = await findLeft({ clock, list, signal }, left)
    if (!found.ok || found.value.state === 'good') return found.ok ? ok() : found
    change(ref, id, { backupId: found.value.id })
    const cancelSlow = clock.after(slowAfterMs, () => change(ref, id, { isSlow: true }))
    const made = await followBackup({ clock, backups, identifier, onNews: newsOf(ref), signal }, found.value.id)
    cancelSlow()
    return made.ok ? ok() : made
  }

  return {
    async start(ref, request, origin) {
      const run = begin(ref, request, origin, false)
      return run.ok ? run.value.begun : run
    },
    async make(ref, request, origin) {
      const run = begin(ref, request, origin, true)
      return run.ok ? run.value.ended : run
    },
    async makeOrJoin(ref, request, origin) {
      const since = clock.steady()
      for (let one = underWay.get(ref); one !== undefined; one = underWay.get(ref)) {
        const result = await one.ended
        if (!one.isLeft) return result
      }
      if (ending.signal.aborted) return fail('cancelled')
      // It waited for so long that the person has surely given up.
      if (clock.steady() - since > longestTurnMs) return fail('backup-running')
      const run = begin(ref, request, origin, false)
      return run.ok ? run.value.ended : run
    },
    takeUp(left, list) {
      const { run, askedAt } = left
      store.update(setBackupRun(run))
      if (askedAt === null) return toEnd(run, Promise.resolve(fail('cancelled', beforeAsking)), true)
      change(run.ref, run.id, { phase: 'running' })
      return toEnd(run, followLeft(left, list), true)
    },
    dismiss(ref) {
      const run = store.get().backupRuns[ref]
      if (run !== undefined && !isBackupRunning(run)) store.update(dropBackupRun(ref))
    },
    async dispose() {
      ending.abort()
      const ends = [...underWay.values()].map(({ ended }) => ended)
      await withTimeout(clock, lastWordsMs, Promise.allSettled(ends))
    },
  }
}
