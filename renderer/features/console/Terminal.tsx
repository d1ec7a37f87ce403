import { useEffect, useRef, useState } from 'react'
import type { ConsoleEntry } from '../../../shared/model/console-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { copyText } from '../../parts/copy.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { count } from '../../ui/format.ts'
import { createDrawing, type Drawing } from './drawing.ts'
import { SearchBar } from './SearchBar.tsx'
import type { Matches, Screen, ScreenEvents } from './screen.ts'
import styles from './Terminal.module.css'

/** The screen of a server; null until its code has loaded. */
function useScreen(
  host: React.RefObject<HTMLDivElement | null>,
  server: ServerView,
  events: Omit<ScreenEvents, 'onView'>,
) {
  const { consoles } = useClient()
  const look = useAppState((state) => state.preferences.console)
  const [shown, setShown] = useState<{ readonly screen: Screen; readonly drawing: Drawing } | null>(null)
  const [unseen, setUnseen] = useState(0)
  const latest = useRef({ events, look })
  latest.current = { events, look }
  const { ref } = server

  useEffect(() => {
    let end: (() => void) | null = null
    let isGone = false
    void import('./screen.ts').then(({ openScreen }) => {
      const [box, lines] = [host.current, consoles.lines(ref)]
      if (isGone || box === null || lines === undefined) return
      let drawing: Drawing | null = null
      const screen = openScreen(box, {
        onView: () => drawing?.seen(),
        onMatches: (matches) => latest.current.events.onMatches(matches),
        onLink: (address) => latest.current.events.onLink(address),
        onTyping: () => latest.current.events.onTyping(),
      })
      screen.fit(0)
      drawing = createDrawing({
        screen,
        lines,
        look: latest.current.look,
        onStale: () => consoles.redraw(ref),
        onUnseen: setUnseen,
      })
      const { refit, dispose } = drawing
      const sizes = new ResizeObserver(refit)
      sizes.observe(box)
      const theme = matchMedia('(prefers-color-scheme: dark)')
      theme.addEventListener('change', screen.setTheme)
      setShown({ screen, drawing })
      end = () => {
        sizes.disconnect()
        theme.removeEventListener('change', screen.setTheme)
        dispose()
        screen.dispose()
        setShown(null)
      }
    })
    return () => {
      isGone = true
      end?.()
    }
  }, [consoles, host, ref])

  useEffect(() => shown?.drawing.setLook(look), [shown, look])
  return { shown, unseen }
}

type TerminalProps = {
  server: ServerView
  entries: readonly ConsoleEntry[]
  /** Number of times that the search was opened; 0 while it is closed. */
  search: number
  onSearchClose: () => void
}

/** The live output of a server, with the commands sent from here in their places. */
export function Terminal({ server, entries, search, onSearchClose }: TerminalProps) {
  const client = useClient()
  const pane = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [matches, setMatches] = useState<Matches>({ index: -1, count: 0 })
  const { shown, unseen } = useScreen(host, server, {
    onMatches: setMatches,
    onLink: (address) => client.send('console:openLink', { address }),
    onTyping: () => pane.current?.parentElement?.querySelector<HTMLElement>('input[role="combobox"]')?.focus(),
  })
  const now = useNow(entries.some((entry) => entry.phase === 'waiting') ? 1_000 : null)
  useEffect(() => shown?.drawing.setEntries(entries, now), [shown, entries, now])

  /** Copies what is selected with Ctrl+C, Ctrl+Shift+C and their like on a Mac. */
  const onKeyDown = (event: React.KeyboardEvent) => {
    const selection = shown?.screen.selection() ?? ''
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'c' || selection === '') return
    event.preventDefault()
    void copyText(selection).then((copied) =>
      client.view.setState(copied.ok ? { said: copied.value } : { problem: copied.error }),
    )
  }
  const closeSearch = () => {
    shown?.screen.find('', 'stay')
    onSearchClose()
    shown?.screen.focus()
  }

  return (
    <section ref={pane} className={styles.output} aria-label={`Console of ${server.name}`} onKeyDown={onKeyDown}>
      <div ref={host} className={styles.box} data-terminal />
      {search > 0 && shown && (
        <SearchBar asked={search} matches={matches} onFind={shown.screen.find} onClose={closeSearch} />
      )}
      {unseen > 0 && (
        <button type="button" className={styles.newLines} data-text="note" onClick={() => shown?.screen.toEnd()}>
          {count(unseen, 'new line')} <span aria-hidden="true">↓</span>
        </button>
      )}
    </section>
  )
}
