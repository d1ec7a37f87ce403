import type { Database, DatabaseAct, DatabaseEdit, DatabasesOfServer } from '../../../shared/databases/contract.ts'
import { whyNoOtherDatabase } from '../../../shared/databases/databases.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import { whyDenied } from '../../parts/area/area-words.ts'
import { count } from '../../ui/format.ts'

/** `2 of 3 databases`, without the limit where it is less than there are. */
export function factText({ databases, leftOut, limit }: Omit<DatabasesOfServer, 'denied'>): string {
  const number = databases.length + leftOut
  if (number === 0 && (limit === null || limit === 0)) return 'No databases'
  if (limit === null || number > limit) return count(number, 'database')
  return `${number} of ${count(limit, 'database')}`
}

/** From where a database takes connections: `from anywhere`, `from 172.18.0.%`. */
export const fromText = ({ connectionsFrom }: Pick<Database, 'connectionsFrom'>): string =>
  connectionsFrom === '%' || connectionsFrom === '' ? 'from anywhere' : `from ${connectionsFrom}`

/**
 * Why something cannot be done with databases, in a few words; null where it can.
 * @param lacks what speaks against every change: the key, or the state of the server
 */
export function whyNotDatabase(
  act: DatabaseAct,
  { denied }: Pick<DatabasesOfServer, 'denied'>,
  lacks: string | null,
): string | null {
  return (act === 'view-password' ? null : lacks) ?? whyDenied(act, denied)
}

/** Why no database can be made, in a few words; null where one can. */
export const whyNoNew = (list: DatabasesOfServer, lacks: string | null): string | null =>
  whyNotDatabase('create', list, lacks) ?? whyNoOtherDatabase(list)

/** The field of the form that a refusal is about; null where it is about none, or it can't be told. */
export function refusedField({ code, detail }: AppError): keyof DatabaseEdit | null {
  if (code === 'database-name-taken') return 'name'
  if (code !== 'input-rejected' || detail === undefined) return null
  if (/\bremote\b/i.test(detail)) return /\bdatabase\b/i.test(detail) ? null : 'connectionsFrom'
  return /\bdatabase\b/i.test(detail) ? 'name' : null
}
