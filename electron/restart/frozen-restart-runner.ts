import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { panelTrouble } from '../../shared/keys/health.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { mayAsk } from '../../shared/model/players.ts'
import { announcedBy, frozenRestart, hasEnded, isAhead, restartChoicesFor } from '../../shared/model/restart.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import { type Clock, steadyOf } from '../lib/clock.ts'
import { createLookLoop } from '../lib/look-loop.ts'
import type { Silence } from '../players/frozen.ts'
import type { PlayersHold } from '../players/poller.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { StateStore } from '../state/store.ts'
import type { WatchPlayers } from './crowds.ts'
import type { RestartsFile } from './file.ts'
import { type Doubt, doubtAtZero, doubtOf, type FrozenObservation, frozenChoices, withinDay } from './frozen-restart.ts'
import type { PlanOrder, PlanRunner } from './plan-runner.ts'

type Deps = {
  store: StateStore
  clock: Clock
  plans: Pick<PlanRunner, 'start' | 'noteFailed'>
  watchPlayers: WatchPlayers
  silenceOf: (ref: ServerRef) => Silence | null
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  file: Pick<RestartsFile, 'get' | 'change'>
}

/** While a server is frozen, it is looked at this often, in milliseconds. */
const napMs = 20_000

const noLonger = appError('cancelled', { message: 'This restart was turned off.', hint: 'Plan one if you want it.' })

function errorFor(doubt: Doubt | 'not-asked'): AppError {
  if (doubt === 'not-wanted') return noLonger
  return appError(doubt === 'answers' ? 'game-answers-again' : 'freeze-in-doubt')
}

/**
 * Restarts servers whose game stopped answering, where a person chose that: with a countdown, once for each time, and not
 * more often in a day than is said there.
 */
export function createFrozenRestarts(deps: Deps): { dispose(): void } {
  const { store, clock, plans, watchPlayers, silenceOf, backgroundPause, file } = deps
  /** Those for which this freeze was acted on, and when, in steady milliseconds, until their game answers again. */
  const seenTo = new Map<ServerRef, number>()
  /** The games that are asked while a countdown goes on. */
  const asked = new Map<ServerRef, PlayersHold>()
  let lookingSince = clock.steady()
  let cancelNap: (() => void) | null = null

  function observationOf(ref: ServerRef): FrozenObservation {
    const state = store.get()
    const server = state.servers[ref]
    const { frozenRestarts, players } = state.preferences
    return {
      isWanted: frozenRestarts.includes(ref) && (server === undefined || mayAsk(players, server)),
      server,
      players: state.players[ref],
      silence: silenceOf(ref),
      hasContact: state.app.online && server !== undefined && panelTrouble(state, server.panelId) === null,
      lookingSince: backgroundPause.isPaused() ? null : lookingSince,
      now: clock.now(),
    }
  }

  /** True while something else is done to the server, or is about to be. */
  function isBusy(ref: ServerRef): boolean {
    const { servers, plans: all, bulks } = store.get()
    const isOpen = ({ outcome }: { outcome: string }) => outcome === 'waiting' || outcome === 'running'
    return (
      isRunning(servers[ref]?.action ?? null) ||
      Object.values(all).some((plan) => plan.ref === ref && !hasEnded(plan)) ||
      Object.values(bulks).some(({ items }) => items.some((item) => item.ref === ref && isOpen(item)))
    )
  }

  function whyGivenUp(ref: ServerRef): NonNullable<PlanOrder['whyGivenUp']> {
    return ({ zeroAt }, { isAwake }) => {
      const doubt = isAwake ? doubtAtZero(observationOf(ref), zeroAt, clock.steady()) : 'paused'
      return doubt && errorFor(doubt)
    }
  }

  function act(ref: ServerRef): void {
    const state = store.get()
    const now = clock.now()
    const chosen = announcedBy(state.players[ref]?.game?.id ?? null, restartChoicesFor(state, ref))
    const order: PlanOrder = {
      ref,
      choices: frozenChoices(chosen),
      zeroAt: now + frozenRestart.leadMinutes * 60_000,
      origin: 'frozen',
      whyGivenUp: whyGivenUp(ref),
    }
    seenTo.set(ref, clock.steady())
    const all = withinDay(file.get().frozen, now)
    const times = all[ref] ?? []
    if (times.length >= frozenRestart.mostADay) {
      plans.noteFailed({ ...order, zeroAt: now }, appError('frozen-too-often'))
      return
    }
    // Written first: an app that ends meanwhile has counted it.
    file.change({ frozen: { ...all, [ref]: [...times, now] } })
    if (plans.start(order).ok) askWhileItCounts(ref)
  }

  /** One countdown may follow a cancelled one before that one's question was given back. */
  function askWhileItCounts(ref: ServerRef): void {
    asked.get(ref)?.release()
    asked.set(ref, watchPlayers(ref))
  }

  /** Leaves alone the games for which no countdown goes on. */
  function giveBack(): void {
    const { plans: all } = store.get()
    for (const [ref, hold] of asked) {
      if (Object.values(all).some((plan) => plan.ref === ref && isAhead(plan))) continue
      hold.release()
      asked.delete(ref)
    }
  }

  const isFrozen = (ref: ServerRef) => (store.get().players[ref]?.frozenSince ?? null) !== null

  /** True where this freeze is over: the game tells something again, or the server does not run. */
  function isOver(ref: ServerRef, seenAt: number): boolean {
    const { servers, players } = store.get()
    const count = players[ref]?.count ?? null
    return servers[ref]?.state !== 'running' || (count !== null && steadyOf(clock, count.at) > seenAt)
  }

  function step(ref: ServerRef): void {
    if (isFrozen(ref) && !seenTo.has(ref) && !isBusy(ref) && doubtOf(observationOf(ref)) === null) act(ref)
  }

  function stepAll(): void {
    for (const [ref, seenAt] of seenTo) if (isOver(ref, seenAt)) seenTo.delete(ref)
    for (const ref of store.get().preferences.frozenRestarts) step(ref)
  }

  function rest(): void {
    const { frozenRestarts } = store.get().preferences
    if (cancelNap === null && (asked.size > 0 || frozenRestarts.some(isFrozen))) cancelNap = clock.after(napMs, nap)
  }

  const look = createLookLoop(stepAll, rest)

  function nap(): void {
    cancelNap = null
    giveBack()
    look()
  }

  const endings = [
    store.subscribe((after, before) => {
      const isOther = (['players', 'servers', 'plans', 'bulks'] as const).some(
        (table) => after[table] !== before[table],
      )
      const isChosen = after.preferences.frozenRestarts !== before.preferences.frozenRestarts
      if (isChosen || (isOther && after.preferences.frozenRestarts.length + seenTo.size > 0)) look()
    }),
    backgroundPause.onEnd(() => {
      lookingSince = clock.steady()
    }),
  ]

  return {
    dispose() {
      for (const end of endings) end()
      for (const { release } of asked.values()) release()
      cancelNap?.()
    },
  }
}
