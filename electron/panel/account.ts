import { safeText } from '../../shared/model/text.ts'
import type { Result } from '../../shared/result.ts'
import type { CallOptions } from './call-options.ts'
import { attributesOf } from './collection.ts'
import { lineOf } from './foreign-text.ts'
import type { ReadPath } from './server-calls.ts'

/** The account behind a key. What its panel does not tell is null. */
export type Account = {
  /** One that SFTP takes: visible, without blanks. */
  readonly username: string | null
  readonly uuid: string | null
  readonly email: string | null
}

/** Reads the account behind the key (the panel's API, part 2, *Account*). Error beside the usual: `not-on-panel`. */
export type ReadAccount = (options?: CallOptions) => Promise<Result<Account>>

const longest = { name: 500, uuid: 64, email: 255 } as const

/** As panels want it of a username. */
const usernameShape = /^[^\s\p{C}/:@]{1,191}$/u

/** Reads `GET /account`; null for anything else. */
export function accountOf(answer: unknown): Account | null {
  const fields = attributesOf(answer)
  if (fields === null) return null
  const username = typeof fields.username === 'string' ? safeText(fields.username, longest.name) : ''
  return {
    username: usernameShape.test(username) ? username : null,
    uuid: lineOf(fields.uuid, longest.uuid),
    email: lineOf(fields.email, longest.email),
  }
}

export const createReadAccount =
  (read: ReadPath): ReadAccount =>
  (options) =>
    read('account', '/account', accountOf, options)
