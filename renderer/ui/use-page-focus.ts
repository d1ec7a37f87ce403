import { useLayoutEffect } from 'react'
import { isFocusFree } from './focus-list.ts'

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
