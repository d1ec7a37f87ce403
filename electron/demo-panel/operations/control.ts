import { z } from 'zod'
import { maxCommandLength } from '../../../shared/model/command-length.ts'
import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import { item, refusal } from '../http/envelope.ts'
import { json, noContent, withHeaders } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Operation, onServer } from './operation.ts'

const powerInput = z.object({ signal: powerSignalSchema })
const commandInput = z.object({
  command: z
    .string()
    .max(maxCommandLength)
    .regex(/^\P{Cc}*$/u),
})

/** Power signals, console commands and resources. */
export const controlOperations: readonly Operation[] = [
  onServer('POST', '/power', 'power', (call) => {
    const input = call.input(powerInput)
    if (!input.ok) return input.reply
    call.server.signal(input.value.signal)
    call.record(`server:power.${input.value.signal}`)
    return noContent
  }),
  onServer('POST', '/command', 'console', (call) => {
    const input = call.input(commandInput)
    if (!input.ok) return input.reply
    if (!call.server.command(input.value.command)) return refusal.notOnline()
    call.record('server:console.command', { command: input.value.command })
    return noContent
  }),
  onServer('GET', '/resources', null, ({ server }) =>
    withHeaders(reading(server), { 'cache-control': 'private, max-age=1' }),
  ),
]

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
