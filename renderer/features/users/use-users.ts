import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerUsers } from '../../../shared/users/contract.ts'
import { useClient } from '../../state/hooks.ts'
import { type Query, useAsked } from '../../state/queries.ts'

/** How long after an answer the list is read again while it is looked at, in milliseconds. */
const everyMs = 300_000

/** The users of a server, read while the caller is shown. */
export function useUsers(ref: ServerRef): Query<ServerUsers> {
  const { call } = useClient().bridge
  return useAsked(
    ['users', ref],
    () => call('users:list', { ref }),
    () => everyMs,
  )
}
