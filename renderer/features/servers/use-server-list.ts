import { useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useAppState, useClient, useFilter, useView } from '../../state/hooks.ts'
import { holdStill, listServers } from './list.ts'

/** The rows to show, and the handlers that keep them still while the pointer is over them. */
export function useServerList() {
  const { mirror } = useClient()
  const filter = useFilter()
  const query = useView((view) => view.query)
  const wanted = useAppState(useShallow((state) => listServers(state, filter, query)))
  const asked = `${query}\n${filter.kind === 'panel' ? filter.id : filter.kind}`
  const shown = useRef<{ asked: string; refs: readonly ServerRef[] }>({ asked, refs: wanted })
  const [over, setOver] = useState(false)

  // A new search or filter is the person's own wish: then the rows move even under the pointer.
  const held = over && shown.current.asked === asked
  const exists = (ref: ServerRef) => mirror.store.getState().state.servers[ref] !== undefined
  const refs = held ? holdStill(shown.current.refs, wanted, exists) : wanted
  shown.current = { asked, refs }

  return {
    refs,
    pointer: { onPointerEnter: () => setOver(true), onPointerLeave: () => setOver(false) },
  }
}
