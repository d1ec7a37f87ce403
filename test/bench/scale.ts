import { z } from 'zod'
import { bounded, compared, type Figure, kB, MiB, ms } from './figures.ts'
import { runOnPanel } from './panel.ts'

const restSchema = z.object({ bytes: z.number(), cpuMsPerSecond: z.number() })
const scaleSchema = restSchema.extend({ servers: z.number(), menu: z.number() })

async function measureFleet(servers: number): Promise<Figure[]> {
  const sample = await runOnPanel(servers, scaleSchema, 'scale-process')
  if (sample.servers !== servers) throw new Error(`${sample.servers} of ${servers} servers were read`)
  const name = `${servers.toLocaleString('en')} servers at rest`
  return [
    bounded(`${name}: memory of main over the empty app, most`, sample.bytes, 100 * 1_048_576, MiB),
    bounded(`${name}: CPU of main in a second`, sample.cpuMsPerSecond, 10, ms),
    bounded(`${name}: tray menu as JSON`, sample.menu, 100_000, kB),
  ]
}

const few = 50

/** What a script takes at rest, with a panel of its own: a panel's rate limit is shared by whoever asks it. */
const cpuAtRest = async (script: string) => (await runOnPanel(few, restSchema, script)).cpuMsPerSecond

/**
 * A small fleet at rest, against the same asked one and all every ten seconds. Both at the same time: a request costs more
 * on a processor that just slept, so what else the computer does must be the same for both.
 */
async function measureFew(): Promise<Figure> {
  const [own, naive] = await Promise.all([cpuAtRest('scale-process'), cpuAtRest('naive-process')])
  const name = `${few} servers at rest: CPU of main in a second`
  return compared({ name, value: own, reference: [naive, 'all every 10 s'], as: ms, most: 0.35 })
}

/** What fleets take of main, which is alone in its process, as it is in the app. */
export async function measureScale(): Promise<Figure[]> {
  return [await measureFew(), ...(await measureFleet(1_000)), ...(await measureFleet(10_000))]
}
