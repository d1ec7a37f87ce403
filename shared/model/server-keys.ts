import type { AppState } from '../state.ts'
import type { KeyView } from './api-key.ts'
import { type Lack, lackOf } from './key-permissions.ts'
import type { Permission } from './permission.ts'
import type { ServerView } from './server.ts'

/** The keys that reach a server, in the order of the key list. */
export function keysOf({ keys }: Pick<AppState, 'keys'>, server: ServerView): KeyView[] {
  return server.keyIds.flatMap((id) => keys[id] ?? [])
}

/** Why no key of a server can do something; null where one may. @param now unix milliseconds */
export function serverLack(
  state: Pick<AppState, 'keys'>,
  server: ServerView,
  permission: Permission,
  now: number,
): Lack | null {
  return lackOf(keysOf(state, server), permission, now)
}
