import { appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin, PowerSignal } from '../../shared/model/power.ts'
import type { PlanStep, PlanView, RestartChoices } from '../../shared/model/restart.ts'
import { hasEnded, isAhead, longestWarningSeconds, warningText } from '../../shared/model/restart-choices.ts'
import { own } from '../../shared/own.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Commands } from '../console/commands.ts'
import { type Clock, steadyOf } from '../lib/clock.ts'
import type { Instant } from '../lib/instant.ts'
import type { Power } from '../servers/power.ts'
import type { StateStore } from '../state/store.ts'
import { dropPlans, setPlans } from '../state/updates.ts'
import { createCrowds, type WatchPlayers } from './crowds.ts'
import type { RestartsFile } from './file.ts'
import { follow } from './follow.ts'
import {
  afterRestart,
  cancel,
  earliestZero,
  endPlan,
  followClock,
  giveWay,
  graceMs,
  hurry,
  latestFor,
  type Move,
  missIfPast,
  napOf,
  newPlan,
  noteCommand,
  noteSignal,
  type Order,
  postpone,
  type Sent,
  wasAwake,
} from './plan.ts'
import { advanceMinding, asksForPlayers } from './players-rule.ts'

type Deps = {
  store: StateStore
  clock: Clock
  /** Milliseconds that only ever grow, whatever is done to the wall clock. */
  monotonic?: () => number
  newId: () => string
  power: Pick<Power, 'send'>
  commands: Pick<Commands, 'send'>
  watchPlayers: WatchPlayers
  file: Pick<RestartsFile, 'get' | 'change'>
}

export type PlanOrder = {
  readonly ref: ServerRef
  readonly choices: RestartChoices
  /** Unix milliseconds. */
  readonly zeroAt: number
  readonly origin: Origin
  readonly scheduleId?: string | null | undefined
}

/** Restarts with warnings. Each one's progress and every step's result stand in the state. */
export type PlanRunner = {
  /**
   * Begins a countdown; one server has one at a time.
   * Errors: `unknown-server`, `plan-running`, `plan-past` for a time that is over or more than a day ahead,
   * `invalid-request` for stop and start where the panel tells no state.
   */
  start(order: PlanOrder): Result<{ id: string }>
  /** Keeps those whose time passed while nobody could run them, for the person to see; gives their ids. */
  noteMissed(orders: readonly PlanOrder[]): readonly string[]
  postpone(id: string): Result<void>
  /** Brings zero to now; runs one that was missed, without its warnings. */
  now(id: string, origin: Origin): Result<void>
  cancel(id: string, announce: boolean, origin: Origin): Result<void>
  dismiss(id: string): Result<void>
  /** The system goes to sleep, or comes back from it: what fell due meanwhile is over. */
  setAsleep(isAsleep: boolean): void
  /** Shows what a run of the app before left: each plan that it did not end is reported, none is run. */
  load(): void
  dispose(): void
}

const unwatched = appError('invalid-request', {
  message: 'This panel tells no state, so it would not be seen when the server has stopped.',
  hint: 'Choose Restart for what happens at zero.',
})

/** Beside the longest warning, so that a plan for this minute tomorrow can be made. */
const farthestMs = (longestWarningSeconds + 60) * 1_000

const resultOf = (sent: Result<void>): Sent => {
  if (sent.ok) return { result: 'sent', error: null }
  return { result: sent.error.mayHaveActed ? 'unconfirmed' : 'failed', error: sent.error }
}

/** The console command of a step. */
function commandOf({ choices, name }: PlanView, step: PlanStep | undefined): string {
  const texts = { 'last-command': choices.lastCommand?.text, 'cancel-text': choices.cancelText }
  const template = step?.kind === 'last-command' || step?.kind === 'cancel-text' ? texts[step.kind] : choices.text
  return warningText(template ?? '', step?.secondsBefore ?? 0, name)
}

export function createPlanRunner(deps: Deps): PlanRunner {
  const { store, clock, newId, power, commands, file } = deps
  const monotonic = deps.monotonic ?? (() => performance.now())
  const crowds = createCrowds(deps)
  /** The power action of each plan's last signal, and the monotonic time at which it went out. */
  const signals = new Map<string, { actionId: string | null; mono: number }>()
  /** What plans say before zero and may still wait for a rate limit, with the zero of which it tells, if it does. */
  const waiting = new Set<{ readonly id: string; readonly tells: number | null; readonly giveUp: AbortController }>()
  const instant = (): Instant => ({ wall: clock.now(), mono: monotonic() })
  let seen = instant()
  let isAsleep = false
  /** Whether the system told of sleep since the last look. */
  let hasSlept = false
  let cancelNap: (() => void) | undefined
  let isLooking = false
  let isDisposed = false
  let keptMark = ''

  const all = (): PlanView[] => Object.values(store.get().plans)
  const find = (id: string): PlanView | undefined => {
    const { plans } = store.get()
    return own(plans, id)
  }
  const isBusy = (ref: ServerRef) => all().some((plan) => plan.ref === ref && !hasEnded(plan))
  const canWatch = (ref: ServerRef) => {
    const { servers, panels } = store.get()
    const server = servers[ref]
    return server !== undefined && panels[server.panelId]?.dialect === 'pterodactyl'
  }

  /** What is on disk changes with phases and times, not with every warning. */
  function keep(): void {
    const kept = all().filter((plan) => !hasEnded(plan) || plan.phase === 'missed')
    const mark = kept.map(({ id, phase, zeroAt, startedAt }) => `${id} ${phase} ${zeroAt} ${startedAt}`).join()
    if (mark === keptMark) return
    keptMark = mark
    file.change({ plans: kept })
  }

  /** Shows plans, keeps them, and only then sends what they order. */
  function take(moves: readonly Move[]): void {
    const changed = moves.map(({ plan }) => plan).filter((plan) => find(plan.id) !== plan)
    if (changed.length > 0) store.update(setPlans(changed))
    for (const plan of changed) if (hasEnded(plan)) signals.delete(plan.id)
    giveUpWrong()
    const orders = moves.flatMap((move) => move.orders.map((order) => ({ plan: move.plan, order })))
    // Everything else is kept with the next look.
    if (orders.some(({ order }) => order.kind === 'signal')) keep()
    for (const { plan, order } of orders) void carryOut(plan, order)
  }

  /** What was to be said before zero is wrong once zero is there, has moved, or does not come. */
  function giveUpWrong(): void {
    for (const { id, tells, giveUp } of waiting) {
      const plan = find(id)
      if (plan === undefined || !isAhead(plan) || (tells !== null && tells !== plan.zeroAt)) giveUp.abort()
    }
  }

  const note = (id: string, change: (plan: PlanView) => PlanView) => {
    const plan = find(id)
    if (plan !== undefined) take([{ plan: change(plan), orders: [] }])
  }

  async function carryOut(plan: PlanView, order: Order): Promise<void> {
    if (order.kind === 'signal') await signal(plan, order.step, order.signal)
    else await command(plan, order.step)
    lookSoon()
  }

  async function command(plan: PlanView, index: number): Promise<void> {
    const { id, ref, steps, zeroAt } = plan
    const step = steps[index]
    const text = commandOf(plan, step)
    const giveUp = new AbortController()
    const isBeforeZero = step?.kind !== 'cancel-text'
    // A look may come a little late already, so the time of the step counts, and not when it was looked at.
    const dueAt = isBeforeZero ? zeroAt - (step?.secondsBefore ?? 0) * 1_000 : clock.now()
    const latest = latestFor(dueAt, step?.sentAt ?? dueAt)
    const notAfter = isBeforeZero ? Math.min(latest, zeroAt - 1) : latest
    const tellsTime = step?.kind === 'warning' || step?.kind === 'last-call'
    const held = { id, tells: tellsTime ? zeroAt : null, giveUp }
    if (isBeforeZero) waiting.add(held)
    const options = { isPrivate: true, isAutomatic: true, notAfter: steadyOf(clock, notAfter), signal: giveUp.signal }
    const sent = await commands.send(ref, text, options)
    waiting.delete(held)
    note(id, (plan) => noteCommand(plan, index, resultOf(sent), clock.now()))
  }

  async function signal({ id, ref, origin, zeroAt, steps }: PlanView, index: number, what: PowerSignal): Promise<void> {
    if (what === 'stop' && !canWatch(ref)) {
      note(id, (plan) => noteSignal(plan, index, { result: 'failed', error: unwatched }, clock.now()))
      return
    }
    const before = store.get().servers[ref]?.action?.id
    // Better not at all than late, but for the start: without it the server would stay stopped.
    const due = { restart: zeroAt, stop: zeroAt, kill: clock.now(), start: Number.POSITIVE_INFINITY }[what]
    const notAfter = steadyOf(clock, latestFor(due, steps[index]?.sentAt ?? due))
    const sending = power.send(ref, what, origin, { isAutomatic: true, notAfter })
    const action = store.get().servers[ref]?.action
    signals.set(id, { actionId: action && action.id !== before ? action.id : null, mono: monotonic() })
    const sent = resultOf(await sending)
    const isUntold = sent.result === 'sent' && store.get().servers[ref]?.action?.phase === 'unconfirmed'
    const told = isUntold ? ({ ...sent, result: 'unconfirmed' } as const) : sent
    note(id, (plan) => noteSignal(plan, index, told, clock.now()))
  }

  /** Brings all plans up to the clock, without sending anything; tells whether the computer was awake since the last look. */
  function followClocks(): Instant & { readonly isAwake: boolean } {
    const before = seen
    const now = instant()
    const isAwake = !hasSlept && wasAwake(before, now)
    seen = now
    hasSlept = isAsleep
    take(all().map((plan) => ({ plan: missIfPast(followClock(plan, before, now), now.wall, isAwake), orders: [] })))
    return { ...now, isAwake }
  }

  function followPlayers(now: Instant): void {
    const asking = all().filter((plan) => asksForPlayers(plan, now.wall))
    crowds.follow(new Set(asking.map(({ ref }) => ref)), now)
  }

  /** What is due of one plan now. */
  function moveOf(plan: PlanView, now: ReturnType<typeof followClocks>): Move {
    const server = store.get().servers[plan.ref]
    if (isAhead(plan)) {
      const ahead = giveWay(plan, server?.action ?? null, now.wall)
      return advanceMinding(ahead, crowds.of(plan.ref), now, now.isAwake)
    }
    const { actionId = null, mono = now.mono } = signals.get(plan.id) ?? {}
    return follow(plan, { server, actionId, now: now.wall, sinceMs: now.mono - mono })
  }

  /** Does all that is due, and sleeps until more is. */
  function look(): void {
    // What is sent changes the state, which leads here again: the look under way sees to it.
    if (isLooking || isDisposed) return
    isLooking = true
    const now = followClocks()
    followPlayers(now)
    take(
      all()
        .filter((plan) => !hasEnded(plan))
        .map((plan) => moveOf(plan, now)),
    )
    followPlayers(now)
    keep()
    isLooking = false
    rest()
  }

  /** One look for all that comes at once, such as the answers to many requests. */
  function lookSoon(): void {
    if (isDisposed) return
    cancelNap?.()
    cancelNap = clock.after(0, look)
  }

  function rest(): void {
    cancelNap?.()
    const naps = all().map((plan) => napOf(plan, clock.now()))
    const nap = Math.min(...naps.filter((ms) => ms !== null))
    cancelNap = Number.isFinite(nap) ? clock.after(nap, look) : undefined
  }

  /** New plans take the place of those of their servers that have ended. */
  function place(plans: readonly PlanView[]): void {
    const refs = new Set(plans.map(({ ref }) => ref))
    const ended = all().filter((other) => refs.has(other.ref) && hasEnded(other))
    store.update(dropPlans(ended.map(({ id }) => id)))
    take(plans.map((plan) => ({ plan, orders: [] })))
  }

  function make({ ref, choices, zeroAt, origin, scheduleId = null }: PlanOrder): PlanView {
    const name = store.get().servers[ref]?.name ?? ref
    return newPlan({ id: newId(), ref, name, choices, zeroAt, startedAt: clock.now(), origin, scheduleId })
  }

  /** What a person asks for comes before anything else that is due now. */
  function edit(id: string, change: (plan: PlanView, now: number) => Move | PlanView | null): Result<void> {
    followClocks()
    const plan = find(id)
    const changed = plan === undefined ? null : change(plan, clock.now())
    if (changed !== null) take(['plan' in changed ? changed : { plan: changed, orders: [] }])
    // Also where nothing changed: what is due after a sleep has no time to wait for the next look.
    look()
    if (plan === undefined) return fail('unknown-plan')
    return changed === null ? fail('plan-past') : ok()
  }

  const unsubscribe = store.subscribe((after, before) => {
    if (after.servers === before.servers && after.players === before.players) return
    const isConcerned = (plan: PlanView) => {
      const [server, earlier] = [after.servers[plan.ref], before.servers[plan.ref]]
      if (plan.phase === 'watching') return server !== earlier
      const isCounted = after.players[plan.ref] !== before.players[plan.ref] && asksForPlayers(plan, clock.now())
      return isAhead(plan) && (isCounted || server?.action !== earlier?.action)
    }
    if (Object.values(after.plans).some(isConcerned)) look()
  })

  return {
    start(order) {
      const { ref, choices, zeroAt } = order
      const now = clock.now()
      if (store.get().servers[ref] === undefined) return fail('unknown-server')
      if (isBusy(ref)) return fail('plan-running')
      if (zeroAt < now - graceMs || zeroAt > now + farthestMs)
        return fail('plan-past', { hint: 'Choose a time within a day.' })
      if (choices.atZero === 'stop-start' && !canWatch(ref)) return fail(unwatched)
      followClocks()
      const plan = make({ ...order, zeroAt: Math.max(zeroAt, earliestZero(choices, now)) })
      place([plan])
      lookSoon()
      return ok({ id: plan.id })
    },
    noteMissed(orders) {
      const missed = orders.filter(({ ref }) => !isBusy(ref)).map(make)
      place(missed)
      take(missed.map((plan) => ({ plan: endPlan(plan, 'missed', clock.now()), orders: [] })))
      keep()
      return missed.map(({ id }) => id)
    },
    postpone: (id) => edit(id, postpone),
    now: (id, origin) =>
      edit(id, (plan, now) => {
        if (plan.phase !== 'missed') return hurry({ ...plan, origin }, now)
        // Whoever wants it now wants it whoever is on.
        const choices: RestartChoices = { ...plan.choices, warnings: [], players: { rule: 'any' } }
        const zeroAt = earliestZero(choices, now)
        return isBusy(plan.ref) ? null : newPlan({ ...plan, choices, zeroAt, startedAt: now, origin })
      }),
    cancel: (id, announce, origin) => edit(id, (plan, now) => cancel({ ...plan, origin }, announce, now)),
    dismiss(id) {
      const plan = find(id)
      if (plan !== undefined && !hasEnded(plan)) return fail('plan-running')
      store.update(dropPlans([id]))
      keep()
      return ok()
    },
    setAsleep(value) {
      isAsleep = value
      hasSlept = true
      lookSoon()
    },
    load() {
      const left = file.get().plans
      // Shown as they were first, so that their end is news, and only once.
      store.update(setPlans(left))
      store.update(setPlans(left.map((plan) => afterRestart(plan, clock.now()))))
      keep()
    },
    dispose() {
      // Answers that are still out come later, and nothing follows them.
      isDisposed = true
      unsubscribe()
      cancelNap?.()
      crowds.dispose()
      keep()
    },
  }
}
