import { describe, expect, it } from 'vitest'
import { type Call, command, errorOf, id, list, power, setUpFaultPanel, unwrap } from '../fixtures/client-rig.ts'
import { type Behaviour, empty, htmlPage, json, serverList, text, tooMany } from '../fixtures/fault-panel.ts'

const { panel, clock, clientOf } = setUpFaultPanel()

describe('rate limit', () => {
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['none', {}, 1_000],
    ['zero', { 'retry-after': '0' }, 1_000],
    ['negative', { 'retry-after': '-5' }, 1_000],
    ['words', { 'retry-after': 'soon' }, 1_000],
    ['a date in the past', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 1_000],
  ])('sends a power signal again after the wait (%s)', async (_name, headers, wait) => {
    panel().respond(tooMany(headers), empty(204))
    const waits: number[] = []
    unwrap(await clientOf().sendPower(id, 'restart', { onWait: (retryAt) => waits.push(retryAt) }))
    expect(panel().requests).toHaveLength(2)
    expect(waits).toHaveLength(1)
    // The wait counts from the answer; the few milliseconds until it is begun are part of it.
    expect(clock().slept[0]).toBeGreaterThan(wait - 200)
    expect(clock().slept[0]).toBeLessThanOrEqual(wait)
  })

  it('waits until a date', async () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
    const retry = 'Wed, 21 Oct 2026 07:28:12 GMT'
    panel().respond(tooMany({ date, 'retry-after': retry }), empty(204))
    unwrap(await command(clientOf()))
    expect(clock().slept[0]).toBeGreaterThan(11_800)
    expect(clock().slept[0]).toBeLessThanOrEqual(12_000)
  })

  it.each(['31', '86400', '999999999999999', '9'.repeat(400)])(
    'gives up when %s s outlast the bound',
    async (seconds) => {
      panel().respond(tooMany({ 'retry-after': seconds }))
      const result = await power(clientOf({ maxWaitMs: 900 }))
      const { code, retryAfterMs = 0 } = errorOf(result)
      expect(code).toBe('rate-limited')
      expect(retryAfterMs).toBeGreaterThan(0)
      expect(retryAfterMs).toBeLessThanOrEqual(3_600_000)
      expect(panel().requests).toHaveLength(1)
      expect(clock().slept).toEqual([])
    },
  )

  it.each<[string, Behaviour]>([
    ['a page', htmlPage(429)],
    ['nothing, without a type', empty(429)],
    ['plain words', text(429, 'text/plain', 'Slow down')],
    ['JSON of another shape', json(429, ['slow down'])],
  ])('takes 429 for a limit, whatever comes with it: %s', async (_name, behaviour) => {
    const calls: readonly Call[] = [list, power, command]
    for (const call of calls) {
      panel().respond(behaviour, call === list ? json(200, []) : empty(204))
      unwrap(await call(clientOf()))
    }
    expect(panel().requests).toHaveLength(6)
  })

  it.each<[string, Call]>([
    ['power', power],
    ['command', command],
    ['list', list],
  ])('never loops on 429 (%s)', async (_name, call) => {
    panel().respond(tooMany())
    expect(errorOf(await call(clientOf())).code).toBe('rate-limited')
    // 1 + 2 + 4 + 8 seconds fit into the bound of 30 s, 16 more do not.
    expect(panel().requests).toHaveLength(5)
  })

  it('never sends more than one request a second, whatever the panel asks', async () => {
    panel().respond(tooMany({ 'retry-after': '1' }))
    expect(errorOf(await power(clientOf())).code).toBe('rate-limited')
    expect(panel().requests.length).toBeLessThanOrEqual(31)
  })

  it('holds background calls back until the wait is over', async () => {
    panel().respond(tooMany({ 'retry-after': '20' }), json(200, serverList([])))
    const client = clientOf({ maxWaitMs: 10_000 })
    errorOf(await power(client))
    const { code, retryAfterMs } = errorOf(await client.listServers({ priority: 'background' }))
    expect(code).toBe('rate-limited')
    expect(retryAfterMs).toBeGreaterThan(10_000)
    expect(panel().requests).toHaveLength(1)
    await clock().sleep(20_000)
    unwrap(await client.listServers({ priority: 'background' }))
    expect(panel().requests).toHaveLength(2)
  })
})
