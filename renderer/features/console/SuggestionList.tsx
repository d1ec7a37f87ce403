import { Icon } from '../../ui/Icon.tsx'
import styles from './SuggestionList.module.css'
import type { Suggestions } from './use-suggestions.ts'

/** The element id of one suggestion in the list with this id. */
export const optionId = (id: string, at: number) => `${id}-${at}`

/** The suggestions above the input, the best nearest to it. The focus stays in the input. */
export function SuggestionList({ id, suggestions }: { id: string; suggestions: Suggestions }) {
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
            role="option"
            aria-selected={at === chosen}
            // The input keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => accept(suggestion)}
          >
            <span>{suggestion.text}</span>
            {suggestion.isSaved && (
              <em>
                <Icon name="saved" /> saved
              </em>
            )}
          </div>
        ))
        .reverse()}
    </div>
  )
}
