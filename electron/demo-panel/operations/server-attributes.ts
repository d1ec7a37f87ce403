import type { Allocation } from '../allocations/allocations.ts'
import { profileOf } from '../games/profile.ts'
import type { Dialect } from '../http/dialect.ts'
import { item, list } from '../http/envelope.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Startup, shownVariable } from '../startup/startup.ts'
import { shownAllocation } from './allocations.ts'

/** Stands where the key may not see what was asked for. */
const hidden = { object: 'null_resource', attributes: null }

export type Sight = {
  /** The port at which the server's game was made to listen. */
  readonly port: number
  readonly allocations: readonly Allocation[]
  /** The key may see the startup variables, as one with all permissions does. */
  readonly seesAll: boolean
  /** The same of every address. */
  readonly seesAddresses: boolean
  /** Adds the egg, as `include=egg` asks. */
  readonly withEgg: boolean
  /** How many backups the server may have. */
  readonly backupLimit: number
  /** How many databases the server may have; null for any number. */
  readonly databaseLimit: number | null
  /** How many addresses it may have; null, and 0, for no others than it has. */
  readonly allocationLimit: number | null
  readonly internalId: number
  readonly dialect: Dialect
  /** The account owns the server, and was not only invited to it. */
  readonly isOwner: boolean
  /** False where the panel keeps no descriptions. */
  readonly isDescribed: boolean
  readonly startup: Startup
}

/**
 * Without the permission to see all, the default address alone is told, without its note, and no variables (the panel's
 * API).
 */
function relationships(server: LiveServer, sight: Sight) {
  const { port, allocations, seesAll, seesAddresses, withEgg, startup } = sight
  const { egg } = profileOf(server.definition(), port)
  const primary = allocations.filter(({ isDefault }) => isDefault).map((one) => ({ ...one, notes: null }))
  return {
    allocations: list((seesAddresses ? allocations : primary).map(shownAllocation)),
    variables: seesAll ? list(startup.of(server).variables().map(shownVariable)) : hidden,
    ...(withEgg && { egg: item('egg', egg) }),
  }
}

/** A server as the panel lists it. */
export function attributesOf(server: LiveServer, sight: Sight) {
  const definition = server.definition()
  const conflict = server.conflict()
  const isPelican = sight.dialect === 'pelican'
  const { features } = profileOf(definition, sight.port)
  const startup = sight.startup.of(server)
  return {
    server_owner: sight.isOwner,
    identifier: server.identifier,
    internal_id: sight.internalId,
    uuid: server.uuid,
    name: definition.name,
    node: 'This computer',
    is_node_under_maintenance: false,
    sftp_details: { ip: '127.0.0.1', port: 2022, ...(isPelican && { alias: null }) },
    ...(sight.isDescribed && { description: definition.description }),
    limits: {
      memory: definition.memoryMiB,
      swap: 0,
      disk: definition.diskMiB,
      io: 500,
      cpu: definition.cpuLimit,
      threads: null,
      oom_disabled: true,
      ...(isPelican && { oom_killer: false }),
    },
    invocation: startup.command({ isShown: false }),
    docker_image: startup.image(),
    egg_features: features,
    feature_limits: {
      databases: sight.databaseLimit,
      allocations: sight.allocationLimit,
      backups: sight.backupLimit,
    },
    status: server.status(),
    is_suspended: conflict === 'suspended',
    is_installing: conflict === 'installing',
    is_transferring: false,
    relationships: relationships(server, sight),
  }
}
