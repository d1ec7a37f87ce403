import { z } from 'zod'
import { runBundled } from './bundle.ts'
import type { Figure } from './figures.ts'
import { startBenchPanel } from './panel.ts'

const sampleSchema = z.object({
  servers: z.number(),
  bytes: z.number(),
  cpuMsPerSecond: z.number(),
  menu: z.number(),
})

const MiB = 1024 * 1024
const most = { bytes: 250 * MiB, cpuMsPerSecond: 50, menu: 100_000 }

async function measureFleet(servers: number): Promise<Figure[]> {
  const panel = await startBenchPanel(servers)
  try {
    const sample = sampleSchema.parse(JSON.parse(await runBundled('scale-process', [panel.origin])))
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

/** What large fleets take of main, which is alone in its process, as it is in the app. */
export async function measureScale(): Promise<Figure[]> {
  return [...(await measureFleet(1_000)), ...(await measureFleet(10_000))]
}
