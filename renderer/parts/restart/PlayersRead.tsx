import { useState } from 'react'
import { maxCommandLength } from '../../../shared/model/console.ts'
import { fittingWarnings, restartPresets } from '../../../shared/model/restart.ts'
import type { RestartChoices } from '../../../shared/model/restart-schema.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Select } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import formStyles from '../../ui/form.module.css'
import { missing, whatPlayersRead } from './choices.ts'
import styles from './restart-fields.module.css'
import { WarningChips } from './WarningChips.tsx'
import { warningsLine } from './warnings.ts'

export type PlayersReadProps = {
  choices: RestartChoices
  onChange: (choices: RestartChoices) => void
  /** Seconds until the restart; null where that is open. */
  leadSeconds: number | null
  /** Fills in the example. */
  serverName: string
}

/** What players read, and when: one line, and behind *Change* the times, the commands of games and an example. */
export function PlayersRead({ choices, onChange, leadSeconds, serverName }: PlayersReadProps) {
  const [isChanging, setChanging] = useState(false)
  const fitting = leadSeconds === null ? choices.warnings : fittingWarnings(choices.warnings, leadSeconds * 1_000)
  const choosePreset = (game: string) => {
    const preset = restartPresets.find((one) => one.game === game)
    if (preset === undefined) return
    const { text, cancelText, lastCommand } = preset
    onChange({ ...choices, text, cancelText, lastCommand })
  }
  const field = (
    <Field
      label="Players read"
      mono
      maxLength={maxCommandLength}
      value={choices.text}
      onChange={(event) => onChange({ ...choices, text: event.target.value })}
      fault={missing(choices.text, 'Type the console command that warns players.')}
      help={
        isChanging ? (
          <>
            Example: <output>{whatPlayersRead(choices.text, fitting[0] ?? 60, serverName)}</output>. {'{time}'} and{' '}
            {'{server}'} are filled in.
          </>
        ) : (
          <>
            {warningsLine(choices.warnings, leadSeconds)}{' '}
            <LinkButton aria-label="Change the warnings" onClick={() => setChanging(true)}>
              Change
            </LinkButton>
          </>
        )
      }
    />
  )
  if (!isChanging) return field
  return (
    <div className={formStyles.form} data-stack="">
      <div className={styles.preset}>
        {field}
        <Select
          label="Use the commands of a game"
          options={[['', 'Game presets…'], ...restartPresets.map(({ game }) => [game, game] as const)]}
          value=""
          onChange={choosePreset}
        />
      </div>
      <WarningChips
        warnings={choices.warnings}
        leadSeconds={leadSeconds}
        onChange={(warnings) => onChange({ ...choices, warnings })}
      />
    </div>
  )
}
