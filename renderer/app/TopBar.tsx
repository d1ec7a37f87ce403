import { lazy, Suspense, useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { summarise, summaryWords } from '../../shared/model/summary.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { IconButton } from '../ui/Button.tsx'
import { focusList } from '../ui/focus-list.ts'
import framed from '../ui/framed.module.css'
import { Brand, Icon } from '../ui/Icon.tsx'
import { Mark } from '../ui/Mark.tsx'
import visually from '../ui/visually.module.css'
import styles from './TopBar.module.css'

// Loaded right after the list.
const Mute = lazy(async () => ({ default: (await import('./Mute.tsx')).Mute }))

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA')
}

/** Opens the palette, as its keys do; and says which servers are listed where a search left only some. */
function Search() {
  const { view } = useClient()
  const query = useView((state) => state.query)
  const mac = useAppState((state) => state.app.platform === 'darwin')
  const words = query === '' ? 'Search servers or type a command' : `Servers matching “${query}”`
  const open = () => view.setState({ palette: true })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasKeys = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!hasKeys && (event.key !== '/' || isTyping(event.target))) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      view.setState({ palette: true })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [view])

  return (
    <search className={`${framed.frame} ${styles.search}`}>
      <button
        type="button"
        className={styles.open}
        aria-keyshortcuts={mac ? 'Meta+K /' : 'Control+K /'}
        aria-haspopup="dialog"
        onClick={open}
        onKeyDown={({ key }) => key === 'ArrowDown' && focusList()}
      >
        <Icon name="search" />
        <span className={styles.words}>{words}</span>
        {query === '' && <kbd>{mac ? '⌘K' : 'Ctrl K'}</kbd>}
      </button>
      {query !== '' && (
        <IconButton icon="close" label="List all servers again" onClick={() => view.setState({ query: '' })} />
      )}
    </search>
  )
}

/** The number of servers with each mark; a click lists only those, a second one all again. */
function Counts() {
  const { view } = useClient()
  const counts = useAppState(useShallow((state) => summarise(Object.values(state.servers))))
  const wanted = useView((state) => state.mark)
  return (
    <ul className={styles.counts} aria-label="Servers by state">
      {summaryWords
        .filter(([mark]) => counts[mark] > 0 || mark === wanted)
        .map(([mark, word]) => (
          <li key={mark}>
            <button
              type="button"
              className={styles.count}
              title={`${counts[mark]} ${word}`}
              aria-pressed={mark === wanted}
              onClick={() => view.setState({ page: 'servers', mark: mark === wanted ? null : mark })}
            >
              <Mark mark={mark} />
              {counts[mark]}
              <span className={visually.hidden}> {word}</span>
            </button>
          </li>
        ))}
    </ul>
  )
}

/** `plain` shows the brand alone, as on first run. */
export function TopBar({ plain }: { plain: boolean }) {
  return (
    <header className={styles.top}>
      <div className={styles.brand}>
        <Brand /> <span className={styles.name}>Servertray</span>
      </div>
      {!plain && (
        <>
          <Search />
          <div className={styles.end}>
            <Counts />
            <Suspense fallback={<IconButton icon="bell" label="Mute notifications" aria-disabled />}>
              <Mute />
            </Suspense>
          </div>
        </>
      )}
    </header>
  )
}
