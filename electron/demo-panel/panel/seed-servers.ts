import type { Game, ServerDefinition } from '../machine/definition.ts'

type Seed = ServerDefinition & { readonly startsRunning: boolean }

const tail = '7d1c-4a52-9f3b-0c86e4d2a917'

type Size = readonly [memoryMiB: number, diskMiB: number, cpuLimit: number]

function server(
  id: string,
  name: string,
  game: Game,
  description: string,
  [memoryMiB, diskMiB, cpuLimit]: Size,
  special: Partial<Pick<Seed, 'habit' | 'suspended' | 'startsRunning'>> = {},
): Seed {
  const plain = { habit: 'steady', suspended: false, startsRunning: true } as const
  return { uuid: `${id}-${tail}`, name, game, description, memoryMiB, diskMiB, cpuLimit, ...plain, ...special }
}

const falls = { habit: 'crashes' } as const
const hangs = { habit: 'hangs-on-stop' } as const
const rests = { startsRunning: false }
const suspended = { suspended: true, startsRunning: false }

/** The eight servers of a fresh demo panel. */
export const seedServers: readonly Seed[] = [
  server('a1b2c3d4', 'Survival', 'minecraft', 'Main world since 2021', [6144, 20480, 300]),
  server('a1b2c3d5', 'Creative & Plots', 'minecraft', 'Build plots, 200 × 200', [4096, 10240, 200]),
  server('77fe01aa', 'Skyblock', 'minecraft', 'Falls over now and then', [3072, 8192, 200], falls),
  server('90c4ee12', 'Modded 1.20', 'minecraft', 'Does not like to stop', [10240, 30720, 400], hangs),
  server('5b2e9a01', 'Valheim', 'valheim', 'Midgard, weekends', [4096, 6144, 200], rests),
  server('c03d7f66', 'Rust', 'rust', 'Wiped on the first Thursday', [12288, 25600, 400]),
  server('e17ac055', 'Factorio', 'factorio', 'The factory grows', [2048, 4096, 100]),
  server('0fd3b7c8', 'Event world', 'minecraft', 'Suspended until the next event', [4096, 10240, 200], suspended),
]
