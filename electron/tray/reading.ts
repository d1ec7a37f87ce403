import { maxNameLength } from '../../shared/model/server-names.ts'
import { headline, type Summary, summarise } from '../../shared/model/summary.ts'
import { safeText } from '../../shared/model/text.ts'
import type { AppState } from '../../shared/state/state.ts'
import { valuesOf } from '../../shared/tables.ts'
import { plannedLine } from './plan-items.ts'

/** The state that the tray icon shows, each by a shape of its own. */
export type TrayReading = 'ok' | 'attention' | 'unknown' | 'busy'

/**
 * The worst news first, so that none hides it:
 * 1. `attention` for a server that went down by itself and for an action that stalled, whatever else goes on;
 * 2. `busy` while an action runs: it is short, and the person who began it wants to see it;
 * 3. `attention` for a server that is offline, also where that was asked for: a server that should stay down
 *    is the exception, and down is what this icon is there to tell;
 * 4. `unknown` while one server cannot be told, without a network, and with nothing running;
 * 5. `ok`. Servers that their panel holds count for nothing.
 */
function readingOf({ bad, busy, offline, unknown, running }: Summary, isOnline: boolean): TrayReading {
  if (bad > 0) return 'attention'
  if (busy > 0) return 'busy'
  if (offline > 0) return 'attention'
  return unknown > 0 || !isOnline || running === 0 ? 'unknown' : 'ok'
}

/** The icon, the tooltip (`Servertray: Survival restarts 14:05, 11 running, 1 offline`) and the menu's first line of a state. */
export function trayFace(state: AppState): { reading: TrayReading; tooltip: string; line: string } {
  const { app, servers } = state
  const summary = summarise(valuesOf(servers))
  const line = `${app.online ? '' : 'No network · '}${headline(summary)}`
  const counts = `${(line.at(0) ?? '').toLowerCase()}${line.slice(1).replaceAll(' · ', ', ')}`
  const planned = plannedLine(state, ({ ref, name }) => safeText(servers[ref]?.name ?? name, maxNameLength))
  const tooltip = `Servertray: ${planned === null ? '' : `${planned}, `}${counts}`
  return { reading: readingOf(summary, app.online), tooltip, line }
}
