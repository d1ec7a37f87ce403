import type { ServerDefinition } from './definition.ts'
import type { MachineState } from './machine.ts'
import { walk } from './random.ts'

/** One reading: CPU in percent of one core, sizes in bytes, uptime in milliseconds. */
export type Load = {
  readonly memoryBytes: number
  readonly cpuPercent: number
  readonly diskBytes: number
  readonly uptimeMs: number
}

const mebibyte = 1024 * 1024

/** The load of the server at `now`: a pure random walk over time, the same at the same time. */
export function loadOf(definition: ServerDefinition, state: MachineState, now: number): Load {
  const { uuid } = definition
  const diskBytes = Math.round(definition.diskMiB * (0.32 + 0.02 * walk(now, 3_600_000, uuid, 'disk')) * mebibyte)
  if (state.processSince === null) {
    return { memoryBytes: 0, cpuPercent: 0, diskBytes, uptimeMs: 0 }
  }
  const uptimeMs = Math.max(0, now - state.processSince)
  // Players come and go over hours.
  const tide = 0.4 + 1.2 * walk(now, 2 * 3_600_000, uuid, 'tide')
  const idle = 0.03 + 0.4 * tide * walk(now, 45_000, uuid, 'cpu') * walk(now, 7_000, uuid, 'burst')
  const cpu = state.phase === 'starting' ? 0.85 : idle
  const warm = Math.min(1, uptimeMs / 120_000)
  const memory = 0.22 + warm * 0.24 + 0.14 * walk(now, 90_000, uuid, 'memory')
  return {
    memoryBytes: Math.round(definition.memoryMiB * memory * mebibyte),
    cpuPercent: Math.round(definition.cpuLimit * cpu * 1000) / 1000,
    diskBytes,
    uptimeMs,
  }
}
