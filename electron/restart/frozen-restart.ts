import type { BulkItem } from '../../shared/bulk/contract.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { panelTrouble } from '../../shared/keys/health.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { mayAsk } from '../../shared/model/players.ts'
import { announcedBy, frozenRestart, hasEnded, restartChoicesFor } from '../../shared/model/restart.ts'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { steadyOf } from '../lib/clock.ts'
import { createLooks } from '../lib/look-loop.ts'
import type { Silence } from '../players/frozen.ts'
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

function isSeenRunning(server: ServerView, now: number): boolean {
  if (server.state !== 'running' || server.condition !== null || server.observedAt === null) return false
  return Math.abs(now - server.observedAt) <= freshReadingMs
}

const turnedOff = appError('cancelled', { message: 'This restart was turned off.', hint: 'Plan one if you want it.' })
const inDoubt = appError('freeze-in-doubt')

/**
 * Why a server is not taken for frozen, as a countdown that is given up for it says; null where nothing speaks against it.
 * @param seen.silence what is known of the questions to its game that were left open
 * @param seen.lookingSince since when this computer is awake and has a network, in steady milliseconds; null while it is not
 * @param seen.now unix milliseconds
 */
export function whyNotFrozen(
  state: AppState,
  ref: ServerRef,
  seen: { readonly silence: Silence | null; readonly lookingSince: number | null; readonly now: number },
): AppError | null {
  const { app, servers, preferences } = state
  const { silence, lookingSince, now } = seen
  const server = servers[ref]
  const isAskedFor = server === undefined || mayAsk(preferences.players, server)
  if (!preferences.frozenRestarts.includes(ref) || !isAskedFor) return turnedOff
  const hasContact = app.online && server !== undefined && panelTrouble(state, server.panelId) === null
  if (!hasContact || !isSeenRunning(server, now)) return inDoubt
  const { frozenSince = null, count = null } = state.players[ref] ?? {}
  // Another source may have told of its players since, such as the console.
  const isSilent = frozenSince !== null && (count?.at ?? frozenSince) <= frozenSince
  if (silence === null || !isSilent) return appError('game-answers-again')
  const wasAwake = lookingSince !== null && silence.last.steady - lookingSince >= silentAwakeMs
  return silence.isItsOwn && wasAwake ? null : inDoubt
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

type Parts = Pick<RestartParts, 'store' | 'clock' | 'silenceOf' | 'backgroundPause'> & {
  plans: Pick<PlanRunner, 'start' | 'noteFailed'>
  file: Pick<RestartsFile, 'get' | 'change'>
}

/** While a server is frozen, it is looked at this often, in milliseconds. */
const intervalMs = 20_000

/** True while something else is done to the server, or is about to be. */
function isBusy({ servers, plans, bulks }: AppState, ref: ServerRef): boolean {
  const isOpen = ({ outcome }: BulkItem) => outcome === 'waiting' || outcome === 'running'
  return (
    isRunning(servers[ref]?.action ?? null) ||
    Object.values(plans).some((plan) => plan.ref === ref && !hasEnded(plan)) ||
    Object.values(bulks).some(({ items }) => items.some((item) => item.ref === ref && isOpen(item)))
  )
}

/**
 * Restarts servers whose game stopped answering, where a person chose that: with a countdown, once for each time, and not
 * more often in a day than is said there.
 */
export function createFrozenRestarts({ store, clock, plans, silenceOf, backgroundPause, file }: Parts) {
  /** Those for which this freeze was acted on, and when, in steady milliseconds, until their game answers again. */
  const seenTo = new Map<ServerRef, number>()
  let lookingSince = clock.steady()

  const whyNot = (ref: ServerRef) =>
    whyNotFrozen(store.get(), ref, {
      silence: silenceOf(ref),
      lookingSince: backgroundPause.isPaused() ? null : lookingSince,
      now: clock.now(),
    })

  /** Right before the signal the game must just have been asked again. */
  const isAskedAgain = (ref: ServerRef, zeroAt: number) =>
    clock.now() < zeroAt - lastWordMs || clock.steady() - (silenceOf(ref)?.last.steady ?? 0) <= freshSilenceMs

  function act(ref: ServerRef) {
    const state = store.get()
    const now = clock.now()
    const chosen = announcedBy(state.players[ref]?.game?.id ?? null, restartChoicesFor(state, ref))
    const order: PlanOrder = {
      ref,
      choices: frozenChoices(chosen),
      zeroAt: now + frozenRestart.leadMinutes * 60_000,
      origin: 'frozen',
      whyGivenUp: ({ zeroAt }, { isAwake }) =>
        isAwake ? (whyNot(ref) ?? (isAskedAgain(ref, zeroAt) ? null : inDoubt)) : inDoubt,
    }
    seenTo.set(ref, clock.steady())
    const all = withinDay(file.get().frozen, now)
    const times = all[ref] ?? []
    if (times.length >= frozenRestart.mostADay)
      return plans.noteFailed({ ...order, zeroAt: now }, appError('frozen-too-often'))
    // Written first: an app that ends meanwhile has counted it.
    file.change({ frozen: { ...all, [ref]: [...times, now] } })
    plans.start(order)
  }

  const isFrozen = (ref: ServerRef) => (store.get().players[ref]?.frozenSince ?? null) !== null

  /** True where this freeze is over: the game tells something again, or the server does not run. */
  function isOver(ref: ServerRef, seenAt: number): boolean {
    const { servers, players } = store.get()
    const count = players[ref]?.count ?? null
    return servers[ref]?.state !== 'running' || (count !== null && steadyOf(clock, count.at) > seenAt)
  }

  function step(ref: ServerRef): void {
    if (isFrozen(ref) && !seenTo.has(ref) && !isBusy(store.get(), ref) && whyNot(ref) === null) act(ref)
  }

  const looks = createLooks(
    clock,
    () => {
      for (const [ref, seenAt] of seenTo) if (isOver(ref, seenAt)) seenTo.delete(ref)
      for (const ref of store.get().preferences.frozenRestarts) step(ref)
    },
    () => (store.get().preferences.frozenRestarts.some(isFrozen) ? intervalMs : null),
  )

  const endings = [
    store.subscribe((after, before) => {
      const isOther = (['players', 'servers', 'plans', 'bulks'] as const).some(
        (table) => after[table] !== before[table],
      )
      const isChosen = after.preferences.frozenRestarts !== before.preferences.frozenRestarts
      if (isChosen || (isOther && after.preferences.frozenRestarts.length + seenTo.size > 0)) looks.now()
    }),
    backgroundPause.onEnd(() => {
      lookingSince = clock.steady()
    }),
    looks.end,
  ]

  return {
    dispose() {
      for (const end of endings) end()
    },
  }
}
