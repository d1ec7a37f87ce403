import { useEffectEvent, useLayoutEffect } from 'react'
import { useClient } from '../state/hooks.ts'

/** The character that a key types; null for one that types none, or is a shortcut. */
function characterOf({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): string | null {
  // AltGr is reported as Ctrl with Alt.
  const isShortcut = metaKey || (ctrlKey && !altKey)
  return [...key].length === 1 && !isShortcut ? key : null
}

/**
 * Collects what is typed between the request for the palette and its field's focus, and puts it there: the element that
 * still has the focus, such as a button or the console's field, must not get it.
 * @param onEscape closes the palette
 */
export function EarlyKeys({ onEscape }: { onEscape: () => void }) {
  const { view } = useClient()
  const callOff = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    view.setState({ paletteQuery: '' })
    const ending = new AbortController()
    const { signal } = ending
    const type = (change: (query: string) => string) =>
      view.setState(({ paletteQuery }) => ({ paletteQuery: change(paletteQuery) }))
    const onKey = (event: KeyboardEvent) => {
      const character = characterOf(event)
      if (character !== null) type((query) => query + character)
      else if (event.key === 'Backspace') type((query) => [...query].slice(0, -1).join(''))
      else if (event.key === 'Escape') callOff()
      else if (event.key !== 'Enter' && event.key !== 'Tab') return
      event.preventDefault()
      event.stopPropagation()
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('[data-palette-field]') !== null) ending.abort()
    }
    window.addEventListener('keydown', onKey, { capture: true, signal })
    window.addEventListener('focusin', onFocus, { capture: true, signal })
    return () => ending.abort()
  }, [view])
  return null
}
