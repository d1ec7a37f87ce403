import type { Sample } from '../../shared/model/trend.ts'

const minute = 60_000
const hour = 60 * minute

/** How often the made-up past has a reading, in milliseconds, and for how long back: most of it is drawn small. */
const parts = [
  { fromMs: 24 * hour, toMs: hour, stepMs: 2 * minute },
  { fromMs: hour, toMs: 0, stepMs: minute / 2 },
] as const

/** What a server used at a time, in percent of one core and bytes; null where it did not run. */
export type LoadAgo = (agoMs: number) => { readonly cpuPercent: number; readonly memoryBytes: number } | null

/**
 * The day before a demo server was added, oldest first: what it would have been seen to use.
 * @param now unix milliseconds
 */
export function pastOf(loadAgo: LoadAgo, now: number): Sample[] {
  const agos = parts.flatMap(({ fromMs, toMs, stepMs }) =>
    Array.from({ length: (fromMs - toMs) / stepMs }, (_, i) => fromMs - i * stepMs),
  )
  return agos.flatMap((agoMs): Sample[] => {
    const load = loadAgo(agoMs)
    return load === null ? [] : [[now - agoMs, load.cpuPercent, load.memoryBytes]]
  })
}
