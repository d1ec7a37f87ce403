import { type OutputLine, withoutColours } from './line-text.ts'

/** What machines repeat at most (the panel's API). Fewer are all that there is of the server's run. */
export const repeated = 150

/** Maximum number of the last known lines that a replay may lack: some words only the console had. */
const mostAbsent = 5

/**
 * What a replay brought, as far as it has come:
 * - `caught-up`: the last of what is known stands in it; `lines` are what is new
 * - `part`: only what lies further back stands in it. It may be a first half, or a new run of the server that
 *   begins as the last one did; `lines` are those that are not known
 * - `apart`: nothing in it is known; `lines` are all
 *
 * `isUnclear`: some of `lines` may stand there twice. `isMixed`: lines came live before or among the known ones.
 * `isComplete`: nothing that is known is still to come.
 */
export type Replayed = {
  readonly kind: 'caught-up' | 'part' | 'apart'
  readonly lines: readonly OutputLine[]
  readonly isUnclear: boolean
  readonly isMixed: boolean
  readonly isComplete: boolean
}

/** What a line is compared by at first; what cannot be compared has nothing. */
const keyOf = ({ keys }: OutputLine) => keys[0]
const isBlank = ({ text }: OutputLine) => withoutColours(text).trim() === ''

/**
 * One line proves nothing unless something in it, such as a time, tells it from others, or the whole log is there
 * and has it.
 */
function isTelling(keys: readonly string[], isWhole: boolean): boolean {
  const [key = ''] = keys
  return keys.length > 1 || /\d/.test(key) || (isWhole && key.trim().length > 2)
}

/** Where the known lines stand in what came: the lines that repeat them, by index, in order. */
function findInOrder(known: readonly string[], got: readonly OutputLine[]): readonly number[] | null {
  const from = got.findIndex((line) => keyOf(line) === known[0])
  const found: number[] = []
  let at = 0
  for (let index = from; index >= 0 && index < got.length && at < known.length; index += 1) {
    const before = at
    for (const key of got[index]?.keys ?? []) if (key === known[at]) at += 1
    if (at > before) found.push(index)
  }
  return at === known.length ? found : null
}

/** The longest end of `common` that stands in what came, in order, and proves something. */
function longestMatch(common: readonly string[], got: readonly OutputLine[]): readonly number[] {
  for (let count = common.length; count > 0; count -= 1) {
    const end = common.slice(-count)
    if (!isTelling(end, got.length < repeated)) break
    const found = findInOrder(end, got)
    if (found !== null) return found
  }
  return []
}

/**
 * Puts lines that came live before or among the known ones in order with what follows these. The first of them are
 * repeated there where the machine had printed them before it answered.
 */
function merge(live: readonly OutputLine[], later: readonly OutputLine[]) {
  const again: string[] = []
  const extra: OutputLine[] = []
  let next = 0
  for (const line of live) {
    const key = keyOf(line)
    const at = key === undefined || extra.some(({ keys }) => keys.length > 0) ? -1 : indexFrom(later, key, next)
    if (at < 0 || key === undefined) extra.push(line)
    else {
      again.push(key)
      next = at + 1
    }
  }
  if (again.length > 0 && !isTelling(again, false)) return { lines: [...live, ...later], isUnclear: true }
  return { lines: [...later.slice(0, next), ...extra, ...later.slice(next)], isUnclear: false }
}

function indexFrom(lines: readonly OutputLine[], key: string, from: number): number {
  return lines.findIndex((line, index) => index >= from && keyOf(line) === key)
}

/** Without the lines that came live before a replay which has them too, with nothing known to compare them to. */
function withoutEarly(got: readonly OutputLine[]): readonly OutputLine[] {
  for (let count = Math.min(50, Math.floor(got.length / 2)); count > 0; count -= 1) {
    const later = got.slice(count)
    const early = got.slice(0, count)
    // A line with no number in it, such as a time, may well be printed twice.
    if (!early.every((line) => /\d/.test(keyOf(line) ?? ''))) continue
    if (merge(early, later).lines.length === later.length) return later
  }
  return got
}

/**
 * What is new in a replay: after every new connection a machine is asked for its last lines, which the app may
 * have already, and which come mixed with live ones. Lines that only the console had, and lines that never came,
 * are found out by what stands around them.
 * @param known what the last lines that are kept are compared by, oldest first
 * @param got what came since the connection, oldest first
 */
export function readReplay(known: readonly string[], got: readonly OutputLine[]): Replayed {
  const came = new Set(got.flatMap(({ keys }) => keys))
  const common = known.filter((key) => came.has(key))
  const found = longestMatch(common, got)
  const last = found.at(-1)
  if (last === undefined) {
    return { kind: 'apart', lines: withoutEarly(got), isUnclear: false, isMixed: false, isComplete: false }
  }

  const isKnown = new Set(found)
  // Machines repeat blank lines, and send none of them live.
  const live = got.slice(0, last).filter((line, index) => !isKnown.has(index) && !isBlank(line))
  const absent = known.length - 1 - known.lastIndexOf(common.at(-1) ?? '')
  return {
    kind: absent <= mostAbsent ? 'caught-up' : 'part',
    ...merge(live, got.slice(last + 1)),
    isMixed: live.length > 0,
    isComplete: absent === 0,
  }
}
