import type { Origin } from './power-schema.ts'

/** The four power signals of the client API. */
export const powerSignals = ['start', 'stop', 'restart', 'kill'] as const
export type PowerSignal = (typeof powerSignals)[number]
/** True where a person started it; not for what the app does by itself, as they chose before. */
export const isPersons = ({ origin }: { readonly origin: Origin }): boolean =>
  origin !== 'schedule' && origin !== 'frozen'
