import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { type Suggestion, savedFor, suggest } from '../../parts/commands/command-text.ts'
import { useAppState } from '../../state/hooks.ts'

type Wish = {
  readonly ref: ServerRef
  readonly text: string
  readonly history: readonly string[]
  readonly onAccept: (suggestion: Suggestion) => void
}

const isAtEnd = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  selectionStart === value.length && selectionEnd === value.length

/** The place of the suggestion that a key takes; null for a key that takes none. */
function takenBy({ key, currentTarget }: React.KeyboardEvent<HTMLInputElement>, chosen: number | null): number | null {
  if (key === 'Enter') return chosen
  return key === 'Tab' || (key === 'ArrowRight' && isAtEnd(currentTarget)) ? (chosen ?? 0) : null
}

/**
 * Suggestions for the typed text, the best first, offered while typing or with Ctrl+Space. `chosen` counts from 0; null
 * until the person moves to one with the arrow keys.
 */
export function useSuggestions({ ref, text, history, onAccept }: Wish) {
  const saved = useAppState((state) => state.preferences.savedCommands)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const list = isOpen ? suggest(text, history, savedFor(saved, ref)) : []

  const close = () => {
    setOpen(false)
    setChosen(null)
  }
  const accept = (suggestion: Suggestion | undefined) => {
    close()
    if (suggestion !== undefined) onAccept(suggestion)
  }
  /** The list is above the input with the best at its bottom, so ↑ leads away from it. */
  const move = (by: 1 | -1) =>
    setChosen((at) => ((at ?? (by === 1 ? -1 : list.length)) + by + list.length) % list.length)

  /** A key while something is suggested; true where it was for the list. */
  function onListKey(event: React.KeyboardEvent<HTMLInputElement>): boolean {
    const { key } = event
    const taken = takenBy(event, chosen)
    if (key === 'ArrowUp' || key === 'ArrowDown') move(key === 'ArrowUp' ? 1 : -1)
    else if (key === 'Escape') close()
    else if (taken !== null) accept(list[taken])
    else return false
    return true
  }

  return {
    list,
    chosen,
    accept,
    close,
    /** Follows what a person types. */
    typed(typed: string) {
      setOpen(typed.trim() !== '')
      setChosen(null)
    },
    /** True where the key was for the list. */
    onKey(event: React.KeyboardEvent<HTMLInputElement>): boolean {
      if (event.key !== ' ' || !event.ctrlKey) return list.length > 0 && onListKey(event)
      setOpen(true)
      setChosen(0)
      return true
    },
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
