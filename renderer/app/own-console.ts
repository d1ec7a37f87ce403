import type { ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

const prefix = '#console='

/** The name of the server whose console fills this window, from its address: `#console={ref}`. */
export function ownConsole(hash: string): string | null {
  if (!hash.startsWith(prefix)) return null
  try {
    return decodeURIComponent(hash.slice(prefix.length))
  } catch {
    return null
  }
}

/** The server of that name, where it is in the list. */
export function findServer(state: AppState, name: string): ServerRef | null {
  return Object.values(state.servers).find(({ ref }) => ref === name)?.ref ?? null
}
