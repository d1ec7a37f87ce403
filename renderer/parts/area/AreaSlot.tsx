import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Area.module.css'

/** What an area tells of itself: what failed, or what was done. */
export type AreaNews = {
  readonly hasFailed: boolean
  readonly message: string
  /** The next step, in words; empty for none. */
  readonly hint: string
  /** The next step, as a button. */
  readonly step?: { readonly label: string; readonly onClick: () => void }
  readonly onDismiss?: () => void
}

function Content({ hasFailed, message, hint, step, onDismiss }: AreaNews) {
  return (
    <Notice tone={hasFailed ? 'bad' : 'calm'} message={message} hint={hint} onDismiss={onDismiss}>
      {step && <Button onClick={step.onClick}>{step.label}</Button>}
    </Notice>
  )
}

/** The one place for news of an area, below its bar: never more than one thing. */
export function AreaSlot({ news }: { news: AreaNews | null }) {
  return (
    <div className={styles.slot}>
      <div role="alert">{news?.hasFailed && <Content {...news} />}</div>
      <div role="status">{news?.hasFailed === false && <Content {...news} />}</div>
    </div>
  )
}
