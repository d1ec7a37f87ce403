import { maxCommandLength } from '../../../shared/model/command-length.ts'
import { defaultRestartChoices, type RestartChoices } from '../../../shared/model/restart.ts'
import controlStyles from '../../ui/controls.module.css'
import { Field } from '../../ui/Field.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Pills } from '../../ui/Pills.tsx'
import type { ChoicesProblem } from './choices.ts'
import styles from './MoreChoices.module.css'

type MoreChoicesProps = {
  choices: RestartChoices
  onChange: (more: Partial<RestartChoices>) => void
  problem: ChoicesProblem | null
}

type TickProps = { label: React.ReactNode; checked: boolean; onChange: (checked: boolean) => void }

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className={controlStyles.tick}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

const zeroOptions = [
  { value: 'restart', label: 'Restart' },
  { value: 'stop-start', label: 'Stop, wait, start' },
] as const
const failureOptions = [
  { value: 'go-on', label: 'Restart all the same' },
  { value: 'stop', label: 'Give the restart up' },
] as const

/** The folded choices in one line, so that nobody needs to open them to know. */
function inShort({ atZero, lastCommand, onWarningFailed, cancelText, killAfterMinutes }: RestartChoices): string {
  return [
    atZero === 'restart' ? 'restart' : 'stop, wait, start',
    lastCommand && `after ${lastCommand.text}`,
    onWarningFailed === 'stop' && 'not without warnings',
    cancelText === null && 'cancels in silence',
    killAfterMinutes !== null && `kill after ${killAfterMinutes} min`,
  ]
    .filter((part) => part !== null && part !== false)
    .join(' · ')
}

/** Seldom changed choices: what happens at zero and around it. Opens by itself where one of them is wrong. */
export function MoreChoices({ choices, onChange, problem }: MoreChoicesProps) {
  const { atZero, lastCommand, onWarningFailed, cancelText, killAfterMinutes } = choices
  const isWrong = problem !== null && problem.field !== 'text'
  const errorOf = (field: ChoicesProblem['field']) =>
    problem?.field === field ? { message: problem.message, hint: '' } : null
  return (
    <details className={styles.more} {...(isWrong && { open: true })}>
      <summary>
        More choices <span className={styles.short}>{inShort(choices)}</span>
      </summary>
      <div className={styles.fields}>
        <Pills legend="At zero" options={zeroOptions} value={atZero} onChange={(next) => onChange({ atZero: next })} />
        <div>
          <Tick
            label="Send a last command before zero"
            checked={lastCommand !== null}
            onChange={(on) => onChange({ lastCommand: on ? { text: 'save-all', waitSeconds: 5 } : null })}
          />
          {lastCommand !== null && (
            <div className={`${styles.under} ${styles.last}`}>
              <Field
                label="Last command"
                mono
                maxLength={maxCommandLength}
                value={lastCommand.text}
                onChange={(event) => onChange({ lastCommand: { ...lastCommand, text: event.target.value } })}
                error={errorOf('lastCommand')}
              />
              <p>
                <NumberInput
                  label="Seconds between the last command and zero"
                  value={lastCommand.waitSeconds}
                  min={1}
                  max={600}
                  onChange={(waitSeconds) => onChange({ lastCommand: { ...lastCommand, waitSeconds } })}
                />{' '}
                s before zero
              </p>
            </div>
          )}
        </div>
        <Pills
          legend="If a warning cannot be sent"
          options={failureOptions}
          value={onWarningFailed}
          onChange={(next) => onChange({ onWarningFailed: next })}
        />
        <div>
          <Tick
            label="A cancelled restart can be announced"
            checked={cancelText !== null}
            onChange={(on) => onChange({ cancelText: on ? defaultRestartChoices.cancelText : null })}
          />
          {cancelText !== null && (
            <div className={styles.under}>
              <Field
                label="Cancel announcement"
                mono
                maxLength={maxCommandLength}
                value={cancelText}
                onChange={(event) => onChange({ cancelText: event.target.value })}
                error={errorOf('cancelText')}
              />
            </div>
          )}
        </div>
        <div>
          <Tick
            label="Kill the server if its stop hangs"
            checked={killAfterMinutes !== null}
            onChange={(on) => onChange({ killAfterMinutes: on ? 10 : null })}
          />
          {killAfterMinutes !== null && (
            <p className={`${styles.under} ${styles.kill}`}>
              <NumberInput
                label="Minutes until a hanging server is killed"
                value={killAfterMinutes}
                min={1}
                max={120}
                onChange={(minutes) => onChange({ killAfterMinutes: minutes })}
              />{' '}
              min after zero. A kill loses unsaved world data.
            </p>
          )}
        </div>
      </div>
    </details>
  )
}
