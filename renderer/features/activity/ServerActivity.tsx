import { useShallow } from 'zustand/react/shallow'
import type { ServerView } from '../../../shared/model/server.ts'
import { useAppState } from '../../state/hooks.ts'
import { Empty } from '../../ui/Empty.tsx'
import styles from './ActivityList.module.css'
import { ActivityList } from './ActivityList.tsx'

/** What happened to one server and what was done to it. */
export function ServerActivity({ server: { ref } }: { server: ServerView }) {
  const entries = useAppState(useShallow((state) => Object.values(state.activity).filter((entry) => entry.ref === ref)))
  if (entries.length === 0)
    return (
      <div className={styles.area}>
        <Empty title="Nothing has happened yet" text="Power actions and crashes of this server are listed here." />
      </div>
    )
  return (
    <section
      className={styles.area}
      aria-label="Activity"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <ActivityList entries={entries} isOfOne />
    </section>
  )
}
