import { useEffect, useRef } from 'react'
import type { AppState } from '../../shared/state/state.ts'
import type { Client } from '../state/client.ts'
import { useAppState, useClient } from '../state/hooks.ts'
import { unfiltered } from '../state/view/server-list.ts'

/**
 * Opens what tray, link or shortcut asked for. A link only ever opens a question, and never replaces one that is open,
 * which a click may be about to answer.
 */
function follow({ view, show }: Client, focus: NonNullable<AppState['app']['focus']>): void {
  if ('page' in focus) view.setState({ page: focus.page, section: focus.section })
  else if ('palette' in focus) view.setState({ palette: true })
  else if (focus.dialog === 'confirm-restart')
    view.setState(({ dialog }) => ({ dialog: dialog ?? { kind: 'link', ref: focus.ref } }))
  else if (focus.dialog === 'restart') view.setState({ dialog: { kind: 'restart', refs: [focus.ref] } })
  else if (focus.isFull) show(focus.ref, { size: 'full' })
  else {
    // Its row is to be in sight.
    view.setState(unfiltered)
    show(focus.ref, { size: 'peek', ...(focus.area && { area: focus.area }) })
  }
}

/** Follows each request of tray, link or shortcut once. */
export function useFocusFromTray() {
  const client = useClient()
  const focus = useAppState((state) => state.app.focus)
  const followed = useRef<number | null>(null)
  useEffect(() => {
    if (focus === null || focus.at === followed.current) return
    followed.current = focus.at
    follow(client, focus)
  }, [focus, client])
}
