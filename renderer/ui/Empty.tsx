import styles from './Empty.module.css'

type EmptyProps = { title: string; text?: string; children?: React.ReactNode }

/** Shown in place of empty content: why it is empty, and the controls for the next step. */
export function Empty({ title, text, children }: EmptyProps) {
  return (
    <div className={styles.empty} data-stack="s1">
      <h2>{title}</h2>
      {text && <p data-tone="calm">{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
