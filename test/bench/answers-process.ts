/**
 * Reads lists that were made to cost a reader dear, of the panel at the origin that is given, through the real client;
 * prints what each takes as JSON. Run as a bundle, in a process of its own, so that nobody else's memory is cleaned up in it.
 */
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../electron/lib/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { ok } from '../../shared/result.ts'
import { hostileAnswers } from '../fixtures/hostile-answers.ts'

/** The longest that one answer works without a break, in milliseconds, and the most memory it takes, in bytes. */
export type AnswerSample = { readonly name: string; readonly longestMs: number; readonly bytes: number }

/** What this thread has worked so far, in milliseconds: other programs on the machine do not count. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function watched(name: string, work: () => Promise<unknown>): Promise<AnswerSample> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const seen = { longestMs: 0, bytes: 0, isOver: false }
  const watch = async () => {
    for (let last = workedMs(); !seen.isOver; ) {
      await setTimeout(1)
      const now = workedMs()
      seen.longestMs = Math.max(seen.longestMs, now - last)
      seen.bytes = Math.max(seen.bytes, process.memoryUsage().rss - before)
      last = now
    }
  }
  const watching = watch()
  await work()
  seen.isOver = true
  await watching
  return { name, longestMs: seen.longestMs, bytes: seen.bytes }
}

const [origin = ''] = process.argv.slice(2)
/** In characters: near the bound in bytes, and near the one in values. */
const sizes = [15_000_000, 2_500_000]
const samples: AnswerSample[] = []
for (const [size, name] of sizes.flatMap((one) => Object.keys(hostileAnswers).map((name) => [one, name] as const))) {
  const client = createPanelClient({
    baseUrl: `${origin}/hostile/${encodeURIComponent(name)}/${size}`,
    readToken: async () => ok('ptlc_0123456789aTokenOfTheUsualLength0123456789ab'),
    clock: systemClock,
  })
  samples.push(await watched(`${name}, ${size / 1_000_000} MB`, () => client.listServers()))
}
process.stdout.write(JSON.stringify(samples))
process.exit()
