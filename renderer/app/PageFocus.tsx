import { useLayoutEffect, useRef } from 'react'
import type { Page } from '../state/view.ts'
import { isFocusFree } from '../ui/focus-list.ts'

/**
 * Moves the focus to the heading of each new page, so that nobody is left on a button that has gone. Stands beside the
 * page in its boundary, and so is drawn once the page has loaded. The list of servers does it itself.
 */
export function PageFocus({ page }: { page: Page }) {
  const shown = useRef(page)
  useLayoutEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (page === 'servers' || !isFocusFree()) return
    const heading = document.querySelector<HTMLElement>('main h1')
    // A heading is no stop for Tab.
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [page])
  return null
}
