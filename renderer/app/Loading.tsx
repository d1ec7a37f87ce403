import { useStore } from 'zustand'
import { LoadingServers } from '../features/servers/LoadingServers.tsx'
import { tryAgain } from '../parts/again.ts'
import { useClient } from '../state/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import visually from '../ui/visually.module.css'
import styles from './App.module.css'

/** Shown before the first snapshot: nothing, grey rows when it is slow, the reason when it failed. */
export function Loading() {
  const { mirror } = useClient()
  const error = useStore(mirror.store, (state) => state.error)
  return (
    <main>
      <h1 className={visually.hidden}>Servertray</h1>
      {error ? (
        <div role="alert" className={styles.fill}>
          <Empty title={error.message} text={error.hint}>
            <Button look="go" onClick={() => void mirror.ask()}>
              {tryAgain}
            </Button>
          </Empty>
        </div>
      ) : (
        <LoadingServers />
      )}
    </main>
  )
}
