import type { AppState } from '../../shared/state/state-schema.ts'
import { announcePlans } from '../features/restart/announce-plans.ts'
import { announce } from '../features/servers/announce.ts'

/** What is announced to screen readers when the state changes; empty for nothing. */
export function announcements(before: AppState, after: AppState, now: number): string {
  if (before === after) return ''
  const states = before.servers === after.servers ? '' : announce(before, after, now)
  return [states, announcePlans(before, after)].filter(Boolean).join('. ')
}
