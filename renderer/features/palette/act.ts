import type { Client } from '../../state/client.ts'
import { withRecentEntry } from '../../state/view.ts'
import type { Entry } from './entry.ts'

/**
 * Carries out an entry, and remembers it unless it asks first. Returns false where the palette goes on: for one that has
 * a reason against it, which does nothing, and for one that leads to others.
 */
export function act(client: Client, entry: Entry, hasPages: boolean): boolean {
  if (entry.reason !== null) return false
  const { view } = client
  const { dialog } = view.getState()
  view.setState({ palette: false })
  entry.run(client, hasPages)
  // A question may be answered with no, which teaches nothing.
  if (view.getState().dialog === dialog) view.setState(withRecentEntry(entry.id))
  return !view.getState().palette
}
