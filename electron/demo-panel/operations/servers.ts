import { isAll } from '../../../shared/model/permission.ts'
import type { Allocations } from '../allocations/allocations.ts'
import type { Games } from '../games/games.ts'
import type { Dialect } from '../http/dialect.ts'
import { item, page } from '../http/envelope.ts'
import { json } from '../http/reply.ts'
import type { PanelRequest } from '../http/request.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { StoredKey } from '../panel/api-keys.ts'
import { reaches } from '../panel/auth.ts'
import type { Fleet } from '../panel/fleet.ts'
import type { Startup } from '../startup/startup.ts'
import type { Operation } from './operation.ts'
import type { Rights } from './panel-permissions.ts'
import { attributesOf } from './server-attributes.ts'

type Call = { readonly key: StoredKey; readonly request: PanelRequest }

type Deps = {
  readonly fleet: Fleet
  readonly games: Pick<Games, 'listed'>
  readonly allocations: Allocations
  readonly rights: Rights
  readonly backupLimitOf: (server: LiveServer) => number
  readonly databaseLimitOf: (server: LiveServer) => number | null
  readonly dialect: Dialect
  readonly isGuest: (server: LiveServer) => boolean
  /** False where the panel keeps no descriptions. */
  readonly isDescribed: () => boolean
  readonly startup: Startup
}

/** List servers, and one server. */
export function serverOperations(deps: Deps): readonly Operation[] {
  const { fleet, games, allocations, rights, backupLimitOf, databaseLimitOf, dialect, isGuest, isDescribed, startup } =
    deps
  const attributes = (server: LiveServer, { key, request }: Call) =>
    attributesOf(server, {
      port: games.listed(server)[0] ?? 0,
      allocations: allocations.list(server),
      seesAll: isAll(key.permissions),
      seesAddresses: isAll(key.permissions) && rights.allow(key, 'allocation.read'),
      withEgg: (request.query.get('include') ?? '').split(',').includes('egg'),
      backupLimit: backupLimitOf(server),
      databaseLimit: databaseLimitOf(server),
      allocationLimit: allocations.limitOf(server),
      internalId: fleet.list().indexOf(server) + 1,
      dialect,
      isOwner: !isGuest(server),
      isDescribed: isDescribed(),
      startup,
    })
  return [
    {
      scope: 'account',
      method: 'GET',
      path: '',
      handle(call) {
        const { key, request } = call
        const servers = fleet.list().filter((server) => reaches(key, server))
        const items = servers.map((server) => item('server', attributes(server, call)))
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
      handle(call) {
        const { key, server } = call
        const isOwner = !isGuest(server)
        const meta = { is_server_owner: isOwner, user_permissions: isOwner ? rights.of(key) : rights.namesOf(key) }
        return json(item('server', attributes(server, call), meta))
      },
    },
  ]
}
