import type { UpdateAbility, UpdateChoice } from '../../../shared/updates/contract.ts'
import { updateChoices } from '../../../shared/updates/updates.ts'
import { useAppState } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
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

const choiceWords: Readonly<Record<UpdateChoice, { name: string; text: string }>> = {
  automatic: { name: 'Automatically', text: 'Downloads a new version and installs it when you quit.' },
  tell: { name: 'Tell me', text: 'Looks once a day and leaves the rest to you.' },
  never: { name: 'Never', text: 'Looks only when you ask for it.' },
}

/** What can be chosen: a build that cannot install anything only tells. */
export const choicesOf = (ability: UpdateAbility): readonly UpdateChoice[] =>
  updateChoices.filter((choice) => choice !== 'automatic' || ability === 'itself')

/** What looking for a new version tells, and whom. */
export const whatIsSent =
  'Looking fetches the list of releases from the page that publishes them. That page sees your IP address, as on any visit, and nothing about you, your servers or your keys.'
