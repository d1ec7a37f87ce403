import { cancelPlan } from '../../parts/restart/cancel-plan.ts'
import { listServers } from '../../parts/servers/list.ts'
import type { Client } from '../../state/client.ts'
import { allServers, backToList, type View } from '../../state/view.ts'
import { peekAreas } from './areas.ts'
import type { Entry, PaletteAction } from './entry.ts'

/** Maximum number of recent entries, which are offered first. */
const maxRecent = 8

/** The servers that the list shows now. */
const listedIn = ({ mirror }: Client, { filter, query, sort, mark }: View) =>
  listServers(mirror.store.getState().state, { filter, query, sort, mark }, Date.now())

/** The dialog for the only server there is; else the palette goes on, with the servers to choose from. */
function planOne({ mirror, view }: Client): void {
  const [first, ...others] = Object.values(mirror.store.getState().state.servers)
  if (first !== undefined && others.length === 0) view.setState({ dialog: { kind: 'restart', refs: [first.ref] } })
  else view.setState({ palette: true, paletteQuery: 'restart with warning ' })
}

function begin(client: Client, action: PaletteAction, hasPages: boolean): void {
  const { bridge, power, command, run, view } = client
  const list = (what: Pick<View, 'filter'> & Partial<Pick<View, 'query'>>) =>
    view.setState((now) => ({ ...backToList(now), page: 'servers', mark: null, query: '', ...what }))
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
      if (hasPages) {
        // Its row is to be in sight.
        view.setState({ filter: allServers, query: '', mark: null })
        client.show(action.ref, { area: action.area, ...(!peekAreas.includes(action.area) && { size: 'full' }) })
      } else void run(() => bridge.call['console:openWindow']({ ref: action.ref }))
      break
    case 'pin':
      void run(() => bridge.call['servers:pin']({ ref: action.ref, pinned: action.pinned }))
      break
    case 'command':
      void run(() => command(action.ref, action.command))
      break
    case 'quiet':
      void run(() => bridge.call['servers:setQuiet']({ ref: action.ref, quiet: action.quiet }))
      break
    case 'page':
      if (action.page === 'servers') list({ filter: allServers })
      else view.setState({ page: action.page, ...(action.section && { section: action.section }) })
      break
    case 'add-key':
      view.setState({ page: 'keys', isAddingKey: true })
      break
    case 'attention':
      list({ filter: { kind: 'attention' } })
      break
    case 'list':
      list({ filter: allServers, query: action.query })
      break
    case 'select':
      view.setState((now) => ({ ...backToList(now), page: 'servers', picked: action.all ? listedIn(client, now) : [] }))
      break
    case 'plan':
      planOne(client)
      break
    case 'mute':
      void run(() => bridge.call['preferences:mute']({ choice: action.choice }))
      break
    case 'start-at-login':
      void run(() => bridge.call['startAtLogin:set']({ on: action.on }))
      break
    case 'refresh':
      void run(() => bridge.call['servers:refresh']())
  }
}

/**
 * Carries out an entry, and remembers it. Returns false where the palette goes on: for one that has a reason against it,
 * which does nothing, and for one that leads to others.
 */
export function act(client: Client, entry: Entry, hasPages: boolean): boolean {
  if (entry.reason !== null) return false
  client.view.setState(({ recent }) => ({
    palette: false,
    recent: [entry.id, ...recent.filter((id) => id !== entry.id)].slice(0, maxRecent),
  }))
  begin(client, entry.action, hasPages)
  return !client.view.getState().palette
}
