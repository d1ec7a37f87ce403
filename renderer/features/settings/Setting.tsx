import type { AppError } from '../../../shared/error-schema.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from './setting.module.css'

type SettingProps = {
  title: string
  text?: React.ReactNode
  /** The outcome of what was done here, in words. */
  done?: string | null
  error?: AppError | null
  /** `busy`: the error only says that it has to wait. */
  errorTone?: 'bad' | 'busy'
  /** The controls, at the right. */
  control?: React.ReactNode
  /** What needs the whole width, below. */
  children?: React.ReactNode
}

/** One setting of a section: what it is, its control, and in the same place what came of it. */
export function Setting({ title, text, done, error = null, errorTone = 'bad', control, children }: SettingProps) {
  return (
    <li className={styles.setting}>
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
        {done !== undefined && (
          <p role="status" data-tone="ok">
            {done}
          </p>
        )}
      </div>
      {control}
      {/* Beside the control that was pressed: what is below may reach out of sight. */}
      <div role="alert">{error && <Notice tone={errorTone} message={error.message} hint={error.hint} />}</div>
      {children}
    </li>
  )
}
