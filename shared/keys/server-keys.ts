import type { KeyId } from '../model/identifier.ts'
import type { PowerSignal } from '../model/power.ts'
import type { ServerView } from '../model/server-schema.ts'
import type { KeyView, WithKeys } from './contract.ts'
import { isInTrouble } from './health.ts'
import { declaredLacking, type MissingPermission, refusedAt } from './permission.ts'
import { type AccountRights, deniedByAccount, type Need, permissionOf, rightOfSignal, verdictOn } from './rights.ts'

/** The keys that reach a server, in the order of the key list. */
export const keysOf = ({ keys }: WithKeys, server: ServerView): KeyView[] =>
  server.keyIds.map((id) => keys[id]).filter((key) => key !== undefined)

/** The keys to act with: those that reach the server, without those in trouble while there are others. */
export function usableKeys(state: WithKeys, server: ServerView): KeyView[] {
  const all = keysOf(state, server)
  const usable = all.filter(({ health }) => !isInTrouble(health))
  return usable.length > 0 ? usable : all
}

/**
 * An owner's account may do all on its servers. Where a panel lists less for it, that is what the key lacks: such a key can
 * be changed at any moment, so nothing is shut before a refusal.
 */
function accountOf(server: ServerView, { id }: KeyView): AccountRights {
  const account = server.accounts?.[id]
  return account === undefined || account.isOwner ? null : account.may
}
const verdictOf = (server: ServerView, key: KeyView, need: Need, now: number) =>
  verdictOn(need, key, accountOf(server, key), now)
const isRuledOut = (verdict: ReturnType<typeof verdictOn>) => verdict === 'lacks' || verdict === 'denied'

/**
 * Why no key of a server may do something, by its owner's word or its account's; null where one may.
 * @param now unix milliseconds
 */
export function missingPermissionOfServer(
  state: WithKeys,
  server: ServerView,
  need: Need,
  now: number,
  keys = usableKeys(state, server),
): MissingPermission | null {
  const verdict = (key: KeyView) => verdictOf(server, key, need, now)
  if (keys.length === 0 || keys.some((key) => !isRuledOut(verdict(key)))) return null
  const denied = keys.find((key) => verdict(key) === 'denied')
  if (denied === undefined) return declaredLacking(permissionOf(need), keys.length)
  return deniedByAccount(need, server.accounts?.[denied.id]?.isOwner === false ? false : null)
}

/** The same for each power signal. */
export type MissingPower = Readonly<Record<PowerSignal, MissingPermission | null>>

/** Why no key of a server may send a signal, for each; null where one may. Takes unix milliseconds. */
export function missingPower(state: WithKeys, server: ServerView, now: number): MissingPower {
  const keys = usableKeys(state, server)
  const of = (signal: PowerSignal) => missingPermissionOfServer(state, server, rightOfSignal[signal], now, keys)
  const start = of('start')
  // Without the word of an account a key may send all of them, or none.
  if (keys.every((key) => accountOf(server, key) === null)) return { start, stop: start, restart: start, kill: start }
  return { start, stop: of('stop'), restart: of('restart'), kill: of('kill') }
}

/**
 * When the panel last refused a permission to the server's keys, in unix milliseconds; null while one of them may have
 * it. Only a note: another try is allowed, and may work.
 */
export function serverRefusal(state: WithKeys, server: ServerView, need: Need, now: number): number | null {
  const keys = usableKeys(state, server)
  const verdict = (key: KeyView) => verdictOf(server, key, need, now)
  if (keys.some((key) => ['has', 'unknown'].includes(verdict(key)))) return null
  const refused = keys.filter((key) => verdict(key) === 'refused')
  return refused.length === 0 ? null : Math.max(...refused.map((key) => refusedAt(key, permissionOf(need), now) ?? 0))
}

/** What a key is needed for. */
export type KeyPurpose = {
  readonly permission: Need
  /** Unix milliseconds, since what was learned of a key expires. */
  readonly now: number
}

/**
 * Lower is better. First come keys that were not refused, of those the ones that work, of those the ones known to have
 * the permission; of refused ones that which was refused longest ago, since it may have been mended since.
 */
function rank(server: ServerView, key: KeyView, purpose: KeyPurpose | undefined): readonly number[] {
  const known = purpose === undefined ? 'unknown' : verdictOf(server, key, purpose.permission, purpose.now)
  const refused = known === 'refused' && purpose ? refusedAt(key, permissionOf(purpose.permission), purpose.now) : null
  return [refused ?? 0, key.health.kind === 'works' ? 0 : 1, known === 'has' ? 0 : 1]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/**
 * The key to act with: never one in trouble while another reaches the server, never one that its owner, or the panel of
 * its account, says lacks the permission. A refusal is a hint only. Without a purpose any will do, as for what needs no
 * permission.
 */
export function chooseKey(state: WithKeys, server: ServerView, purpose?: KeyPurpose): KeyId | undefined {
  const able = usableKeys(state, server).filter(
    (key) => purpose === undefined || !isRuledOut(verdictOf(server, key, purpose.permission, purpose.now)),
  )
  if (able.length <= 1) return able[0]?.id
  return able.sort((a, b) => compare(rank(server, a, purpose), rank(server, b, purpose)))[0]?.id
}

/** Until when a key may not ask, in unix milliseconds; 0 where nothing holds it back. */
function waitsUntil({ budget, health }: KeyView): number {
  const isLimited = health.kind === 'failing' && health.error.code === 'rate-limited'
  const asked = isLimited ? health.since + (health.error.retryAfterMs ?? 0) : 0
  return Math.max(budget?.heldUntil ?? 0, budget?.scarceUntil ?? 0, asked)
}

/**
 * When a server whose state is unknown is asked again, in unix milliseconds: after the wait of the first of its keys that
 * may. Null where its state is known, or nothing is waited for.
 */
export function retryAt(state: WithKeys, server: ServerView, now: number): number | null {
  if (server.state !== 'unknown' || server.condition !== null) return null
  const first = Math.min(...usableKeys(state, server).map(waitsUntil))
  return first > now && Number.isFinite(first) ? first : null
}
