import { firstArea } from '../../../shared/model/area.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { cancelPlan } from '../../parts/restart/cancel-plan.ts'
import { listServers } from '../../parts/servers/list.ts'
import type { Client } from '../../state/client.ts'
import { toList, unfiltered, type Wish, withRecentEntry } from '../../state/view.ts'
import type { Entry, PaletteAction } from './entry.ts'

/** The servers that the list shows now. */
const listedIn = ({ mirror }: Client, wish: Wish) => listServers(mirror.store.getState().state, wish, Date.now())

/**
 * The servers that a restart is planned for: those ticked, else the open one, else the only one; none where one is to
 * be chosen.
 */
function toPlan({ mirror, view }: Client): readonly ServerRef[] {
  const { servers } = mirror.store.getState().state
  const { picked, open } = view.getState()
  const ticked = picked.filter((ref) => servers[ref] !== undefined)
  if (ticked.length > 0) return ticked
  if (open !== null && servers[open] !== undefined) return [open]
  const [first, ...others] = Object.values(servers)
  return first !== undefined && others.length === 0 ? [first.ref] : []
}

/** The form for a restart with warnings; the palette goes on where the server is to be chosen first. */
function plan(client: Client): void {
  const refs = toPlan(client)
  client.view.setState(
    refs.length > 0 ? { dialog: { kind: 'restart', refs } } : { palette: true, paletteQuery: 'restart with warning ' },
  )
}

function begin(client: Client, action: PaletteAction, hasPages: boolean): void {
  const { bridge, power, command, run, view } = client
  const list = (what: Partial<Wish>) => view.setState((now) => toList(now, { ...unfiltered, ...what }))
  switch (action.kind) {
    case 'power':
      power(action.ref, action.signal)
      break
    case 'restart':
      view.setState({ dialog: { kind: 'restart', refs: action.refs } })
      break
    case 'backup':
      // Its course is to be in sight.
      if (hasPages) client.show(action.ref, { area: 'backups' })
      view.setState({ dialog: { kind: 'backup', ref: action.ref } })
      break
    case 'postpone':
      void run(() => bridge.call('restart:postpone', { id: action.planId }))
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
        view.setState(unfiltered)
        client.show(action.ref, { area: action.area })
      } else if (action.area === firstArea) void run(() => bridge.call('console:openWindow', { ref: action.ref }))
      else void run(() => bridge.call('servers:show', { ref: action.ref, area: action.area }))
      break
    case 'pin':
      void run(() => bridge.call('servers:pin', { ref: action.ref, pinned: action.pinned }))
      break
    case 'command':
      void run(() => command(action.ref, action.command))
      break
    case 'quiet':
      void run(() => bridge.call('servers:setQuiet', { ref: action.ref, quiet: action.quiet }))
      break
    case 'page':
      if (action.page === 'servers') list({})
      else view.setState({ page: action.page, ...(action.section && { section: action.section }) })
      break
    case 'add-key':
      view.setState({ page: 'keys', isAddingKey: true })
      break
    case 'attention':
      list({ filter: { kind: 'attention' } })
      break
    case 'list':
      list({ query: action.query })
      break
    case 'select':
      view.setState((now) => toList(now, { picked: action.all ? listedIn(client, now) : [] }))
      break
    case 'plan':
      plan(client)
      break
    case 'mute':
      void run(() => bridge.call('preferences:mute', { choice: action.choice }))
      break
    case 'start-at-login':
      void run(() => bridge.call('startAtLogin:set', { on: action.on }))
      break
    case 'refresh':
      void run(() => bridge.call('servers:refresh'))
  }
}

/**
 * Carries out an entry, and remembers it unless it asks first. Returns false where the palette goes on: for one that has a reason against it,
 * which does nothing, and for one that leads to others.
 */
export function act(client: Client, entry: Entry, hasPages: boolean): boolean {
  if (entry.reason !== null) return false
  const { view } = client
  const { dialog } = view.getState()
  view.setState({ palette: false })
  begin(client, entry.action, hasPages)
  // A question may be answered with no, which teaches nothing.
  if (view.getState().dialog === dialog) view.setState(withRecentEntry(entry.id))
  return !view.getState().palette
}
