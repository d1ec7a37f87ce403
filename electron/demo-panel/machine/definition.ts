import { crashWindowMs, type MachineTraits, stopLimitMs } from './machine.ts'
import { chance } from './random.ts'

export type Game = 'minecraft' | 'valheim' | 'rust' | 'factorio'

/** The fixed properties of a server. Sizes are in MiB, CPU in percent of one core. */
export type ServerDefinition = {
  readonly uuid: string
  readonly name: string
  readonly description: string
  readonly game: Game
  readonly memoryMiB: number
  readonly diskMiB: number
  readonly cpuLimit: number
  readonly habit: 'steady' | 'crashes' | 'hangs-on-stop'
  readonly suspended: boolean
}

export type Timings = { readonly startMs: number; readonly stopMs: number; readonly backupMs: number }
export const defaultTimings: Timings = { startMs: 4_000, stopMs: 2_000, backupMs: 3_000 }

const minute = 60_000

/** How this server behaves. It crashes 4 to 9 minutes into a run; one crash in four is followed by another at once. */
export function traitsOf(definition: ServerDefinition, timings: Timings): MachineTraits {
  const crashAfterMs = (run: number, afterCrash: boolean) => {
    const draw = (what: string) => chance(definition.uuid, what, run)
    if (afterCrash && draw('again') < 0.25) return Math.round(crashWindowMs * (0.2 + 0.4 * draw('soon')))
    return Math.round((4 + 5 * draw('later')) * minute)
  }
  return {
    startMs: timings.startMs,
    stopMs: Math.min(timings.stopMs, stopLimitMs),
    hangsOnStop: definition.habit === 'hangs-on-stop',
    crashAfterMs: definition.habit === 'crashes' ? crashAfterMs : () => null,
  }
}
