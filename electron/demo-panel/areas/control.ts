import { z } from 'zod'
import { maxCommandLength } from '../../../shared/model/command-length.ts'
import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import { item, refusal } from '../http/envelope.ts'
import { refuse } from '../http/refused.ts'
import { json, noContent, type Reply, withHeaders } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { on, onInput } from './operation.ts'
import { type Rights, signalPermission } from './rights.ts'

const powerInput = z.object({ signal: powerSignalSchema })
const commandInput = z.object({
  command: z
    .string()
    .max(maxCommandLength)
    .regex(/^\P{Cc}*$/u),
})

/** How long panels repeat a reading of resources, in milliseconds; no header tells. */
const usualResourcesCacheMs = 20_000

type Deps = {
  readonly now: () => number
  readonly rights: Rights
  /** How long each server's reading is repeated, for everybody; a time below the usual is told. */
  readonly resourcesCacheMs?: number | undefined
}

/** Power signals, console commands and resources. */
export const controlRows = ({ now, rights, resourcesCacheMs = usualResourcesCacheMs }: Deps) => [
  onInput('POST', '/power', 'power', powerInput, ({ key, server, record }, { signal }) => {
    if (!rights.allow(key, signalPermission[signal], server)) refuse(refusal.permissionLacking())
    server.signal(signal)
    record(`server:power.${signal}`)
  }),
  onInput('POST', '/command', 'control.console', commandInput, ({ server, record }, { command }) => {
    if (!server.command(command)) refuse(refusal.notOnline())
    record('server:console.command', { command })
  }),
  on('GET', '/resources', null, repeatedReading(now, resourcesCacheMs)),
]

/** A server's reading, the same one again until its time is over. */
function repeatedReading(now: () => number, ms: number): (call: { readonly server: LiveServer }) => Reply {
  const maxAge = `private, max-age=${Math.max(1, Math.floor(ms / 1_000))}`
  const headers = { 'cache-control': ms < usualResourcesCacheMs ? maxAge : 'no-cache, private' }
  const cacheOf = perServer(() => ({ until: Number.NEGATIVE_INFINITY, reply: noContent }))
  return ({ server }) => {
    const cache = cacheOf(server)
    if (now() >= cache.until) Object.assign(cache, { until: now() + ms, reply: withHeaders(reading(server), headers) })
    return cache.reply
  }
}

function reading(server: LiveServer) {
  const load = server.load()
  return json(
    item('stats', {
      current_state: server.reportedState(),
      is_suspended: server.conflict() === 'suspended',
      resources: {
        memory_bytes: load.memoryBytes,
        cpu_absolute: load.cpuPercent,
        disk_bytes: load.diskBytes,
        network_rx_bytes: load.receivedBytes,
        network_tx_bytes: load.sentBytes,
        uptime: load.uptimeMs,
      },
    }),
  )
}
