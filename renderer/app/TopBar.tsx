import { lazy, Suspense, useEffect, useRef } from 'react'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { backToList } from '../state/view.ts'
import { IconButton } from '../ui/Button.tsx'
import { focusList } from '../ui/focus-list.ts'
import framed from '../ui/framed.module.css'
import { Brand, Icon } from '../ui/Icon.tsx'
import visually from '../ui/visually.module.css'
import { Counts } from './Counts.tsx'
import styles from './TopBar.module.css'

// Loaded right after the list.
const Mute = lazy(async () => ({ default: (await import('./Mute.tsx')).Mute }))

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA')
}

function Search() {
  const { view } = useClient()
  const query = useView((state) => state.query)
  const mac = useAppState((state) => state.app.platform === 'darwin')
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wantsPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!wantsPalette && (event.key !== '/' || isTyping(event.target))) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      if (wantsPalette) return view.setState({ palette: true })
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [view])

  return (
    <search className={`${framed.frame} ${styles.search}`}>
      <Icon name="search" />
      <input
        ref={input}
        className={framed.input}
        type="search"
        aria-label="Search servers"
        aria-keyshortcuts="/"
        placeholder="Search servers"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) =>
          view.setState((now) => ({ ...backToList(now), query: target.value, page: 'servers' }))
        }
        onKeyDown={(event) => {
          if (event.key === 'Escape') view.setState({ query: '' })
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault()
            focusList()
          }
        }}
      />
      <button
        type="button"
        className={styles.commands}
        aria-keyshortcuts={mac ? 'Meta+K' : 'Control+K'}
        title="Commands: anything the app can do, by keyboard"
        onClick={() => view.setState({ palette: true })}
      >
        <span className={visually.hidden}>Commands </span>
        <kbd>{mac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
    </search>
  )
}

/** `plain` shows the brand alone, as on first run. */
export function TopBar({ plain }: { plain: boolean }) {
  return (
    <header className={styles.top}>
      <div className={styles.brand}>
        <Brand /> Servertray
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
