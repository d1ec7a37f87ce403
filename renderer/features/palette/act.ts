import type { Client } from '../../state/client.ts'
import { allServers } from '../../state/view.ts'
import type { Deed, Entry } from './entries.ts'

/** So many entries are remembered to be offered first. */
const maxRecent = 8

function begin({ bridge, power, command, run, view }: Client, deed: Deed, hasPages: boolean): void {
  switch (deed.kind) {
    case 'power':
      power(deed.ref, deed.signal)
      break
    case 'restart':
      view.setState({ dialog: { kind: 'restart', refs: deed.refs } })
      break
    case 'postpone':
      void run(() => bridge.call['restart:postpone']({ id: deed.planId }))
      break
    case 'cancel':
      view.setState({ dialog: { kind: 'cancel', planId: deed.planId } })
      break
    case 'bulk':
      view.setState({ dialog: { kind: 'bulk', work: deed.work, refs: deed.refs } })
      break
    case 'open':
      if (hasPages) view.setState({ page: 'servers', filter: allServers, query: '', mark: null, open: deed.ref })
      else void run(() => bridge.call['console:openWindow']({ ref: deed.ref }))
      break
    case 'pin':
      void run(() => bridge.call['servers:pin']({ ref: deed.ref, pinned: deed.pinned }))
      break
    case 'command':
      void run(() => command(deed.ref, deed.command))
      break
    case 'page':
      view.setState({ page: deed.page, ...(deed.page === 'servers' && { filter: allServers }) })
      break
    case 'refresh':
      void run(() => bridge.call['servers:refresh']())
      break
    case 'search':
      view.setState({ page: 'servers' })
      document.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }
}

/** Does what an entry says, and remembers it. One with a reason is never done: false then. */
export function act(client: Client, entry: Entry, hasPages: boolean): boolean {
  if (entry.reason !== null) return false
  client.view.setState(({ recent }) => ({
    palette: false,
    recent: [entry.id, ...recent.filter((id) => id !== entry.id)].slice(0, maxRecent),
  }))
  begin(client, entry.deed, hasPages)
  return true
}
