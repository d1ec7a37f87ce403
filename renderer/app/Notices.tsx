import { useShallow } from 'zustand/react/shallow'
import { useAppState, useClient } from '../state/hooks.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Fold, Notice } from '../ui/Notice.tsx'

const tones = { info: 'calm', warning: 'busy', error: 'bad' } as const
const order = ['error', 'warning', 'info']

/** The app's notices, each until it is over or dismissed; the worst first. */
export function Notices() {
  const { bridge, run } = useClient()
  const notices = useAppState(useShallow((state) => Object.values(state.notices)))
  const sorted = notices.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  return (
    <div aria-live="polite">
      {sorted.length > 0 && (
        <Fold>
          {sorted.map(({ id, level, message, hint, job }) => (
            <Notice key={id} tone={tones[level]} message={message} hint={hint}>
              {job && (
                <>
                  {job.undo.length > 0 && (
                    <Button onClick={() => void run(() => bridge.call('jobs:undo', { id: job.id }))}>
                      Send {job.undo.join(' and ')}
                    </Button>
                  )}
                  <Button onClick={() => void run(() => bridge.call('jobs:lookAgain', { id: job.id }))}>
                    Look again
                  </Button>
                </>
              )}
              <IconButton
                icon="close"
                label="Dismiss"
                onClick={() => void run(() => bridge.call('notices:dismiss', { id }))}
              />
            </Notice>
          ))}
        </Fold>
      )}
    </div>
  )
}
