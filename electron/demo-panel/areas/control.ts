import { z } from 'zod'
import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import { createRateLimits } from '../http/rate-limit.ts'
import { daemonRefusals, problem, refusal, refuse, replyOf } from '../http/refusal.ts'
import { item, json, noContent, withHeaders } from '../http/reply.ts'
import { games } from '../machine/games.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { signalPermission } from '../panel/rights.ts'
import { type Area, atMachine, on, onInput, type ServerCall, type ServerOperation } from './operation.ts'

const powerInput = z.object({ signal: powerSignalSchema })
const singleLine = /^[\P{Cc}\t]*$/u
const commandInput = z.object({ command: z.string().regex(singleLine) })

const notOnline = problem(502, 'HttpException', 'Server must be online in order to send commands.')

/** How long panels repeat a reading of resources, in milliseconds; no header tells. */
const usualResourcesCacheMs = 20_000

type Deps = Pick<Area, 'clock' | 'rights' | 'node' | 'dialect'> & {
  /** How long each server's reading is repeated, for everybody; a time below the usual is told. */
  readonly resourcesCacheMs?: number | undefined
}

/** Power signals, console commands, resources, and the way to a server's live console. */
export function controlRows(deps: Deps): readonly ServerOperation[] {
  const { dialect, rights, node } = deps
  const power = onInput('POST', '/power', 'power', powerInput, ({ key, server, record }, { signal }) => {
    if (!rights.allow(key, signalPermission[signal], server)) refuse(refusal.permissionLacking)
    server.signal(signal)
    record(`server:power.${signal}`)
  })
  const command = onInput('POST', '/command', 'control.console', commandInput, ({ server, record }, input) => {
    // Seen on Pelican: it takes the command, and the machine drops it.
    if (!server.command(input.command) && dialect === 'pterodactyl') refuse(notOnline)
    record('server:console.command', input)
  })
  const websocket = on('GET', '/websocket', 'websocket.connect', ({ key, server }) => {
    const rate = node.takeRate(server)
    const reply = rate.passed ? json({ data: node.credentials(key, server) }) : refusal.tooManyRequests
    return withHeaders(reply, rate.headers)
  })
  return [
    ...[power, command].map((row) => atMachine(row, deps)),
    on('GET', '/resources', null, repeatedReading(deps)),
    // An admin sees what is installed; the state that is told there is the container's.
    { ...websocket, worksInConflict: 'admin' },
  ]
}

/**
 * A server's reading, the same one again until its time is over. That there is none is not kept, but by Pelican, which
 * gives it as a reading (seen there).
 */
function repeatedReading({ clock, node, dialect, resourcesCacheMs: ms = usualResourcesCacheMs }: Deps) {
  const maxAge = `private, max-age=${Math.max(1, Math.floor(ms / 1_000))}`
  const headers = { 'cache-control': ms < usualResourcesCacheMs ? maxAge : 'no-cache, private' }
  const cacheOf = perServer(() => ({ until: Number.NEGATIVE_INFINITY, reply: noContent }))
  return ({ server }: ServerCall) => {
    const cache = cacheOf(server)
    const now = clock.now()
    if (now < cache.until) return cache.reply
    if (!node.isUp() && dialect === 'pterodactyl') return daemonRefusals(dialect).unreachable
    const reply = withHeaders(reading(server, node.isUp()), headers)
    return Object.assign(cache, { until: now + ms, reply }).reply
  }
}

const noLoad = { memoryBytes: 0, cpuPercent: 0, diskBytes: 0, uptimeMs: 0 }

/** @param isSeen false where the machine does not answer: what Pelican tells then (seen there) */
export function reading(server: LiveServer, isSeen: boolean) {
  const load = isSeen ? server.load() : noLoad
  const resources = {
    memory_bytes: load.memoryBytes,
    cpu_absolute: load.cpuPercent,
    disk_bytes: load.diskBytes,
    uptime: load.uptimeMs,
  }
  const is_suspended = server.status() === 'suspended'
  return json(item('stats', { current_state: isSeen ? server.reportedState() : 'missing', is_suspended, resources }))
}

const noQuery = (why: string) => problem(406, 'HttpException', why)

/**
 * The panel's plugin `player-counter`, which asks the game from the panel's own machine: a count, and the names. Two
 * requests a minute for each server, whoever asks. A query that failed is an empty object with 200.
 */
export function playerCounterRows(now: () => number) {
  const limits = createRateLimits({ requests: 2, windowMs: 60_000 })
  const row = (path: string, answer: (server: LiveServer) => unknown) =>
    on('GET', path, null, ({ server }) => {
      const rate = limits.take(server.uuid, now())
      if (!rate.passed) return withHeaders(refusal.tooManyRequests, rate.headers)
      const reply = replyOf(() => {
        if (server.reportedState() !== 'running') refuse(noQuery('Server is offline'))
        if (!games[server.definition().game].isCounted) refuse(noQuery('Server has no query'))
        return json(answer(server))
      })
      return withHeaders(reply, rate.headers)
    })
  return [
    row('/query', (server) => {
      const { name: hostname, game } = server.definition()
      const { map, slots: max_players } = games[game]
      return { hostname, map, current_players: server.players().length, max_players }
    }),
    row('/query/players', (server) => {
      const { game } = server.definition()
      return game === 'minecraft' ? server.players() : refuse(noQuery('Server query has no player list'))
    }),
  ]
}
