import type { UpdateAbility, UpdateChoice } from '../../../shared/updates/contract.ts'
import { updateChoices } from '../../../shared/updates/updates.ts'
import { useAppState } from '../../state/hooks.ts'
import { Choices } from '../../ui/Choice.tsx'

type UpdateChoicesProps = Omit<React.ComponentProps<typeof Choices<UpdateChoice>>, 'label' | 'options'>

/** How to look for new versions, one of a few, and what looking tells, and whom. */
export function UpdateChoices(choice: UpdateChoicesProps) {
  const ability = useAppState((state) => state.app.update.ability)
  return (
    <>
      <Choices
        {...choice}
        label="How to look for new versions"
        options={choicesOf(ability).map((value) => ({ value, ...choiceWords[value] }))}
      />
      <small>
        Looking fetches the list of releases from the page that publishes them. That page sees your IP address, as on
        any visit, and nothing about you, your servers or your keys.
      </small>
    </>
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
