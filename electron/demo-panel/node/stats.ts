import type { LiveServer } from '../machine/live-server.ts'
import type { Message } from './frames.ts'

/**
 * The memory at which a server is killed: its megabytes, of a million bytes each, plus a share for the rest of its
 * container, larger for small servers (wings, `environment/settings.go` and `config/config_docker.go`).
 */
function memoryLimitBytes(megabytes: number): number {
  const overhead = megabytes <= 2048 ? 1.15 : megabytes <= 4096 ? 1.1 : 1.05
  return Math.round(megabytes * overhead * 1_000_000)
}

/** One reading of a server, as the node sends it: JSON inside a string. Sizes are bytes, uptime milliseconds. */
export function statsMessage(server: LiveServer): Message {
  const load = server.load()
  const stats = {
    memory_bytes: load.memoryBytes,
    memory_limit_bytes: memoryLimitBytes(server.definition().memoryMiB),
    cpu_absolute: load.cpuPercent,
    network: { rx_bytes: load.receivedBytes, tx_bytes: load.sentBytes },
    uptime: load.uptimeMs,
    state: server.reportedState(),
    disk_bytes: load.diskBytes,
  }
  return { event: 'stats', args: [JSON.stringify(stats)] }
}

/** The event of a server's state. */
export function statusMessage(server: LiveServer): Message {
  return { event: 'status', args: [server.reportedState()] }
}
