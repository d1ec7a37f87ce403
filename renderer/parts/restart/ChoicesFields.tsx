import { maxCommandLength } from '../../../shared/model/command-length.ts'
import type { RestartChoices } from '../../../shared/model/restart.ts'
import { fittingWarnings, restartPresets } from '../../../shared/model/restart-choices.ts'
import controlStyles from '../../ui/controls.module.css'
import { Field } from '../../ui/Field.tsx'
import styles from './ChoicesFields.module.css'
import type { ChoicesProblem } from './choices.ts'
import { whatPlayersRead } from './choices.ts'
import { MoreChoices } from './MoreChoices.tsx'
import previewStyles from './preview.module.css'
import { WarningChips } from './WarningChips.tsx'

export type ChoicesFieldsProps = {
  choices: RestartChoices
  onChange: (choices: RestartChoices) => void
  /** Seconds until zero; null where that is open. */
  leadSeconds: number | null
  /** Fills in the text's preview. */
  serverName: string
  /** What is wrong with the choices, once it is to be shown. */
  problem: ChoicesProblem | null
}

/** The fields of a restart with warnings: the warnings and their text, and seldom changed choices folded below. */
export function ChoicesFields({ choices, onChange, leadSeconds, serverName, problem }: ChoicesFieldsProps) {
  const change = (more: Partial<RestartChoices>) => onChange({ ...choices, ...more })
  const choosePreset = (game: string) => {
    const preset = restartPresets.find((one) => one.game === game)
    if (preset) change({ text: preset.text, cancelText: preset.cancelText, lastCommand: preset.lastCommand })
  }
  const fitting = leadSeconds === null ? choices.warnings : fittingWarnings(choices.warnings, leadSeconds * 1_000)
  const [first = 60] = fitting
  return (
    <>
      <WarningChips
        warnings={choices.warnings}
        leadSeconds={leadSeconds}
        onChange={(warnings) => change({ warnings })}
      />
      <div className={styles.withPreset}>
        <Field
          label="Warning, sent as a console command"
          mono
          maxLength={maxCommandLength}
          value={choices.text}
          onChange={(event) => change({ text: event.target.value })}
          error={problem?.field === 'text' ? { message: problem.message, hint: '' } : null}
          help={
            <>
              {'{time}'} and {'{server}'} are filled in.
            </>
          }
        />
        <select
          className={`${controlStyles.select} ${styles.preset}`}
          aria-label="Use the commands of a game"
          value=""
          onChange={(event) => choosePreset(event.target.value)}
        >
          <option value="">Game presets…</option>
          {restartPresets.map(({ game }) => (
            <option key={game}>{game}</option>
          ))}
        </select>
      </div>
      {choices.text.trim() !== '' && (
        <p className={previewStyles.preview}>
          <span>Players read</span>
          <output>{whatPlayersRead(choices.text, first, serverName)}</output>
        </p>
      )}
      <MoreChoices choices={choices} onChange={change} problem={problem} />
    </>
  )
}
