import { useEffect, useRef, useState } from 'react'
import { isMenuKey, type MenuRequest, rowMenu } from './MenuTrigger.tsx'
import type { Picks } from './picks.ts'
import { useLines } from './use-lines.ts'

/** Height in pixels of the column heads, which stay above the rows; the style sheets have the same. */
const headHeight = 28

/** The button beside the focused one in its row, or the row itself. */
function beside(row: HTMLElement, from: EventTarget, step: 1 | -1): HTMLElement | undefined {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button')]
  return stops[stops.indexOf(from as HTMLElement) + step]
}

type GridOptions<K extends string> = {
  /** The rows in their order. */
  rows: readonly K[]
  /** The rows and what stands between them; the rows alone if not given. */
  lines?: readonly string[]
  /** Height of a line in pixels, as in the style sheet. */
  heightOf: (line: number) => number
  /** The element that scrolls. */
  scroller: HTMLElement | null
  /** The row that Tab leads to while none has had the focus; else it is the first one. */
  start: K | null
  /** The row that is shown beside the list. */
  open: K | null
  /** The row whose menu is open. */
  menuOf: K | null
  picks: Pick<Picks<K>, 'picked' | 'pick' | 'extend' | 'all' | 'clear'>
  /** Page Up and Page Down move as well, and Shift with a key that moves ticks what it passes. */
  hasLongMoves?: boolean
  /** A row was clicked. */
  onOpen: (row: K) => void
  onMenu: (row: K, request: MenuRequest) => void
  /** A key on a row itself that neither moves nor ticks; true where it meant something. */
  onKey: (key: string, row: K) => boolean
}

/**
 * A list as a grid: arrow keys, Home and End move through the rows and their buttons, Space ticks, Tab leaves. Only
 * visible lines, some around them, and the row that Tab leads to are in the page; `Grid` draws it.
 */
export function useGrid<K extends string>(options: GridOptions<K>) {
  const { rows, lines = rows, heightOf, scroller, start, open, menuOf, picks, hasLongMoves, onMenu, onKey } = options
  const box = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<K | null>(null)
  /** The row that gets the focus as soon as it is in the page. */
  const wanted = useRef<K | null>(null)
  const latest = useRef(options)
  latest.current = options

  const reachable = [current, start].find((row) => row !== null && rows.includes(row)) ?? rows[0]
  const lineOf = (row: K | null | undefined) => (row ? lines.indexOf(row) : -1)
  const kept = lineOf(reachable)
  const inPage = useLines({ count: lines.length, heightOf, scroller, margin: headHeight, kept })

  const focusWanted = () => {
    const shown = box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    const row = [...shown].find(({ dataset }) => dataset.row === wanted.current)
    if (row === undefined) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }
  useEffect(focusWanted)

  const focus = (row = reachable) => {
    if (row === undefined) return
    wanted.current = row
    setCurrent(row)
    inPage.scrollTo(lineOf(row))
    focusWanted()
  }

  const rowAt = (event: React.SyntheticEvent) => {
    const element = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    return { element, row: rows.find((row) => row === element?.dataset.row) }
  }

  /** The row to which a key leads. */
  const rowAfter = (key: string, row: K): K | undefined => {
    const index = rows.indexOf(row)
    const height = heightOf(lineOf(row))
    // Two rows fewer than fit: the heads take one, and one of the last page stays in sight.
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? height) / height) - 2)
    const to = new Map([
      ['ArrowDown', index + 1],
      ['ArrowUp', index - 1],
      ['Home', 0],
      ['End', rows.length - 1],
      ...(hasLongMoves
        ? ([
            ['PageDown', index + page],
            ['PageUp', index - page],
          ] as const)
        : []),
    ]).get(key)
    return to === undefined ? undefined : rows[Math.min(Math.max(to, 0), rows.length - 1)]
  }

  /** Keys that tick: all, none, or the row. True where the key was one of them. */
  const onPickKey = ({ key, ctrlKey, metaKey, shiftKey }: React.KeyboardEvent, row: K | undefined): boolean => {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') picks.all()
    else if (key === 'Escape' && picks.picked.length > 0) picks.clear()
    else if (key === ' ' && row !== undefined) picks.pick(row, shiftKey)
    else return false
    return true
  }

  /** Keys that move, sideways through the buttons of the row or to another one. True where the key was one of them. */
  const onMoveKey = ({ key, target, shiftKey }: React.KeyboardEvent, element: HTMLElement, row: K): boolean => {
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      beside(element, target, key === 'ArrowRight' ? 1 : -1)?.focus()
      return true
    }
    const next = rowAfter(key, row)
    if (next === undefined) return false
    if (hasLongMoves && shiftKey) picks.extend(row, next)
    focus(next)
    return true
  }

  const onContextMenu = (event: React.MouseEvent | React.KeyboardEvent) => {
    const { element, row } = rowAt(event)
    const request = element && rowMenu(event, element)
    if (row === undefined || request === null) return
    event.preventDefault()
    onMenu(row, request)
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { element, row } = rowAt(event)
    const isOnRow = element === event.target
    if (isMenuKey(event)) return onContextMenu(event)
    if (onPickKey(event, isOnRow ? row : undefined)) return event.preventDefault()
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (element === null || row === undefined || hasModifier) return
    if (onMoveKey(event, element, row) || (isOnRow && onKey(event.key, row))) event.preventDefault()
  }

  return {
    inPage,
    /** What a line keeps while others come and go. */
    keyOf: (line: number) => lines[line] ?? line,
    lineOf,
    /** Moves the focus to a row; to the one that Tab leads to if none is given. */
    focus,
    /** What a row's component hands on to `GridRow`. */
    row: (row: K, top: number) => ({
      row,
      /** Its vertical position in the list, in pixels. */
      top,
      /** Counted from 1 with the column heads. */
      place: rows.indexOf(row) + 2,
      isCurrent: row === reachable,
      isPicked: picks.picked.includes(row),
      isOpen: row === open,
      hasMenu: row === menuOf,
      /** The same object each time, so that a row is drawn again only where something of its own changes. */
      list: latest as React.RefObject<Pick<GridOptions<K>, 'picks' | 'onOpen' | 'onMenu'>>,
    }),
    gridProps: {
      ref: box,
      'data-picking': picks.picked.length > 0 || undefined,
      'aria-rowcount': rows.length + 1,
    },
    rowsProps: {
      style: { height: inPage.total },
      onKeyDown,
      onContextMenu,
      onFocus: (event: React.FocusEvent) => setCurrent(rowAt(event).row ?? null),
    },
  } as const
}

/** What the component of a row hands on to `GridRow`. */
export type GridRowProps<K extends string> = ReturnType<ReturnType<typeof useGrid<K>>['row']>
