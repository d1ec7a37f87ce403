import type { AccountKey, SshKey } from '../../shared/model/account.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { parseJson } from '../lib/parse-json.ts'
import {
  type Account,
  type CreatedKey,
  readAccount,
  readAccountKeys,
  readCreatedKey,
  readSshKeys,
} from './account-entry.ts'
import { type ActivityQuery, activityPath } from './activity.ts'
import { type PanelEventPage, readPanelEvents } from './activity-entry.ts'
import type { CallOptions } from './call-options.ts'
import type { Operation } from './operation.ts'
import type { Method } from './proof.ts'
import type { OfAct } from './server-calls.ts'
import type { HideToken } from './token-echo.ts'
import type { JsonBody, PanelAnswer } from './transport.ts'

/** Makes one call about the account behind the key; `path` is below the base address. */
export type CallAccount = (
  call: { readonly operation: Operation; readonly method: Method; readonly path: string; readonly body?: JsonBody },
  options: CallOptions,
) => Promise<Result<PanelAnswer>>

/**
 * The account behind a key (the panel's API, part 2, *Account*). Errors beside the usual: `not-on-panel`, and
 * `account-entry-not-found` for a key that the account does not have.
 */
export type AccountCalls = {
  read(options?: CallOptions): Promise<Result<Account>>
  keys(options?: CallOptions): Promise<Result<readonly AccountKey[]>>
  /**
   * Makes a key, once. Where the answer of a success cannot be read the key is there all the same: `malformed-answer`
   * with `mayHaveActed`.
   */
  createKey(
    key: { readonly description: string; readonly allowedIps: readonly string[] },
    options?: CallOptions,
  ): Promise<Result<CreatedKey>>
  /** Deletes a key, which ends it at once: also the one that the call is made with. */
  removeKey(identifier: string, options?: CallOptions): Promise<Result<void>>
  sshKeys(options?: CallOptions): Promise<Result<readonly SshKey[]>>
  addSshKey(key: { readonly name: string; readonly publicKey: string }, options?: CallOptions): Promise<Result<void>>
  /** `panel-refused` where the panel has the key, and its API no way to remove it. */
  removeSshKey(fingerprint: string, options?: CallOptions): Promise<Result<void>>
  /** What happened to the account: sign-ins and keys, but nothing of its servers. A page, newest first. */
  activity(query: ActivityQuery, options?: CallOptions): Promise<Result<PanelEventPage>>
}

const unknownKey = { mayHaveActed: true, hint: 'The key may have been made. Look at the keys of the account.' } as const

const notByApi = {
  message: 'The panel’s API can’t remove this SSH key.',
  hint: 'Remove it on the account’s own page in the panel.',
} as const

export function createAccountCalls({
  callAccount,
  ofAct,
}: {
  readonly callAccount: CallAccount
  readonly ofAct: OfAct
}): AccountCalls {
  /** Reads what stands at a path of the account. */
  async function get<T>(
    operation: Operation,
    path: string,
    read: (json: unknown, hideToken: HideToken) => T | null,
    options: CallOptions,
  ): Promise<Result<T>> {
    const answer = await callAccount({ operation, method: 'GET', path: `/account${path}` }, options)
    if (!answer.ok) return answer
    const value = read(parseJson(answer.value.text), answer.value.hideToken)
    return value === null ? fail('malformed-answer', { status: answer.value.status }) : ok(value)
  }

  async function act(
    call: { readonly operation: Operation; readonly method: Method; readonly path: string; readonly body?: JsonBody },
    options: CallOptions,
  ): Promise<Result<void>> {
    const answer = await callAccount({ ...call, path: `/account${call.path}` }, options)
    return answer.ok ? ok() : answer
  }

  const read = (options: CallOptions) => get('account', '', readAccount, options)
  const sshKeys = (options: CallOptions) => get('ssh-keys', '/ssh-keys', readSshKeys, options)

  const operation = 'ssh-key-remove'
  const removeByPost = (fingerprint: string, options: CallOptions) =>
    act({ operation, method: 'POST', path: '/ssh-keys/remove', body: { fingerprint } }, options)

  /**
   * Pelican takes DELETE since 1.0.0-beta29 and POST before. Its fingerprints are base64, and Laravel takes `%2F` for a
   * slash before it looks for a route: of about half of all keys the later panels say 404 though they have them. So only
   * the list tells whether a key is gone.
   */
  async function removeOnPelican(fingerprint: string, options: CallOptions): Promise<Result<void>> {
    const path = `/ssh-keys/${encodeURIComponent(fingerprint)}`
    const deleted = await act({ operation, method: 'DELETE', path }, options)
    if (deleted.ok || deleted.error.status !== 404) return deleted
    const posted = await removeByPost(fingerprint, options)
    if (posted.ok || (posted.error.status !== 404 && posted.error.status !== 405)) return posted
    const keys = await sshKeys(options)
    if (!keys.ok) return keys
    return keys.value.some((key) => key.fingerprint === fingerprint) ? fail('panel-refused', notByApi) : deleted
  }

  return {
    read: (options = {}) => read(options),
    keys: (options = {}) => get('account-keys', '/api-keys', readAccountKeys, options),

    async createKey({ description, allowedIps }, options = {}) {
      const body = { description, allowed_ips: [...allowedIps] }
      const call = { operation: 'account-key-create', method: 'POST', path: '/account/api-keys', body } as const
      const answer = await callAccount(call, options)
      if (!answer.ok) return answer
      const created = readCreatedKey(parseJson(answer.value.text))
      return created === null ? fail('malformed-answer', { status: answer.value.status, ...unknownKey }) : ok(created)
    },

    removeKey: (identifier, options = {}) =>
      act(
        { operation: 'account-key-delete', method: 'DELETE', path: `/api-keys/${encodeURIComponent(identifier)}` },
        options,
      ),

    sshKeys: (options = {}) => sshKeys(options),

    addSshKey: ({ name, publicKey }, options = {}) =>
      act(
        { operation: 'ssh-key-add', method: 'POST', path: '/ssh-keys', body: { name, public_key: publicKey } },
        options,
      ),

    async removeSshKey(fingerprint, given = {}) {
      const options = ofAct(given)
      const account = await read(options)
      if (!account.ok) return account
      return account.value.isPelican ? removeOnPelican(fingerprint, options) : removeByPost(fingerprint, options)
    },

    activity: (query, options = {}) => get('account-activity', activityPath(query), readPanelEvents, options),
  }
}
