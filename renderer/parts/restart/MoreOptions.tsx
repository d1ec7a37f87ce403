import { useState } from 'react'
import { maxCommandLength } from '../../../shared/model/console.ts'
import { defaultRestartChoices } from '../../../shared/model/restart.ts'
import type { RestartChoices } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { Tick } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import formStyles from '../../ui/form.module.css'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { commandOf } from '../commands/command-text.ts'
import { BackupFirst, type BackupFirstProps } from './BackupFirst.tsx'
import { missing } from './choices.ts'
import { PlayersRead, type PlayersReadProps } from './PlayersRead.tsx'
import { PlayersRuleField, useAsksPlayers, type WaitProps } from './PlayersRule.tsx'
import styles from './restart-fields.module.css'

type MoreOptionsProps = { choices: RestartChoices; onChange: (choices: RestartChoices) => void }

const zeroOptions = [
  { value: 'restart', label: 'Restart' },
  { value: 'stop-start', label: 'Stop, then start' },
] as const
const failureOptions = [
  { value: 'go-on', label: 'Restart anyway' },
  { value: 'stop', label: 'Skip the restart' },
] as const

/** The options that differ from the usual ones, in one line, so that nobody needs to open them to know. */
export function optionsInShort(choices: RestartChoices): string {
  const { atZero, lastCommand, onWarningFailed, cancelText, killAfterMinutes } = choices
  return [
    atZero === 'stop-start' && 'stop, then start',
    lastCommand && `${lastCommand.text} first`,
    onWarningFailed === 'stop' && 'skipped if a warning fails',
    cancelText === null && 'no cancel message',
    killAfterMinutes !== null && `kill after ${killAfterMinutes} min`,
  ]
    .filter((part) => part !== null && part !== false)
    .join(' · ')
}

/** Why these options may not be folded away; null where they may. */
export function whyUnfolded({ lastCommand, cancelText }: RestartChoices): string | null {
  const commands = [lastCommand?.text ?? null, cancelText]
  const isMissing = commands.some((command) => command !== null && commandOf(command) === '')
  return isMissing ? 'what is ticked there is not filled in' : null
}

/** Seldom changed options: what happens at the end of the countdown and around it. */
export function MoreOptions({ choices, onChange }: MoreOptionsProps) {
  const { atZero, lastCommand, onWarningFailed, cancelText, killAfterMinutes } = choices
  const change = (more: Partial<RestartChoices>) => onChange({ ...choices, ...more })
  return (
    <div className={`${formStyles.form} ${styles.fields}`} data-stack="">
      <Pills
        legend="When the countdown ends"
        options={zeroOptions}
        value={atZero}
        onChange={(next) => change({ atZero: next })}
      />
      <div>
        <Tick
          label="Send a command just before"
          checked={lastCommand !== null}
          onChange={(on) => change({ lastCommand: on ? { text: 'save-all', waitSeconds: 5 } : null })}
        />
        {lastCommand !== null && (
          <div className={`${styles.under} ${styles.last}`} data-stack="s2">
            <Field
              label="Command"
              mono
              maxLength={maxCommandLength}
              value={lastCommand.text}
              onChange={(event) => change({ lastCommand: { ...lastCommand, text: event.target.value } })}
              fault={missing(lastCommand.text, 'Type the command, or untick it.')}
            />
            <p data-text="note">
              <NumberInput
                label="Seconds between the command and the restart"
                value={lastCommand.waitSeconds}
                min={1}
                max={600}
                onChange={(waitSeconds) => change({ lastCommand: { ...lastCommand, waitSeconds } })}
              />{' '}
              s before the restart
            </p>
          </div>
        )}
      </div>
      <Pills
        legend="If a warning cannot be sent"
        options={failureOptions}
        value={onWarningFailed}
        onChange={(next) => change({ onWarningFailed: next })}
      />
      <div>
        <Tick
          label="Offer to tell players when it is cancelled"
          checked={cancelText !== null}
          onChange={(on) => change({ cancelText: on ? defaultRestartChoices.cancelText : null })}
        />
        {cancelText !== null && (
          <div className={styles.under}>
            <Field
              label="Players then read"
              mono
              maxLength={maxCommandLength}
              value={cancelText}
              onChange={(event) => change({ cancelText: event.target.value })}
              fault={missing(cancelText, 'Type what players read, or untick it.')}
            />
          </div>
        )}
      </div>
      <div>
        <Tick
          label="Kill the server if it does not stop"
          checked={killAfterMinutes !== null}
          onChange={(on) => change({ killAfterMinutes: on ? 10 : null })}
        />
        {killAfterMinutes !== null && (
          <p className={styles.under} data-text="note">
            <NumberInput
              label="Minutes until it is killed"
              value={killAfterMinutes}
              min={1}
              max={120}
              onChange={(minutes) => change({ killAfterMinutes: minutes })}
            />{' '}
            min after it was told to. Unsaved world data is lost.
          </p>
        )}
      </div>
    </div>
  )
}

type ChoicesFieldsProps = Omit<PlayersReadProps, 'leadSeconds'> & {
  /** Those that are restarted. */
  servers: readonly ServerView[]
  wait: WaitProps['wait']
  backup: Pick<BackupFirstProps, 'not' | 'isPossible'>
}

/** All fields of a restart with warnings that has no time yet, with seldom changed options folded. */
export function ChoicesFields({ servers, wait, backup, ...props }: ChoicesFieldsProps) {
  const { choices, onChange } = props
  const [hadRule] = useState(choices.players.rule !== 'any')
  const hasPlayers = useAsksPlayers(servers)
  return (
    <>
      {(hasPlayers || hadRule || choices.players.rule !== 'any') && (
        <PlayersRuleField rule={choices.players} onRule={(players) => onChange({ ...choices, players })} wait={wait} />
      )}
      <PlayersRead {...props} leadSeconds={null} />
      <details className={styles.more}>
        <summary>
          More options <span className={styles.short}>{optionsInShort(choices)}</span>
        </summary>
        <MoreOptions choices={choices} onChange={onChange} />
      </details>
      <BackupFirst
        {...backup}
        servers={servers}
        choice={choices.backupFirst}
        onChoice={(backupFirst) => onChange({ ...choices, backupFirst })}
      />
    </>
  )
}
