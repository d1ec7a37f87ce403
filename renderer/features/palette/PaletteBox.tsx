import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { countMatching } from '../../parts/servers/list.ts'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import framed from '../../ui/framed.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { useLines } from '../../ui/use-lines.ts'
import { useSettled } from '../../ui/use-settled.ts'
import visually from '../../ui/visually.module.css'
import { listEntry } from './app-entries.ts'
import { entriesOf } from './entries.ts'
import type { Entry } from './entry.ts'
import type { Target } from './find.ts'
import { find, indexOf } from './find.ts'
import styles from './PaletteBox.module.css'

const searchWords = 'Search servers or type a command'

/** Number of entries before the one that lists the matching servers: it is in sight without scrolling. */
const listPlace = 7

/** Height of an entry and padding of their list, both ends, in pixels, as in the style sheet. */
const entryHeight = 32
const listPadding = 10

/** Kept from one opening to the next: preparing thousands of texts takes most of an opening. */
const known = new Map<string, Target>()

type PaletteBoxProps = {
  /** False in a window that shows only the palette. */
  hasPages: boolean
  input: React.RefObject<HTMLInputElement | null>
  onChoose: (entry: Entry) => void
}

/** A field, and below it the entries that match: arrow keys move, Enter chooses, the focus stays in the field. */
export function PaletteBox({ hasPages, input, onChoose }: PaletteBoxProps) {
  const id = useId()
  const state = useAppState((whole) => whole)
  const picked = useView((view) => view.picked)
  const recent = useView((view) => view.recent)
  const { view } = useClient()
  const query = useView(({ paletteQuery }) => paletteQuery)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  // Loads change all the time, so the list is updated with low priority.
  const calm = useDeferredValue(state)
  const index = useMemo(
    () => indexOf(entriesOf(calm, { picked, hasPages, now: Date.now() }), known),
    [calm, picked, hasPages],
  )
  const { lastUsed } = calm.app
  const before = useMemo(
    () => (recent.length === 0 && lastUsed !== null ? [`restart ${lastUsed}`] : recent),
    [recent, lastUsed],
  )
  const found = useMemo(() => {
    const entries = find(index, query, before)
    const wanted = query.trim()
    const servers = hasPages && wanted !== '' ? countMatching(calm, wanted) : 0
    return servers === 0 ? entries : entries.toSpliced(listPlace, 0, listEntry(wanted, servers))
  }, [index, query, before, hasPages, calm])
  const active = Math.max(
    0,
    found.findIndex((entry) => entry.id === activeId),
  )

  // The entry that was first when the query was typed stays chosen wherever it moves: Enter may be about to be pressed.
  const chosenId = found[active]?.id ?? null
  useEffect(() => {
    if (activeId !== chosenId) setActiveId(chosenId)
  }, [activeId, chosenId])

  // The field refers to the active entry, so that one is always in the page.
  const lines = useLines({
    count: found.length,
    heightOf: () => entryHeight,
    scroller,
    margin: listPadding,
    kept: active,
  })
  const { scrollTo } = lines
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries begin at their active one, too
  useEffect(() => scrollTo(active), [active, found, scrollTo])

  // Entries move with the state, under a pointer that rests.
  const settled = useSettled(useMemo(() => found.map((entry) => entry.id).join(), [found]))

  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1 === found.length ? 0 : active + 1,
    ArrowUp: active === 0 ? found.length - 1 : active - 1,
    PageDown: Math.min(active + 8, found.length - 1),
    PageUp: Math.max(active - 8, 0),
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const entry = found[active]
    if (event.key === 'Enter' && entry && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(entry)
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setActiveId(found[next]?.id ?? null)
  }

  const drawLine = ({ line: i, top }: (typeof lines.drawn)[number]) => {
    const entry = found[i]
    if (entry === undefined) return null
    const { label, detail, reason } = entry
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
      <div
        key={entry.id}
        id={`${id}-${i}`}
        role="option"
        tabIndex={-1}
        className={styles.entry}
        data-flex="s3"
        aria-selected={i === active}
        aria-disabled={reason !== null}
        aria-posinset={i + 1}
        aria-setsize={found.length}
        style={{ top }}
        onClick={() => onChoose(entry)}
        onPointerMove={() => setActiveId(entry.id)}
      >
        <span className={styles.label} data-cut data-label>
          {label}
        </span>
        <small className={styles.detail} data-cut>
          {detail}
        </small>
        {reason !== null && <small className={styles.end}>{reason}</small>}
      </div>
    )
  }

  return (
    <div className={styles.box} data-frame data-alone={!hasPages || undefined}>
      <div className={styles.field} data-flex="" data-edge="bottom" data-palette-field>
        <Icon name="search" />
        <input
          ref={input}
          className={framed.input}
          role="combobox"
          aria-label={searchWords}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          placeholder={searchWords}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            view.setState({ paletteQuery: event.target.value })
            setActiveId(null)
          }}
          onKeyDown={onKeyDown}
          // Text typed before the field existed is continued at its end.
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        />
      </div>
      <div ref={setScroller} className={styles.list} data-scroll {...settled}>
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label="Commands"
          style={{ height: lines.total, position: 'relative' }}
        >
          {lines.drawn.map(drawLine)}
        </div>
        {found.length === 0 && <p className={styles.none}>No matches for “{query.trim()}”.</p>}
      </div>
      <div className={visually.hidden} role="status">
        {query.trim() !== '' && `${found.length} found`}
      </div>
    </div>
  )
}
