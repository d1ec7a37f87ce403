import { useLayoutEffect, useRef } from 'react'
import type { Page } from '../state/view.ts'
import { focusList } from '../ui/focus-list.ts'

/** A page's own focus, such as that of a dialog opened with it, stays. */
const isTaken = () => document.activeElement?.closest('main, [role="dialog"], [role="alertdialog"]') != null

/** Focuses the page's heading, which is no stop for Tab. */
function focusHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  return heading
}

/**
 * Moves the focus to where a page begins: the first row of the list, else the heading. Rows come a moment after their
 * page: until then the heading has it, and the wait ends when the heading has it no longer.
 */
function focusPage(page: Page): void {
  const heading = focusHeading()
  if (page !== 'servers') return
  const observer = new MutationObserver(toRow)
  function toRow(): void {
    if (document.activeElement === heading) focusList()
    if (document.activeElement !== heading) observer.disconnect()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  toRow()
}

type PageFocusProps = {
  page: Page
  /** This is not what the window began with: the first run came before. */
  isFollowing: boolean
}

/**
 * Takes the focus to each new page, so that nobody is left on a button that has gone. Stands beside the page in its
 * boundary, and so is drawn once the page has loaded.
 */
export function PageFocus({ page, isFollowing }: PageFocusProps) {
  const shown = useRef<Page | null>(isFollowing ? null : page)
  useLayoutEffect(() => {
    if (shown.current === page) return
    shown.current = page
    if (!isTaken()) focusPage(page)
  }, [page])
  return null
}
