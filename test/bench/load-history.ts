import { z } from 'zod'
import { runBundled } from './bundle.ts'
import { type Figure, kB, ms, times } from './figures.ts'
import type { LoadHistorySample } from './load-history-process.ts'

const sampleSchema = z.object({
  disk: z.number(),
  held: z.number(),
  heldWhole: z.number(),
  cpuMs: z.number(),
  cpuEachMs: z.number(),
}) satisfies z.ZodType<LoadHistorySample>

/** What it takes to keep the load of 50 servers at rest for a week. */
export async function measureLoadHistory(): Promise<Figure[]> {
  const { disk, held, heldWhole, cpuMs, cpuEachMs } = sampleSchema.parse(
    JSON.parse(await runBundled('load-history-process')),
  )
  return [
    { name: 'a week of load of 50 servers: on disk', value: kB(disk), aim: '≤ 2,000 kB', holds: disk <= 2_000_000 },
    {
      name: 'the same in memory',
      value: kB(held),
      reference: `${kB(heldWhole)} (every reading)`,
      ratio: times(held / heldWhole),
      aim: '≤ 0.15×',
      holds: held / heldWhole <= 0.15,
    },
    {
      name: 'an hour of 50 servers at rest: CPU of keeping their load',
      value: ms(cpuMs),
      reference: `${ms(cpuEachMs)} (written with every reading)`,
      ratio: times(cpuMs / cpuEachMs),
      aim: '≤ 0.35×',
      holds: cpuMs / cpuEachMs <= 0.35,
    },
  ]
}
