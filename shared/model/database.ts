/** A database of a server (the panel's API, part 2, *Databases*). Its password is never in it. */
export type Database = {
  /** A word or a number of the panel's. */
  id: string
  /** Where the game finds it, as the panel's administrator entered it: often good on the server's machine only. */
  host: string
  port: number | null
  name: string
  username: string
  /** From where connections are taken: a host, an address, or `%` for everywhere. */
  connectionsFrom: string
  /** Null for any number. */
  maxConnections: number | null
}

/** The databases of a server, as far as they were read. */
export type DatabaseList = {
  databases: Database[]
  /** Entries that could not be read, and those beyond what is read of a list. */
  leftOut: number
}

/** Maximum number of databases that are read of a server. */
export const maxDatabases = 200
