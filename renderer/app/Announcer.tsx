import { useEffect } from 'react'
import { useClient, useView } from '../state/hooks.ts'
import visually from '../ui/visually.module.css'

/** Announces changes to screen readers, politely and without console lines. */
export function Announcer() {
  const { mirror, view } = useClient()
  const said = useView((state) => state.said)
  useEffect(
    () =>
      mirror.store.subscribe(async (now, before) => {
        if (!before.loaded) return
        // Loaded after the list: there is nothing to announce before the first state.
        const { announcements } = await import('./announcements.ts')
        const text = announcements(before.state, now.state, Date.now())
        if (text !== '') view.setState({ said: text })
      }),
    [mirror, view],
  )
  return (
    <div className={visually.hidden} role="status" aria-live="polite">
      {said}
    </div>
  )
}
