import { Icon } from './Icon.tsx'
import { Mark } from './Mark.tsx'
import styles from './Notice.module.css'

type NoticeProps = {
  tone: 'bad' | 'busy' | 'calm'
  message: string
  /** The one next step, in words. */
  hint?: string | undefined
  /** On one line: what has no room is in a tooltip. */
  isCut?: boolean
  children?: React.ReactNode
}

/** What happened and the next step, where it happened. `children` are the controls that take that step. */
export function Notice({ tone, message, hint, isCut = false, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      {tone === 'bad' ? <Mark mark="bad" /> : <Icon name={tone === 'calm' ? 'info' : 'attention'} />}
      <p {...(isCut && { 'data-cut': true, title: [message, hint].filter(Boolean).join(' ') })}>
        <strong>{message}</strong> {hint && <span>{hint}</span>}
      </p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
