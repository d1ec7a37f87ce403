import { useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { holdStill, isGrouped, type Line, listServers, withHeadings } from '../../parts/servers/list.ts'
import { useAppState, useClient, useFilter, useView } from '../../state/hooks.ts'
import type { Wish } from '../../state/view.ts'

/** The lines to show, and the handlers that keep them in place while the pointer is over them. */
export function useServerList() {
  const { mirror } = useClient()
  const filter = useFilter()
  const { query, sort, mark } = useView(useShallow((view) => ({ query: view.query, sort: view.sort, mark: view.mark })))
  const wish: Wish = useMemo(() => ({ filter, query, sort, mark }), [filter, query, sort, mark])
  const wanted = useAppState(useShallow((state) => listServers(state, wish, Date.now())))
  const pinned = useAppState((state) => state.preferences.pinned)
  const shown = useRef({ wish, pinned, refs: wanted })
  const [over, setOver] = useState(false)

  // A new search, filter, order or pin is the person's own: then the rows move even under the pointer.
  const held = over && shown.current.wish === wish && shown.current.pinned === pinned
  const exists = (ref: ServerRef) => mirror.store.getState().state.servers[ref] !== undefined
  const refs = held ? holdStill(shown.current.refs, wanted, exists) : wanted
  shown.current = { wish, pinned, refs }
  const same = useRef(refs)
  if (refs.length !== same.current.length || refs.some((ref, i) => ref !== same.current[i])) same.current = refs
  const still = same.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pin changes the headings, also where it moves no row
  const lines: readonly Line[] = useMemo(
    () =>
      isGrouped(wish)
        ? withHeadings(mirror.store.getState().state, still)
        : still.map((ref) => ({ kind: 'server', ref }) as const),
    [wish, still, pinned, mirror],
  )

  return {
    lines,
    // Not onPointerEnter, of which React does not tell where the list takes the place of what lay below the pointer.
    pointer: { onPointerOver: () => setOver(true), onPointerLeave: () => setOver(false) },
  }
}
