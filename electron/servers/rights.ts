import type { KeyKnowledge } from '../../shared/keys/permission.ts'
import { isForKey, type Right, refusalWords, verdictOn } from '../../shared/keys/rights.ts'
import { usableKeys } from '../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { getOrMake } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/client.ts'
import type { ServerFacts } from '../panel/server-facts.ts'
import { noteAccount } from '../state/updates.ts'
import { type PanelAccess, reach } from './reach.ts'

/**
 * Whether all of these may be done on a server, asked before the first of several steps. Reads the account's permissions
 * unless that was done in the last minute. A right that is not known counts as given. Error: `permission-lacking`, which
 * names the right.
 */
export type CheckRights = (ref: ServerRef, rights: readonly Right[]) => Promise<Result<void>>

/** Whether a key may do something on a server, by what is known of it. Error: `permission-lacking`. */
export function judge(
  right: Right,
  key: KeyKnowledge,
  { isOwner, permissions }: Pick<ServerFacts, 'isOwner' | 'permissions'>,
  now: number,
): Result<void> {
  const verdict = verdictOn(right, key, permissions, now)
  if (verdict === 'has' || verdict === 'unknown') return ok()
  const ofKey = isForKey('pterodactyl', { isOwner, may: permissions && [...permissions] })
  const { message, hint } = refusalWords('Nothing was sent: this key', right, ofKey)
  const next = verdict === 'refused' ? ' Then try the key again under Keys.' : ''
  return fail('permission-lacking', { message, hint: `${hint}${next}` })
}

export function createCheckRights({ store, clock, clientFor }: PanelAccess): CheckRights {
  const factsOf = createFacts(clock)

  /** Notes what the accounts behind a server's keys may do there, where the panel tells. */
  async function readAccounts(server: ServerView): Promise<void> {
    const state = store.get()
    if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return
    const reads = usableKeys(state, server).map(async ({ id }) => {
      const client = clientFor(id)
      const facts = client && (await factsOf(client, server))
      if (facts && clientFor(id) === client) store.update(noteAccount(server.ref, id, facts))
    })
    await Promise.all(reads)
  }

  /** Whether the key that a step would go out with may do it. */
  function check(ref: ServerRef, right: Right): Result<void> {
    const state = store.get()
    const now = clock.now()
    const reached = reach(state, ref, clientFor, { permission: right, now })
    if (!reached.ok) return reached.error.code === 'permission-lacking' ? reached : ok()
    const { keyId, server } = reached.value
    const { isOwner = null, may = null } = server.accounts?.[keyId] ?? {}
    const key = state.keys[keyId]
    return key === undefined ? ok() : judge(right, key, { isOwner, permissions: may }, now)
  }

  return async (ref, rights) => {
    const server = store.get().servers[ref]
    if (server !== undefined) await readAccounts(server)
    for (const right of rights) {
      const allowed = check(ref, right)
      if (!allowed.ok) return allowed
    }
    return ok()
  }
}

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
    const ofClient = getOrMake(known, client, () => new Map<string, { facts: ServerFacts; at: number }>())
    const last = ofClient.get(identifier)
    if (last !== undefined && clock.steady() - last.at < freshMs) return last.facts
    const read = await client.readServer(identifier, options)
    if (!read.ok) return null
    ofClient.set(identifier, { facts: read.value, at: clock.steady() })
    return read.value
  }
}
