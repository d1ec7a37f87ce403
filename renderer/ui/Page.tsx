import { useKeepFocus, usePageFocus } from './focus.ts'
import styles from './Page.module.css'

type PageProps = {
  title: string
  /** What is on it, in a sentence or two. */
  lead: string
  /** What is done there most, at the right of its head. */
  actions?: React.ReactNode
  children: React.ReactNode
}

/** A page of the main window. Its heading gets the focus as it is opened. */
export function Page({ title, lead, actions, children }: PageProps) {
  const focus = useKeepFocus<HTMLElement>()
  usePageFocus()
  return (
    <main className={styles.page} tabIndex={-1} {...focus}>
      <header className={styles.head} data-flex="s4">
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {actions && (
          <div data-flex="s2" data-end>
            {actions}
          </div>
        )}
      </header>
      {children}
    </main>
  )
}
