import { useEffect } from 'react'
import { useClient, useView } from '../state/hooks.ts'
import visually from '../ui/visually.module.css'

/** Announces changes to screen readers, politely and without console lines. */
export function Announcer() {
  const { mirror, view } = useClient()
  const said = useView((state) => state.said)
  useEffect(() => {
    let end = () => {}
    let isGone = false
    // Loaded after the list: there is nothing to announce before the first state.
    void import('./announcements.ts').then(({ announcements }) => {
      if (isGone) return
      end = mirror.store.subscribe((now, before) => {
        const text = before.loaded ? announcements(before.state, now.state, Date.now()) : ''
        if (text !== '') view.setState({ said: text })
      })
    })
    return () => {
      isGone = true
      end()
    }
  }, [mirror, view])
  return (
    <div className={visually.hidden} role="status" aria-live="polite">
      {said}
    </div>
  )
}
