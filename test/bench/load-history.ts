import { z } from 'zod'
import { runBundled } from './bundle.ts'
import { bounded, compared, type Figure, kB, ms } from './figures.ts'

/** Sizes in bytes; milliseconds of CPU in an hour, as it is kept and where every reading were written. */
const sampleSchema = z.object({
  disk: z.number(),
  held: z.number(),
  heldWhole: z.number(),
  cpuMs: z.number(),
  cpuEachMs: z.number(),
})
export type LoadHistorySample = z.infer<typeof sampleSchema>

/** What it takes to keep the load of 50 servers at rest for a week. */
export async function measureLoadHistory(): Promise<Figure[]> {
  const { disk, held, heldWhole, cpuMs, cpuEachMs } = await runBundled(sampleSchema, 'load-history-process')
  return [
    bounded('a week of load of 50 servers: on disk', disk, 2_000_000, kB),
    compared({
      name: 'the same in memory',
      value: held,
      reference: [heldWhole, 'every reading'],
      as: kB,
      most: 0.15,
    }),
    compared({
      name: 'an hour of 50 servers at rest: CPU of keeping their load',
      value: cpuMs,
      reference: [cpuEachMs, 'written with every reading'],
      as: ms,
      most: 0.35,
    }),
  ]
}
