import { useId } from 'react'
import { capitalised } from '../../../shared/model/text.ts'
import type { StartupVariable } from '../../../shared/startup/contract.ts'
import { isSecretVariable } from '../../../shared/startup/startup.ts'
import { readRules } from '../../../shared/startup/variable-rules.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ValueInput } from './ValueInput.tsx'
import styles from './VariableRow.module.css'

type RowProps = {
  label: string
  id: string
  /** Its name in the environment. */
  code?: string
  help: React.ReactNode
  helpId: string
  /** What is wrong with the value; null for nothing. */
  wrong: string | null
  isChanged: boolean
  children: React.ReactNode
}

/** One thing that is set of a startup: what it is at the left, its control at the right. */
export function StartupRow({ label, id, code, help, helpId, wrong, isChanged, children }: RowProps) {
  return (
    <li className={styles.row} data-changed={isChanged || undefined}>
      <div className={styles.words}>
        <label htmlFor={id}>
          {label} {isChanged && <small>changed</small>}
        </label>
        {code !== undefined && <code>{code}</code>}
        <div id={helpId}>{help}</div>
      </div>
      <div className={styles.control}>
        {children}
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      </div>
    </li>
  )
}

/** A value that can't be changed here, and why. */
export function Locked({ id, value, why }: { id: string; value: string; why: string }) {
  return (
    <p className={styles.locked}>
      <output id={id}>{value}</output>
      <span>
        <Icon name="lock" /> {why}
      </span>
    </p>
  )
}

/** Why a variable can't be changed here; null where it can. */
function whyLocked({ isEditable, isWhole }: StartupVariable, stop: string | null): string | null {
  if (!isEditable) return 'Set by your host.'
  if (stop !== null) return `${capitalised(stop)}.`
  return isWhole ? null : 'Its value can’t be shown as it is. Change it in the panel.'
}

type VariableRowProps = {
  variable: StartupVariable
  value: string
  wrong: string | null
  isChanged: boolean
  /** Why no variable can be changed now, in a few words; null where they can. */
  stop: string | null
  onChange: (value: string) => void
}

/** A startup variable with its field. */
export function VariableRow({ variable, value, wrong, isChanged, stop, onChange }: VariableRowProps) {
  const id = useId()
  const { key, name, description, defaultValue } = variable
  const isSecret = isSecretVariable(variable)
  const locked = whyLocked(variable, stop)
  const hasDefault = !isSecret && locked === null && defaultValue !== '' && defaultValue !== value
  return (
    <StartupRow
      label={name}
      id={id}
      code={key}
      helpId={`${id}-help`}
      help={
        <>
          {description !== '' && <p>{description}</p>}
          {hasDefault && <p>Default: {defaultValue}</p>}
        </>
      }
      wrong={wrong}
      isChanged={isChanged}
    >
      {locked === null ? (
        <ValueInput
          id={id}
          describedBy={`${id}-help`}
          name={name}
          rules={readRules(variable.rules)}
          value={value}
          isSecret={isSecret}
          isWrong={wrong !== null}
          onChange={onChange}
        />
      ) : (
        <Locked id={id} value={isSecret ? '••••••••' : value || '(empty)'} why={locked} />
      )}
    </StartupRow>
  )
}
