import { useEffect, useId, useRef, useState } from 'react'
import { fittingWarnings } from '../../../shared/model/restart.ts'
import { Button } from '../../ui/Button.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { useFault } from '../../ui/Form.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './restart-fields.module.css'
import { addProblem, chipsOf, parseWarnings, withWarnings } from './warnings.ts'

type WarningChipsProps = {
  warnings: readonly number[]
  /** Seconds until the restart; null where that is open. Longer warnings are kept but not shown. */
  leadSeconds: number | null
  onChange: (warnings: number[]) => void
}

/** The times of the warnings: each can be removed, and more can be typed. */
export function WarningChips({ warnings, leadSeconds, onChange }: WarningChipsProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  useFault(problem)
  const fitting = leadSeconds === null ? warnings : fittingWarnings(warnings, leadSeconds * 1_000)
  // What opened this is gone.
  useEffect(() => input.current?.focus(), [])
  const add = () => {
    const why = addProblem(warnings, text, leadSeconds)
    setProblem(why)
    if (why !== null) return
    onChange(withWarnings(warnings, parseWarnings(text) ?? []))
    setText('')
  }
  const remove = (seconds: readonly number[]) => {
    onChange(warnings.filter((warning) => !seconds.includes(warning)))
    input.current?.focus()
  }
  return (
    <div className={fieldStyles.field} data-stack="s1">
      <label htmlFor={id}>Warn players at</label>
      <div data-flex="gap" data-wrap>
        {chipsOf(fitting).map(({ label, seconds }) => (
          <span key={label} className={styles.chip} data-flex="" data-text="small">
            {label}
            <button type="button" aria-label={`Remove the warning at ${label}`} onClick={() => remove(seconds)}>
              <Icon name="close" size={10} />
            </button>
          </span>
        ))}
        {fitting.length === 0 && <small>none</small>}
        <span className={styles.add} data-flex="s1">
          <input
            ref={input}
            id={id}
            value={text}
            placeholder="2m, 45s"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? undefined : `${id}-help`}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(null)
            }}
            // Typed text is added without a press on Add, too.
            onBlur={() => text.trim() !== '' && add()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Button onClick={add} disabled={text.trim() === ''}>
            Add
          </Button>
        </span>
      </div>
      {problem !== null && (
        <p id={`${id}-help`} data-text="small">
          {problem}
        </p>
      )}
    </div>
  )
}
