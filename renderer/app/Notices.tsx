import { useShallow } from 'zustand/react/shallow'
import { useAppState, useClient } from '../state/hooks.ts'
import { IconButton } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

const tones = { info: 'calm', warning: 'busy', error: 'bad' } as const

/** The app's notices, each until it is over or dismissed. */
export function Notices() {
  const { bridge, run } = useClient()
  const notices = useAppState(useShallow((state) => Object.values(state.notices)))
  return (
    <div aria-live="polite">
      {notices.map(({ id, level, message, hint }) => (
        <Notice key={id} tone={tones[level]} message={message} hint={hint}>
          <IconButton
            icon="close"
            label="Dismiss"
            onClick={() => void run(() => bridge.call['notices:dismiss']({ id }))}
          />
        </Notice>
      ))}
    </div>
  )
}
