import type { DatabasesOfServer } from '../../../shared/model/database.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useClient } from '../../state/hooks.ts'
import { type Asked, useAsked } from '../../state/queries.ts'

/** How long after an answer the list is read again while it is looked at, in milliseconds. */
const everyMs = 300_000

/** The databases of a server, read while the caller is shown; without their passwords. */
export function useDatabases(ref: ServerRef): Asked<DatabasesOfServer> {
  const { call } = useClient().bridge
  return useAsked(
    ['databases', ref],
    () => call['databases:list']({ ref }),
    () => everyMs,
  )
}
