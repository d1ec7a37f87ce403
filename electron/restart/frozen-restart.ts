import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { panelTrouble } from '../../shared/keys/health.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { mayAsk } from '../../shared/model/players.ts'
import type { PlayersView } from '../../shared/model/players-schema.ts'
import { announcedBy, frozenRestart, hasEnded, isAhead, restartChoicesFor } from '../../shared/model/restart.ts'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import { steadyOf } from '../lib/clock.ts'
import { createLookLoop } from '../lib/look-loop.ts'
import type { Silence } from '../players/frozen.ts'
import type { PlayersWatch } from '../players/poller.ts'
import type { RestartsFile } from './file.ts'
import type { RestartParts } from './parts.ts'
import type { PlanOrder, PlanRunner } from './plan-runner.ts'

/** A game must have been silent for so long while this computer was awake and had a network, in milliseconds. */
export const silentAwakeMs = 10 * 60_000
/** A reading of the server's state counts for this long, in milliseconds. */
const freshReadingMs = 120_000
/** The last question to the game that was left open may be this old at the signal, in milliseconds. */
const freshSilenceMs = 60_000
/** The time before zero at which that counts, in milliseconds. */
const lastWordMs = 1_000
const dayMs = 86_400_000
/** How long before zero it is announced where none of the person's warnings fits, in seconds. */
const ownWarningSeconds = 60

/** What is known of a server whose game may be frozen. */
export type FrozenObservation = {
  /** The person chose a restart for it, and allows to ask its game. */
  readonly isWanted: boolean
  readonly server: ServerView | undefined
  readonly players: PlayersView | undefined
  readonly silence: Silence | null
  /** Whether its panel answers. */
  readonly hasContact: boolean
  /** Since when this computer is awake and has a network, by the steady clock in milliseconds; null while it is not. */
  readonly lookingSince: number | null
  /** Unix milliseconds. */
  readonly now: number
}

/** Why a server is not taken for frozen. */
export type Doubt = 'not-wanted' | 'not-running' | 'no-contact' | 'answers' | 'own-network' | 'paused'

function isSeenRunning(server: ServerView | undefined, now: number): boolean {
  if (server?.state !== 'running' || server.condition !== null || server.observedAt === null) return false
  return Math.abs(now - server.observedAt) <= freshReadingMs
}

/** What speaks against taking a server for frozen; null where nothing does. */
export function doubtOf(observation: FrozenObservation): Doubt | null {
  const { isWanted, server, players, silence, hasContact, lookingSince, now } = observation
  if (!isWanted) return 'not-wanted'
  if (!hasContact) return 'no-contact'
  if (!isSeenRunning(server, now)) return 'not-running'
  const frozenSince = players?.frozenSince ?? null
  if (frozenSince === null || silence === null) return 'answers'
  // Another source told of its players since, such as the console.
  if ((players?.count?.at ?? frozenSince) > frozenSince) return 'answers'
  if (!silence.isItsOwn) return 'own-network'
  return lookingSince !== null && silence.last.steady - lookingSince >= silentAwakeMs ? null : 'paused'
}

/**
 * The same for a countdown that was begun for it: right before the signal the game must just have been asked again.
 * @param zeroAt unix milliseconds
 * @param steady the steady clock now, in milliseconds
 */
export function doubtAtZero(
  observation: FrozenObservation,
  zeroAt: number,
  steady: number,
): Doubt | 'not-asked' | null {
  const doubt = doubtOf(observation)
  if (doubt !== null || observation.now < zeroAt - lastWordMs) return doubt
  return steady - (observation.silence?.last.steady ?? 0) <= freshSilenceMs ? null : 'not-asked'
}

/** When frozen servers were restarted, by server, in unix milliseconds. */
type Times = Readonly<Record<ServerRef, readonly number[]>>

/** Those that lie within a day of now; servers without any are left out. */
export function withinDay(times: Times, now: number): Record<ServerRef, number[]> {
  const near = Object.entries(times).map(([ref, all]) => [ref, all.filter((at) => Math.abs(now - at) < dayMs)] as const)
  return Object.fromEntries(near.filter(([, all]) => all.length > 0))
}

/**
 * How a frozen server is restarted: as the person chose, whoever is on, with one warning at least. No backup comes first: a
 * game that hangs saves nothing.
 */
export function frozenChoices(choices: RestartChoices): RestartChoices {
  const fits = choices.warnings.some((seconds) => seconds <= frozenRestart.leadMinutes * 60)
  return {
    ...choices,
    warnings: fits ? choices.warnings : [ownWarningSeconds],
    players: { rule: 'any' },
    backupFirst: 'no',
  }
}

type Parts = Pick<RestartParts, 'store' | 'clock' | 'watchPlayers' | 'silenceOf' | 'backgroundPause'> & {
  plans: Pick<PlanRunner, 'start' | 'noteFailed'>
  file: Pick<RestartsFile, 'get' | 'change'>
}

/** While a server is frozen, it is looked at this often, in milliseconds. */
const intervalMs = 20_000

const noLonger = appError('cancelled', { message: 'This restart was turned off.', hint: 'Plan one if you want it.' })

function errorFor(doubt: Doubt | 'not-asked'): AppError {
  if (doubt === 'not-wanted') return noLonger
  return appError(doubt === 'answers' ? 'game-answers-again' : 'freeze-in-doubt')
}

/**
 * Restarts servers whose game stopped answering, where a person chose that: with a countdown, once for each time, and not
 * more often in a day than is said there.
 */
export function createFrozenRestarts({ store, clock, plans, watchPlayers, silenceOf, backgroundPause, file }: Parts) {
  /** Those for which this freeze was acted on, and when, in steady milliseconds, until their game answers again. */
  const seenTo = new Map<ServerRef, number>()
  /** The games that are asked while a countdown goes on. */
  const asked = new Map<ServerRef, PlayersWatch>()
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
    if (cancelNap === null && (asked.size > 0 || frozenRestarts.some(isFrozen)))
      cancelNap = clock.after(intervalMs, nap)
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
