/** So many lines a machine repeats at most (the panel's API: 150), beside those that came live meanwhile. */
const maxOverlap = 200
/** Lines that came live before or between the repeated ones. */
const maxLive = 50

/** How far `got`, from `from` on, repeats all of `known`; null where it does not. Live lines between are set aside. */
function matchFrom(known: readonly string[], got: readonly string[], from: number) {
  const aside: string[] = []
  let at = 0
  let next = from
  for (; next < got.length && at < known.length; next += 1) {
    const line = got[next] ?? ''
    if (line === known[at]) at += 1
    else if (aside.push(line) > maxLive) return null
  }
  return at === known.length ? { aside, rest: got.slice(next) } : null
}

/** True where `part` stands in `whole` in order, other lines in between or not. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const line of whole) if (line === part[at]) at += 1
  return at === part.length
}

/** Lines that came live before a replay that has them too, with nothing known to compare them to. */
function withoutEarly(got: readonly string[]): string[] {
  for (let count = Math.min(maxLive, Math.floor(got.length / 2)); count > 0; count -= 1) {
    const early = got.slice(0, count)
    const again = got.slice(count)
    // A line with no number in it, such as a time, may well be printed twice.
    if (early.every((line) => /\d/.test(line)) && isWithin(early, again)) return again
  }
  return [...got]
}

/**
 * What is new in a replay: after every new connection a machine is asked for its last lines, which the app may
 * have already, and which come mixed with live ones.
 * @param known the last lines that are kept, oldest first
 * @param got what came since the connection, oldest first
 * @returns `overlaps` is false where no line is known to both, so that some between may be missing
 */
export function newLines(
  known: readonly string[],
  got: readonly string[],
): { readonly lines: string[]; readonly overlaps: boolean } {
  const most = Math.min(maxOverlap, known.length, got.length)
  for (let count = most; count > 0; count -= 1) {
    const end = known.slice(-count)
    for (let from = 0; from <= Math.min(maxLive, got.length - count); from += 1) {
      if (got[from] !== end[0]) continue
      const match = matchFrom(end, got, from)
      if (match === null) continue
      const lines = [...match.aside, ...match.rest]
      const early = got.slice(0, from)
      // What came before the replay stands in it as well, or it is no replay of these lines.
      if (isWithin(early, lines)) return { lines, overlaps: true }
    }
  }
  return { lines: withoutEarly(got), overlaps: false }
}
