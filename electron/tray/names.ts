import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { lookOf, safeText } from '../../shared/model/text.ts'
import type { AppState } from '../../shared/state.ts'
import { valuesOf } from '../../shared/tables.ts'

const maxNameLength = 40

/** Letters that are written from right to left: Hebrew, Arabic and their neighbours, in all their blocks. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Foreign text as a menu shows it: without invisible characters, cut at 40, ampersands escaped, since menus read
 * a single one as a mnemonic.
 */
export function menuName(name: string): string {
  return forMenu(safeText(name, maxNameLength))
}

/** Text from right to left is set apart, so that it does not turn round what stands beside it. */
function forMenu(text: string): string {
  const escaped = text.replaceAll('&', '&&')
  return rightToLeft.test(escaped) ? `\u2068${escaped}\u2069` : escaped
}

/**
 * What each server is called, cut at 40 characters. Those that look alike then are told apart by their panel, or by
 * their identifiers where that does not do.
 */
export function serverNames({ servers, panels }: Pick<AppState, 'servers' | 'panels'>): (ref: ServerRef) => string {
  const cut = new Map(valuesOf(servers).map(({ ref, name }) => [ref, safeText(name, maxNameLength)]))
  const alike = Map.groupBy(valuesOf(servers), ({ ref }) => lookOf(cut.get(ref) ?? ''))
  const names = new Map(cut)
  for (const group of alike.values()) {
    if (group.length === 1) continue
    const panelOf = ({ panelId }: ServerView) => safeText(panels[panelId]?.name ?? '', maxNameLength)
    const arePanelsEnough = new Set(group.map((server) => lookOf(panelOf(server)))).size === group.length
    for (const server of group) {
      names.set(server.ref, `${cut.get(server.ref)} (${arePanelsEnough ? panelOf(server) : server.identifier})`)
    }
  }
  return (ref) => names.get(ref) ?? ref
}

/** What each server is called in a menu. */
export function menuNames(state: Pick<AppState, 'servers' | 'panels'>): (ref: ServerRef) => string {
  const nameOf = serverNames(state)
  return (ref) => forMenu(nameOf(ref))
}
