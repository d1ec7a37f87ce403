import { clockTime } from '../../shared/model/time-words.ts'

/** Load at a time, in unix milliseconds: the value, and the highest of what it stands for; null ends a line. */
export type PlotPoint = readonly [at: number, value: number | null, peak: number | null]
export type KnownPoint = readonly [at: number, value: number, peak: number]

/** From when to when nothing was known, in unix milliseconds. */
export type Gap = { readonly from: number; readonly to: number }

/** The points as lines, oldest first: a new one begins behind a point without a value, and after `gapMs` without any. */
export function linesOf(points: readonly PlotPoint[], gapMs: number): readonly (readonly KnownPoint[])[] {
  const lines: KnownPoint[][] = []
  let line: KnownPoint[] = []
  for (const [at, value, peak] of points) {
    const last = line.at(-1)
    if (last !== undefined && (value === null || at - last[0] > gapMs)) line = []
    if (value === null) continue
    if (line.length === 0) lines.push(line)
    line.push([at, value, peak ?? value])
  }
  return lines
}

/** What lies between lines, and behind the last one where that ended before `now`, each longer than `gapMs`. */
export function gapsOf(lines: readonly (readonly KnownPoint[])[], gapMs: number, now: number): readonly Gap[] {
  return lines.flatMap((line, i) => {
    const from = line.at(-1)?.[0] ?? now
    const to = lines[i + 1]?.[0]?.[0] ?? now
    return to - from > gapMs ? [{ from, to }] : []
  })
}

/** The index of the point nearest to a time; -1 where there is none. */
export function nearestTo(points: readonly KnownPoint[], at: number): number {
  const distance = (i: number) => Math.abs((points[i]?.[0] ?? Number.POSITIVE_INFINITY) - at)
  return points.reduce((best, _, i) => (best === -1 || distance(i) < distance(best) ? i : best), -1)
}

/** The highest point; the newest of several. */
export const highestOf = (points: readonly KnownPoint[]): KnownPoint | undefined =>
  points.reduce<KnownPoint | undefined>((best, point) => (best && best[2] > point[2] ? best : point), undefined)

/**
 * What a plot shows, in words.
 * @param what the measure and its span: `CPU in the last hour`
 * @param current the newest value; null where it is not known
 */
export function plotSummary(
  what: string,
  current: number | null,
  points: readonly KnownPoint[],
  gaps: readonly Gap[],
  format: (value: number) => string,
): string {
  const now = `${what}, now ${current === null ? 'unknown' : format(current)}`
  const highest = highestOf(points)
  if (highest === undefined) return `${now}. No readings.`
  const least = Math.min(...points.map(([, value]) => value))
  const mean = points.reduce((sum, [, value]) => sum + value, 0) / points.length
  const range = `Between ${format(least)} and ${format(highest[2])}, ${format(mean)} on average, highest at ${clockTime(highest[0])}.`
  const missing = gaps.map(({ from, to }) => `${clockTime(from)} to ${clockTime(to)}`).join(', ')
  return `${now}. ${range}${missing && ` No readings ${missing}.`}`
}
