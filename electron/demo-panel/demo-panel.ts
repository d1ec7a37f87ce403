import { allows } from '../../shared/keys/permission.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { apiPath, createApi } from './api.ts'
import { createActivity } from './areas/activity.ts'
import { createAllocations } from './areas/allocations.ts'
import { createBackups, honestArchiver } from './areas/backups.ts'
import { controlRows, extensionRow, playerCounterRows } from './areas/control.ts'
import { createDatabases } from './areas/databases.ts'
import { fileWorkRows } from './areas/file-work.ts'
import { createFiles, fileRows } from './areas/files.ts'
import type { Area } from './areas/operation.ts'
import { createSchedules } from './areas/schedules.ts'
import { accountRows, serverRows } from './areas/servers.ts'
import { createSettings, honestScript } from './areas/settings.ts'
import { createStartup } from './areas/startup.ts'
import { createUsers } from './areas/users.ts'
import { createGames } from './games/games.ts'
import { createRateLimit, createRateLimits, type RateLimitOptions } from './http/rate-limit.ts'
import { daemonRefusals } from './http/refusal.ts'
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
import { createRights } from './panel/rights.ts'
import { createFileStore, memoryStore } from './panel/store.ts'
import { createTransfers, downloadPath } from './panel/transfers.ts'
import { makeUpPast } from './past.ts'

const saveDelayMs = 500
const usualRateLimit: RateLimitOptions = { requests: 256, windowMs: 60_000 }
/** Limit on requests without a good token, for each address. */
const wrongTokenLimit: RateLimitOptions = { requests: 60, windowMs: 60_000 }

export type Assembly = ReturnType<typeof assemble>
/** A demo panel, as the app has it. */
export type DemoPanel = Assembly['panel']

/** The demo panel of the app, whose servers have a past, and whose plugin counts players. */
export function createDemoPanel(options: DemoPanelOptions): DemoPanel {
  return assemble({ ...options, madeUpPast: true, playerCounter: true }).panel
}

const asItIs = <Part>(honest: Part): Part => honest
const noInterference: Interference = {
  front: asItIs,
  operations: asItIs,
  jobQueue: asItIs,
  transfers: asItIs,
  files: asItIs,
  archiver: asItIs,
  installScript: asItIs,
  games: asItIs,
}

/**
 * A whole panel, put together of its parts: a service of the client API document, on loopback. The app takes `panel` of
 * it, which is honest; a test also takes the parts, and interferes with them.
 */
export function assemble(options: DemoPanelOptions & PanelTraits, interference: Partial<Interference> = {}) {
  const around = { ...noInterference, ...interference }
  const { clock, file = null, dialect = 'pterodactyl', log = () => {} } = options
  const now = () => clock.now()
  const timings = { ...defaultTimings, ...options.timings }
  const store = file === null ? memoryStore : createFileStore({ file, now, log })
  const saved = store.load()
  let port = saved?.port ?? null

  const save = (keys: readonly StoredKey[]) =>
    store.save({ version: 1, port, keys: [...keys], servers: fleet.stored(), gamePorts: games.stored() })
  const saveAll = () => save(keys.stored())
  let cancelSave: (() => void) | null = null
  /** Servers change up to several times a second, so their writes are collected. Keys are written at once. */
  const saveSoon = () => {
    cancelSave ??= clock.after(saveDelayMs, () => {
      cancelSave = null
      saveAll()
    })
  }
  const fleet = createFleet({
    clock,
    timings,
    saved: saved?.servers ?? null,
    onChange() {
      saveSoon()
      games.follow()
    },
  })
  const games = around.games(createGames)({ clock, fleet, kept: saved?.gamePorts ?? {}, log })
  const uuidOf = (server: string) => fleet.find(server)?.uuid ?? null
  const keys = createApiKeys({ now, saved: saved?.keys ?? [], uuidOf, save, onChange: () => node.recheck() })

  const rights = createRights(dialect)
  const transfers = around.transfers(
    createTransfers({
      now,
      isGranted({ keyId, serverUuid, needs }, remote) {
        const key = keys.behind(keyId, serverUuid, remote)
        return key !== null && allows(key.permissions, needs) && fleet.find(serverUuid) !== null
      },
    }),
  )
  const node = createNode({
    clock,
    fleet,
    keys,
    rights,
    panelOrigin: () => origin(),
    options: options.node ?? {},
    tokensPerMinute: options.consoleTokensPerMinute,
    record: (server, event, ip, properties) => activity.record(server, event, ip, properties),
    backup: transfers.backup,
    onEnd: () => backups.nodeEnded(),
    onBoot: () => backups.nodeBooted(),
    log,
  })
  const area: Area = {
    clock,
    now,
    dialect,
    timeZone: dialect === 'pelican' ? 'UTC' : (options.timeZone ?? 'UTC'),
    rights,
    daemon: daemonRefusals(dialect),
    isNodeUp: node.isUp,
    addressOf: node.addressOf,
    portsOf: games.listed,
    record: (server, event, properties) => activity.record(server, event, null, properties),
    tell: node.tell,
  }
  const activity = createActivity(area)
  const files = around.files(createFiles(now))
  const archiver = around.archiver(honestArchiver)
  const backups = createBackups({ ...area, files, transfers, archiver, backupMs: timings.backupMs })
  const queue = around.jobQueue(createTimers(clock))
  const schedules = createSchedules({ ...area, servers: fleet.list, backups, queue })
  const users = createUsers(area)
  const databases = createDatabases(area)
  const allocations = createAllocations(area)
  const startup = createStartup(area)
  const { descriptions = () => 'open', resourcesCacheMs } = options
  const script = around.installScript(honestScript)
  // A reinstall's script takes twice as long as a backup.
  const settings = createSettings({ ...area, descriptions, script, installMs: 2 * timings.backupMs })
  const isDescribed = () => descriptions() !== 'off'
  const operations = [
    ...serverRows({ ...area, fleet, allocations, backups, databases, users, isDescribed, startup }),
    ...controlRows({ now, rights, access: node.access, resourcesCacheMs }),
    ...fileRows({ ...area, files, transfers }),
    ...fileWorkRows({ ...area, files }),
    ...[backups, settings, databases, startup, allocations, schedules, users, activity].flatMap(({ rows }) => rows),
    extensionRow,
    ...(options.playerCounter ? playerCounterRows(now) : []),
    ...accountRows(dialect),
  ]
  const rateLimit = createRateLimit(options.rateLimit ?? usualRateLimit)
  const wrongTokens = createRateLimits(wrongTokenLimit)
  const api = createApi({
    keys,
    fleet,
    activity,
    operations: around.operations(operations),
    rights,
    now,
    hasLaterLimits: options.laterLimits ?? dialect === 'pelican',
    takeRate: () => rateLimit.take(now()),
    takeWrongToken: (remote) => wrongTokens.take(remote, now()),
  })
  const sessions = createSessions(now)
  const pages = createPages({ dialect, keys, fleet, sessions })
  const answer: Answer = (request) => {
    if (request.path === apiPath || request.path.startsWith(`${apiPath}/`)) return api(request)
    if (request.path === downloadPath && request.method === 'GET') return transfers.download(request)
    if (request.path === uploadPath && request.method === 'POST') return transfers.upload(request)
    return pages(request)
  }
  const server = createHttpServer(around.front(answer), log)

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
      await games.start()
      if (options.madeUpPast) await makeUpPast({ fleet, backups, schedules, users, databases, activity })
      port = server.port()
      saveAll()
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
    /** What a server used some time ago in its present run, in milliseconds; null before that. */
    loadAgo: (identifier: string, agoMs: number) => fleet.find(identifier)?.loadAgo(agoMs) ?? null,
    /** Stops the panel for good. */
    async dispose() {
      schedules.dispose()
      backups.dispose()
      settings.dispose()
      const stopped = Promise.all([server.stop(), node.stop()])
      fleet.dispose()
      cancelSave?.()
      saveAll()
      await Promise.all([stopped, games.dispose()])
    },
  }
  return {
    panel,
    keys,
    fleet,
    rateLimit,
    rights,
    node,
    files,
    backups,
    schedules,
    users,
    databases,
    transfers,
    activity,
    startup,
    allocations,
  }
}
