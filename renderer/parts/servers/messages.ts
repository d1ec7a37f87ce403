import { eventOfPower, failureOf, failureVerb, wordsOf } from '../../../shared/activity/words.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import { isRefusalOver } from '../../../shared/keys/health.ts'
import { describeServer, type ServerDescription } from '../../../shared/model/describe-server.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import type { PowerAction } from '../../../shared/model/power-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { newsOfRefusalMs } from '../../../shared/servers/attention.ts'
import { isRunning } from '../../../shared/servers/choices.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import type { CallError } from '../../state/view.ts'
import { count, roughly } from '../../ui/format.ts'
import { toldOf } from '../area/area-words.ts'
import type { Outcome } from '../outcome.ts'

const notReached: Record<PowerSignal, string> = {
  start: 'It did not start in time.',
  stop: 'It did not stop in time.',
  restart: 'It did not come back in time.',
  kill: 'It did not end in time.',
}

/** After an action whose outcome a panel does not show. */
const notReported = 'This panel doesn’t report server states, so nothing more is known.'

function failed(short: string, error: AppError, at: number): Outcome {
  const { message, hint } = toldOf(error)
  return { tone: 'bad', short, text: `${short}. ${message}`, hint, at }
}

const newsMs = { confirmed: 60_000, unconfirmed: 10 * 60_000, refused: newsOfRefusalMs } as const

function describeAction(action: PowerAction, now: number): Outcome | null {
  const { phase, signal, error, startedAt: at } = action
  const age = now - action.changedAt
  if (phase === 'waiting') {
    const short = 'The panel’s rate limit is reached'
    return { tone: 'busy', short, text: `${short}.`, hint: 'It is sent again on its own.', at }
  }
  const event = eventOfPower(action)
  if (event === null) return null
  const { what } = wordsOf(event)
  if (phase === 'stalled') {
    const text = `${what}. ${error?.message ?? notReached[signal]}`
    return {
      tone: 'bad',
      short: what,
      text,
      hint: error?.hint ?? 'Kill ends it at once; unsaved world data is lost.',
      at,
    }
  }
  if (error !== null && phase !== 'confirmed') return age < newsMs.refused ? failed(what, error, at) : null
  if (phase !== 'confirmed' && phase !== 'unconfirmed') return null
  if (age >= newsMs[phase]) return null
  const short = `${what} ${clockTime(action.changedAt)}`
  return { tone: 'ok', short, text: short, hint: phase === 'confirmed' ? '' : notReported, at }
}

/** True when a failed call is shown by its action, was followed by a newer one, or is old. */
function isOver({ error, at }: CallError, action: PowerAction | null, now: number): boolean {
  if (now - at >= newsMs.refused) return true
  return action !== null && (action.startedAt > at || action.error?.code === error.code)
}

/**
 * The outcome to show in a server's row and pane, and to announce; null for none, and once a refusal is over.
 * @param callError the last failed call, which may have created no action
 * @param now unix milliseconds
 */
export function describeOutcome(
  state: Pick<AppState, 'keys'>,
  server: ServerView,
  callError: CallError | null,
  now: number,
): Outcome | null {
  const { action } = server
  if (callError !== null && !isOver(callError, action, now)) {
    const { error, at } = callError
    return failed(`Action ${failureVerb[failureOf(error)]}`, error, at)
  }
  return action === null || isRefusalOver(server, state, now) ? null : describeAction(action, now)
}

/** One line about panels that report no states: what is missing, and what works all the same. */
export function noStates(names: readonly string[]): string {
  const [first, ...others] = names
  const subject = others.length === 0 ? `${first} doesn’t` : `${first} and ${count(others.length, 'other panel')} don’t`
  return `${subject} report server states, so they stay unknown. Power and console still work.`
}

/** A key that waits for its rate limit goes on by itself. */
const waits = ({ health }: KeyView) => health.kind === 'failing' && health.error.code === 'rate-limited'

/** The failing keys, those that need a person first. */
export function failingKeys(keys: readonly KeyView[]): readonly KeyView[] {
  return keys.filter(({ health }) => health.kind === 'failing').toSorted((a, b) => Number(waits(a)) - Number(waits(b)))
}

/** The failing keys that are told by name beside the list, before the others are unfolded. */
export const bannerKeys = (keys: readonly KeyView[]): readonly KeyView[] => failingKeys(keys).slice(0, 1)

/**
 * How often a row must read the clock, in milliseconds: each second while it counts, seldom while its words may age.
 */
export function tickOf(server: ServerView | undefined): number | null {
  if (server === undefined) return null
  if (isRunning(server.action)) return 1_000
  return server.action !== null || server.observedAt !== null ? 15_000 : null
}

/**
 * A server's state for the head of its view: `Running 6 h`, otherwise as in its row.
 * @param now unix milliseconds
 * @param isAway its panel does not answer, so how long it has been up is not known either
 */
export function headState(server: ServerView, now: number, isAway: boolean): ServerDescription {
  const described = describeServer(server, now, isAway)
  const uptime = server.resources?.uptimeMs ?? 0
  return described.word === 'Running' && uptime >= 60_000
    ? { ...described, word: `Running ${roughly(uptime)}` }
    : described
}
