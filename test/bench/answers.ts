import { z } from 'zod'
import { bounded, type Figure, kB, ms } from './figures.ts'
import { runOnPanel } from './panel.ts'

const samplesSchema = z.array(z.object({ name: z.string(), longestMs: z.number(), bytes: z.number() })).min(1)

/**
 * Answers of every operation that were made to cost a reader dear, lists over real HTTP: how long they hold up main at
 * once, and what they take.
 */
export async function measureAnswers(): Promise<Figure[]> {
  const samples = await runOnPanel(0, samplesSchema, 'answers-process')
  const worst = samples.reduce((a, b) => (b.longestMs > a.longestMs ? b : a))
  const most = samples.reduce((a, b) => (b.bytes > a.bytes ? b : a))
  return [
    bounded(`a large answer of any shape holds main at once, worst (${worst.name})`, worst.longestMs, 100, ms),
    bounded(`the same: memory, most (${most.name})`, most.bytes, 200_000_000, kB),
  ]
}
