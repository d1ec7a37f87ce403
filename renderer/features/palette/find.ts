import { wordsOf } from '../../../shared/model/search.ts'
import type { Entry } from './entry.ts'
import { match, type Target, target } from './fuzzy.ts'

/** Entries prepared for searching. */
export type Index = readonly { readonly entry: Entry; readonly label: Target; readonly detail: string }[]

/**
 * Prepares entries for searching.
 * @param known prepared texts, to which new ones are added, since entries are created anew with every change of the
 * state
 */
export function indexOf(entries: readonly Entry[], known: Map<string, Target>): Index {
  const ready = (text: string) => {
    const made = known.get(text) ?? target(text)
    known.set(text, made)
    return made
  }
  return entries.map((entry) => {
    const { label, detail, also } = entry
    return { entry, label: ready(label), detail: ready(also === undefined ? detail : `${detail} ${also}`).text }
  })
}

/** Points for entries used before, which put them before equal matches. Those that cannot be done now come after. */
const recentPoints = 6
const disabledPoints = 12
/** Points lost by rank; more than the length of a label costs. */
const behindPoints = 1
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

/**
 * The entries that match the query, the best first. For an empty query a few, those used before first.
 * @param recent ids, the newest first
 */
export function find(index: Index, query: string, recent: readonly string[]): readonly Entry[] {
  const words = wordsOf(query)
  const place = new Map(recent.map((id, i) => [id, i]))
  const scored = index.flatMap((item, i) => {
    const { id, reason, isFirst, behind } = item.entry
    const age = place.get(id)
    if (words.length === 0) {
      const score = age === undefined ? 0 : recent.length - age
      return isFirst || age !== undefined ? [{ entry: item.entry, score, i }] : []
    }
    const score = scoreOf(item, words)
    if (score === null) return []
    const bonus =
      (age === undefined ? 0 : recentPoints) - (reason === null ? 0 : disabledPoints) - behind * behindPoints
    return [{ entry: item.entry, score: score + bonus, i }]
  })
  return scored.sort((a, b) => b.score - a.score || a.i - b.i).map(({ entry }) => entry)
}
