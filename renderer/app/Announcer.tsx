import { useEffect } from 'react'
import { announce } from '../features/servers/announce.ts'
import { useClient, useView } from '../state/hooks.ts'

/** Tells screen readers what changed, politely and without console lines. */
export function Announcer() {
  const { mirror, view } = useClient()
  const said = useView((state) => state.said)
  useEffect(
    () =>
      mirror.store.subscribe((now, before) => {
        if (!before.loaded || now.state.servers === before.state.servers) return
        const text = announce(before.state, now.state, Date.now())
        if (text !== '') view.setState({ said: text })
      }),
    [mirror, view],
  )
  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  )
}
