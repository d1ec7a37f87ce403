import { useLayoutEffect, useRef } from 'react'

/** Keeps the focus in an element when the focused control inside it is removed: then the element itself gets it. */
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
      // A removed control blurs without a next target; a person moves to one.
      const gone = event.relatedTarget === null && !(event.target as Element).isConnected
      if (!gone) inside.current = event.relatedTarget !== null && event.currentTarget.contains(event.relatedTarget)
    },
  }
}
