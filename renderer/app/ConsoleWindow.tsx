import { useEffect } from 'react'
import { useAppState } from '../state/hooks.ts'
import { Empty } from '../ui/Empty.tsx'
import visually from '../ui/visually.module.css'
import styles from './ConsoleWindow.module.css'
import { OpenDialogs } from './OpenDialogs.tsx'
import { findServer } from './own-console.ts'
import { Problem } from './Problem.tsx'
import { DetailPane } from './pane/DetailPane.tsx'

/** A window with the console of one server and nothing else. */
export function ConsoleWindow({ name }: { name: string }) {
  const ref = useAppState((state) => findServer(state, name))
  const title = useAppState((state) => (ref === null ? null : (state.servers[ref]?.name ?? null)))
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  return (
    <main className={styles.window} data-window>
      <h1 className={visually.hidden}>{title ?? 'Console'}</h1>
      <Problem />
      {ref === null ? (
        <Empty title="This server is no longer in the list." text="Close this window, or refresh the list." />
      ) : (
        <DetailPane serverRef={ref} alone />
      )}
      <OpenDialogs />
    </main>
  )
}
