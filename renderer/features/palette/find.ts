import fuzzysort from 'fuzzysort'
import { fold, hasWords, wordsOf } from '../../../shared/model/search.ts'
import type { Entry } from './entry.ts'

/** Entries prepared for searching. */
export type Index = readonly { readonly entry: Entry; readonly label: Target; readonly detail: string }[]

/**
 * Prepares entries for searching.
 * @param known prepared texts, to which new ones are added, since entries are created anew with every change of the
 * state; emptied once most are of entries that are gone
 */
export function indexOf(entries: readonly Entry[], known: Map<string, Target>): Index {
  if (known.size > 4 * entries.length) known.clear()
  const ready = (text: string) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    const made = target(text)
    known.set(text, made)
    return made
  }
  return entries.map((entry) => {
    const { label, detail, keywords } = entry
    return { entry, label: ready(label), detail: ready(keywords === undefined ? detail : `${detail} ${keywords}`).text }
  })
}

/** Points for entries used before, which put them before equal matches. Those that cannot be done now come after. */
const recentPoints = 6
const disabledPoints = 12
/** Points lost by rank; more than the length of a label costs. */
const penaltyPoints = 1
/** A word found only in the detail counts little. */
const detailPoints = 2

function scoreOf({ label, detail }: Index[number], words: readonly string[]): number | null {
  const whole = match(label, words)
  if (whole !== null) return whole
  // Words may also match an identifier, a panel's name or another word for it, from its beginning.
  const others = words.filter((word) => !` ${detail}`.includes(` ${word}`))
  if (others.length === words.length) return null
  const rest = match(label, others)
  return rest === null ? null : rest + (words.length - others.length) * detailPoints
}

const isConsole = ({ id }: Entry) => id.startsWith('open console ')

/** True where all that is typed is in a server's name, identifier or panel, so that nothing says what to do. */
function isOnlyNamed({ server, detail }: Entry, words: readonly string[]): boolean {
  return server !== undefined && new Set(words).size === words.length && hasWords(`${server.name} ${detail}`, words)
}

/**
 * Puts the console of a server first whose name is all that is typed: Enter alone does no harm, and what acts needs its
 * own word, or is chosen.
 */
function consoleFirst(found: readonly Entry[], words: readonly string[]): readonly Entry[] {
  const typed = words.join(' ')
  const [first] = found
  const named =
    found.find((entry) => isConsole(entry) && wordsOf(entry.server?.name ?? '').join(' ') === typed) ??
    (first && isOnlyNamed(first, words)
      ? found.find((one) => isConsole(one) && one.server === first.server)
      : undefined)
  return named === undefined ? found : [named, ...found.filter((entry) => entry !== named)]
}

/**
 * The entries that match the query, the best first. For an empty query a few, those used before first.
 * @param recent ids, the newest first
 */
export function find(index: Index, query: string, recent: readonly string[]): readonly Entry[] {
  const words = wordsOf(query)
  const place = new Map(recent.map((id, i) => [id, i]))
  const scored = index.flatMap((item, i) => {
    const { id, reason, isInitial, penalty } = item.entry
    const age = place.get(id)
    if (words.length === 0) {
      const score = age === undefined ? 0 : recent.length - age
      return isInitial || age !== undefined ? [{ entry: item.entry, score, i }] : []
    }
    const score = scoreOf(item, words)
    if (score === null) return []
    const bonus =
      (age === undefined ? 0 : recentPoints) - (reason === null ? 0 : disabledPoints) - penalty * penaltyPoints
    return [{ entry: item.entry, score: score + bonus, i }]
  })
  const found = scored.sort((a, b) => b.score - a.score || a.i - b.i).map(({ entry }) => entry)
  return words.length === 0 ? found : consoleFirst(found, words)
}

/** A text prepared for searching: folded, and indexed so that many searches share the work. */
export type Target = { readonly text: string; readonly prepared: ReturnType<typeof fuzzysort.prepare> }

/** Prepares a text for searching. */
export function target(name: string): Target {
  const text = fold(name)
  return { text, prepared: fuzzysort.prepare(text) }
}

/** Points of a word with the best score: a better match counts more than recent use, and that more than a shorter text. */
const pointsPerWord = 10

/**
 * How well a text matches: every word's letters must occur in order, the words in any order. Beginnings of words and
 * letters in a row count more, a longer text a little less. Null for no match.
 * @param words folded, as from `wordsOf`
 */
export function match({ text, prepared }: Target, words: readonly string[]): number | null {
  const shorter = -text.length * 0.01
  if (words.length === 0) return shorter
  const found = fuzzysort.single(words.join(' '), prepared)
  return found === null ? null : found.score * words.length * pointsPerWord + shorter
}
