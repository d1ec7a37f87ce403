import type { Origin } from './power-schema.ts'
import type { ServerView } from './server-schema.ts'
import { clockTime } from './time-words.ts'

/** The four power signals of the client API. */
export const powerSignals = ['start', 'stop', 'restart', 'kill'] as const
export type PowerSignal = (typeof powerSignals)[number]
/** True where a person started it; not for what the app does by itself, as they chose before. */
export const isPersons = ({ origin }: { readonly origin: Origin }): boolean =>
  origin !== 'schedule' && origin !== 'frozen'

export const signalName: Readonly<Record<PowerSignal, string>> = {
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  kill: 'Kill',
}

/**
 * What was seen of an action that did not reach its aim within its limit: `It was not seen running; last seen offline at
 * 12:03.`
 */
export function notSeenText(
  signal: PowerSignal,
  { state, observedAt }: Pick<ServerView, 'state' | 'observedAt'>,
): string {
  const up = signal === 'restart' && state === 'running' ? 'to restart' : 'running'
  const aim = signal === 'start' || signal === 'restart' ? up : 'offline'
  const isKnown = state !== 'unknown' && observedAt !== null
  return `It was not seen ${aim}${isKnown ? `; last seen ${state} at ${clockTime(observedAt)}` : ''}.`
}

/** What a signal does, for the question before it is sent. */
export const signalEffect: Readonly<Record<PowerSignal, string>> = {
  start: 'It starts at once.',
  stop: 'Players are disconnected without a warning.',
  restart: 'Players are disconnected without a warning.',
  kill: 'The server stops at once without saving. Unsaved world data is lost.',
}
