import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../electron/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { ok } from '../../shared/result.ts'
import { hostileAnswers } from '../fixtures/hostile-answers.ts'
import { type Figure, ms, times } from './figures.ts'

const size = 15_000_000
const longestMs = 100
const mostBytes = 200 * 1_000_000

/** The longest that everything else waits while `work` is done, in milliseconds, and the most memory it takes, in bytes. */
async function watched(work: () => Promise<unknown>) {
  const before = process.memoryUsage().rss
  const seen = { longest: 0, bytes: 0, isOver: false }
  const watch = async () => {
    for (let last = performance.now(); !seen.isOver; ) {
      await setTimeout(1)
      const now = performance.now()
      seen.longest = Math.max(seen.longest, now - last)
      seen.bytes = Math.max(seen.bytes, process.memoryUsage().rss - before)
      last = now
    }
  }
  const watching = watch()
  await work()
  seen.isOver = true
  await watching
  return seen
}

/** Lists that were made to cost a reader dear, read through the real client: how long they hold up the process at once. */
export async function measureAnswers(): Promise<Figure[]> {
  let worst = { name: '', longest: 0 }
  let most = { name: '', bytes: 0 }
  for (const [name, answerOf] of Object.entries(hostileAnswers)) {
    const bytes = new TextEncoder().encode(answerOf(size))
    const client = createPanelClient({
      baseUrl: 'https://panel.home.example/api/client',
      readToken: async () => ok('ptlc_bench'),
      clock: systemClock,
      // In pieces, as a network brings them.
      fetch: async () => new Response(new Blob([bytes])),
    })
    const { longest, bytes: taken } = await watched(() => client.listServers())
    if (longest > worst.longest) worst = { name, longest }
    if (taken > most.bytes) most = { name, bytes: taken }
  }
  return [
    {
      name: `an answer of 15 MB of any shape holds main at once, worst (${worst.name})`,
      value: ms(worst.longest),
      reference: `${longestMs} ms`,
      ratio: times(worst.longest / longestMs),
      aim: '≤ 1×',
      holds: worst.longest <= longestMs,
    },
    {
      name: `the same: memory beside the answer, most (${most.name})`,
      value: `${Math.round(most.bytes / 1_000_000)} MB`,
      reference: '200 MB',
      ratio: times(most.bytes / mostBytes),
      aim: '≤ 1×',
      holds: most.bytes <= mostBytes,
    },
  ]
}
