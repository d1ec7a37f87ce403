import { useStore } from 'zustand'
import { tryAgain } from '../parts/again.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** A failure that belongs to no particular place, until it is over or dismissed. */
export function Problem() {
  const { mirror, view } = useClient()
  const broken = useStore(mirror.store, (state) => state.error)
  const problem = useView((state) => state.problem)
  const notices = useAppState((state) => state.notices)
  const isTold = Object.values(notices).some(({ message }) => message === problem?.message)
  const error = broken ?? (isTold ? null : problem)
  return (
    <div role="alert">
      {error && (
        <Notice tone="bad" message={error.message} hint={error.hint}>
          {broken ? (
            <Button onClick={() => void mirror.ask()}>{tryAgain}</Button>
          ) : (
            <IconButton icon="close" label="Dismiss" onClick={() => view.setState({ problem: null })} />
          )}
        </Notice>
      )}
    </div>
  )
}
