import type { ErrorCode } from '../../shared/errors.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'

export type LastError = { readonly code: ErrorCode; readonly count: number; readonly at: number }

/** How often each failure came in this run, and when last: codes and times only. */
export function createLastErrors(clock: Clock) {
  const byCode = new Map<ErrorCode, LastError>()
  return {
    note(code: ErrorCode): void {
      byCode.set(code, { code, count: (byCode.get(code)?.count ?? 0) + 1, at: clock.now() })
    },
    /** Newest first. */
    list: (): readonly LastError[] => [...byCode.values()].sort((a, b) => b.at - a.at),
  }
}

/** The failures that appeared between two states, on keys and on actions. */
export function newErrors(before: AppState, after: AppState): readonly ErrorCode[] {
  if (before.keys === after.keys && before.servers === after.servers) return []
  const keys = Object.values(after.keys).flatMap(({ id, health }) => {
    const known = before.keys[id]?.health
    if (health.kind !== 'failing' || health === known) return []
    return known?.kind === 'failing' && known.error.code === health.error.code ? [] : [health.error.code]
  })
  const actions = changedValues(before.servers, after.servers).flatMap(({ ref, action }) => {
    const error = action?.error ?? null
    return error === null || error === before.servers[ref]?.action?.error ? [] : [error.code]
  })
  return [...keys, ...actions]
}
