import { z } from 'zod'
import { runBundled } from './bundle.ts'
import { compared, type Figure, ms } from './figures.ts'
import { startBenchPanel } from './panel.ts'

const restSchema = z.object({ bytes: z.number(), cpuMsPerSecond: z.number() })
const scaleSchema = restSchema.extend({ servers: z.number(), menu: z.number() })

const MiB = 1024 * 1024
const most = { bytes: 250 * MiB, cpuMsPerSecond: 50, menu: 100_000 }

async function measureFleet(servers: number): Promise<Figure[]> {
  const panel = await startBenchPanel(servers)
  try {
    const sample = await runBundled(scaleSchema, 'scale-process', [panel.origin])
    if (sample.servers !== servers) throw new Error(`${sample.servers} of ${servers} servers were read`)
    const name = `${servers.toLocaleString('en')} servers at rest`
    return [
      {
        name: `${name}: memory of main over the empty app, most`,
        value: `${Math.round(sample.bytes / MiB)} MiB`,
        aim: '≤ 250 MiB',
        holds: sample.bytes <= most.bytes,
      },
      {
        name: `${name}: CPU of main`,
        value: `${(sample.cpuMsPerSecond / 10).toFixed(1)} % of a core`,
        aim: '≤ 5 %',
        holds: sample.cpuMsPerSecond <= most.cpuMsPerSecond,
      },
      {
        name: `${name}: tray menu as JSON`,
        value: `${sample.menu} B`,
        aim: '≤ 100 kB',
        holds: sample.menu <= most.menu,
      },
    ]
  } finally {
    panel.close()
  }
}

const few = 50

/** What a script takes at rest, with a panel of its own: a panel's rate limit is shared by whoever asks it. */
async function cpuAtRest(script: string): Promise<number> {
  const panel = await startBenchPanel(few)
  try {
    return (await runBundled(restSchema, script, [panel.origin])).cpuMsPerSecond
  } finally {
    panel.close()
  }
}

/**
 * A small fleet at rest, against the same asked one and all every ten seconds, and against its own requests alone, which
 * no code of the app can be below. All at the same time: a request costs more on a processor that just slept, so what
 * else the computer does must be the same for all.
 */
async function measureFew(): Promise<Figure[]> {
  const [own, naive, requests] = await Promise.all([
    cpuAtRest('scale-process'),
    cpuAtRest('naive-process'),
    cpuAtRest('requests-process'),
  ])
  const name = `${few} servers at rest: CPU of main in a second`
  return [
    compared({ name, value: own, reference: [naive, 'all every 10 s'], as: ms, most: 0.35 }),
    compared({ name: 'the same', value: own, reference: [requests, 'its requests alone'], as: ms }),
    compared({ name: 'its requests alone', value: requests, reference: [naive, 'all every 10 s'], as: ms }),
  ]
}

/** What fleets take of main, which is alone in its process, as it is in the app. */
export async function measureScale(): Promise<Figure[]> {
  return [...(await measureFew()), ...(await measureFleet(1_000)), ...(await measureFleet(10_000))]
}
