import { useLayoutEffect, useRef } from 'react'

/** Keeps the keyboard in an element when the control it was on is taken away: then the element has it. */
export function useKeepFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const inside = useRef(false)
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) ref.current?.focus()
  })
  return {
    ref,
    onFocus: () => {
      inside.current = true
    },
    onBlur: (event: React.FocusEvent) => {
      // A control that was taken away blurs with nowhere to go; a person who leaves goes somewhere.
      const gone = event.relatedTarget === null && !(event.target as Element).isConnected
      if (!gone) inside.current = event.relatedTarget !== null && event.currentTarget.contains(event.relatedTarget)
    },
  }
}
