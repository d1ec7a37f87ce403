import { useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { FilterChips } from '../features/servers/FilterChips.tsx'
import { LoadingServers } from '../features/servers/LoadingServers.tsx'
import { ServerList } from '../features/servers/ServerList.tsx'
import { useServerList } from '../features/servers/use-server-list.ts'
import { useAppState, useFilter, useView } from '../state/hooks.ts'
import type { Filter } from '../state/view.ts'
import { isFull } from '../state/view.ts'
import { isFocusFree } from '../ui/focus.ts'
import { lazy } from '../ui/lazy.tsx'
import visually from '../ui/visually.module.css'
import styles from './ServersPage.module.css'

const loadBanners = () => import('../features/servers/Banners.tsx')

// Loaded when first needed (a pane, ticks, a bulk action, a failure), so that the list comes first.
const Banners = lazy(async () => (await loadBanners()).Banners)
const KeysInNeed = lazy(async () => (await loadBanners()).KeysInNeed)
const NoStates = lazy(async () => (await loadBanners()).NoStates)
const NotWhole = lazy(async () => (await loadBanners()).NotWhole)
const EmptyState = lazy(async () => (await import('../features/servers/EmptyState.tsx')).EmptyState, <LoadingServers />)
const BulkBar = lazy(async () => (await import('../features/bulk/BulkBar.tsx')).BulkBar)
const BulkProgress = lazy(async () => (await import('../features/bulk/BulkProgress.tsx')).BulkProgress)
const ServerFrame = lazy(async () => (await import('./server-view/ServerFrame.tsx')).ServerFrame)

/**
 * Another view of the list takes the focus: the heading where it is empty, otherwise its first row.
 * @param wasElsewhere the person comes from another page
 */
function useFocusOn(filter: Filter, isEmpty: boolean, wasElsewhere: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(wasElsewhere ? null : filter)
  if (first.current !== filter) first.current = null
  const focusOn = first.current === null ? filter : null
  useEffect(() => {
    if (focusOn !== null && isEmpty && isFocusFree()) heading.current?.focus()
  }, [focusOn, isEmpty])
  return { heading, focusOn }
}

/** The list of servers, with the open server below or over it. Failures are shown under the rows, so that no row moves. */
export function ServersPage({ notices, wasElsewhere }: { notices: React.ReactNode; wasElsewhere: boolean }) {
  const { lines, pointer } = useServerList()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const filter = useFilter()
  const onAttention = filter.kind === 'attention'
  const { heading, focusOn } = useFocusOn(filter, lines.length === 0, wasElsewhere)
  const open = useView((view) => view.open)
  const isCovered = useView(isFull)
  const picked = useView((view) => view.picked)
  const here = useAppState(useShallow((state) => picked.filter((ref) => state.servers[ref] !== undefined)))
  const listed = new Set(lines.flatMap((line) => (line.kind === 'server' ? [line.ref] : [])))
  const hidden = here.filter((ref) => !listed.has(ref)).length
  const hasBulks = useAppState((state) => Object.keys(state.bulks).length > 0)
  const exists = useAppState((state) => open !== null && state.servers[open] !== undefined)
  // A search may find nothing at any moment; a row may be opened, and its keys are meant for its console.
  useEffect(() => void Promise.all([EmptyState.preload(), ServerFrame.preload()]), [])
  const isHidden = isCovered && exists
  return (
    <main className={styles.servers} data-frame>
      <h1 ref={heading} className={visually.hidden} tabIndex={-1}>
        {onAttention ? 'Needs attention' : 'Servers'}
      </h1>
      <div className={styles.top} data-frame style={isHidden ? { visibility: 'hidden' } : {}}>
        <FilterChips />
        {onAttention && <KeysInNeed />}
        <div ref={setScroller} className={styles.list} {...pointer}>
          {lines.length > 0 ? <ServerList lines={lines} scroller={scroller} focusOn={focusOn} /> : <EmptyState />}
        </div>
        {hasBulks && <BulkProgress />}
        {here.length > 0 && <BulkBar picked={here} hidden={hidden} />}
        <NoStates />
        <NotWhole />
        {!isHidden && notices}
        <Banners />
      </div>
      {open !== null && exists && <ServerFrame open={open} notices={notices} />}
    </main>
  )
}
