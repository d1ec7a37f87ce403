import { useLayoutEffect, useRef } from 'react'

/** The row of the list that Tab reaches. */
export const rowToReach = () => document.querySelector<HTMLElement>('[role="row"][tabindex="0"]')

/** Moves the focus to the list: to the row that Tab reaches. */
export function focusList(): void {
  rowToReach()?.focus()
}

/** True where the focus may move to what a change of page shows: it is nowhere, or on the button that changed it. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches('nav button, header li button')
}

/**
 * Moves the focus to the heading of a page that was just opened, so that nobody is left on a button that has gone. A
 * field that takes the focus by itself keeps it. The list of servers has its own rule.
 */
export function usePageFocus(): void {
  useLayoutEffect(() => {
    if (!isFocusFree()) return
    const heading = document.querySelector<HTMLElement>('main h1')
    // A heading is no stop for Tab.
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [])
}

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
