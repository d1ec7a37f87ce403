import type { AppState } from '../../shared/state/state.ts'
import { announcePlans } from '../features/restart/announce-plans.ts'
import { announce } from '../features/servers/announce.ts'

/** What a screen reader should hear when the state changes; empty where that is nothing. */
export function announcements(before: AppState, after: AppState, now: number): string {
  if (before === after) return ''
  const states = before.servers === after.servers ? '' : announce(before, after, now)
  return [states, announcePlans(before, after)].filter(Boolean).join('. ')
}
