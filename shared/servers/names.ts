import type { WithPanels } from '../keys/contract.ts'
import type { ServerRef } from '../model/identifier.ts'
import type { ServerView } from '../model/server-schema.ts'
import type { WithServers } from '../model/slices.ts'
import { caseFoldedText, safeText } from '../model/text.ts'
import { valuesOf } from '../tables.ts'

/** Maximum length of a server's name in menus, questions and notifications, in characters. */
export const maxNameLength = 40

type Known = WithServers & WithPanels

/** What tells servers with look-alike names apart: their panels, or where that is not enough their identifiers. */
function markOf(alike: readonly ServerView[], panels: Known['panels']): (server: ServerView) => string {
  const panelOf = ({ panelId }: ServerView) => safeText(panels[panelId]?.name ?? '', maxNameLength)
  const arePanelsEnough = new Set(alike.map((server) => caseFoldedText(panelOf(server)))).size === alike.length
  return arePanelsEnough ? panelOf : ({ identifier }) => identifier
}

function namesOf({ servers, panels }: Known): ReadonlyMap<ServerRef, string> {
  const names = new Map(valuesOf(servers).map(({ ref, name }) => [ref, safeText(name, maxNameLength)]))
  const groups = Map.groupBy(valuesOf(servers), ({ ref }) => caseFoldedText(names.get(ref) ?? ''))
  for (const alike of groups.values()) {
    if (alike.length === 1) continue
    const mark = markOf(alike, panels)
    for (const server of alike) names.set(server.ref, `${names.get(server.ref)} (${mark(server)})`)
  }
  return names
}

/**
 * The name of each server where it stands alone, as in a question: cut at 40 characters, and told apart from those that
 * look alike. All servers are compared once, when the first name is asked for.
 * @returns the name of a server; for one that is not in the state `otherwise`, or its ref
 */
export function serverNames(state: Known): (ref: ServerRef, otherwise?: string) => string {
  let names: ReadonlyMap<ServerRef, string> | undefined
  return (ref, otherwise = ref) => {
    names ??= namesOf(state)
    return names.get(ref) ?? safeText(otherwise, maxNameLength)
  }
}
