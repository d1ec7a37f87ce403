import { type Database, type DatabaseList, longestDatabasePassword, maxDatabases } from '../../shared/model/database.ts'
import { safeText } from '../../shared/model/text.ts'
import { attributesOf, countOf, readCollection } from './collection.ts'
import { type Fields, isObject } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

/** In characters: of what a database and what belongs to it are called. */
const longestName = 191
const highestPort = 65_535

/** A word on one kind of panel, a number on the other; null for what stands in no address. */
function idOf(value: unknown): string | null {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && /^[A-Za-z0-9]{1,64}$/.test(id) ? id : null
}

function databaseOf(fields: Fields, hideToken: HideToken): Database | null {
  const text = (value: unknown) => hideToken(typeof value === 'string' ? safeText(value, longestName) : '')
  const id = idOf(fields.id)
  const name = text(fields.name)
  if (id === null || name === '') return null
  const host: Fields = isObject(fields.host) ? fields.host : {}
  const port = countOf(host.port)
  return {
    id,
    host: text(host.address),
    port: port !== null && port > 0 && port <= highestPort ? port : null,
    name,
    username: text(fields.username),
    connectionsFrom: text(fields.connections_from),
    maxConnections: countOf(fields.max_connections) || null,
  }
}

/** Reads the list of a server's databases, which has no pages; null for anything else. Passwords are not read. */
export function readDatabases(answer: unknown, hideToken: HideToken): DatabaseList | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  const within = collection.entries.slice(0, maxDatabases)
  const databases = within.flatMap((fields) => (fields && databaseOf(fields, hideToken)) ?? [])
  return { databases, leftOut: collection.entries.length - databases.length }
}

/** Reads the answer about one database, such as a new one; null for anything else. */
export function readDatabase(answer: unknown, hideToken: HideToken): Database | null {
  const fields = attributesOf(answer)
  return fields && databaseOf(fields, hideToken)
}

/**
 * A password as it came. One that could not be shown or typed as it is, or that quotes the token, is none: it is to be
 * read by people and put into the clipboard.
 */
function passwordOf(fields: Fields, hideToken: HideToken): string | null {
  const { relationships } = fields
  const password = isObject(relationships) ? attributesOf(relationships.password)?.password : null
  if (typeof password !== 'string' || password === '' || password.length > longestDatabasePassword) return null
  return safeText(password, longestDatabasePassword) === password && hideToken(password) === password ? password : null
}

/**
 * What a list with passwords tells of one: the password, that the account may not see it, or that it has no such
 * database.
 */
export type PasswordReading =
  | { readonly kind: 'told'; readonly password: string }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'no-database' }

/** Reads one database's password from a list with passwords; null for anything else. Of the others none is looked at. */
export function readPassword(answer: unknown, id: string, hideToken: HideToken): PasswordReading | null {
  const fields = readCollection(answer)?.entries.slice(0, maxDatabases)
  if (fields === undefined) return null
  const found = fields.find((one) => one !== null && idOf(one.id) === id)
  if (!found) return { kind: 'no-database' }
  // Without the permission a `null_resource` stands there (the panel's API, part 2, *Databases*).
  const { relationships } = found
  if (!isObject(relationships) || attributesOf(relationships.password) === null) return { kind: 'hidden' }
  const password = passwordOf(found, hideToken)
  return password === null ? null : { kind: 'told', password }
}
