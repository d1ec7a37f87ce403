import { useId, useLayoutEffect } from 'react'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { Suggestion } from '../../parts/commands/command-text.ts'
import { commandsOf } from '../../parts/commands/command-text.ts'
import framed from '../../ui/framed.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ConsoleInput.module.css'
import type { CommandHistory } from './use-history.ts'
import { type Suggestions, useSuggestions } from './use-suggestions.ts'

type CommandFieldProps = {
  input: React.RefObject<HTMLInputElement | null>
  server: ServerView
  text: string
  /** Typing is disabled. */
  isStopped: boolean
  /** A note about the typed text, or why nothing can be typed. */
  note: string | null
  history: CommandHistory
  /** The person typed. */
  onType: (text: string) => void
  /** The person moved through the history. */
  onText: (text: string) => void
  onAccept: (suggestion: Suggestion) => void
  /** Several lines were pasted. */
  onPaste: (lines: readonly string[]) => void
}

/** The field for a command, with earlier commands (arrow keys) and suggestions. */
export function CommandField(props: CommandFieldProps) {
  const { input, server, text, isStopped, note, history, onType, onText, onAccept, onPaste } = props
  const listId = useId()
  const suggestions = useSuggestions({ ref: server.ref, text, history: history.lines, onAccept })
  const isOpen = suggestions.list.length > 0

  // It takes the focus when it appears, unless the person moves through the tabs with arrow keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at first
  useLayoutEffect(() => {
    if (!isStopped && document.activeElement?.getAttribute('role') !== 'tab') input.current?.focus()
  }, [])

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (suggestions.onKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter') suggestions.close()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const moved = history.step(event.key === 'ArrowUp' ? -1 : 1, text)
    if (moved !== null) onText(moved)
  }
  return (
    <div className={`${framed.frame} ${styles.field}`} data-flex="s2" data-fill data-ring>
      <SuggestionList id={listId} suggestions={suggestions} />
      <input
        ref={input}
        className={framed.input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={suggestions.chosen === null ? undefined : optionId(listId, suggestions.chosen)}
        aria-label={`Command for ${server.name}`}
        aria-describedby="console-hint"
        aria-disabled={isStopped}
        readOnly={isStopped}
        placeholder={isStopped ? '' : 'Type a command'}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          onType(event.target.value)
          suggestions.typed(event.target.value)
        }}
        onBlur={suggestions.close}
        onPaste={(event) => {
          const lines = commandsOf(event.clipboardData.getData('text'))
          if (lines.length < 2 || isStopped) return
          event.preventDefault()
          onPaste(lines)
        }}
        onKeyDown={onKeyDown}
      />
      <small id="console-hint">{note}</small>
    </div>
  )
}

/** The element id of one suggestion in the list with this id. */
const optionId = (id: string, at: number) => `${id}-${at}`

/** The suggestions above the input, the best nearest to it. The focus stays in the input. */
function SuggestionList({ id, suggestions }: { id: string; suggestions: Suggestions }) {
  const { list, chosen, accept } = suggestions
  if (list.length === 0) return null
  return (
    <div id={id} className={styles.suggestions} role="listbox" aria-label="Commands used before and saved">
      {list
        .map((suggestion, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox go to its input
          // biome-ignore lint/a11y/useFocusableInteractive: as above; the input names the active option
          <div
            key={suggestion.text}
            id={optionId(id, at)}
            className={styles.suggestion}
            data-flex="s4"
            data-hover
            role="option"
            aria-selected={at === chosen}
            // The input keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => accept(suggestion)}
          >
            <span data-fill data-cut>
              {suggestion.text}
            </span>
            {suggestion.isSaved && (
              <em data-flex="s1">
                <Icon name="saved" /> saved
              </em>
            )}
          </div>
        ))
        .reverse()}
    </div>
  )
}
