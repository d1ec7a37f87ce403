import type { ServerView } from '../model/server-schema.ts'
import type { WaitingChange } from './contract.ts'

/**
 * Who can join at an address, by what it is: `open` for a public one and for any host name, `private` in its own network
 * only, `machine` for programs on the server's machine, `all-interfaces` where it stands for every address of that.
 */
export const allocationReaches = ['open', 'private', 'machine', 'all-interfaces'] as const

/** What a panel may keep an account from doing with addresses, in its own names. */
export const allocationActs = ['create', 'update', 'delete'] as const

/** Maximum number of addresses that are read of a server; panels name no limit. */
export const maxServerAllocations = 500

/** Panels take no longer notes than this, in characters. */
export const maxAllocationNotes = 256

/**
 * Whether a server was seen down, or in a later run, since a change was made: by what was surely read after it, or by an
 * uptime that is shorter.
 */
export function hasStartedSince(
  { at, uptimeMs }: WaitingChange,
  { state, observedAt, resources }: Pick<ServerView, 'state' | 'observedAt' | 'resources'>,
): boolean {
  if (observedAt === null || observedAt <= at || state === 'unknown') return false
  if (state === 'offline' || state === 'starting') return true
  const up = resources?.uptimeMs ?? null
  if (up === null || up <= 0) return false
  return (uptimeMs !== null && up < uptimeMs) || observedAt - up > at
}
