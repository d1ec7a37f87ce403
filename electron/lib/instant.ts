import type { Readings } from './clock.ts'

/** Wall-clock and monotonic time at one moment, both in milliseconds. */
export type Instant = { readonly wall: number; readonly mono: number }

/** The same with the steady time of the app's clock, in milliseconds, by which an age is measured. */
export type Moment = Instant & { readonly steady: number }

export const momentOf = (clock: Pick<Readings, 'now' | 'mono' | 'steady'>): Moment => ({
  wall: clock.now(),
  mono: clock.mono(),
  steady: clock.steady(),
})
