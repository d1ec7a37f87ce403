import { cancelPlan } from '../../parts/restart/cancel-plan.ts'
import type { Client } from '../../state/client.ts'
import { allServers } from '../../state/view.ts'
import type { Entry, PaletteAction } from './entries.ts'

/** Maximum number of recent entries, which are offered first. */
const maxRecent = 8

function begin(client: Client, action: PaletteAction, hasPages: boolean): void {
  const { bridge, power, command, run, view } = client
  switch (action.kind) {
    case 'power':
      power(action.ref, action.signal)
      break
    case 'restart':
      view.setState({ dialog: { kind: 'restart', refs: action.refs } })
      break
    case 'postpone':
      void run(() => bridge.call['restart:postpone']({ id: action.planId }))
      break
    case 'cancel':
      cancelPlan(client, action.planId)
      break
    case 'bulk':
      view.setState({ dialog: { kind: 'bulk', work: action.work, refs: action.refs } })
      break
    case 'open':
      if (hasPages) view.setState({ page: 'servers', filter: allServers, query: '', mark: null, open: action.ref })
      else void run(() => bridge.call['console:openWindow']({ ref: action.ref }))
      break
    case 'pin':
      void run(() => bridge.call['servers:pin']({ ref: action.ref, pinned: action.pinned }))
      break
    case 'command':
      void run(() => command(action.ref, action.command))
      break
    case 'page':
      view.setState({ page: action.page, ...(action.page === 'servers' && { filter: allServers }) })
      break
    case 'refresh':
      void run(() => bridge.call['servers:refresh']())
      break
    case 'search':
      view.setState({ page: 'servers' })
      document.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }
}

/** Carries out an entry, and remembers it. Returns false, and does nothing, for one that has a reason against it. */
export function act(client: Client, entry: Entry, hasPages: boolean): boolean {
  if (entry.reason !== null) return false
  client.view.setState(({ recent }) => ({
    palette: false,
    recent: [entry.id, ...recent.filter((id) => id !== entry.id)].slice(0, maxRecent),
  }))
  begin(client, entry.action, hasPages)
  return true
}
