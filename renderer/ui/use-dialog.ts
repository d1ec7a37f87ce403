import { useState } from 'react'

/** Draws a dialog with what it needs now. `close` closes that one alone, also where another one was opened meanwhile. */
export type DrawDialog<Given extends readonly unknown[]> = (close: () => void, ...given: Given) => React.ReactNode

/** One dialog at a time, over whatever opens it. */
export function useDialog<Given extends readonly unknown[] = []>() {
  const [shown, setShown] = useState<{ readonly draw: DrawDialog<Given> } | null>(null)
  return {
    open: (draw: DrawDialog<Given>) => setShown({ draw }),
    /** The dialog that is open. */
    drawn: (...given: Given): React.ReactNode =>
      // By the time that one has done its work, another may be open.
      shown?.draw(() => setShown((now) => (now === shown ? null : now)), ...given),
  }
}
