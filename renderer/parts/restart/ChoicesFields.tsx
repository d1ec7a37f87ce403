import type { ChoicesFieldsProps } from './choices.ts'
import moreStyles from './MoreOptions.module.css'
import { MoreOptions, optionsInShort, useUnfoldedOptions } from './MoreOptions.tsx'
import { PlayersRead } from './PlayersRead.tsx'

/** The fields of a restart with warnings: the warnings and their text, and seldom changed options folded below. */
export function ChoicesFields(props: ChoicesFieldsProps) {
  const { choices, onChange, problem } = props
  const [isUnfolded, setUnfolded] = useUnfoldedOptions(problem)
  return (
    <>
      <PlayersRead {...props} />
      <details
        className={moreStyles.more}
        open={isUnfolded}
        onToggle={(event) => setUnfolded(event.currentTarget.open)}
      >
        <summary>
          More options <span className={moreStyles.short}>{optionsInShort(choices)}</span>
        </summary>
        <MoreOptions choices={choices} onChange={onChange} problem={problem} />
      </details>
    </>
  )
}
