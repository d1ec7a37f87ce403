import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PlayersView } from '../../shared/model/players-schema.ts'
import { frozenRestart } from '../../shared/model/restart.ts'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Silence } from '../players/frozen.ts'

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
