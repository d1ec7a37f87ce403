import { z } from 'zod'
import { runBundled } from './bundle.ts'
import { type Figure, ms, times } from './figures.ts'
import { startBenchPanel } from './panel.ts'

const longestMs = 100
const mostBytes = 200 * 1_000_000

const samplesSchema = z.array(z.object({ name: z.string(), longestMs: z.number(), bytes: z.number() })).min(1)

/** Lists that were made to cost a reader dear, over real HTTP: how long they hold up main at once, and what they take. */
export async function measureAnswers(): Promise<Figure[]> {
  const panel = await startBenchPanel(0)
  try {
    const samples = await runBundled(samplesSchema, 'answers-process', [panel.origin])
    const worst = samples.reduce((a, b) => (b.longestMs > a.longestMs ? b : a))
    const most = samples.reduce((a, b) => (b.bytes > a.bytes ? b : a))
    return [
      {
        name: `a large answer of any shape holds main at once, worst (${worst.name})`,
        value: ms(worst.longestMs),
        reference: `${longestMs} ms`,
        ratio: times(worst.longestMs / longestMs),
        aim: '≤ 1×',
        holds: worst.longestMs <= longestMs,
      },
      {
        name: `the same: memory, most (${most.name})`,
        value: `${Math.round(most.bytes / 1_000_000)} MB`,
        reference: '200 MB',
        ratio: times(most.bytes / mostBytes),
        aim: '≤ 1×',
        holds: most.bytes <= mostBytes,
      },
    ]
  } finally {
    panel.close()
  }
}
