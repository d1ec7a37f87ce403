import { allows } from '../../shared/keys/permission.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { apiPath, createApi } from './api.ts'
import { createActivity } from './areas/activity.ts'
import { createAllocations } from './areas/allocations.ts'
import { createBackups, honestArchiver } from './areas/backups.ts'
import { controlRows, playerCounterRows } from './areas/control.ts'
import { createDatabases } from './areas/databases.ts'
import { createFiles, fileRows } from './areas/files.ts'
import type { Area, Operation } from './areas/operation.ts'
import { createSchedules } from './areas/schedules.ts'
import { accountRows, serverRows } from './areas/servers.ts'
import { createSettings, honestScript } from './areas/settings.ts'
import { createStartup } from './areas/startup.ts'
import { createUsers } from './areas/users.ts'
import { createRateLimits } from './http/rate-limit.ts'
import { uploadPath } from './http/request.ts'
import { type Answer, createHttpServer } from './http/server.ts'
import { defaultTimings } from './machine/definition.ts'
import { createTimers } from './machine/timers.ts'
import { createNode } from './node/node.ts'
import type { DemoPanelOptions, Interference, PanelTraits } from './options.ts'
import { createPages } from './pages/pages.ts'
import { createSessions } from './pages/session.ts'
import { createApiKeys, type StoredKey } from './panel/api-keys.ts'
import { createFleet } from './panel/fleet.ts'
import { gamePorts } from './panel/game-ports.ts'
import { createRights, ownerOfAll } from './panel/rights.ts'
import { createStore } from './panel/store.ts'
import { createTransfers, downloadPath } from './panel/transfers.ts'
import { makeUpPast, pastOf } from './past.ts'

/** Requests a minute of an account (seen on Pelican; the panel's API, *Rate limits*). */
const usualRequests = { pterodactyl: 256, pelican: 120 } as const

export type Assembly = ReturnType<typeof assemble>
/** A demo panel, as the app has it. */
export type DemoPanel = Assembly['panel']

/** The demo panel of the app. */
export const createDemoPanel = (options: DemoPanelOptions): DemoPanel => assemble({ ...options, asInApp: true }).panel

/**
 * A whole panel, put together of its parts: a service of the client API document, on loopback. The app takes `panel` of
 * it, which is honest; a test also takes the parts, and interferes with them.
 */
export function assemble(options: DemoPanelOptions & PanelTraits, interference: Partial<Interference> = {}) {
  const { clock, file = null, dialect = 'pterodactyl', log = () => {} } = options
  const around = <Part>(part: Part, interfere: ((honest: Part) => Part) | undefined) => interfere?.(part) ?? part
  const timings = { ...defaultTimings, ...options.timings }
  const store = createStore(file, log)
  const saved = store.load()
  let port = saved?.port ?? null

  const save = (stored: readonly StoredKey[] = keys.stored()) => store.save({ version: 1, port, keys: [...stored] })
  const fleet = createFleet({ clock, timings })
  const keys = createApiKeys({
    now: clock.now,
    saved: saved?.keys ?? [],
    uuidOf: (server) => fleet.find(server)?.uuid ?? null,
    save,
    onChange: () => node.recheck(),
  })

  const rights = createRights(dialect, around(ownerOfAll, interference.standing))
  const honestTransfers = createTransfers({
    now: clock.now,
    isGranted({ keyId, serverUuid, needs }, remote) {
      const key = keys.behind(keyId, serverUuid, remote)
      return key !== null && allows(key.permissions, needs) && fleet.find(serverUuid) !== null
    },
  })
  const transfers = around(honestTransfers, interference.transfers)
  const timeZone = dialect === 'pelican' ? 'UTC' : (options.timeZone ?? 'UTC')
  const activity = createActivity({ clock, dialect, timeZone })
  const { record } = activity
  const node = createNode({
    clock,
    fleet,
    keys,
    rights,
    transfers,
    panelOrigin: () => origin(),
    slowReaderBytes: options.slowReaderBytes,
    tokensPerMinute: options.consoleTokensPerMinute,
    onEnd: () => backups.nodeEnded(),
    onBoot: () => backups.nodeBooted(),
    log,
  })
  const area: Area = {
    clock,
    dialect,
    timeZone,
    rights,
    node,
    portsOf: around(gamePorts, interference.gamePorts),
    record,
  }
  const files = around(createFiles(clock.now), interference.files)
  const archiver = around(honestArchiver, interference.archiver)
  const backups = createBackups({ ...area, files, transfers, archiver, backupMs: timings.backupMs })
  const queue = around(createTimers(clock), interference.jobQueue)
  const schedules = createSchedules({ ...area, servers: fleet.list, backups, queue })
  const users = createUsers(area)
  const databases = createDatabases(area)
  const allocations = createAllocations(area)
  const startup = createStartup(area)
  const script = around(honestScript, interference.installScript)
  // A reinstall's script takes twice as long as a backup.
  const settings = createSettings({ ...area, script, installMs: 2 * timings.backupMs })
  const operations: readonly Operation[] = [
    ...serverRows({ ...area, fleet, allocations, backups, databases, startup }),
    ...controlRows({ ...area, resourcesCacheMs: options.resourcesCacheMs }),
    ...fileRows({ ...area, files, transfers }),
    ...[backups, settings, databases, startup, allocations, schedules, users, activity].flatMap(({ rows }) => rows),
    ...(options.asInApp ? playerCounterRows(clock.now) : []),
    ...accountRows(area),
  ]
  const rateLimit = createRateLimits(options.rateLimit ?? { requests: usualRequests[dialect], windowMs: 60_000 })
  const api = createApi({
    keys,
    fleet,
    operations: around(operations, interference.operations),
    rights,
    now: clock.now,
    record,
    rateLimit,
  })
  const sessions = createSessions(clock.now)
  const pages = createPages({ dialect, keys, fleet, sessions })
  const answer: Answer = (request) => {
    if (request.path === apiPath || request.path.startsWith(`${apiPath}/`)) return api(request)
    const { method, path } = request
    const isTransfer = (method === 'GET' && path === downloadPath) || (method === 'POST' && path === uploadPath)
    return isTransfer ? transfers.answer(request) : pages(request)
  }
  const server = createHttpServer(around(answer, interference.front), { name: 'panel', maxConnections: 256, log })

  const origin = () => (server.port() === null ? null : `http://127.0.0.1:${server.port()}`)
  const baseUrl = () => (origin() === null ? null : `${origin()}${apiPath}`)

  const panel = {
    /** Listens on 127.0.0.1. To be called once; `dispose` follows where it fails. Error: `demo-failed`. */
    async start(): Promise<Result<{ baseUrl: string }>> {
      const wanted = options.port || port
      const started = await server.start(wanted === null ? [0] : [wanted, 0])
      if (!started.ok) return started
      const reachable = await node.start()
      if (!reachable.ok) return reachable
      if (options.asInApp) await makeUpPast({ fleet, backups, schedules, users, databases, activity })
      port = server.port()
      save()
      const address = baseUrl()
      return address === null ? fail('demo-failed') : ok({ baseUrl: address })
    },
    /** The client API's `{base_url}`; null before `start`. */
    baseUrl,
    /** Makes a key; its token is in this reply and nowhere else. Errors: `input-rejected`, `storage-failed`. */
    createKey: keys.create,
    listKeys: keys.list,
    /** Revokes the key's token at once. Errors: `unknown-key`, `storage-failed`. */
    deleteKey: keys.delete,
    /**
     * An address that opens the panel's pages in a browser, once and within two minutes. Error: `demo-failed` before
     * `start`.
     */
    oneTimeLink(): Result<string> {
      const address = origin()
      return address === null ? fail('demo-failed') : ok(`${address}/open?ticket=${sessions.newTicket()}`)
    },
    /** What a server would have been seen to use in the day before `now`, unix milliseconds, oldest first. */
    loadBefore: (identifier: string, now: number) =>
      pastOf((agoMs) => fleet.find(identifier)?.loadAgo(agoMs) ?? null, now),
    /** Stops the panel for good. */
    async dispose() {
      schedules.dispose()
      backups.nodeEnded()
      settings.dispose()
      fleet.dispose()
      save()
      await Promise.all([server.stop(), node.stop()])
    },
  }
  const areas = { activity, allocations, backups, databases, schedules, startup, users }
  return { panel, keys, fleet, rateLimit, node, files, transfers, ...areas }
}
