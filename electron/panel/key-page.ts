import type { Result } from '../../shared/result.ts'
import { ok } from '../../shared/result.ts'
import { candidateBaseUrls } from './address.ts'

/** The page on which panels of the pterodactyl shape make client keys, from whatever address a person typed. */
export function keyPageUrl(typed: string): Result<string> {
  const candidates = candidateBaseUrls(typed)
  if (!candidates.ok) return candidates
  const base = candidates.value[0] ?? typed
  return ok(`${base.replace(/\/api\/client$/, '')}/account/api`)
}
