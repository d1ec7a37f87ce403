import type { AppError } from '../../../shared/error-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { type Save, useSave } from '../../parts/use-save.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import styles from './setting.module.css'

type Content = React.ReactNode | ((save: Save) => React.ReactNode)

type SettingProps = {
  title: string
  text?: React.ReactNode
  /** The outcome of what was done here, in words. */
  done?: string | null
  /** Why something failed that was not saved by the setting itself. */
  error?: AppError | null
  /** `busy`: the error only says that it has to wait. */
  errorTone?: 'bad' | 'busy'
  /** The controls, at the right. */
  control?: Content
  /** What needs the whole width, below. */
  children?: Content
}

/** One setting of a section: what it is, its control, and in the same place what came of it. */
export function Setting({ title, text, done, error = null, errorTone = 'bad', control, children }: SettingProps) {
  const { error: refusal, save } = useSave()
  const failure = refusal ?? error
  const drawn = (content: Content) => (typeof content === 'function' ? content(save) : content)
  return (
    <li className={styles.setting}>
      <div>
        <h2>{title}</h2>
        {text && <p data-text="note">{text}</p>}
        {done !== undefined && (
          <p role="status" data-text="note" data-tone="ok">
            {done}
          </p>
        )}
      </div>
      {drawn(control)}
      {/* Beside the control that was pressed: what is below may reach out of sight. */}
      <div role="alert">{failure && <Notice tone={errorTone} message={failure.message} hint={failure.hint} />}</div>
      {drawn(children)}
    </li>
  )
}

type TaskProps = {
  title: string
  text: string
  action: string
  /** Runs the task: its outcome in words, or null when the person cancelled. */
  run: () => Promise<Result<string | null>>
}

/** A task with its button, and its outcome in the same place. */
export function Task({ title, text, action, run }: TaskProps) {
  const { busy, done, error, start } = useTask(run)
  return (
    <Setting
      title={title}
      text={text}
      done={done}
      error={error}
      control={
        <Button onClick={start} aria-disabled={busy}>
          {action}
        </Button>
      }
    />
  )
}

type ListProps = {
  label: string
  items: readonly {
    readonly key: string
    readonly name: string
    readonly text?: string
    /** What its button says, and is called for those who do not see which item it stands in. */
    readonly action: readonly [text: string, label: string]
    readonly onClick: () => void
  }[]
}

/** What a setting holds for some of several, each with what can be done about it; nothing where there is none. */
export function SettingList({ label, items }: ListProps) {
  if (items.length === 0) return null
  return (
    <ul className={styles.list} data-stack="s2" aria-label={label}>
      {items.map(({ key, name, text, action, onClick }) => (
        <li key={key} data-flex="s2" data-text="small">
          <span data-fill>
            {name} {text && <small>{text}</small>}
          </span>
          <Button aria-label={action[1]} onClick={onClick}>
            {action[0]}
          </Button>
        </li>
      ))}
    </ul>
  )
}
