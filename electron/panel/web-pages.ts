import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { Dialect } from '../../shared/model/panel.ts'
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
 * The page of a panel on which keys are made, from whatever address a person typed. Panels of the pterodactyl shape
 * have it at `/account/api`; where another keeps it nobody knows, so its front page is opened.
 * @param dialect what the panel is known to speak; null before its first answer
 */
export function keyPageUrl(typed: string, dialect: Dialect | null): Result<string> {
  const front = frontOf(typed)
  return front.ok ? ok(dialect === 'pterodactyl' ? `${front.value}/account/api` : `${front.value}/`) : front
}

/** The page of a panel on which its own schedules of a server are made. */
export function schedulesPageUrl(baseUrl: string, identifier: ServerIdentifier): Result<string> {
  const front = frontOf(baseUrl)
  return front.ok ? ok(`${front.value}/server/${encodeURIComponent(identifier)}/schedules`) : front
}
