import type { UpdateChoice } from '../../../shared/updates/contract.ts'
import { useAppState } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
import { choicesOf, choiceWords } from './choice-words.ts'
import styles from './UpdateChoices.module.css'

type UpdateChoicesProps = {
  /** What the group is called for those who do not see it. */
  label: string
  value: UpdateChoice | null
  onChange: (choice: UpdateChoice) => void
}

/** How to look for new versions, one of a few. */
export function UpdateChoices({ label, value, onChange }: UpdateChoicesProps) {
  const ability = useAppState((state) => state.app.update.ability)
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {choicesOf(ability).map((choice) => (
        <label key={choice} className={controlStyles.tick}>
          <input type="radio" name={label} checked={value === choice} onChange={() => onChange(choice)} />
          <span>
            {choiceWords[choice].name} <small>{choiceWords[choice].text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
