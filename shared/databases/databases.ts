import { withPort } from '../model/host-port.ts'

/** What a panel may keep an account from doing with databases. */
export const databaseActs = ['create', 'update', 'delete', 'view-password'] as const

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

/** Where a database is reached, as it is typed into a configuration: `172.18.0.1:3306`, an IPv6 address in brackets. */
export function databaseAddress({ host, port }: { readonly host: string; readonly port: number | null }): string {
  return port === null ? host : withPort(host, port)
}

/** Why no database fits beside those of a server, in a few words; null where one does, as far as is known. */
export function whyNoOtherDatabase({
  limit,
  databases,
  leftOut,
}: {
  readonly limit: number | null
  readonly databases: readonly unknown[]
  readonly leftOut: number
}): string | null {
  if (limit === 0) return 'this server may have no databases'
  if (limit === null || databases.length + leftOut < limit) return null
  return limit === 1 ? 'the one that this server may have is in use' : `all ${limit} of this server are in use`
}
