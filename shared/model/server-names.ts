import type { AppState } from '../state.ts'
import { valuesOf } from '../tables.ts'
import type { ServerRef } from './identifier.ts'
import type { ServerView } from './server.ts'
import { lookOf, safeText } from './text.ts'

/** Longer names are cut where a server is named in a menu, a question or a notification, in characters. */
export const maxNameLength = 40

type Known = Pick<AppState, 'servers' | 'panels'>

/** What tells servers apart that look alike: their panels, or their identifiers where that does not do. */
function markOf(alike: readonly ServerView[], panels: Known['panels']): (server: ServerView) => string {
  const panelOf = ({ panelId }: ServerView) => safeText(panels[panelId]?.name ?? '', maxNameLength)
  const arePanelsEnough = new Set(alike.map((server) => lookOf(panelOf(server)))).size === alike.length
  return arePanelsEnough ? panelOf : ({ identifier }) => identifier
}

function namesOf({ servers, panels }: Known): ReadonlyMap<ServerRef, string> {
  const names = new Map(valuesOf(servers).map(({ ref, name }) => [ref, safeText(name, maxNameLength)]))
  const groups = Map.groupBy(valuesOf(servers), ({ ref }) => lookOf(names.get(ref) ?? ''))
  for (const alike of groups.values()) {
    if (alike.length === 1) continue
    const mark = markOf(alike, panels)
    for (const server of alike) names.set(server.ref, `${names.get(server.ref)} (${mark(server)})`)
  }
  return names
}

/**
 * What each server is called wherever something is asked or told of it alone: cut at 40 characters, and told apart
 * from those that look alike then. All servers are compared at the first name that is asked for.
 * @returns the name of a server; one that is not in the state goes by `otherwise`, its ref where that is not given
 */
export function serverNames(state: Known): (ref: ServerRef, otherwise?: string) => string {
  let names: ReadonlyMap<ServerRef, string> | undefined
  return (ref, otherwise = ref) => {
    names ??= namesOf(state)
    return names.get(ref) ?? safeText(otherwise, maxNameLength)
  }
}
