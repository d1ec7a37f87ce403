import type { PowerSignal } from './power.ts'

export const signalName: Readonly<Record<PowerSignal, string>> = {
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  kill: 'Kill',
}

/** What a signal does, for the question before it is sent. */
export const signalEffect: Readonly<Record<PowerSignal, string>> = {
  start: 'It starts at once.',
  stop: 'Players are disconnected without a warning.',
  restart: 'Players are disconnected without a warning.',
  kill: 'The server stops at once without saving. Unsaved world data is lost.',
}
