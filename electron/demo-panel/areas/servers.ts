import { isAll } from '../../../shared/keys/permission.ts'
import { queryText, wordsOf } from '../http/input.ts'
import { refusal } from '../http/refusal.ts'
import { hidden, item, json, list, page, type Reply } from '../http/reply.ts'
import { games } from '../machine/games.ts'
import type { Conflict, LiveServer } from '../machine/live-server.ts'
import { reaches } from '../panel/api-keys.ts'
import { account, type Fleet } from '../panel/fleet.ts'
import { allPermissions } from '../panel/rights.ts'
import { type Allocations, shownAllocation } from './allocations.ts'
import { type AccountCall, type Area, type Operation, on } from './operation.ts'
import { type Startup, shownVariable } from './startup.ts'

type Limited = { limitOf(server: LiveServer): number | null }
type Deps = Pick<Area, 'dialect' | 'rights'> & {
  readonly fleet: Fleet
  readonly allocations: Allocations
  readonly backups: Limited
  readonly databases: Limited
  readonly startup: Startup
}

/** List servers, and one server. */
export function serverRows(deps: Deps): readonly Operation[] {
  const { fleet, allocations, backups, databases, rights, dialect, startup } = deps
  const isPelican = dialect === 'pelican'
  /** True for an installation that failed, too. */
  const isInstalling = (status: Conflict) =>
    status === 'installing' || status === 'install_failed' || (isPelican && status === 'reinstall_failed')

  /**
   * Without the permission to see all, the default address alone is told, without its note, and no variables (the
   * panel's API).
   */
  function relationships(server: LiveServer, { key, request }: AccountCall) {
    const seesAll = isAll(key.permissions)
    const addresses = allocations.list(server)
    const primary = addresses.filter(({ isDefault }) => isDefault).map((one) => ({ ...one, notes: null }))
    const seen = seesAll && rights.allow(key, 'allocation.read', server) ? addresses : primary
    return {
      allocations: list(seen.map(shownAllocation)),
      variables: seesAll ? list(startup.of(server).variables().map(shownVariable)) : hidden,
      ...(wordsOf(request, 'include').includes('egg') && { egg: item('egg', games[server.definition().game].egg) }),
    }
  }

  /** A server as the panel lists it. */
  function attributes(server: LiveServer, call: AccountCall) {
    const definition = server.definition()
    const its = startup.of(server)
    const status = server.status()
    return {
      server_owner: rights.tieTo(server) === 'owner',
      identifier: server.identifier,
      uuid: server.uuid,
      name: definition.name,
      node: 'This computer',
      is_node_under_maintenance: server.held.maintenance,
      sftp_details: { ip: '127.0.0.1', port: 2022, ...(isPelican && { alias: null }) },
      description: definition.description,
      limits: {
        memory: definition.memoryMiB,
        swap: 0,
        disk: definition.diskMiB,
        cpu: definition.cpuLimit,
        threads: null,
      },
      invocation: its.command({ isShown: false }),
      docker_image: its.image,
      egg_features: games[definition.game].features,
      feature_limits: {
        databases: databases.limitOf(server),
        allocations: allocations.limitOf(server),
        backups: backups.limitOf(server),
      },
      status,
      is_suspended: status === 'suspended',
      is_installing: isInstalling(status),
      is_transferring: server.held.transferring,
      relationships: relationships(server, call),
    }
  }

  const one = on('GET', '', null, (call) => {
    const { key, server } = call
    const is_server_owner = rights.tieTo(server) === 'owner'
    return json(item('server', attributes(server, call), { is_server_owner, user_permissions: rights.of(key, server) }))
  })

  /** Whether a list of this `type` has the server: what is others' is listed to an administrator alone, and only on demand. */
  const isListed = (server: LiveServer, type: string) =>
    type === 'admin-all' ? rights.isAdmin() : rights.tieTo(server) !== 'none'

  return [
    {
      scope: 'account',
      method: 'GET',
      path: '',
      handle(call) {
        const type = queryText(call.request, 'type', '')
        const servers = fleet.list().filter((server) => reaches(call.key, server) && isListed(server, type))
        const items = servers.map((server) => item('server', attributes(server, call)))
        return json(page(items, call.request, { usual: 50, most: 100 }))
      },
    },
    { ...one, worksInConflict: 'always' },
  ]
}

/** The account, for keys with all permissions (the panel's API, part 2, *Account*). No call makes or deletes a key. */
export function accountRows({ dialect }: Pick<Area, 'dialect'>): readonly Operation[] {
  const { username, email } = account
  const profile = json(item('user', dialect === 'pelican' ? account : { username, email }))
  // Which permissions the panel knows; each kind of panel in its own shape.
  const names = allPermissions(dialect)
  const known = json(item('system_permissions', { permissions: dialect === 'pelican' ? names : grouped(names) }))
  const forAll = (path: string, reply: Reply): Operation => ({
    scope: 'account',
    method: 'GET',
    path,
    handle: ({ key }) => (isAll(key.permissions) ? reply : refusal.allNeeded),
  })
  return [forAll('/account', profile), forAll('/permissions', known)]
}

/** `{ control: { keys: { start: text } } }`. */
function grouped(names: readonly string[]) {
  const areas: Record<string, { readonly keys: Record<string, string> }> = {}
  for (const name of names) {
    const [area = '', right = ''] = name.split('.', 2)
    areas[area] ??= { keys: {} }
    areas[area].keys[right] = ''
  }
  return areas
}
