import { allows } from '../../shared/model/permission.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { apiPath, createApi } from './api.ts'
import { accountRows } from './areas/account.ts'
import { activityRows, createActivity } from './areas/activity.ts'
import { createAllocations } from './areas/allocations.ts'
import { backupRows } from './areas/backup-rows.ts'
import { controlRows } from './areas/control.ts'
import { createDatabases } from './areas/databases.ts'
import { fileWorkRows } from './areas/file-work.ts'
import { createFiles, fileRows } from './areas/files.ts'
import { playerCounterRows, playerRows } from './areas/players.ts'
import { createReinstalls, honestScript } from './areas/reinstalls.ts'
import { createRights } from './areas/rights.ts'
import { scheduleRows } from './areas/schedule-rows.ts'
import { serverRows } from './areas/servers.ts'
import { settingsRows } from './areas/settings.ts'
import { createStartup } from './areas/startup.ts'
import { createUsers } from './areas/users.ts'
import { websocketRows } from './areas/websocket.ts'
import { archiver } from './backups/archiver.ts'
import { createBackups } from './backups/backups.ts'
import { createGames } from './games/games.ts'
import type { DemoPanel } from './handle.ts'
import { daemonRefusals } from './http/dialect.ts'
import { createRateLimit, createRateLimits, defaultRateLimit, type RateLimitOptions } from './http/rate-limit.ts'
import type { Reply } from './http/reply.ts'
import { type PanelRequest, uploadPath } from './http/request.ts'
import { createHttpServer } from './http/server.ts'
import { type Interference, noInterference } from './interference.ts'
import { defaultTimings } from './machine/definition.ts'
import { createTimers } from './machine/timers.ts'
import { makeUpPast } from './made-up-past.ts'
import { createNode } from './node/node.ts'
import type { DemoPanelOptions, PanelTraits } from './options.ts'
import { createPages } from './pages/pages.ts'
import { createSessions } from './pages/session.ts'
import { createApiKeys, type StoredKey } from './panel/api-keys.ts'
import { keyBehind } from './panel/auth.ts'
import { createFleet } from './panel/fleet.ts'
import { createFileStore, memoryStore } from './panel/store.ts'
import { createTransfers } from './panel/transfers.ts'
import { createTaskRunner } from './schedules/run-task.ts'
import { createSchedules } from './schedules/schedules.ts'

const saveDelayMs = 500
/** Limit on requests without a good token, for each address. */
const wrongTokenLimit: RateLimitOptions = { requests: 60, windowMs: 60_000 }
const usualConsoleTokenMs = 600_000

export type Assembly = ReturnType<typeof assemble>

/**
 * A whole panel, put together of its parts: a service of the client API document, on loopback. The app takes `panel` of
 * it, which is honest; a test also takes the parts, and interferes with them.
 */
export function assemble(options: DemoPanelOptions & PanelTraits, interference: Partial<Interference> = {}) {
  const around: Interference = { ...noInterference, ...interference }
  const { clock, seed = 1, file = null, dialect = 'pterodactyl', log = () => {} } = options
  const timeZone = dialect === 'pelican' ? 'UTC' : (options.timeZone ?? 'UTC')
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
    seed,
    timings,
    saved: saved?.servers ?? null,
    onChange() {
      saveSoon()
      games.follow()
    },
  })
  const games = around.games(createGames)({ clock, seed, fleet, kept: saved?.gamePorts ?? {}, log })
  const uuidOf = (server: string) => fleet.find(server)?.uuid ?? null
  const keys = createApiKeys({ now, saved: saved?.keys ?? [], uuidOf, save, onChange: () => node.recheck() })

  const rateLimit = createRateLimit(options.rateLimit ?? defaultRateLimit)
  const activity = createActivity(now)
  const rights = createRights(dialect)
  const wrongTokens = createRateLimits(wrongTokenLimit)
  const transfers = around.transfers(
    createTransfers({
      now,
      isGranted({ keyId, serverUuid, needs }, remote) {
        const key = keyBehind(keys, keyId, { uuid: serverUuid }, remote)
        return key !== null && allows(key.permissions, needs) && fleet.find(serverUuid) !== null
      },
    }),
  )
  const sessions = createSessions(now)
  const node = createNode({
    clock,
    fleet,
    panelOrigin: () => origin(),
    options: options.node ?? {},
    consoleTokenMs: options.consoleTokenMs ?? usualConsoleTokenMs,
    tokensPerMinute: options.consoleTokensPerMinute,
    record: (server, event, ip, properties) => activity.record(server, event, ip, properties),
    keyBehind: (keyId, uuid, remote) => keyBehind(keys, keyId, { uuid }, remote),
    backup: transfers.backup,
    rightsOf: rights.of,
    onEnd: () => backups.nodeEnded(),
    onBoot: () => backups.nodeBooted(),
    log,
  })
  const files = around.files(createFiles(now))
  const daemon = daemonRefusals(dialect)
  const isNodeUp = node.isUp
  const backups = createBackups({
    clock,
    dialect,
    timeZone,
    files,
    archiver: around.archiver(archiver),
    daemon,
    isNodeUp,
    backupMs: timings.backupMs,
    report: {
      record: (server, event, properties) => activity.record(server, event, null, properties),
      tell: node.tell,
    },
  })
  const schedules = createSchedules({
    clock,
    timeZone,
    servers: fleet.list,
    queue: around.jobQueue(createTimers(clock)),
    runTask: createTaskRunner({ dialect, daemon, isNodeUp, backups, files }),
  })
  const users = createUsers({ now, rights, dialect })
  const databases = createDatabases({ dialect, rights })
  const reinstalls = createReinstalls({
    clock,
    dialect,
    script: around.installScript(honestScript),
    daemon,
    isNodeUp,
    // Its script takes twice as long as a backup.
    installMs: 2 * timings.backupMs,
    report: { tell: node.tell },
  })
  const allocations = createAllocations({ dialect, portsOf: games.listed })
  const startup = createStartup({ dialect, portsOf: games.listed })
  const { descriptions = () => 'open', resourcesCacheMs } = options
  const isDescribed = () => descriptions() !== 'off'
  const { addressOf } = node
  const operations = [
    ...serverRows({ fleet, games, allocations, backups, databases, rights, dialect, users, isDescribed, startup }),
    ...controlRows({ now, rights, resourcesCacheMs }),
    ...websocketRows(node.access),
    ...fileRows({ files, transfers, dialect, addressOf }),
    ...fileWorkRows({ now, files, dialect }),
    ...backupRows({ backups, dialect, timeZone, transfers, rights, addressOf }),
    ...settingsRows({ dialect, reinstalls, descriptions }),
    ...databases.rows,
    ...startup.rows,
    ...allocations.rows,
    ...scheduleRows({ schedules, dialect, timeZone, backupLimitOf: backups.limitOf }),
    ...users.rows,
    ...activityRows({ activity, dialect, timeZone }),
    ...playerRows,
    ...(options.playerCounter ? playerCounterRows(now) : []),
    ...accountRows(dialect),
  ]
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
  const pages = createPages({ dialect, keys, fleet, sessions })
  const server = createHttpServer({ answer: around.front(route), log })

  function route(request: PanelRequest): Reply | Promise<Reply> {
    if (request.path === apiPath || request.path.startsWith(`${apiPath}/`)) return api(request)
    if (request.path === '/download/file' && request.method === 'GET') return transfers.download(request)
    if (request.path === uploadPath && request.method === 'POST') return transfers.upload(request)
    return pages(request)
  }

  const origin = () => (server.port() === null ? null : `http://127.0.0.1:${server.port()}`)
  const baseUrl = () => (origin() === null ? null : `${origin()}${apiPath}`)

  let starting: Promise<Result<{ baseUrl: string }>> | null = null
  async function begin(): Promise<Result<{ baseUrl: string }>> {
    const wanted = options.port || port
    const started = await server.start(wanted === null ? [0] : [wanted, 0])
    if (!started.ok) return started
    const reachable = await node.start()
    if (!reachable.ok) {
      await server.stop()
      return reachable
    }
    await games.start()
    if (options.madeUpPast) await makeUpPast({ fleet, backups, schedules, users, databases, activity })
    port = server.port()
    saveAll()
    const address = baseUrl()
    return address === null ? fail('demo-failed') : ok({ baseUrl: address })
  }

  const panel: DemoPanel = {
    async start() {
      starting ??= begin()
      const started = await starting
      if (!started.ok) starting = null
      return started
    },
    baseUrl,
    createKey: keys.create,
    listKeys: keys.list,
    deleteKey: keys.delete,
    oneTimeLink() {
      const address = origin()
      return address === null ? fail('demo-failed') : ok(`${address}/open?ticket=${sessions.newTicket()}`)
    },
    loadAgo: (identifier, agoMs) => fleet.find(identifier)?.loadAgo(agoMs) ?? null,
    async dispose() {
      schedules.dispose()
      backups.dispose()
      reinstalls.dispose()
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
    games,
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
