import { useEffect, useRef, useState } from 'react'
import { act } from '../features/palette/act.ts'
import { PaletteBox } from '../features/palette/PaletteBox.tsx'
import { useClient, useView } from '../state/hooks.ts'
import { Notice } from '../ui/Notice.tsx'
import visually from '../ui/visually.module.css'
import styles from './App.module.css'
import { OpenDialogs } from './OpenDialogs.tsx'

/**
 * A window with the palette only, as the global shortcut opens it. It closes once the chosen action is done or
 * cancelled; a failure is shown first.
 */
export function PaletteWindow() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [hasActed, setActed] = useState(false)
  // Why a power call from here failed, too: this window has no rows to show it.
  const failure = useView(({ problem, callErrors }) => problem ?? Object.values(callErrors).at(-1)?.error ?? null)
  const isAsking = useView(({ dialog }) => dialog !== null)
  const isBusy = useView(({ counts }) => counts.calls > 0)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (hasActed && !isAsking && !isBusy && failure === null) window.close()
  }, [hasActed, isAsking, isBusy, failure])
  return (
    <main
      className={styles.raised}
      data-frame
      data-window
      onKeyDown={(event) => event.key === 'Escape' && !isAsking && window.close()}
    >
      <h1 className={visually.hidden}>Commands</h1>
      <PaletteBox
        hasPages={false}
        input={input}
        onChoose={(entry) => {
          client.view.setState({ problem: null, callErrors: {} })
          setActed(act(client, entry, false))
        }}
      />
      <div role="alert">{failure && <Notice tone="bad" message={failure.message} hint={failure.hint} />}</div>
      <OpenDialogs />
    </main>
  )
}
