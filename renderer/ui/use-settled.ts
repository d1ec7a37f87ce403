import { useLayoutEffect, useRef } from 'react'

/** A press this soon after a change was meant for what stood there before, in milliseconds. */
const settleMs = 600
/** A hand that presses moves the pointer by up to this, in pixels. */
const stillPx = 4

/**
 * Keeps presses from buttons that have just changed below a pointer that did not move, or under a focus that was there
 * before.
 * @param meaning another value where what the buttons do has changed
 * @returns handlers for the element around the buttons
 */
export function useSettled(meaning: string) {
  const changed = useRef({ at: Number.NEGATIVE_INFINITY, movedPx: 0, hasFocused: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new meaning is a change
  useLayoutEffect(() => {
    changed.current = { at: performance.now(), movedPx: 0, hasFocused: false }
  }, [meaning])
  return {
    onPointerMove({ movementX, movementY }: React.PointerEvent) {
      // Not every pointer tells how far it moved.
      changed.current.movedPx += Math.abs(movementX) + Math.abs(movementY) || Number.POSITIVE_INFINITY
    },
    onFocus() {
      changed.current.hasFocused = true
    },
    onClickCapture(event: React.MouseEvent) {
      const { at, movedPx, hasFocused } = changed.current
      // The keyboard presses without a pointer, and a pointer brings the focus with it.
      const isMeant = event.detail === 0 ? hasFocused : movedPx > stillPx
      if (isMeant || performance.now() - at >= settleMs) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
