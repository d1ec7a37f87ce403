import type { Entry } from './entries.ts'
import { match, type Target, target, wordsOf } from './fuzzy.ts'

/** Entries made ready to be searched. */
export type Index = readonly { readonly entry: Entry; readonly label: Target; readonly detail: string }[]

/** @param known texts made ready before, which it adds to: entries come anew with every change of the state */
export function indexOf(entries: readonly Entry[], known: Map<string, Target>): Index {
  const ready = (text: string) => {
    const made = known.get(text) ?? target(text)
    known.set(text, made)
    return made
  }
  return entries.map((entry) => ({ entry, label: ready(entry.label), detail: ready(entry.detail).text }))
}

/** What was done before goes first among what fits about as well; what cannot be done goes after. */
const recentPoints = 6
const disabledPoints = 12
/** More than lengths of labels make. */
const behindPoints = 1
/** A word that stands in the detail alone counts little. */
const detailPoints = 2

function scoreOf({ label, detail }: Index[number], words: readonly string[]): number | null {
  const whole = match(label, words)
  if (whole !== null) return whole
  // An identifier or a panel's name may be among the words, in full or from its beginning.
  const others = words.filter((word) => !` ${detail}`.includes(` ${word}`))
  if (others.length === words.length) return null
  const rest = match(label, others)
  return rest === null ? null : rest + (words.length - others.length) * detailPoints
}

/**
 * The entries that fit what is typed, the best first. While nothing is typed, a few: those done before first.
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
