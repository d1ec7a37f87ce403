import { useState } from 'react'

/** What a form edits as the panel last showed it, and whether somebody changed that since the form was opened. */
export function useSeen<T>(first: T) {
  const [{ seen, isOld }, set] = useState({ seen: first, isOld: false })
  return {
    seen,
    isOld,
    /** Somebody else changed it to this. */
    onMeanwhile: (now: T) => set({ seen: now, isOld: true }),
    /** The person took over the other's version. */
    onTaken: () => set({ seen, isOld: false }),
  }
}

/** A field of what somebody else changed meanwhile, as it is now and as the person wants it. */
export type Difference = { readonly name: string; readonly theirs: string; readonly mine: string }

/** The fields of which both are not the same. */
export const differing = (fields: readonly Difference[]): Difference[] =>
  fields.filter(({ theirs, mine }) => theirs !== mine)
