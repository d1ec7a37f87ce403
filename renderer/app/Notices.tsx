import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { tryAgain } from '../parts/again.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { Fold, Notice } from '../ui/Notice.tsx'

const tones = { info: 'calm', warning: 'busy', error: 'bad' } as const
const order = ['error', 'warning', 'info']

/** The app's notices, each until it is over or dismissed; the worst first. */
export function Notices() {
  const { send } = useClient()
  const notices = useAppState(useShallow((state) => Object.values(state.notices)))
  const sorted = notices.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  return (
    <div aria-live="polite">
      {sorted.length > 0 && (
        <Fold>
          {sorted.map(({ id, level, message, hint, job }) => (
            <Notice
              key={id}
              tone={tones[level]}
              message={message}
              hint={hint}
              onDismiss={() => send('notices:dismiss', { id })}
            >
              {job && (
                <>
                  {job.undo.length > 0 && (
                    <Button onClick={() => send('jobs:undo', { id: job.id })}>Send {job.undo.join(' and ')}</Button>
                  )}
                  <Button onClick={() => send('jobs:lookAgain', { id: job.id })}>Look again</Button>
                </>
              )}
            </Notice>
          ))}
        </Fold>
      )}
    </div>
  )
}

/** What was just done, until it is dismissed or the person goes to another page. */
export function Done() {
  const { view } = useClient()
  const done = useView((state) => state.done)
  return done !== null && <Notice tone="calm" message={done} onDismiss={() => view.setState({ done: null })} />
}

/** A failure that belongs to no particular place, until it is over or dismissed. */
export function Problem() {
  const { mirror, view } = useClient()
  const broken = useStore(mirror.store, (state) => state.error)
  const problem = useView((state) => state.problem)
  const notices = useAppState((state) => state.notices)
  const isTold = Object.values(notices).some(({ message }) => message === problem?.message)
  return (
    <div role="alert">
      {broken ? (
        <Notice tone="bad" {...broken}>
          <Button onClick={() => void mirror.ask()}>{tryAgain}</Button>
        </Notice>
      ) : (
        problem && !isTold && <Notice tone="bad" {...problem} onDismiss={() => view.setState({ problem: null })} />
      )}
    </div>
  )
}
