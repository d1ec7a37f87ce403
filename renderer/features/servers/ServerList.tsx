// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { groupRefs, type Line } from '../../parts/servers/list.ts'
import { useClient, useView } from '../../state/hooks.ts'
import { isFocusFree } from '../../ui/focus.ts'
import gridStyles from '../../ui/grid.module.css'
import { beside, headHeight, placeAfter, sideways, useGridRows } from '../../ui/grid.ts'
import { lazy } from '../../ui/lazy.tsx'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { isMenuKey, rowMenu } from '../../ui/MenuTrigger.tsx'
import { GroupHeading, ListHead } from './ListHead.tsx'
import listStyles from './list.module.css'
import { ServerRow } from './ServerRow.tsx'
import { usePicks } from './use-picks.ts'
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

/**
 * The rows as a grid: arrow keys move through rows and their buttons, Enter opens a row, Space ticks it, Tab leaves.
 * Only visible rows, some around them, and the focused one are in the page.
 */
export function ServerList({ lines, scroller, focusOn }: ServerListProps) {
  const { view, show } = useClient()
  const [menu, setMenu] = useState<{ readonly serverRef: ServerRef; readonly request: MenuRequest } | null>(null)
  const onMenu = useCallback((serverRef: ServerRef, request: MenuRequest) => setMenu({ serverRef, request }), [])
  useEffect(() => void ServerMenu.preload(), [])
  const [current, setCurrent] = useState<ServerRef | null>(null)
  const open = useView((state) => state.open)
  const grid = useRef<HTMLDivElement>(null)
  const wanted = useRef<ServerRef | null>(null)

  const players = usePlayersColumn()
  const { isPicking, onPick, onPickKey } = usePicks(lines)

  const refs = lines.flatMap((line) => (line.kind === 'server' ? [line.ref] : []))
  const has = (ref: ServerRef | null) => ref !== null && refs.includes(ref)
  const reachable = has(current) ? current : has(open) ? open : refs[0]
  const lineOf = (ref: ServerRef | null | undefined) =>
    lines.findIndex((line) => line.kind === 'server' && line.ref === ref)

  const virtual = useGridRows({
    count: lines.length,
    scroller,
    heightOf: (index) => (lines[index]?.kind === 'heading' ? headingHeight : rowHeight),
    keyOf: (index) => {
      const line = lines[index]
      return line?.kind === 'server' ? line.ref : (line?.key ?? index)
    },
    reachable: lineOf(reachable),
  })
  const { range } = virtual
  useVisibleServers(range === null ? [] : lines.slice(range.startIndex, range.endIndex + 1))

  const openLine = lineOf(open)
  useEffect(() => {
    if (openLine !== -1) virtual.scrollToIndex(openLine)
  }, [openLine, virtual])

  // The pane shrinks the list when it loads and again when it is drawn: a visible row is kept visible.
  const height = virtual.scrollRect?.height
  const isSeen = range !== null && range.startIndex <= openLine && openLine <= range.endIndex
  const last = useRef({ height, isSeen })
  useEffect(() => {
    const before = last.current
    last.current = { height, isSeen }
    if (before.isSeen && before.height !== height) virtual.scrollToIndex(openLine)
  })

  const followed = useRef<object | null>(null)
  useEffect(() => {
    if (focusOn === null || focusOn === followed.current) return
    followed.current = focusOn
    if (isFocusFree()) wanted.current = reachable ?? null
  }, [focusOn, reachable])

  // A row that a key leads to may not be in the page yet: it gets the focus as soon as it is.
  useEffect(() => {
    if (wanted.current === null) return
    const row = grid.current?.querySelector<HTMLElement>(`[data-ref="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })

  /** Moves the focus to another row; true where the key leads to one. */
  const moveTo = (key: string, ref: ServerRef): boolean => {
    const place = placeAfter(key, refs.indexOf(ref), refs.length)
    const next = place === undefined ? undefined : refs[place]
    if (next === undefined) return false
    wanted.current = next
    setCurrent(next)
    virtual.scrollToIndex(lineOf(next))
    return true
  }

  const onContextMenu = (event: React.MouseEvent | React.KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-ref]')
    const ref = refs.find((candidate) => candidate === row?.dataset.ref)
    const request = row && rowMenu(event, row)
    if (ref === undefined || request === null) return
    event.preventDefault()
    onMenu(ref, request)
  }

  const onRowKey = (event: React.KeyboardEvent, row: HTMLElement, ref: ServerRef) => {
    const from = event.target as HTMLElement
    if (event.key === 'Enter' && from === row) return show(ref, view.getState().open === ref ? { size: 'full' } : {})
    const step = sideways.get(event.key)
    if (step !== undefined) beside(row, from, step)?.focus()
    if (step !== undefined || moveTo(event.key, ref)) event.preventDefault()
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-ref]')
    const ref = refs.find((candidate) => candidate === row?.dataset.ref)
    if (isMenuKey(event)) return onContextMenu(event)
    if (onPickKey(event, row === event.target && ref ? ref : null)) return event.preventDefault()
    if (row !== null && ref !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey)
      onRowKey(event, row, ref)
  }

  return (
    <>
      <div
        ref={grid}
        className={listStyles.grid}
        data-picking={isPicking || undefined}
        data-players={players ?? undefined}
        role="grid"
        aria-label="Servers"
        aria-rowcount={refs.length + 1}
      >
        <ListHead refs={refs} players={players} />
        <div
          role="rowgroup"
          className={gridStyles.rows}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
          onContextMenu={onContextMenu}
          onFocus={(event) => {
            const ref = event.target.closest<HTMLElement>('[data-ref]')?.dataset.ref
            setCurrent(refs.find((candidate) => candidate === ref) ?? null)
          }}
        >
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index]
            const top = start - headHeight
            if (line === undefined) return null
            if (line.kind === 'heading')
              return <GroupHeading key={key} group={line.group} refs={groupRefs(lines, index)} top={top} />
            return (
              <ServerRow
                key={key}
                serverRef={line.ref}
                hasMenu={line.ref === menu?.serverRef}
                current={line.ref === reachable}
                top={top}
                players={players}
                place={refs.indexOf(line.ref) + 2}
                onPick={onPick}
                onMenu={onMenu}
              />
            )
          })}
        </div>
      </div>
      {menu && <ServerMenu {...menu} onClosed={() => setMenu(null)} />}
    </>
  )
}
