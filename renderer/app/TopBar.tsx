import { useLayoutEffect } from 'react'
import { useAppState, useClient } from '../state/hooks.ts'
import { IconButton } from '../ui/Button.tsx'
import { focusList } from '../ui/focus.ts'
import framed from '../ui/framed.module.css'
import { Brand, Icon } from '../ui/Icon.tsx'
import { lazy } from '../ui/lazy.tsx'
import { Counts } from './Counts.tsx'
import styles from './TopBar.module.css'

// Loaded right after the list.
const Mute = lazy(
  async () => (await import('./Mute.tsx')).Mute,
  <IconButton icon="bell" label="Mute notifications" aria-disabled />,
)

/** The editor of files is an element whose content is editable. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** Opens the palette, as its keys do. */
function Search() {
  const { view } = useClient()
  const mac = useAppState((state) => state.app.platform === 'darwin')
  const open = () => view.setState({ palette: true })

  // In place as soon as the bar is drawn: a key that comes right then is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const hasKeys = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!hasKeys && (event.key !== '/' || event.defaultPrevented || isTyping(event.target))) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      view.setState({ palette: true })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [view])

  return (
    <search className={`${framed.frame} ${styles.search}`} data-flex="" data-ring>
      <button
        type="button"
        className={styles.open}
        data-fill
        data-flex="s2"
        aria-keyshortcuts={mac ? 'Meta+K /' : 'Control+K /'}
        aria-haspopup="dialog"
        onClick={open}
        onKeyDown={({ key }) => key === 'ArrowDown' && focusList()}
      >
        <Icon name="search" />
        <span data-fill data-cut>
          Search servers or type a command
        </span>
        <kbd>{mac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
    </search>
  )
}

/** `plain` shows the brand alone, as on first run. */
export function TopBar({ plain }: { plain: boolean }) {
  return (
    <header className={styles.top} data-edge="bottom" data-shade>
      <div className={styles.brand} data-flex="s2">
        <Brand /> <span className={styles.name}>Servertray</span>
      </div>
      {!plain && (
        <>
          <Search />
          <div className={styles.end} data-flex="s1">
            <Counts />
            <Mute />
          </div>
        </>
      )}
    </header>
  )
}
