import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { backToList, isFull } from '../../state/view.ts'
import { focusList } from '../../ui/focus.ts'
import { lazy } from '../../ui/lazy.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { ConsoleTabs } from './ConsoleTabs.tsx'
import styles from './ServerFrame.module.css'
import { ServerView } from './ServerView.tsx'

// Loaded with the first failure, as beside the list.
const Banners = lazy(async () => (await import('../../features/servers/Banners.tsx')).Banners)

/** Minimum heights of the pane and of the list above it, in pixels; the style sheets have the same. */
const leastPane = 160
const leastList = 76

/** Moves the focus to a row, otherwise to the one that Tab reaches. */
function focusRow(ref: ServerRef): void {
  const row = document.querySelector<HTMLElement>(`[role="row"][data-row="${CSS.escape(ref)}"]`)
  if (row === null) focusList()
  else row.focus({ preventScroll: true })
}

/**
 * The open server: below the list, with the splitter above it, or over the list, which keeps its place and its size
 * meanwhile.
 * @param told the app's own notices, which the list has otherwise
 */
export function ServerFrame({ open, notices }: { open: ServerRef; notices: React.ReactNode }) {
  const client = useClient()
  const chosen = useView((view) => view.paneHeight)
  const full = useView(isFull)
  const hasPeek = useView((view) => !isFull(view) || (view.behind !== null && !view.isNarrow))
  const server = useAppState((state) => state.servers[open])
  const area = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ height: leastPane, page: leastPane + leastList })
  useEffect(() => {
    const box = area.current
    const page = box?.parentElement
    if (!box || !page) return
    const sizes = new ResizeObserver(() => setSize({ height: box.offsetHeight, page: page.clientHeight }))
    sizes.observe(box)
    sizes.observe(page)
    return () => sizes.disconnect()
  }, [])
  if (server === undefined) return null
  const back = () => {
    // The row can take the focus once the list is in sight.
    flushSync(() => client.view.setState(full ? backToList(client.view.getState()) : { open: null }))
    focusRow(open)
  }
  return (
    <div
      ref={area}
      className={styles.area}
      data-size={full ? 'full' : 'peek'}
      data-alone={!hasPeek || undefined}
      style={chosen === null || !hasPeek ? {} : { height: chosen }}
    >
      {!full && (
        <Splitter
          label="Height of the pane"
          value={Math.round(size.height)}
          min={leastPane}
          max={Math.max(leastPane, size.page - leastList)}
          onChange={(paneHeight) => client.view.setState({ paneHeight })}
        />
      )}
      <div className={styles.box} data-frame>
        <ConsoleTabs />
        <ServerView key={open} server={server} size={full ? 'full' : 'peek'} onBack={back} />
        {full && notices}
        {full && <Banners of={server.keyIds} />}
      </div>
    </div>
  )
}
