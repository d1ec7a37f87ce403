import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AllocationsOfServer } from '../../../shared/network/contract.ts'
import { useClient } from '../../state/hooks.ts'
import { type Query, useAsked } from '../../state/queries.ts'

/** How long after an answer the list is read again while it is looked at, in milliseconds. */
const everyMs = 300_000

/** The addresses of a server, read while the caller is shown. */
export function useAllocations(ref: ServerRef): Query<AllocationsOfServer> {
  const { call } = useClient().bridge
  return useAsked(
    ['allocations', ref],
    () => call('allocations:list', { ref }),
    () => everyMs,
  )
}
