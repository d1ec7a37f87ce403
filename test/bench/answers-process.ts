/**
 * Reads lists that were made to cost a reader dear, of the panel at the origin that is given, and every other answer of a
 * panel made so in every way, through the real client; prints what each takes as JSON. Run as a bundle, in a process of
 * its own, so that nobody else's memory is cleaned up in it.
 */
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../electron/lib/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { factsOf, usualMaxValues } from '../../electron/panel/operation.ts'
import { ok } from '../../shared/result.ts'
import { hostileAnswers } from '../fixtures/hostile-answers.ts'
import { recordedBaseUrl, recordPanel } from '../fixtures/panel-calls.ts'
import { beyondBounds, withinBounds } from '../fixtures/spoilt-answers.ts'

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
const readToken = async () => ok('ptlc_0123456789aTokenOfTheUsualLength0123456789ab')
for (const [size, name] of sizes.flatMap((one) => Object.keys(hostileAnswers).map((name) => [one, name] as const))) {
  const client = createPanelClient({
    baseUrl: `${origin}/hostile/${encodeURIComponent(name)}/${size}`,
    readToken,
    clock: systemClock,
  })
  samples.push(await watched(`${name}, ${size / 1_000_000} MB`, () => client.listServers()))
}

/** As bytes come over a network: piece by piece, with a pause after each. */
function arriving(bytes: Uint8Array): Response {
  let at = 0
  return new Response(
    new ReadableStream({
      async pull(stream) {
        await setTimeout(0)
        if (at < bytes.length) stream.enqueue(bytes.slice(at, at + 65_536))
        else stream.close()
        at += 65_536
      },
    }),
  )
}

const panel = await recordPanel()
for (const call of panel.calls) {
  const { maxBytes, maxValues = usualMaxValues } = factsOf(call.operation)
  if (maxBytes === null || call.isAct) continue
  for (const [name, spoil] of Object.entries({ ...withinBounds, ...beyondBounds })) {
    const bytes = Buffer.from(spoil(panel.honest(call), { bytes: maxBytes, values: maxValues }))
    const fetch = panel.answering(call, () => arriving(bytes))
    const client = createPanelClient({ baseUrl: recordedBaseUrl, readToken, clock: systemClock, fetch })
    samples.push(await watched(`${call.operation}, ${name}`, () => call.make(client)))
  }
}
process.stdout.write(JSON.stringify(samples))
process.exit()
