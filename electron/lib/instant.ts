/** Wall-clock and monotonic time at one moment, both in milliseconds. */
export type Instant = { readonly wall: number; readonly mono: number }

/** The same with the steady time of the app's clock, in milliseconds, by which an age is measured. */
export type Moment = Instant & { readonly steady: number }

/** The time from `a` to `b` in milliseconds, by the clock that saw more of it. */
export const longerMs = (a: Instant, b: Instant): number => Math.max(b.mono - a.mono, b.wall - a.wall)

/** The time from `a` to `b` in milliseconds, by the clock that saw less of it. */
export const shorterMs = (a: Instant, b: Instant): number => Math.min(b.mono - a.mono, b.wall - a.wall)
