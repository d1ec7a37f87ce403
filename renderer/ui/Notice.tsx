import { Icon } from './Icon.tsx'
import { Mark } from './Mark.tsx'
import styles from './Notice.module.css'

type NoticeProps = {
  tone: 'bad' | 'busy' | 'calm'
  message: string
  /** The one next step, in words. */
  hint?: string | undefined
  children?: React.ReactNode
}

/** What happened and the next step, where it happened. `children` are the controls that take that step. */
export function Notice({ tone, message, hint, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      {tone === 'bad' ? <Mark mark="bad" /> : <Icon name={tone === 'calm' ? 'info' : 'attention'} />}
      <p>
        <strong>{message}</strong> {hint && <span>{hint}</span>}
      </p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
