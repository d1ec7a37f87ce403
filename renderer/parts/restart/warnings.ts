import { fittingWarnings, longestWarningSeconds, maxWarnings, warningTime } from '../../../shared/model/restart.ts'

const span = /^(?=.)(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/

/** A typed span (`10m`, `90 s`, `1h`, `1 min 30 sec`) in seconds; null for anything else, a bare number included. */
export function parseSpan(text: string): number | null {
  const short = text
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/hours?|hrs?/g, 'h')
    .replace(/minutes?|mins?/g, 'm')
    .replace(/seconds?|secs?/g, 's')
  const match = span.exec(short)
  if (match === null) return null
  const [, h, m, s] = match
  return Number(h ?? 0) * 3_600 + Number(m ?? 0) * 60 + Number(s ?? 0)
}

/** One part of the typed text: a span, or every second between two, as in `5-1s`. */
function parsePart(text: string): readonly number[] | null {
  const range = /^(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})\s*s$/i.exec(text)
  if (range === null) {
    const seconds = parseSpan(text)
    return seconds === null ? null : [seconds]
  }
  const [from, to] = [Number(range[1]), Number(range[2])]
  return Array.from({ length: Math.abs(from - to) + 1 }, (_, i) => Math.min(from, to) + i)
}

/** Typed spans, separated by commas; null where one of them is invalid. */
export function parseWarnings(text: string): readonly number[] | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parsePart)
  return parts.length === 0 || parts.includes(null) ? null : parts.flatMap((part) => part ?? [])
}

/** The warnings with more added, the longest first, each once. */
export function withWarnings(warnings: readonly number[], more: readonly number[]): number[] {
  return [...new Set([...warnings, ...more])].sort((a, b) => b - a)
}

/**
 * Why the typed text cannot be added; null where it can.
 * @param leadSeconds seconds until zero; null where that is open
 */
export function addProblem(warnings: readonly number[], text: string, leadSeconds: number | null): string | null {
  const more = parseWarnings(text)
  if (more === null) return 'Type a time such as 10m, 30s or 5-1s.'
  if (more.some((seconds) => seconds < 1 || seconds > longestWarningSeconds)) return 'Use one second to one day.'
  if (leadSeconds !== null && more.some((seconds) => seconds > leadSeconds))
    return 'That is before the countdown begins.'
  return withWarnings(warnings, more).length > maxWarnings ? `Use at most ${maxWarnings} warnings.` : null
}

/** A span in short form: `10 min`, `30 s`, `1 min 30 s`, `1 h`. */
export function spanText(seconds: number): string {
  const short = warningTime(Math.max(0, seconds))
    .replace(/hours?/, 'h')
    .replace(/minutes?/, 'min')
    .replace(/seconds?/, 's')
  return short || '0 s'
}

/** One or more warnings that are shown as one. */
export type Chip = { readonly label: string; readonly seconds: readonly number[] }

/** Least number of warnings, one second apart, that are joined in one chip: `5 to 1 s`. */
const leastRun = 3

/** The warnings as chips. @param warnings the longest first */
export function chipsOf(warnings: readonly number[]): readonly Chip[] {
  const runs: number[][] = []
  for (const seconds of warnings) {
    const run = runs.at(-1)
    if (seconds < 60 && run?.at(-1) === seconds + 1) run.push(seconds)
    else runs.push([seconds])
  }
  return runs.flatMap((run): Chip[] => {
    if (run.length >= leastRun) return [{ label: `${run[0]} to ${run.at(-1)} s`, seconds: run }]
    return run.map((seconds) => ({ label: spanText(seconds), seconds: [seconds] }))
  })
}

/** Maximum number of chips in the line about them. */
const maxInLine = 4

/**
 * The warnings in one line: `At 5 min, 1 min, 30 s, 10 s …`.
 * @param warnings the longest first
 * @param leadSeconds seconds until the restart, into which they must fit; null where that is open
 */
export function warningsLine(warnings: readonly number[], leadSeconds: number | null): string {
  const fitting = leadSeconds === null ? warnings : fittingWarnings(warnings, leadSeconds * 1_000)
  const labels = chipsOf(fitting).map(({ label }) => label)
  if (labels.length === 0)
    return warnings.length > 0 && leadSeconds !== null
      ? `No warning fits into ${spanText(leadSeconds)}.`
      : 'No warnings.'
  const line = `At ${labels.slice(0, maxInLine).join(', ')}`
  return labels.length > maxInLine ? `${line} …` : `${line}.`
}
