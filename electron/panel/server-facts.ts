import type { AccountRights } from '../../shared/keys/rights.ts'
import { isServerUuid } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import { startupImageNameSchema } from '../../shared/startup/contract.ts'
import type { AtServer } from './at-server.ts'
import { attributesOf, claimsOf, countOf, isObject, isToldByPelican } from './entry.ts'
import { eggOf } from './game-details.ts'

/** Maximum number of permissions that are read; panels have some forty. */
const maxPermissions = 500
const permissionName = /^(?:\*|[a-z0-9_.-]{1,64})$/i

/** A name or address of a machine, IPv6 bare or in brackets; nothing that changes what follows it in an address. */
const hostShape = /^(?:[\p{L}\p{N}_.-]{1,253}|\[?[0-9a-f:.]{2,45}\]?)$/iu

/** A text that has a shape; null for anything else. */
const shaped = (value: unknown, shape: RegExp) => (typeof value === 'string' && shape.test(value) ? value : null)

/** `alias` stands for the address where it is told. */
function sftpOf(details: unknown) {
  if (!isObject(details)) return null
  const host = shaped(details.alias, hostShape) ?? shaped(details.ip, hostShape)
  const port = countOf(details.port)
  return host === null || port === null || port < 1 || port > 65_535 ? null : { host, port }
}

/** The names of rights in a list of them; null for anything else. */
function readRights(value: unknown): AccountRights {
  const listed: readonly unknown[] | null = Array.isArray(value) ? value : null
  const names = listed?.slice(0, maxPermissions).filter((name) => typeof name === 'string')
  return names?.filter((name) => permissionName.test(name)) ?? null
}

/** What a console's token lets its account do (the panel's API, *websocket*); null where it does not tell. */
export const rightsOfToken = (token: string): AccountRights => readRights(claimsOf(token).permissions)

/** No number is the same as 0 here (the panel's API, part 2, *Network*), but one that is not told says nothing. */
const allocationLimitOf = (value: unknown): number | null => (value === null ? 0 : countOf(value))

/** Reads the answer about one server; null for anything else. */
export function readServerFacts(answer: unknown) {
  const attributes = attributesOf(answer)
  if (attributes === null) return null
  const { feature_limits: limits, sftp_details: sftp, docker_image } = attributes
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  return {
    /** How many backups it may have; null where the panel tells none. */
    backupLimit: isObject(limits) ? countOf(limits.backups) : null,
    /** How many databases; null where the panel tells none. */
    databaseLimit: isObject(limits) ? countOf(limits.databases) : null,
    /** How many addresses it may have, its primary one among them; 0 for no others than it has, null where untold. */
    allocationLimit: isObject(limits) ? allocationLimitOf(limits.allocations) : null,
    /** The image it runs in; null where the panel does not tell it. */
    image: startupImageNameSchema.safeParse(docker_image).data ?? null,
    /** What the account may do to it, in the panel's own names, `*` for everything; null where it does not tell. */
    permissions: readRights(meta.user_permissions),
    /** Whether the account owns the server; null where the panel does not tell. */
    isOwner: typeof meta.is_server_owner === 'boolean' ? meta.is_server_owner : null,
    /** Its full uuid, which calls about files want (the panel's API, *Strings in inputs are trimmed*); null where untold. */
    uuid: typeof attributes.uuid === 'string' && isServerUuid(attributes.uuid) ? attributes.uuid : null,
    /** Where its files are reached by SFTP; null where the panel tells none. */
    sftp: sftpOf(sftp),
    /** True for a panel that reads all files as UTF-8, as Pelican does. */
    convertsText: isToldByPelican(attributes),
  }
}

/** What a panel tells of one server beside what stands in its list (the panel's API, *GET /servers/{id}*). */
export type ServerFacts = NonNullable<ReturnType<typeof readServerFacts>>

/** Asks what the panel tells of a server beside its list. */
export const readFacts = (server: AtServer) => server.read('server', '', readServerFacts)

const nameOfEgg = (answer: unknown) => ({ egg: eggOf(attributesOf(answer)?.relationships) })

/** The name of a server's egg, `pterodactyl` dialect only, since lists leave it out; null where the panel tells none. */
export async function readEgg(server: AtServer): Promise<Result<string | null>> {
  const read = await server.read('server', '?include=egg', nameOfEgg)
  return read.ok ? ok(read.value.egg) : read
}
