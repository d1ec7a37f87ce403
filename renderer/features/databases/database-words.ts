import type { AppError } from '../../../shared/errors.ts'
import {
  type Database,
  type DatabaseAct,
  type DatabaseEdit,
  type DatabasesOfServer,
  databaseNameLength,
} from '../../../shared/model/database.ts'
import { whyNoOtherDatabase } from '../../../shared/model/database-choices.ts'
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

/** True for the name that a panel gives a database which was asked for as `wanted`: with a prefix, and cut. */
function isNamed(name: string, wanted: string): boolean {
  const own = name.slice(name.indexOf('_') + 1)
  return name === wanted || own === wanted || (name.length === databaseNameLength.max && wanted.startsWith(own))
}

/** A database that was to be made, where no answer came. */
export type Unsure = {
  readonly wanted: string
  /** The databases of before, by their ids. */
  readonly before: readonly Database['id'][]
  /** When the answer was lost, in unix milliseconds. */
  readonly since: number
}

/** The database in a list that was read since; null where the list does not have it. */
export const foundOf = ({ wanted, before }: Unsure, databases: readonly Database[]): Database | null =>
  databases.find(({ id, name }) => !before.includes(id) && isNamed(name, wanted)) ?? null
