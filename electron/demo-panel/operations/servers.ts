import { item, list, page } from '../http/envelope.ts'
import { json } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { reaches } from '../panel/auth.ts'
import type { Fleet } from '../panel/fleet.ts'
import type { Operation } from './operation.ts'
import { heldPermissions } from './panel-permissions.ts'

export const featureLimits = { databases: 3, allocations: 1, backups: 5 } as const

/** List servers, and one server. */
export function serverOperations(fleet: Fleet): readonly Operation[] {
  return [
    {
      scope: 'account',
      method: 'GET',
      path: '',
      handle({ key, request }) {
        const servers = fleet.list().filter((server) => reaches(key, server))
        const items = servers.map((server) => item('server', attributes(server)))
        const address = `${request.origin}${request.path}`
        return json(page(items, request.query, { usual: 50, most: 100 }, address))
      },
    },
    {
      scope: 'server',
      method: 'GET',
      path: '/servers/:server',
      needs: null,
      worksInConflict: true,
      handle({ key, server }) {
        const meta = { is_server_owner: true, user_permissions: heldPermissions(key.permissions) }
        return json(item('server', attributes(server), meta))
      },
    },
  ]
}

function attributes(server: LiveServer) {
  const definition = server.definition()
  const conflict = server.conflict()
  return {
    server_owner: true,
    identifier: server.identifier,
    uuid: server.uuid,
    name: definition.name,
    node: 'This computer',
    is_node_under_maintenance: false,
    sftp_details: { ip: '127.0.0.1', port: 2022 },
    description: definition.description,
    limits: {
      memory: definition.memoryMiB,
      swap: 0,
      disk: definition.diskMiB,
      io: 500,
      cpu: definition.cpuLimit,
      threads: null,
      oom_disabled: true,
    },
    feature_limits: featureLimits,
    status: conflict,
    is_suspended: conflict === 'suspended',
    is_installing: conflict === 'installing',
    is_transferring: false,
    relationships: { allocations: list([]), variables: { object: 'null_resource', attributes: null } },
  }
}
