import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { ServerFacts } from '../panel/server-facts.ts'
import type { PanelClient } from '../panel/types.ts'

/**
 * For how long a panel's word about a server counts, so that going through its folders does not ask again, in
 * milliseconds.
 */
const freshMs = 60_000

type At = { readonly identifier: string; readonly options?: CallOptions }

/**
 * What panels tell of servers, asked once in a while rather than with each folder. Null where that can't be read: all
 * else goes on without it.
 */
export function createFacts(clock: Clock) {
  const known = new WeakMap<PanelClient, Map<string, { facts: ServerFacts; at: number }>>()

  return async (client: PanelClient, { identifier, options }: At): Promise<ServerFacts | null> => {
    const ofClient = known.get(client) ?? new Map<string, { facts: ServerFacts; at: number }>()
    known.set(client, ofClient)
    const last = ofClient.get(identifier)
    if (last !== undefined && clock.steady() - last.at < freshMs) return last.facts
    const read = await client.readServer(identifier, options)
    if (!read.ok) return null
    ofClient.set(identifier, { facts: read.value, at: clock.steady() })
    return read.value
  }
}
