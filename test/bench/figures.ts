import { Bench } from 'tinybench'

/** One line of the report: a figure, the reference measured beside it, and what is aimed at. */
export type Figure = {
  readonly name: string
  readonly value: string
  readonly reference?: string
  readonly ratio?: string
  readonly aim?: string
  readonly holds?: boolean
}

/** What this thread has taken of a processor, in milliseconds: what else the computer does counts for nothing. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** In so many turns two pieces of work are measured, so that a computer that is slower for a while is so for both. */
const turns = 5

/**
 * What two pieces of work take of a processor on average, in milliseconds. Each runs for as many of them as are given, so
 * that both are warm on a busy computer too.
 */
export async function meansOf(time: number, own: () => void, reference: () => void): Promise<[number, number]> {
  const means = { own: 0, reference: 0 }
  for (let turn = 0; turn < turns; turn += 1) {
    const bench = new Bench({ time: time / turns, warmupTime: time / turns, now: cpuMs })
    await bench.add('own', own).add('reference', reference).run()
    for (const { name, result } of bench.tasks) {
      if (!('latency' in result)) throw new Error(`${name} did not run`)
      means[name === 'own' ? 'own' : 'reference'] += result.latency.mean / turns
    }
  }
  return [means.own, means.reference]
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const ms = (value: number) => `${value.toFixed(2)} ms`
export const MiB = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`
export const kB = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`
export const times = (value: number) => `${value.toFixed(2)}×`

type Compared = {
  readonly name: string
  readonly value: number
  /** What was measured beside it, and what that is. */
  readonly reference: readonly [value: number, what: string]
  /** How both are written. */
  readonly as: (value: number) => string
  /** How many times the reference it may be at most; left out where nothing is aimed at. */
  readonly most?: number
  /** What has to hold as well, as the name says. */
  readonly besides?: boolean
}

/** A figure by its ratio to the reference. */
export function compared({ name, value, reference: [reference, what], as, most, besides = true }: Compared): Figure {
  const ratio = value / reference
  const figure = { name, value: as(value), reference: `${as(reference)} (${what})`, ratio: times(ratio) }
  return most === undefined ? figure : { ...figure, aim: `≤ ${most}×`, holds: ratio <= most && besides }
}

/** A figure by what it may be at most. */
export function bounded(name: string, value: number, most: number, as: (value: number) => string): Figure {
  return { name, value: as(value), aim: `≤ ${as(most)}`, holds: value <= most }
}

/** A figure in one line: `  holds   tray menu, median: 0.52 ms, 4.8× of 0.11 ms (JSON.stringify), aim ≤ 5×`. */
export function line({ name, value, reference, ratio, aim, holds }: Figure): string {
  const verdict = holds === undefined ? '' : holds ? 'holds' : 'MISSED'
  const parts = [value, reference && `${ratio} of ${reference}`, aim && `aim ${aim}`].filter(Boolean)
  return `  ${verdict.padEnd(6)}  ${name}: ${parts.join(', ')}`
}
