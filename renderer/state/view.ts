import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Calls, noCalls } from './view/calls.ts'
import { type Dialogs, noDialogs } from './view/dialogs.ts'
import { firstNavigation, type Navigation } from './view/navigation.ts'
import { backToList, noOpenServer, type OpenServer } from './view/open-server.ts'
import { closedPalette, type PaletteView } from './view/palette.ts'
import { firstList, type ListOfServers } from './view/server-list.ts'
import { noServerPlaces, type ServerPlaces } from './view/server-places.ts'
import { withTab } from './view/tabs.ts'
import { nothingTold, type Told } from './view/told.ts'
import { noUnsavedWork, type UnsavedWork } from './view/unsaved-work.ts'

/**
 * What this window shows; not shared with other windows. Its parts lie side by side in one store, so that one change may
 * go through several of them at once.
 */
export type View = Navigation &
  ListOfServers &
  OpenServer &
  ServerPlaces &
  Dialogs &
  PaletteView &
  UnsavedWork &
  Calls &
  Told

/** The change that brings the list in sight, with other choices in it where they are given. */
export const toList = (now: OpenServer, choices: Partial<ListOfServers>): Partial<View> => ({
  ...backToList(now),
  page: 'servers',
  ...choices,
})

/** What follows from a change: an opened server always gets a tab, and one size ends with its server. */
function settled(now: View, before: View): Partial<View> {
  const { open, tabs, size, behind } = now
  return {
    // What was done is told on the page on which it was done, or to which that led.
    ...(now.page !== before.page && now.done !== null && { done: null }),
    ...(open !== null && !tabs.includes(open) && { tabs: withTab(tabs, open) }),
    ...(open === null && size === 'full' && { size: 'peek', behind: null }),
    ...(open !== null && size === 'full' && before.size === 'peek' && { behind: before.open }),
    ...(tabs === before.tabs || behind === null || tabs.includes(behind) ? {} : { behind: null }),
  }
}

export function createView(): StoreApi<View> {
  const view = createStore<View>(() => ({
    ...firstNavigation,
    ...firstList,
    ...noOpenServer,
    ...noServerPlaces,
    ...noDialogs,
    ...closedPalette,
    ...noUnsavedWork,
    ...noCalls,
    ...nothingTold,
  }))
  view.subscribe((now, before) => {
    const change = settled(now, before)
    if (Object.keys(change).length > 0) view.setState(change)
  })
  return view
}
