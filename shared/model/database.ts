import { withPort } from './host-port.ts'

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

/** What a panel may keep an account from doing with databases. */
export const databaseActs = ['create', 'update', 'delete', 'view-password'] as const
export type DatabaseAct = (typeof databaseActs)[number]

/** The databases of a server, with what the panel tells beside them. */
export type DatabasesOfServer = DatabaseList & {
  /** How many there may be; null for any number, or where the panel does not tell. */
  limit: number | null
  denied: DatabaseAct[]
}

/** What a person sets of a new database. */
export type DatabaseEdit = { name: string; connectionsFrom: string }

/** Maximum number of databases that are read of a server. */
export const maxDatabases = 200
/** Of a new database's name, in characters (the panel's API, part 2, *Databases*). */
export const databaseNameLength = { min: 3, max: 48 } as const
/** From where a new database takes connections, in characters. */
export const longestRemote = 45
/** Maximum number of characters of a password; panels make them of some twenty. */
export const longestDatabasePassword = 256

/** For how long a password is shown, in milliseconds. */
export const passwordShownMs = 30_000
/** For how long a copied password stays in the clipboard, in milliseconds. */
export const passwordCopiedMs = 60_000

const nameSigns = /^[A-Za-z0-9_-]*$/
const remoteSigns = /^[\w\-/.%:]+$/

/** What the name of a new database has against it, in a sentence; null for nothing. */
export function wrongDatabaseName(name: string): string | null {
  if (!nameSigns.test(name)) return 'Use letters, digits, “-” and “_” only.'
  const { min, max } = databaseNameLength
  return name.length < min || name.length > max ? `Use ${min} to ${max} characters.` : null
}

/** What is wrong with where a new database takes connections from, in a sentence; null for nothing. */
export function wrongRemote(remote: string): string | null {
  if (remote === '') return 'Type an address, or % for any.'
  if (remote.length > longestRemote) return `Use ${longestRemote} characters at most.`
  return remoteSigns.test(remote) ? null : 'Type an address or the name of a host, where % stands for any.'
}

/**
 * The acts that an account may not do, by the panel's own names. The two kinds of panels spell the last one in two ways.
 * @param may whether the account has a permission
 */
export function deniedDatabaseActs(may: (permission: string) => boolean): DatabaseAct[] {
  const seesPasswords = may('database.view_password') || may('database.view-password')
  return databaseActs.filter((act) => (act === 'view-password' ? !seesPasswords : !may(`database.${act}`)))
}

/** Where a database is reached, as it is typed into a configuration: `172.18.0.1:3306`, an IPv6 address in brackets. */
export function databaseAddress({ host, port }: Pick<Database, 'host' | 'port'>): string {
  return port === null ? host : withPort(host, port)
}
