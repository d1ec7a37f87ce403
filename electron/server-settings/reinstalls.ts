import { appError } from '../../shared/errors.ts'
import type { ReinstallRun } from '../../shared/jobs/contract.ts'
import { canCancelReinstall, isReinstalling } from '../../shared/jobs/reinstall.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Installation } from '../../shared/server-settings/contract.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'
import { reinstalls as table } from '../jobs/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import { orCancelled } from '../lib/time-limit.ts'
import type { StateStore } from '../state/store.ts'
import { changeServer } from '../state/updates.ts'

type Deps = {
  store: StateStore
  clock: Clock
  sleepWatch: Pick<SleepWatch, 'begin'>
  jobs: Pick<Jobs, 'run' | 'cancel'>
  /** Makes a backup, to its end that was seen. */
  backUp: (ref: ServerRef) => Promise<Result<void>>
  /** Sends the request, once. */
  request: (ref: ServerRef) => Promise<Result<void>>
  /** What the panel tells of the server's installation. */
  look: (ref: ServerRef) => Promise<Result<Installation>>
  /** Called where the panel's list may tell something else of the server by now. */
  onChange: (ref: ServerRef) => void
}

type Run = Job<ReinstallRun>
type End = Result<Partial<ReinstallRun>>

const minuteMs = 60_000
/** A reinstall that takes longer than this takes long, in milliseconds. */
const slowMs = 30 * minuteMs
/** Longer than any install script. */
const longestMs = 6 * 60 * minuteMs
/** How long a panel whose answer proved nothing may take to mark the server. */
const unsureMs = 2 * minuteMs

/** How far the looks at a server are apart, so long after the panel's answer, in milliseconds. */
function lookEveryMs(lastedMs: number): number {
  if (lastedMs < 5 * minuteMs) return 10_000
  return lastedMs < slowMs ? 30_000 : minuteMs
}

const underWay = { message: 'A reinstall of this server is under way already.', hint: 'Wait until it is done.' }

const isInstalling = (condition: ServerView['condition']) =>
  condition === 'installing' || condition === 'install-failed'

/**
 * A server that its panel has stopped installing. Of its state before only `offline` still holds until the next
 * reading.
 */
const freed = (server: ServerView): ServerView => ({
  ...server,
  condition: isInstalling(server.condition) ? null : server.condition,
  ...(server.state !== 'offline' && { state: 'unknown', resources: null }),
})

/**
 * Reinstalls: the backup that was chosen, the one request, and what the panel tells of it. A panel marks the server before
 * it answers, and takes the mark away at the end (the panel's API, part 2, *Settings*). So after an answer that it began,
 * a server without the mark is done; after one that proves nothing, only a mark that was seen since says that it began.
 */
export function createReinstalls(deps: Deps) {
  const { store, clock, sleepWatch, jobs } = deps
  const isActedOn = (ref: ServerRef) => isRunning(store.get().servers[ref]?.action ?? null)

  /** Good, so that the request goes out now, or why not: without it nothing is reinstalled. */
  async function backUpFirst({ ref, signal }: Run): Promise<Result<void>> {
    const slept = new AbortController()
    const vigil = sleepWatch.begin(() => slept.abort())
    const made = await orCancelled(deps.backUp(ref), AbortSignal.any([signal, slept.signal]))
    // Its end may be seen before anything else shows a sleep.
    const hasSlept = vigil.hasSlept()
    vigil.end()
    if (hasSlept && !signal.aborted) {
      const { hint } = appError('slept')
      return fail('slept', { hint: `The backup that was begun before it stays. ${hint}` })
    }
    // A reinstall must not cut off an action that somebody started meanwhile.
    return made.ok && isActedOn(ref) ? fail('action-running') : made
  }

  /** What a look at a panel shows that does not install now; null where that says nothing yet. */
  function judgeRest({ isAccepted, error }: ReinstallRun, installation: Installation, lastedMs: number): End | null {
    if (isAccepted) return installation === 'none' ? ok({}) : fail('reinstall-failed')
    return lastedMs > unsureMs && error !== null ? fail(error) : null
  }

  /** What a look shows so long after the answer; null where it has to go on. */
  function judge({ view, change }: Run, look: Result<Installation>, lastedMs: number): End | null {
    if (look.ok && look.value !== 'installing') return judgeRest(view(), look.value, lastedMs)
    const isGone = !look.ok && look.error.code === 'unknown-server'
    if (isGone || lastedMs > longestMs) return fail('reinstall-not-seen')
    const isSlow = lastedMs >= slowMs
    const isNews = look.ok && (!view().isAccepted || view().isSlow !== isSlow)
    if (isNews) change({ isAccepted: true, isSlow, error: null })
    return null
  }

  async function follow(job: Run): Promise<End> {
    const { ref, signal } = job
    const answeredAt = clock.steady()
    const lastedMs = () => clock.steady() - answeredAt
    while (await clock.sleep(lookEveryMs(lastedMs()), signal)) {
      const look = await deps.look(ref)
      if (signal.aborted) break
      const end = judge(job, look, lastedMs())
      // Before its end is shown, so that it can be started at once: what was read before says nothing any more.
      if (end?.ok) store.update(changeServer(ref, freed))
      if (end !== null) return end
    }
    return fail('reinstall-not-seen')
  }

  async function reinstall(job: Run, backsUpFirst: boolean, onAnswer: () => void): Promise<End> {
    const { ref, signal, change } = job
    if (backsUpFirst) {
      const made = await backUpFirst(job)
      if (!made.ok) return made
      change({ phase: 'asking' })
    }
    const sent = await deps.request(ref)
    if (!sent.ok && !sent.error.mayHaveActed) {
      // Somebody waits for the answer.
      if (!backsUpFirst) job.leaveNoTrace()
      return sent
    }
    if (signal.aborted) return fail('reinstall-not-seen')
    change({ phase: 'installing', isAccepted: sent.ok, error: sent.ok ? null : sent.error })
    deps.onChange(ref)
    onAnswer()
    return follow(job)
  }

  return {
    /**
     * Without the backup it resolves with the panel's answer; one that surely did nothing leaves no trace in the state.
     * With it at once: what follows shows in the state. Errors: `unknown-server`, `action-running`.
     */
    async begin(ref: ServerRef, { backsUpFirst }: { readonly backsUpFirst: boolean }): Promise<Result<void>> {
      const { servers, reinstalls } = store.get()
      const server = servers[ref]
      if (server === undefined) return fail('unknown-server')
      const before = reinstalls[ref]
      if (before !== undefined && isReinstalling(before)) return fail('action-running', underWay)
      if (isActedOn(ref)) return fail('action-running')
      const answer = Promise.withResolvers<Result<void>>()
      const view = (id: string): ReinstallRun => ({
        id,
        ref,
        name: server.name,
        phase: backsUpFirst ? 'backing-up' : 'asking',
        endedAt: null,
        isAccepted: false,
        isSlow: false,
        error: null,
      })
      const { ended } = jobs.run({ kind: 'reinstall', ref, what: '', table, view }, (job) =>
        reinstall(job, backsUpFirst, () => {
          const { error } = job.view()
          answer.resolve(error === null ? ok() : fail(error))
        }),
      )
      void ended.then((end) => {
        deps.onChange(ref)
        answer.resolve(end.ok ? ok() : end)
      })
      return backsUpFirst ? ok() : answer.promise
    },
    /** Gives it up while the backup is made; the panel goes on with that. Error: `too-late`. */
    cancel(ref: ServerRef): Result<void> {
      const run = store.get().reinstalls[ref]
      const isCancelled = run !== undefined && canCancelReinstall(run) && jobs.cancel(run.id)
      return isCancelled ? ok() : fail('too-late')
    },
  }
}
