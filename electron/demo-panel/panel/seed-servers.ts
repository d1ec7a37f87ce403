import { randomUUID } from 'node:crypto'
import type { Game, ServerDefinition } from '../machine/definition.ts'

type Seed = ServerDefinition & { readonly startsRunning: boolean }

const tail = '7d1c-4a52-9f3b-0c86e4d2a917'

function server(
  id: string,
  name: string,
  game: Game,
  description: string,
  size: { memoryMiB: number; diskMiB: number; cpuLimit: number },
  special: Partial<Pick<Seed, 'habit' | 'suspended' | 'startsRunning'>> = {},
): Seed {
  const plain = { habit: 'steady', suspended: false, startsRunning: true } as const
  return { uuid: `${id}-${tail}`, name, game, description, ...size, ...plain, ...special }
}

/** The eight servers of a fresh demo panel. */
export const seedServers: readonly Seed[] = [
  server('a1b2c3d4', 'Survival', 'minecraft', 'Main world since 2021', {
    memoryMiB: 6144,
    diskMiB: 20480,
    cpuLimit: 300,
  }),
  server('a1b2c3d5', 'Creative & Plots', 'minecraft', 'Build plots, 200 × 200', {
    memoryMiB: 4096,
    diskMiB: 10240,
    cpuLimit: 200,
  }),
  server(
    '77fe01aa',
    'Skyblock',
    'minecraft',
    'Falls over now and then',
    { memoryMiB: 3072, diskMiB: 8192, cpuLimit: 200 },
    {
      habit: 'crashes',
    },
  ),
  server(
    '90c4ee12',
    'Modded 1.20',
    'minecraft',
    'Takes its time, and does not like to stop',
    {
      memoryMiB: 10240,
      diskMiB: 30720,
      cpuLimit: 400,
    },
    { habit: 'hangs-on-stop' },
  ),
  server(
    '5b2e9a01',
    'Valheim',
    'valheim',
    'Midgard, weekends',
    { memoryMiB: 4096, diskMiB: 6144, cpuLimit: 200 },
    {
      startsRunning: false,
    },
  ),
  server('c03d7f66', 'Rust', 'rust', 'Wiped on the first Thursday', {
    memoryMiB: 12288,
    diskMiB: 25600,
    cpuLimit: 400,
  }),
  server('e17ac055', 'Factorio', 'factorio', 'The factory grows', { memoryMiB: 2048, diskMiB: 4096, cpuLimit: 100 }),
  server(
    '0fd3b7c8',
    'Event world',
    'minecraft',
    'Suspended until the next event',
    {
      memoryMiB: 4096,
      diskMiB: 10240,
      cpuLimit: 200,
    },
    { suspended: true, startsRunning: false },
  ),
]

/** A server that an owner adds later. */
export function newServer(name: string, game: Game): ServerDefinition {
  return {
    uuid: randomUUID(),
    name,
    game,
    description: '',
    memoryMiB: 2048,
    diskMiB: 5120,
    cpuLimit: 100,
    habit: 'steady',
    suspended: false,
  }
}
