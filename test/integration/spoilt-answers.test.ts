import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { factsOf, usualMaxValues } from '../../electron/panel/operation.ts'
import type { Fetch } from '../../electron/panel/transport.ts'
import { ok, type Result } from '../../shared/result.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { type PanelCall, type RecordedPanel, recordedBaseUrl, recordPanel } from '../fixtures/panel-calls.ts'
import { beyondBounds, withinBounds } from '../fixtures/spoilt-answers.ts'

let panel: RecordedPanel
beforeAll(async () => {
  panel = await recordPanel()
})

const clientOf = (fetch: Fetch, clock = systemClock) =>
  createPanelClient({ baseUrl: recordedBaseUrl, readToken: async () => ok('ptlc_test'), clock, fetch })

/** So much of an answer is made up at most, in bytes: more of the same shows nothing else. */
const plenty = 250_000

/** The calls whose answer is read, each with the room that it has. What it answers is a value, whatever comes. */
const readCalls = () =>
  panel.calls.flatMap((call) => {
    const { maxBytes, maxValues: values = usualMaxValues, isRaw } = factsOf(call.operation)
    return maxBytes === null || isRaw ? [] : [{ call, room: { bytes: maxBytes, values } }]
  })

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.code)

/** What came of each call, by its operation and path, where it is not as it should be. */
async function strays(
  of: (call: PanelCall, room: { bytes: number; values: number }) => Promise<Result<unknown>>,
  isFine: (result: Result<unknown>, call: PanelCall) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (const { call, room } of readCalls()) {
    const result = await of(call, room)
    if (!isFine(result, call)) found.push(`${call.operation} ${call.path}: ${codeOf(result)}`)
  }
  return found
}

const isTooLarge = (result: Result<unknown>) => codeOf(result) === 'answer-too-large'
/**
 * `permissions` tells nothing of a failure, and of who plays only the count must be told. An act is known to be done by the
 * status of its answer alone.
 */
const passesOver = ({ operation, path, isAct }: PanelCall, result: Result<unknown>) =>
  operation === 'permissions' || path.endsWith('/query/players') || (isAct === true && result.ok)

describe('of every operation, what is made to be dear to read', () => {
  it.each(Object.entries(beyondBounds))('is refused beyond a bound: %s', async (_, spoil) => {
    const spoilt = (call: PanelCall, room: { bytes: number; values: number }) =>
      call.make(clientOf(panel.answering(call, () => new Response(spoil(panel.honest(call), room)))))
    expect(await strays(spoilt, (result, call) => isTooLarge(result) || passesOver(call, result))).toEqual([])
  })

  it.each(Object.entries(withinBounds))('is told in a bounded way within them: %s', async (_, spoil) => {
    const spoilt = (call: PanelCall, room: { bytes: number; values: number }) => {
      const less = { ...room, bytes: Math.min(room.bytes, plenty) }
      return call.make(clientOf(panel.answering(call, () => new Response(spoil(panel.honest(call), less)))))
    }
    expect(
      await strays(spoilt, (result) => !isTooLarge(result) && (JSON.stringify(result) ?? '').length < plenty),
    ).toEqual([])
  })

  it('is refused as 16 kB of gzip that unpack to more than is read, and is read with bytes that are no text', async () => {
    const front = await openFaultPanel()
    let body = Buffer.alloc(0)
    front.respond((reply) =>
      reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body),
    )
    const overHttp = (call: PanelCall) => call.make(clientOf(panel.answering(call, () => fetch(front.origin))))
    const bomb = strays(
      (call, { bytes }) => {
        body = gzipSync(`["${' '.repeat(bytes)}"]`)
        return overHttp(call)
      },
      (result, call) => isTooLarge(result) || passesOver(call, result),
    )
    expect(await bomb).toEqual([])
    const noText = strays(
      (call) => {
        body = gzipSync(Buffer.from(panel.honest(call).replaceAll(/(?<=[a-z ])e/g, '\u00ff'), 'latin1'))
        return overHttp(call)
      },
      (result) => !isTooLarge(result),
    )
    expect(await noText).toEqual([])
  })

  it('ends with the time of its call where it comes drop by drop', async () => {
    const drip = ({ signal }: RequestInit = {}) =>
      new Response(
        new ReadableStream({
          start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
          pull: (stream) => setImmediate().then(() => stream.enqueue(Buffer.from(' '))),
        }),
      )
    const dripped = async (call: PanelCall) => {
      const clock = createFakeClock()
      let result: Result<unknown> | undefined
      void call.make(clientOf(panel.answering(call, drip), clock)).then((ended) => {
        result = ended
      })
      while (result === undefined) {
        await clock.advance(30_000)
        await setImmediate()
      }
      return result
    }
    expect(await strays(dripped, (result, call) => codeOf(result) === 'timeout' || passesOver(call, result))).toEqual(
      [],
    )
  })
})
