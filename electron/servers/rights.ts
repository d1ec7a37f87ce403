import { appError } from '../../shared/errors.ts'
import { type KeyKnowledge, permissionText } from '../../shared/keys/permission.ts'
import { type AccountRights, permissionOfRight, type Right, rightWords, verdictOn } from '../../shared/keys/rights.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { ServerFacts } from '../panel/server-facts.ts'
import type { PanelClient } from '../panel/types.ts'
import { noteAnswer } from './key-answers.ts'
import { otherKey, type PanelAccess, reach } from './reach.ts'

/**
 * Whether all of these may be done on a server, asked before the first of several steps. What the account may is read
 * where it was not in the last minute; what is not known goes on. Error: `permission-lacking`, which names the right.
 */
export type CheckRights = (ref: ServerRef, rights: readonly Right[]) => Promise<Result<void>>

const nameOf = (right: Right) => permissionText[permissionOfRight[right]].name

const lacking = (right: Right) =>
  fail('permission-lacking', {
    message: `Nothing was sent: this key’s account may not ${rightWords[right]} (${right}).`,
    hint: `Tick ${nameOf(right)} where this panel’s keys have permissions, or ask the server’s owner to allow it under Users.`,
  })

const refused = (right: Right) =>
  fail('permission-lacking', {
    message: `Nothing was sent: the panel just refused ${nameOf(right)} to this key (${right}).`,
    hint: `Give the key ${nameOf(right)} in the panel, then try the key again under Keys.`,
  })

/** Whether a key may do something on a server, by what is known of it. Error: `permission-lacking`. */
export function judge(right: Right, key: KeyKnowledge, account: AccountRights, now: number): Result<void> {
  if (verdictOn(right, key, account, now) !== 'may-not') return ok()
  return account === null ? refused(right) : lacking(right)
}

export function createCheckRights({ store, clock, clientFor }: PanelAccess): CheckRights {
  const factsOf = createFacts(clock)

  /** What the account may on a server; null where the panel does not tell. */
  async function accountOn({ identifier, panelId }: ServerView, client: PanelClient): Promise<AccountRights> {
    if (store.get().panels[panelId]?.dialect !== 'pterodactyl') return null
    return (await factsOf(client, { identifier }))?.permissions ?? null
  }

  /** Whether the key that a step would go out with may do it, or another one that it goes out with then. */
  async function check(ref: ServerRef, right: Right, tried: readonly KeyId[] = []): Promise<Result<void>> {
    const purpose = { permission: permissionOfRight[right], now: clock.now() }
    const reached = reach(store.get(), ref, clientFor, purpose)
    if (!reached.ok) return reached.error.code === 'permission-lacking' ? reached : ok()
    const { server, keyId, client } = reached.value
    const account = await accountOn(server, client)
    const key = store.get().keys[keyId]
    const may = key === undefined ? ok() : judge(right, key, account, purpose.now)
    const other = may.ok || account === null ? null : otherKey(store.get(), ref, keyId, purpose)
    if (other === null || tried.includes(other)) return may
    // As if the panel had refused it, so that the steps too take the key of another account.
    const error = appError('permission-lacking', { status: 403 })
    store.update(noteAnswer({ keyId, permission: purpose.permission, error, at: purpose.now }))
    return check(ref, right, [...tried, keyId])
  }

  return async (ref, rights) => {
    for (const right of new Set(rights)) {
      const may = await check(ref, right)
      if (!may.ok) return may
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
