import { z } from 'zod'
import type { CallOptions } from './call-options.ts'
import type { PanelClient } from './client.ts'
import { line, readOne } from './entry.ts'

const text = (max: number) => line(max).nullable().catch(null)

/** The account behind a key (the panel's API, part 2, *Account*). What its panel does not tell is null. */
const account = z.object({
  /** One that SFTP takes: visible, without blanks, as panels want it of a username. */
  username: line(500)
    .pipe(z.string().regex(/^[^\s\p{C}/:@]{1,191}$/u))
    .nullable()
    .catch(null),
  uuid: text(64),
  email: text(255),
})
export type Account = z.infer<typeof account>

/** Reads `GET /account`; null for anything else. */
export const accountOf = readOne(account)

/** `pterodactyl` dialect only. Error beside the usual: `not-on-panel`. */
export const readAccount = (client: Pick<PanelClient, 'read'>, options?: CallOptions) =>
  client.read('account', '/account', accountOf, options)
