import type { LiveServer } from '../machine/live-server.ts'
import type { Message } from './frames.ts'

const mebibyte = 1024 * 1024

/** One reading of a server, as the node sends it: JSON inside a string. Sizes are bytes, uptime milliseconds. */
export function statsMessage(server: LiveServer): Message {
  const load = server.load()
  const stats = {
    memory_bytes: load.memoryBytes,
    memory_limit_bytes: server.definition().memoryMiB * mebibyte,
    cpu_absolute: load.cpuPercent,
    network: { rx_bytes: load.receivedBytes, tx_bytes: load.sentBytes },
    uptime: load.uptimeMs,
    state: server.reportedState(),
    disk_bytes: load.diskBytes,
  }
  return { event: 'stats', args: [JSON.stringify(stats)] }
}

export function statusMessage(server: LiveServer): Message {
  return { event: 'status', args: [server.reportedState()] }
}
