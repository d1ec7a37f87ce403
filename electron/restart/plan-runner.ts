import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import { backupStepOf, hasEnded, isAhead, longestWarningSeconds } from '../../shared/model/restart.ts'
import type { PlanView, RestartChoices } from '../../shared/model/restart-schema.ts'
import { own } from '../../shared/own.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type Instant, type Moment, momentOf } from '../lib/clock.ts'
import { createOwnEntries } from '../lib/kept-file.ts'
import { createLooks } from '../lib/look-loop.ts'
import { drop, put } from '../state/updates.ts'
import { advancePlan, noteBackup } from './backup-first.ts'
import type { RestartsFile } from './file.ts'
import { follow } from './follow.ts'
import { followOnlinePlayers } from './online-players.ts'
import type { RestartParts } from './parts.ts'
import {
  afterRestart,
  cancel,
  earliestZero,
  endPlan,
  followClock,
  giveUp,
  giveWay,
  graceMs,
  hurry,
  longestWaitMs,
  type Move,
  missIfPast,
  newPlan,
  noChange,
  noteCommand,
  noteSignal,
  type Order,
  postpone,
  waitOf,
  wasAwake,
} from './plan.ts'
import { canWatch, createPlanSender, endUnsent, isWrong, sentOf, unwatched } from './plan-sender.ts'
import { asksForPlayers } from './players-rule.ts'
import { mindOff } from './server-off.ts'

type Parts = Pick<
  RestartParts,
  'store' | 'clock' | 'newId' | 'power' | 'commands' | 'watchPlayers' | 'checkRights' | 'backUp'
> & { file: Pick<RestartsFile, 'get' | 'change'>; end?: AbortSignal }

/**
 * Why a countdown is given up, looked at before all that goes out; null while what it was begun for holds.
 * @param isAwake since the last look
 */
export type WhyGivenUp = (plan: PlanView, now: Instant & { readonly isAwake: boolean }) => AppError | null

/** What goes out for a plan. */
type Sending = Exclude<Order, { kind: 'look' }>

export type PlanOrder = {
  readonly ref: ServerRef
  readonly choices: RestartChoices
  /** Unix milliseconds. */
  readonly zeroAt: number
  readonly origin: Origin
  readonly scheduleId?: string | null | undefined
  /** For one that nobody asked for. A person's *Restart now* makes it theirs. */
  readonly whyGivenUp?: WhyGivenUp
}

/** Why a countdown that nobody asked for does not go on after a start of the app. */
const forgotten = appError('cancelled', {
  message: 'Servertray was closed meanwhile, so it is not known whether the game still hangs.',
  hint: 'Look at the server.',
})

/** Beside the longest warning, so that a plan for this minute tomorrow can be made. */
const farthestMs = (longestWarningSeconds + 60) * 1_000

/** Restarts with warnings. Each one's progress and every step's result stand in the state. */
export function createPlanRunner(parts: Parts) {
  const { store, clock, newId, file } = parts
  const onlinePlayers = followOnlinePlayers(parts)
  const sender = createPlanSender(parts)
  /** What speaks against plans that nobody asked for. */
  const reasons = new Map<string, WhyGivenUp>()
  let seen = momentOf(clock)
  let isAsleep = false
  /** Whether the system told of sleep since the last look. */
  let hasSlept = false
  let isDisposed = false
  const ownEntries = createOwnEntries<PlanView>()

  const all = (): PlanView[] => Object.values(store.get().plans)
  const find = (id: string) => own<PlanView>(store.get().plans, id)
  const isBusy = (ref: ServerRef) => all().some((plan) => plan.ref === ref && !hasEnded(plan))

  /** On disk, so that a next start sends nothing again. */
  function keep(): void {
    const kept = all().filter((plan) => !hasEnded(plan) || plan.phase === 'missed')
    file.change({ plans: ownEntries.within(file.get().plans, kept) })
  }

  /** Shows plans, keeps them, and only then sends what they order. */
  function take(moves: readonly Move[]): void {
    const changed = moves.map(({ plan }) => plan).filter((plan) => find(plan.id) !== plan)
    if (changed.length > 0) store.update(put('plans', ...changed))
    for (const { id } of changed.filter(hasEnded)) {
      sender.forget(id)
      reasons.delete(id)
    }
    sender.giveUpWrong(find)
    const orders = moves.flatMap((move) => move.orders.map((order) => ({ plan: move.plan, order })))
    // Everything else is kept with the next look.
    if (orders.some(({ order }) => order.kind !== 'command')) keep()
    for (const { plan, order } of orders) void (order.kind === 'look' ? lookAtPlayers(plan) : carryOut(plan, order))
  }

  const note = (id: string, change: (plan: PlanView) => Move) => {
    const plan = find(id)
    if (plan !== undefined) take([change(plan)])
  }

  async function lookAtPlayers({ ref }: PlanView): Promise<void> {
    await onlinePlayers.look(ref)
    // At once and by no timer, which may come late: what was told must still be so.
    looks.now()
  }

  async function carryOut(plan: PlanView, order: Sending): Promise<void> {
    const why = await sender.whyNot(plan)
    // The app ends: a next start tells what was not sent.
    if (isDisposed || parts.end?.aborted) return
    const now = find(plan.id)
    if (now === undefined) return
    if (why !== null && !hasEnded(now)) return take([endUnsent(now, why, clock.now())])
    if (why === null && !isWrong(plan, order.step, now)) return send(now, order)
    // A cancel or another zero came before the answer, so nobody was told of this one.
    take([noChange(noteCommand(now, order.step, sentOf(fail('cancelled')), clock.now()))])
    looks.soon()
  }

  async function send(plan: PlanView, order: Sending): Promise<void> {
    const { id } = plan
    if (order.kind === 'backup') {
      const made = sentOf(await parts.backUp(plan.ref, plan.origin))
      // The app's end is no failure of the backup: a next start finds what was ahead.
      if (!isDisposed) note(id, (now) => noteBackup(now, order.step, made, clock.now()))
    } else {
      const isSignal = order.kind === 'signal'
      const sent = await (isSignal ? sender.signal(plan, order.step, order.signal) : sender.command(plan, order.step))
      if (parts.end?.aborted) return
      const noteSent = isSignal ? noteSignal : noteCommand
      note(id, (now) => noChange(noteSent(now, order.step, sent, clock.now())))
    }
    looks.soon()
  }

  /**
   * Brings all plans up to the clock, and gives up what does not hold any more; tells whether the computer was awake
   * since the last look.
   */
  function followClocks(): Moment & { readonly isAwake: boolean } {
    const before = seen
    const now = momentOf(clock)
    const isAwake = !hasSlept && wasAwake(before, now)
    seen = now
    hasSlept = isAsleep
    // A clock that was set back may hide most of the time that was slept, so no count of before goes on.
    if (!isAwake) onlinePlayers.noteSleep()
    take(
      all().map((plan) => {
        const why = isAhead(plan) ? reasons.get(plan.id)?.(plan, { ...now, isAwake }) : null
        if (why) return giveUp(plan, why, now.wall)
        return { plan: missIfPast(followClock(plan, before, now), now.wall, isAwake), orders: [] }
      }),
    )
    return { ...now, isAwake }
  }

  function followPlayers(now: Moment): void {
    // A game that hangs is asked on as well, for what the plan was begun for.
    const asking = all().filter((plan) => asksForPlayers(plan, now.wall) || (isAhead(plan) && reasons.has(plan.id)))
    onlinePlayers.follow(new Set(asking.map(({ ref }) => ref)), now)
  }

  /** As at a start of the app, before the list was read: what is due until zero would be refused. */
  const awaitsList = (plan: PlanView) =>
    isAhead(plan) && clock.now() < plan.zeroAt && store.get().servers[plan.ref] === undefined

  /** What is due of one plan now. */
  function moveOf(plan: PlanView, now: ReturnType<typeof followClocks>): Move {
    const server = store.get().servers[plan.ref]
    if (awaitsList(plan)) return noChange(plan)
    if (isAhead(plan)) {
      const ahead = giveWay(plan, server?.action ?? null, now.wall)
      return mindOff(ahead, advancePlan(ahead, onlinePlayers.of(plan.ref), now, now.isAwake), server, now.wall)
    }
    const { actionId, mono } = sender.last(plan.id) ?? { actionId: null, mono: now.mono }
    return follow(plan, { server, actionId, now: now.wall, sinceMs: now.mono - mono })
  }

  function doWhatIsDue(): void {
    const now = followClocks()
    followPlayers(now)
    take(
      all()
        .filter((plan) => !hasEnded(plan))
        .map((plan) => moveOf(plan, now)),
    )
    followPlayers(now)
    keep()
  }

  /** Does all that is due, and sleeps until more is. */
  const looks = createLooks(clock, doWhatIsDue, () => {
    const naps = all().map((plan) => (awaitsList(plan) ? longestWaitMs : waitOf(plan, clock.now())))
    const nap = Math.min(...naps.filter((ms) => ms !== null))
    return Number.isFinite(nap) ? nap : null
  })

  /** New plans take the place of those of their servers that have ended. */
  function place(plans: readonly PlanView[]): void {
    const refs = new Set(plans.map(({ ref }) => ref))
    const ended = all().filter((other) => refs.has(other.ref) && hasEnded(other))
    store.update(drop('plans', ...ended.map(({ id }) => id)))
    take(plans.map((plan) => ({ plan, orders: [] })))
  }

  function make({ ref, choices, zeroAt, origin, scheduleId = null }: PlanOrder): PlanView {
    const name = store.get().servers[ref]?.name ?? ref
    return newPlan({ id: newId(), ref, name, choices, zeroAt, startedAt: clock.now(), origin, scheduleId })
  }

  /** Shows plans that are over already; gives their ids. */
  function noteEnded(orders: readonly PlanOrder[], end: (plan: PlanView) => PlanView): readonly string[] {
    const plans = orders.filter(({ ref }) => !isBusy(ref)).map(make)
    place(plans)
    take(plans.map((plan) => noChange(end(plan))))
    keep()
    return plans.map(({ id }) => id)
  }

  /** What a person asks for comes before anything else that is due now. */
  function edit(id: string, change: (plan: PlanView, now: number) => Move | PlanView | null): Result<void> {
    followClocks()
    const plan = find(id)
    const changed = plan === undefined ? null : change(plan, clock.now())
    if (changed !== null) take(['plan' in changed ? changed : { plan: changed, orders: [] }])
    // Also where nothing changed: what is due after a sleep has no time to wait for the next look.
    looks.now()
    if (plan === undefined) return fail('unknown-plan')
    return changed === null ? fail('too-late') : ok()
  }

  const unsubscribe = store.subscribe((after, before) => {
    if (after.servers === before.servers && after.players === before.players) return
    const isConcerned = (plan: PlanView) => {
      const [server, earlier] = [after.servers[plan.ref], before.servers[plan.ref]]
      if (plan.phase === 'watching') return server !== earlier
      const isCounted = after.players[plan.ref] !== before.players[plan.ref] && asksForPlayers(plan, clock.now())
      return isAhead(plan) && (isCounted || server?.action !== earlier?.action)
    }
    if (Object.values(after.plans).some(isConcerned)) looks.now()
  })

  return {
    /**
     * Begins a countdown; one server has one at a time.
     * Errors: `unknown-server`, `plan-running`, `too-late` for a time that is over or that a person chose more than a day
     * ahead, `invalid-request` for stop and start where the panel tells no state.
     */
    start(order: PlanOrder): Result<{ id: string }> {
      const { ref, choices, zeroAt } = order
      const now = clock.now()
      // The last server of a schedule has its turn later than the first, whose warning may be one of a day.
      const isTooFar = order.origin !== 'schedule' && zeroAt > now + farthestMs
      if (store.get().servers[ref] === undefined) return fail('unknown-server')
      if (isBusy(ref)) return fail('plan-running')
      if (zeroAt < now - graceMs || isTooFar) return fail('too-late', { hint: 'Choose a time within a day.' })
      if (choices.atZero === 'stop-start' && !canWatch(store.get(), ref)) return fail(unwatched)
      followClocks()
      const plan = make({ ...order, zeroAt: Math.max(zeroAt, earliestZero(choices, now)) })
      if (order.whyGivenUp) reasons.set(plan.id, order.whyGivenUp)
      place([plan])
      looks.soon()
      return ok({ id: plan.id })
    },
    /** Keeps those whose time passed while nobody could run them, for the person to see; gives their ids. */
    noteMissed: (orders: readonly PlanOrder[]) => noteEnded(orders, (plan) => endPlan(plan, 'missed', clock.now())),
    /** Keeps one that is not begun at all, with the reason, for the person to see; nothing where another one counts. */
    noteFailed: (order: PlanOrder, error: AppError) =>
      void noteEnded([order], (plan) => endPlan(plan, 'failed', clock.now(), { error })),
    postpone: (id: string) => edit(id, postpone),
    /** Brings zero to now; runs one that was missed, without its warnings. */
    now: (id: string, origin: Origin) =>
      edit(id, (plan, now) => {
        reasons.delete(id)
        if (plan.phase !== 'missed') return hurry({ ...plan, origin }, now)
        // A person who wants it now wants it even if players are on.
        const isMade = backupStepOf(plan)?.result === 'sent'
        const backupFirst = isMade ? 'no' : plan.choices.backupFirst
        const choices: RestartChoices = { ...plan.choices, warnings: [], players: { rule: 'any' }, backupFirst }
        const zeroAt = earliestZero(choices, now)
        return isBusy(plan.ref) ? null : newPlan({ ...plan, choices, zeroAt, startedAt: now, origin })
      }),
    cancel: (id: string, announce: boolean, origin: Origin) =>
      edit(id, (plan, now) => cancel({ ...plan, origin }, announce, now)),
    dismiss(id: string): Result<void> {
      const plan = find(id)
      if (plan !== undefined && !hasEnded(plan)) return fail('plan-running')
      store.update(drop('plans', id))
      keep()
      return ok()
    },
    /** The system goes to sleep, or comes back from it: what fell due meanwhile is over. */
    setAsleep(value: boolean) {
      isAsleep = value
      hasSlept = true
      looks.soon()
    },
    /** Takes up what a run of the app before left: a countdown whose zero is still ahead goes on, the rest is reported. */
    load() {
      const left = file.get().plans
      ownEntries.note(left)
      // Shown as they were first, so that their end is news, and only once.
      store.update(put('plans', ...left))
      const newest = new Set(new Map(left.filter(isAhead).map((plan) => [plan.ref, plan])).values())
      store.update(put('plans', ...left.map((plan) => afterRestart(plan, clock.now(), newest.has(plan)))))
      // What was seen of its game is not known any more; its players are told once the server is listed.
      const isListed = ({ ref }: PlanView) => store.get().servers[ref] !== undefined
      const ownerless = all().filter(({ origin }) => origin === 'frozen')
      for (const { id } of ownerless) reasons.set(id, (plan) => (isListed(plan) ? forgotten : null))
      keep()
      looks.soon()
    },
    dispose() {
      // Answers that are still out come later, and nothing follows them.
      isDisposed = true
      unsubscribe()
      looks.end()
      onlinePlayers.dispose()
      keep()
    },
  }
}

export type PlanRunner = ReturnType<typeof createPlanRunner>
