import { useState } from 'react'

/** What a form edits as the panel last showed it, and whether somebody changed that since the form was opened. */
export function useSeen<T>(first: T) {
  const [{ seen, isOld }, set] = useState({ seen: first, isOld: false })
  return {
    seen,
    isOld,
    /** It is this now, by somebody else. */
    onMeanwhile: (now: T) => set({ seen: now, isOld: true }),
    /** The person took over what is there. */
    onTaken: () => set({ seen, isOld: false }),
  }
}
