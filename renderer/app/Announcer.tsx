import { useEffect } from 'react'
import { announcePlans } from '../features/restart/announce-plans.ts'
import { announce } from '../features/servers/announce.ts'
import { useClient, useView } from '../state/hooks.ts'

/** Tells screen readers what changed, politely and without console lines. */
export function Announcer() {
  const { mirror, view } = useClient()
  const said = useView((state) => state.said)
  useEffect(
    () =>
      mirror.store.subscribe((now, before) => {
        if (!before.loaded || now.state === before.state) return
        const states = now.state.servers === before.state.servers ? '' : announce(before.state, now.state, Date.now())
        const text = [states, announcePlans(before.state, now.state)].filter(Boolean).join('. ')
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
