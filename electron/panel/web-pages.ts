import type { PanelView } from '../../shared/keys/contract.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { ok } from '../../shared/result.ts'
import { candidateBaseUrls } from './address.ts'

/** Where a panel's pages begin, from whatever address a person typed. */
function frontOf(typed: string): Result<string> {
  const candidates = candidateBaseUrls(typed)
  if (!candidates.ok) return candidates
  const base = candidates.value[0] ?? typed
  return ok(base.endsWith('/api/client') ? base.replace(/\/api\/client$/, '') : new URL(base).origin)
}

/**
 * The page of a panel on which keys are made, from whatever address a person typed. Pterodactyl has it at
 * `/account/api`, Pelican among the tabs of `/profile`; where another keeps it nobody knows, so its front page is opened.
 * @param panel what its last list showed it to be; null before its first answer
 */
export function keyPageUrl(typed: string, panel: Pick<PanelView, 'dialect' | 'isPelican'> | null): Result<string> {
  const front = frontOf(typed)
  if (!front.ok) return front
  if (panel?.dialect !== 'pterodactyl') return ok(`${front.value}/`)
  return ok(front.value + (panel.isPelican === true ? '/profile' : '/account/api'))
}

/** The page of a panel on which its own schedules of a server are made. */
export function schedulesPageUrl(baseUrl: string, identifier: ServerIdentifier): Result<string> {
  const front = frontOf(baseUrl)
  return front.ok ? ok(`${front.value}/server/${encodeURIComponent(identifier)}/schedules`) : front
}
