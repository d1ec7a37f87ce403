import { useEffect, useRef } from 'react'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Client } from '../state/client.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import { unfiltered } from '../state/view.ts'

type Focus = NonNullable<AppState['app']['focus']>

/** True for what would close an open dialog, with what is typed in it: all but the palette, and what a link asks. */
const closesDialogs = (focus: Focus) =>
  !('palette' in focus || ('dialog' in focus && focus.dialog === 'confirm-restart'))

/**
 * Opens what tray, link or shortcut asked for. A link only ever opens a question, and never replaces one that is open,
 * or lies over it, which a click may be about to answer.
 */
function follow({ view, show }: Client, focus: Focus): void {
  if ('page' in focus) view.setState({ page: focus.page, section: focus.section })
  else if ('palette' in focus) view.setState({ palette: true })
  else if (focus.dialog === 'confirm-restart')
    view.setState(({ dialog, counts }) =>
      counts.dialogs > 0 ? {} : { dialog: dialog ?? { kind: 'link', ref: focus.ref } },
    )
  else if (focus.dialog === 'restart') view.setState({ dialog: { kind: 'restart', refs: [focus.ref] } })
  else if (focus.isFull) show(focus.ref, { size: 'full' })
  else {
    // Its row is to be in sight.
    view.setState(unfiltered)
    show(focus.ref, { size: 'peek', ...(focus.area && { area: focus.area }) })
  }
}

/** Follows each request of tray, link or shortcut once; one that closes dialogs, as soon as none is open. */
export function useFocusFromTray() {
  const client = useClient()
  const focus = useAppState((state) => state.app.focus)
  const isCovered = useView(({ counts }) => counts.dialogs > 0)
  const followed = useRef<number | null>(null)
  useEffect(() => {
    if (focus === null || focus.at === followed.current || (isCovered && closesDialogs(focus))) return
    followed.current = focus.at
    follow(client, focus)
  }, [focus, client, isCovered])
}
