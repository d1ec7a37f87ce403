import type { PanelId } from './identifier.ts'
import { isInTrouble, isUnreachable } from './key-health.ts'
import type { WithKeys } from './slices.ts'
import { clockTime } from './time-words.ts'

/**
 * Why a panel does not answer, in a few words such as `not reachable since 12:01`; null while one of its keys works, or
 * nothing is known yet.
 */
export function panelTrouble({ keys }: WithKeys, id: PanelId): string | null {
  const failures = Object.values(keys).flatMap(({ panelId, health }) => (panelId === id ? [health] : []))
  const failing = failures.flatMap((health) => (health.kind === 'failing' ? [health] : []))
  if (failing.length === 0 || failing.length < failures.length) return null
  const since = clockTime(Math.min(...failing.map((health) => health.since)))
  if (failing.some(({ error }) => isUnreachable(error))) return `not reachable since ${since}`
  return failing.every(isInTrouble) ? `key not usable since ${since}` : null
}
