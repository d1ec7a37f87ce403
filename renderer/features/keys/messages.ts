import type { Fingerprint } from '../../../shared/certificate-schema.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { failureFacts } from '../../../shared/failure-facts.ts'
import type { BudgetView, KeyHealth, KeyView, VaultBackendName } from '../../../shared/keys/contract.ts'
import { isRefused, isUnreachable } from '../../../shared/keys/health.ts'
import {
  isAll,
  type Permission,
  permissions,
  permissionText,
  readOnlyPermissions,
} from '../../../shared/keys/permission.ts'
import type { TokenDoubt } from '../../../shared/keys/token.ts'
import { seenAddress } from '../../../shared/model/seen-address.ts'
import { firstNames } from '../../../shared/model/text.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { count, when } from '../../ui/format.ts'

export const tokenPlace: Record<VaultBackendName, string> = {
  keychain: 'System keychain',
  'safe-storage': 'Encrypted on this computer',
  memory: 'In memory, until you quit',
}

/** Says where tokens are stored, before one is typed. */
export const tokenPromise: Record<VaultBackendName | 'unknown', string> = {
  keychain: 'Servertray keeps its token in this computer’s keychain and talks to the panel directly.',
  'safe-storage': 'Servertray keeps its token encrypted by this system and talks to the panel directly.',
  memory: 'Servertray talks to the panel directly. No keychain was found, so the token lasts until Servertray quits.',
  unknown: 'Servertray talks to the panel directly and never shows the token again.',
}

export const memoryNotice = {
  message: 'No keychain was found, so tokens are kept in memory.',
  hint: 'They are gone when Servertray quits. Unlock or install a keychain to keep them.',
}

export type HealthWords = {
  readonly tone: 'ok' | 'calm' | 'busy' | 'bad'
  readonly word: string
  readonly hint: string
}

function failingWord(error: AppError, since: number, now: number): string {
  if (error.code === 'token-refused') return 'Refused: deleted or wrong (401)'
  if (error.code === 'address-not-allowed') {
    const seen = seenAddress(error.detail)
    return seen === null ? 'Not allowed from this address (403)' : `Not allowed from this address, ${seen} (403)`
  }
  if (error.code === 'token-unreadable') return 'Token can’t be read'
  if (error.code === 'rate-limited')
    return error.retryAfterMs === undefined
      ? 'Rate-limited'
      : `Rate-limited until ${clockTime(since + error.retryAfterMs)}`
  if (isUnreachable(error)) return `Unreachable since ${clockTime(since)}: ${error.message}`
  return `${error.message} Since ${when(since, now)}.`
}

/** The health of a key in words. @param now unix milliseconds */
export function healthWords(health: KeyHealth, now: number): HealthWords {
  if (health.kind === 'checking') return { tone: 'calm', word: 'Checking…', hint: '' }
  if (health.kind === 'works') return { tone: 'ok', word: 'Works', hint: `checked ${when(health.at, now)}` }
  const { error, since } = health
  return {
    tone: error.code === 'rate-limited' ? 'busy' : 'bad',
    word: failingWord(error, since, now),
    hint: error.hint,
  }
}

/** True when the token itself is the cause, so that replacing it is the next step. */
export function tokenIsTrouble(health: KeyHealth): boolean {
  return health.kind === 'failing' && fieldOf(health.error.code) === 'token'
}

/** What removing a key leaves behind: on its panel it goes on working, unless that refuses it already. */
export function removalWords(health: KeyHealth): string {
  const deleted = 'Its token is deleted from this computer.'
  if (isRefused(health)) return `${deleted} The panel no longer accepts this key.`
  return `${deleted} The key itself keeps working until you delete it on the panel.`
}

export type KeyField = 'address' | 'token' | 'label' | 'form'

/** The field that a failure of adding a key concerns. */
export function fieldOf(code: ErrorCode): KeyField {
  return failureFacts(code).concerns ?? 'form'
}

export const noAddress = {
  message: 'The panel address is missing.',
  hint: 'Paste it from the address bar of your browser.',
}

/** The text under the address: what was found, a warning, or where to find the address. */
export function addressHelp(address: string, foundAt: string | null): string {
  if (foundAt !== null) return `Found the client API at ${foundAt}`
  if (/^http:\/\//i.test(address)) return 'Not encrypted. Allowed only for this computer and private networks.'
  return 'The page where you see your servers, as in your browser.'
}

/** Told once a key was added: `Laptop added: 2 servers`. */
export const addedWords = (label: string, servers: number): string => `${label} added: ${count(servers, 'server')}`

/** What the test call found, with the first three names. */
export function foundWords(names: readonly string[]): string {
  if (names.length === 0) return 'Works, but this key reaches no servers yet'
  return `Works: ${count(names.length, 'server')} (${firstNames(names)})`
}

/**
 * What is left of a rate limit, the most serious word first.
 * @param now unix milliseconds
 */
export function budgetWords({ limit, remaining, heldUntil, scarceUntil }: BudgetView, now: number): string {
  if (heldUntil !== null && heldUntil > now) return `Waiting until ${clockTime(heldUntil)}`
  if (scarceUntil !== null && scarceUntil > now)
    return `Updates paused until ${clockTime(scarceUntil)}; your actions still go through`
  if (limit === null) return 'No limit known'
  return remaining === null ? `${limit} requests a minute` : `${remaining} of ${limit} requests left this minute`
}

/** The first pairs of a fingerprint, to tell certificates apart at a glance. */
export function shortFingerprint(fingerprint: Fingerprint): string {
  return `${fingerprint.slice(0, 11)}…`
}

/** What a key may do by the owner's word, in short. */
export function mayWords(declared: readonly Permission[] | null): string {
  if (declared === null) return 'Unknown'
  if (declared.length === 0) return 'Nothing'
  if (isAll(declared)) return 'Everything'
  if (isReadOnly(declared)) return 'Read only'
  return permissions
    .filter((permission) => declared.includes(permission))
    .map((permission) => permissionText[permission].name)
    .join(', ')
}

/** True for exactly the permissions of the shortcut *Read only*. */
export function isReadOnly(declared: readonly Permission[]): boolean {
  return declared.length === readOnlyPermissions.length && readOnlyPermissions.every((one) => declared.includes(one))
}

/** What the panel's answers showed, the newest first: `Power refused 12:04`. @param now unix milliseconds */
export function learnedWords({ learned }: KeyView, now: number): string {
  return learned
    .toSorted((a, b) => b.at - a.at)
    .map(
      ({ permission, has, at }) => `${permissionText[permission].name} ${has ? 'worked' : 'refused'} ${when(at, now)}`,
    )
    .join(', ')
}

/** How a doubtful token can be used without copying it again. */
type TokenWay = 'join' | 'use'

/** White space can be removed; a token that only looks wrong can be used as it is. */
export function wayOut(doubt: TokenDoubt): TokenWay | null {
  if (doubt === 'line-break' || doubt === 'inner-space') return 'join'
  return doubt === 'too-short' || doubt === 'application-key' ? 'use' : null
}

/** The token without the white space inside it. */
export function mendToken(raw: string): string {
  return raw.replace(/\s+/g, '')
}
