import { catalogue } from '../../../shared/error-catalogue.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { KeyHealth, VaultBackendName } from '../../../shared/keys/contract.ts'
import { isRefused, isUnreachable } from '../../../shared/keys/health.ts'
import { seenAddress } from '../../../shared/model/seen-address.ts'
import { firstNames } from '../../../shared/model/text.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { count, when } from '../../ui/format.ts'
import type { AddStep } from './add-key.ts'

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
  return catalogue[code].concerns ?? 'form'
}

export const addWord: Record<AddStep['kind'], string> = {
  idle: 'Add key',
  busy: 'Checking…',
  empty: 'Add it anyway',
  added: 'Added',
  failed: 'Add key',
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
