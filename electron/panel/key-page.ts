import type { Dialect } from '../../shared/model/panel.ts'
import type { Result } from '../../shared/result.ts'
import { ok } from '../../shared/result.ts'
import { candidateBaseUrls } from './address.ts'

/**
 * The page of a panel on which keys are made, from whatever address a person typed. Panels of the pterodactyl shape
 * have it at `/account/api`; where another keeps it nobody knows, so its front page is opened.
 * @param dialect what the panel is known to speak; null before its first answer
 */
export function keyPageUrl(typed: string, dialect: Dialect | null): Result<string> {
  const candidates = candidateBaseUrls(typed)
  if (!candidates.ok) return candidates
  const base = candidates.value[0] ?? typed
  const front = base.endsWith('/api/client') ? base.replace(/\/api\/client$/, '') : new URL(base).origin
  return ok(dialect === 'pterodactyl' ? `${front}/account/api` : `${front}/`)
}
