import { type Database, type DatabaseList, maxDatabases } from '../../shared/model/database.ts'
import { safeText } from '../../shared/model/text.ts'
import { countOf, readCollection } from './collection.ts'
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
