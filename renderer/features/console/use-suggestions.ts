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
    onKey({ key, ctrlKey, currentTarget }: React.KeyboardEvent<HTMLInputElement>): boolean {
      if (key === ' ' && ctrlKey) {
        setOpen(true)
        setChosen(0)
        return true
      }
      if (list.length === 0) return false
      switch (key) {
        case 'ArrowUp':
          move(1)
          return true
        case 'ArrowDown':
          move(-1)
          return true
        case 'Escape':
          close()
          return true
        case 'Tab':
          accept(list[chosen ?? 0])
          return true
        case 'ArrowRight':
          if (!isAtEnd(currentTarget)) return false
          accept(list[chosen ?? 0])
          return true
        case 'Enter':
          if (chosen === null) return false
          accept(list[chosen])
          return true
        default:
          return false
      }
    },
  }
}

export type Suggestions = ReturnType<typeof useSuggestions>
