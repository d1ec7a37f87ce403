import { useEffect, useRef } from 'react'
import { attempt } from '../bridge/bridge.ts'
import { useClient } from '../state/hooks.ts'
import { unsavedOf } from './unsaved.ts'

/** What the main process takes a new window to have. */
const nothing = JSON.stringify({ unsaved: [], isTyped: false })

/** Tells the main process what would be lost with this window: it keeps the window while it is hidden, and asks. */
export function useTellUnsaved(): void {
  const { bridge, view, mirror, batches } = useClient()
  const told = useRef(nothing)
  useEffect(() => {
    function tell(): void {
      const now = unsavedOf(view.getState(), mirror.store.getState().state.servers, batches.store.getState())
      const text = JSON.stringify(now)
      if (text === told.current) return
      told.current = text
      void attempt(() => bridge.call('windows:setUnsaved', now))
    }
    tell()
    const ends = [view, mirror.store, batches.store].map((store) => store.subscribe(tell))
    return () => {
      for (const end of ends) end()
    }
  }, [bridge, view, mirror, batches])
}
