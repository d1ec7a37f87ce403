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
