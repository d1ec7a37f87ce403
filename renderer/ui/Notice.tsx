import { useState } from 'react'
import { IconButton, LinkButton } from './Button.tsx'
import { Icon, Mark } from './Icon.tsx'
import styles from './Notice.module.css'

type NoticeProps = {
  tone: 'bad' | 'busy' | 'calm'
  message: string
  /** The one next step, in words. */
  hint?: string | undefined
  /** On one line: what has no room is in a tooltip. */
  isCut?: boolean
  /** Takes it away. */
  onDismiss?: (() => void) | undefined
  children?: React.ReactNode
}

/** What happened and the next step, where it happened. `children` are the controls that take that step. */
export function Notice({ tone, message, hint, isCut = false, onDismiss, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-flex="" data-wrap data-tone={tone}>
      {tone === 'bad' ? <Mark mark="bad" /> : <Icon name={tone === 'calm' ? 'info' : 'attention'} />}
      <p {...(isCut && { 'data-cut': true, title: [message, hint].filter(Boolean).join(' ') })}>
        <strong>{message}</strong> {hint && <span>{hint}</span>}
      </p>
      {(children || onDismiss) && (
        <div className={styles.actions} data-flex="" data-wrap data-end>
          {children}
          {onDismiss && <IconButton icon="close" label="Dismiss" onClick={onDismiss} />}
        </div>
      )}
    </div>
  )
}

/** Several notices: the first one, and how many more there are, until they are asked for. The worst comes first. */
export function Fold({ children }: { children: readonly React.ReactElement[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [first, ...others] = children
  if (others.length === 0) return first
  if (isOpen)
    return (
      <div>
        {children}
        <LinkButton className={styles.fewer} onClick={() => setIsOpen(false)}>
          Show fewer
        </LinkButton>
      </div>
    )
  return (
    <div data-flex="">
      <div data-fill>{first}</div>
      <LinkButton className={styles.more} aria-expanded={false} onClick={() => setIsOpen(true)}>
        {others.length} more
      </LinkButton>
    </div>
  )
}
