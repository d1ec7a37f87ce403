import { useEffect, useRef, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { groupRefs, type Line } from '../../parts/servers/list.ts'
import { useClient, useView } from '../../state/hooks.ts'
import { isFocusFree } from '../../ui/focus.ts'
import { Grid } from '../../ui/Grid.tsx'
import { lazy } from '../../ui/lazy.tsx'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { usePicks } from '../../ui/picks.ts'
import { useGrid } from '../../ui/use-grid.ts'
import { GroupHeading, ListHead } from './ListHead.tsx'
import listStyles from './list.module.css'
import { ServerRow } from './ServerRow.tsx'
import { usePlayersColumn } from './use-players-column.ts'
import { useVisibleServers } from './use-visible-servers.ts'

// The menu brings a large positioning library, so it is loaded right after the list.
const ServerMenu = lazy(async () => (await import('../../parts/servers/ServerMenu.tsx')).ServerMenu)

/** Heights in pixels, as in the style sheet. */
const rowHeight = 40
const headingHeight = 32

type ServerListProps = {
  lines: readonly Line[]
  /** The element that scrolls. */
  scroller: HTMLElement | null
  /** Another value moves the focus to the first row; null leaves it. */
  focusOn: object | null
}

/** The servers as a grid: beside the keys of every grid, Enter opens a row, and opens an open one full. */
export function ServerList({ lines, scroller, focusOn }: ServerListProps) {
  const { view, show } = useClient()
  const [menu, setMenu] = useState<{ readonly serverRef: ServerRef; readonly request: MenuRequest } | null>(null)
  useEffect(() => void ServerMenu.preload(), [])
  const open = useView((state) => state.open)
  const picked = useView((state) => state.picked)
  const players = usePlayersColumn()
  const refs = lines.flatMap((line) => (line.kind === 'server' ? [line.ref] : []))
  const picks = usePicks(refs, picked, (change) => view.setState((now) => ({ picked: change(now.picked) })))

  const grid = useGrid({
    rows: refs,
    lines: lines.map((line) => (line.kind === 'server' ? line.ref : line.key)),
    heightOf: (line) => (lines[line]?.kind === 'heading' ? headingHeight : rowHeight),
    scroller,
    start: open,
    open,
    menuOf: menu?.serverRef ?? null,
    // The range of the next Shift begins where it did, as after the bar's own button.
    picks: { ...picks, clear: () => view.setState({ picked: [] }) },
    onOpen: (ref) => view.setState({ open: ref }),
    onMenu: (serverRef, request) => setMenu({ serverRef, request }),
    onKey(key, ref) {
      if (key === 'Enter') show(ref, open === ref ? { size: 'full' } : {})
      return key === 'Enter'
    },
  })
  const { sight, height, scrollTo } = grid.inPage
  useVisibleServers(sight === null ? [] : lines.slice(sight.first, sight.last + 1))

  const openLine = grid.lineOf(open)
  useEffect(() => {
    if (openLine !== -1) scrollTo(openLine)
  }, [openLine, scrollTo])

  // The pane shrinks the list when it loads and again when it is drawn: a visible row is kept visible.
  const isSeen = sight !== null && sight.first <= openLine && openLine <= sight.last
  const last = useRef({ height, isSeen })
  useEffect(() => {
    const before = last.current
    last.current = { height, isSeen }
    if (before.isSeen && before.height !== height) scrollTo(openLine)
  })

  const followed = useRef<object | null>(null)
  useEffect(() => {
    if (focusOn === null || focusOn === followed.current) return
    followed.current = focusOn
    if (isFocusFree()) grid.focus()
  })

  return (
    <>
      <Grid
        grid={grid}
        className={listStyles.grid}
        data-players={players ?? undefined}
        aria-label="Servers"
        heads={<ListHead refs={refs} picks={picks} players={players} />}
        columns={listStyles.columns}
      >
        {(index, top) => {
          const line = lines[index]
          if (line?.kind === 'server') return <ServerRow {...grid.row(line.ref, top)} players={players} />
          return line && <GroupHeading group={line.group} refs={groupRefs(lines, index)} picks={picks} top={top} />
        }}
      </Grid>
      {menu && <ServerMenu {...menu} onClosed={() => setMenu(null)} />}
    </>
  )
}
