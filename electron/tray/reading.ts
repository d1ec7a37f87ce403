import { allPlayers } from '../../shared/model/player-words.ts'
import { safeText, uncapitalised } from '../../shared/model/text.ts'
import { maxNameLength } from '../../shared/servers/names.ts'
import { headline, type Summary, summarise } from '../../shared/servers/summary.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { plannedLine } from './plan-items.ts'

/** The state that the tray icon shows, each by a shape of its own. */
export type TrayReading = 'ok' | 'attention' | 'unknown' | 'busy'

/**
 * The worst news first, so that none hides it:
 * 1. `attention` for all that needs a person, by the rule that the window's *Needs attention* follows as well; a server
 *    that is off on purpose does not;
 * 2. `busy` while an action runs: it is short, and the person who began it wants to see it;
 * 3. `unknown` while one server cannot be told, without a network, and where no state is known;
 * 4. `ok`.
 */
function readingOf({ attention, busy, offline, unknown, running }: Summary, isOnline: boolean): TrayReading {
  if (attention > 0) return 'attention'
  if (busy > 0) return 'busy'
  return unknown > 0 || !isOnline || running + offline === 0 ? 'unknown' : 'ok'
}

/**
 * The icon, the tooltip (`Servertray: Survival restarts 14:05, 11 running, 1 offline`) and the menu's first line of a
 * state.
 * @param now unix milliseconds
 * @param online how many players are on; null where it is not known
 */
export function trayFace(state: AppState, now: number, online = allPlayers(state)) {
  const { app, servers } = state
  const summary = summarise(state, now)
  const line = `${app.online ? '' : 'No network · '}${headline(summary, online)}`
  const counts = uncapitalised(line).replaceAll(' · ', ', ')
  const planned = plannedLine(state, ({ ref, name }) => safeText(servers[ref]?.name ?? name, maxNameLength))
  const tooltip = `Servertray: ${planned === null ? '' : `${planned}, `}${counts}`
  return { reading: readingOf(summary, app.online), tooltip, line }
}
