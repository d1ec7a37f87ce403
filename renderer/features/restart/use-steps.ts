import { useRef, useState } from 'react'

/** Whether the steps of a countdown are shown. Escape closes them, and only the next one what is around them. */
export function useSteps() {
  const [shows, setShows] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  return {
    shows,
    /** For the button that opens them. */
    toggle: { ref, 'aria-expanded': shows, onClick: () => setShows(!shows) },
    onKeyDown(event: React.KeyboardEvent) {
      if (event.key !== 'Escape' || !shows) return
      event.stopPropagation()
      setShows(false)
      ref.current?.focus()
    },
  }
}
