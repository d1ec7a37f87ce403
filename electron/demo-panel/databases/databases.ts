import { randomBytes } from 'node:crypto'
import type { Dialect } from '../http/dialect.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'

/** A database of a server, as the panel keeps it. */
export type Database = {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly remote: string
  readonly password: string
}

type Deps = { readonly dialect: Dialect }

export type Databases = ReturnType<typeof createDatabases>

/** Where all of them are, as the panel tells it. */
export const databaseHost = { address: '127.0.0.1', port: 3306 } as const

/** Maximum number of databases of a server at first. */
const usualLimit = 3
/** A panel cuts names of databases at this length, in characters. */
const longestName = 48

const newPassword = () => randomBytes(18).toString('base64url')

/** The databases of all servers (the panel's API, part 2, *Databases*). */
export function createDatabases({ dialect }: Deps) {
  const booksOf = perServer(() => ({ databases: new Map<string, Database>(), limit: usualLimit as number | null }))
  let lastId = 0

  /** One kind of panel names databases by a number, the other by a word. */
  function newId(): string {
    lastId += 1
    return dialect === 'pelican' ? String(lastId) : randomBytes(4).toString('hex')
  }

  /** The name that a database gets: the server's number comes before it. */
  const nameFor = (server: LiveServer, name: string) => `s${server.identifier}_${name}`.slice(0, longestName)

  function make(server: LiveServer, name: string, remote: string): Database {
    const database = {
      id: newId(),
      name: nameFor(server, name),
      username: `u${server.identifier}_${randomBytes(5).toString('hex')}`,
      remote,
      password: newPassword(),
    }
    booksOf(server).databases.set(database.id, database)
    return database
  }

  const list = (server: LiveServer): readonly Database[] => [...booksOf(server).databases.values()]

  return {
    list,
    find: (server: LiveServer, id: string): Database | null => booksOf(server).databases.get(id) ?? null,
    limitOf: (server: LiveServer): number | null => booksOf(server).limit,
    /** Sets how many databases the server may have; null for any number. */
    setLimit(server: LiveServer, databases: number | null) {
      booksOf(server).limit = databases
    },
    nameFor,
    make,
    /** Gives a database another password, as its SQL user is made anew. */
    rotate(server: LiveServer, database: Database): Database {
      const changed = { ...database, password: newPassword() }
      booksOf(server).databases.set(database.id, changed)
      return changed
    },
    remove(server: LiveServer, { id }: Database) {
      booksOf(server).databases.delete(id)
    },
  }
}
