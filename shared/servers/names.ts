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
  const all = valuesOf(servers)
  const shown = new Map(all.map(({ ref, name }) => [ref, safeText(name, maxNameLength)]))
  if (new Set([...shown.values()].map(caseFoldedText)).size === shown.size) return shown
  const names = new Map(shown)
  const lookOf = ({ ref }: ServerView) => caseFoldedText(names.get(ref) ?? '')
  const lookAlikes = () => [...Map.groupBy(all, lookOf).values()].filter((alike) => alike.length > 1)
  const setMark = ({ ref }: ServerView, mark: string) => names.set(ref, `${shown.get(ref)} (${mark})`)

  const found = lookAlikes()
  for (const alike of found) {
    const mark = markOf(alike, panels)
    for (const server of alike) setMark(server, mark(server))
  }
  // A server may be called just as another one is told apart by now. The number never starts again, so that no names make
  // this long.
  let number = 0
  const again = lookAlikes()
  const taken = new Set(again.length > 0 ? all.map(lookOf) : [])
  for (const alike of again) {
    for (const server of alike) {
      do {
        number += 1
        setMark(server, `${server.identifier}, ${number}`)
      } while (taken.has(lookOf(server)))
      taken.add(lookOf(server))
    }
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
