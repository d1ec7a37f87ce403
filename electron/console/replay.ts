/** How far `got`, from `from` on, repeats all of `known` in order. */
type Match = {
  /** What stood between: lines that came live, or that were never shown. */
  readonly aside: readonly string[]
  readonly rest: readonly string[]
}

function matchFrom(known: readonly string[], got: readonly string[], from: number): Match | null {
  const aside: string[] = []
  let at = 0
  let next = from
  for (; next < got.length && at < known.length; next += 1) {
    const line = got[next] ?? ''
    if (line === known[at]) at += 1
    else aside.push(line)
  }
  return at === known.length ? { aside, rest: got.slice(next) } : null
}

/** True where `part` stands in `whole` in order, other lines in between or not. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const line of whole) if (line === part[at]) at += 1
  return at === part.length
}

/** Without the lines that came live before a replay which has them too, with nothing known to compare them to. */
function withoutEarly(got: readonly string[]): string[] {
  for (let count = Math.min(50, Math.floor(got.length / 2)); count > 0; count -= 1) {
    const early = got.slice(0, count)
    const again = got.slice(count)
    // A line with no number in it, such as a time, may well be printed twice.
    if (early.every((line) => /\d/.test(line)) && isWithin(early, again)) return again
  }
  return [...got]
}

/** What machines repeat at most (the panel's API). Fewer are all that there is. */
export const repeated = 150

/**
 * One line proves nothing unless something in it, such as a time, tells it from others, or the whole log is there
 * and has it.
 */
function isTelling(lines: readonly string[], isWhole: boolean): boolean {
  const [line = ''] = lines
  return lines.length > 1 || /\d/.test(line) || (isWhole && line.trim().length > 2)
}

/** What a replay brought. */
export type Replayed = {
  /** What is new in it, oldest first. */
  readonly lines: readonly string[]
  /** False where no line is known to both sides, so that some between may be missing. */
  readonly overlaps: boolean
  /** All that is still to come is new: the known end was found, with nothing before it that could come again. */
  readonly isSettled: boolean
}

/**
 * What is new in a replay: after every new connection a machine is asked for its last lines, which the app may
 * have already, and which come mixed with live ones. Lines that only the console had (the daemon's own words)
 * and lines that never came are found out by what stands around them.
 * @param known the last lines that are kept, oldest first
 * @param got what came since the connection, oldest first
 */
export function readReplay(known: readonly string[], got: readonly string[]): Replayed {
  const there = new Set(got)
  const common = known.filter((line) => there.has(line))
  for (let count = Math.min(common.length, got.length); count > 0; count -= 1) {
    const end = common.slice(-count)
    if (!isTelling(end, got.length < repeated)) break
    const from = got.indexOf(end[0] ?? '')
    const match = matchFrom(end, got, from)
    if (match === null) continue
    const later = [...match.aside, ...match.rest]
    const early = got.slice(0, from)
    // What came live before the replay stands in it as well; what does not was never shown.
    const lines = isWithin(early, later) ? later : [...early, ...later]
    return { lines, overlaps: true, isSettled: early.length === 0 }
  }
  return { lines: withoutEarly(got), overlaps: false, isSettled: false }
}
