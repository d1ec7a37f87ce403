import { describe, expect, it } from 'vitest'
import { askedWait, backoffMs } from '../../../../electron/panel/rate-budget.ts'
import { createBudgetRig, noon } from '../../../fixtures/budget-rig.ts'

describe('askedWait', () => {
  it.each<[Record<string, string>, number | null]>([
    [{}, null],
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': '0' }, null],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': '1.5' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': 'Thu, 01 Jan 2026 12:00:20 GMT' }, 20_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 11:59:00 GMT' }, null],
    [{ 'retry-after': 'Thu, 01 Jan 2026 09:00:20 GMT', date: 'Thu, 01 Jan 2026 09:00:00 GMT' }, 20_000],
    [{ 'x-ratelimit-reset': String(noon / 1_000 + 15) }, 15_000],
    [{ 'x-ratelimit-reset': String(noon / 1_000 - 15) }, null],
    [{ 'x-ratelimit-reset': '0' }, null],
    [{ 'x-ratelimit-reset': String(noon + 15_000) }, 15_000],
    [{ 'x-ratelimit-reset': '15' }, 15_000],
    [{ 'x-ratelimit-reset': '15', date: 'Thu, 01 Jan 2026 09:00:00 GMT' }, 15_000],
    [{ 'ratelimit-reset': '15' }, 15_000],
    [{ 'retry-after': '3', 'x-ratelimit-reset': String(noon / 1_000 + 15) }, 3_000],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': String(noon / 1_000 + 15) }, 15_000],
  ])('%j', (headers, wait) => {
    expect(askedWait(new Headers(headers), noon)).toBe(wait)
  })
})

describe('backoffMs', () => {
  it('doubles, with up to half as much again, and has an end', () => {
    const least = [0, 1, 2, 3, 20].map((attempt) => backoffMs(attempt, 1_000, () => 0))
    const most = [0, 1, 2, 3, 20].map((attempt) => backoffMs(attempt, 1_000, () => 1))
    expect(least).toEqual([1_000, 2_000, 4_000, 8_000, 60_000])
    expect(most).toEqual([1_500, 3_000, 6_000, 12_000, 90_000])
  })
})

describe('createRateBudget', () => {
  it.each([
    ['by an hour', -3_600_000],
    ['by eight seconds', -8_000],
  ])('waits no longer than it was asked to where the clock is set back %s', async (_, ms) => {
    const { clock, budget, learn, enter } = createBudgetRig()
    learn(429, { 'retry-after': '10' })
    const told: number[] = []
    const onWait = (retryAt: number) => told.push(retryAt)
    const calls = [enter({ onWait })]
    await clock.advance(4_000)
    clock.set(ms)
    clock.after(0, () => undefined)
    await clock.advance(1)
    calls.push(enter({ onWait }))
    await clock.advance(0)
    expect(told).toEqual([noon + 10_000, noon + 10_000 + ms])
    expect(budget.snapshot().heldUntil).toBe(noon + 10_000 + ms)
    await clock.advance(5_998)
    expect(calls.map((call) => call.outcome)).toEqual(['waiting', 'waiting'])
    await clock.advance(1)
    expect(calls.map((call) => call.outcome)).toEqual(['through', 'through'])
    expect(await budget.turn().admit({ priority: 'background' })).toMatchObject({ ok: true })
  })

  it('extends the hold when another 429 comes, and waits on', async () => {
    const { clock, learn, enter } = createBudgetRig()
    learn(429, { 'retry-after': '5' })
    const call = enter()
    await clock.advance(4_000)
    learn(429, { 'retry-after': '5' }, clock.steady() - 4_500)
    await clock.advance(1_000)
    expect(call.outcome).toBe('waiting')
    await clock.advance(4_000)
    expect(call.outcome).toBe('through')
  })

  it('counts answers to requests that were out together as one refusal', async () => {
    const { clock, learn, enter } = createBudgetRig()
    const sentAt = clock.steady()
    await clock.advance(100)
    for (let answer = 0; answer < 5; answer += 1) learn(429, {}, answer === 0 ? clock.steady() : sentAt)
    const call = enter()
    await clock.advance(1_000)
    expect(call.outcome).toBe('through')
  })

  it.each([
    ['which says one second each time', '1', [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
    ['to no less than it says', '10', [10_000, 10_000, 10_000, 10_000, 16_000, 32_000, 60_000, 60_000]],
  ])('grows the wait of a panel that refuses for ever, %s', async (_, retryAfter, waits) => {
    const { clock, budget, learn } = createBudgetRig(Number.POSITIVE_INFINITY)
    const told: number[] = []
    for (let round = 0; round < waits.length; round += 1) {
      learn(429, { 'retry-after': retryAfter })
      const admitted = budget.turn().admit({ onWait: (retryAt) => told.push(retryAt - clock.now()) })
      await clock.advance(60_000)
      expect(await admitted).toMatchObject({ ok: true })
    }
    learn(200)
    learn(429, { 'retry-after': retryAfter })
    void budget.turn().admit({ onWait: (retryAt) => told.push(retryAt - clock.now()) })
    expect(told).toEqual([...waits, Number(retryAfter) * 1_000])
  })

  it('does not take the late answer to an earlier request for the end of the limit', async () => {
    const { clock, learn, enter } = createBudgetRig()
    const earlier = clock.steady()
    await clock.advance(100)
    learn(429)
    learn(200, {}, earlier)
    await clock.advance(1_000)
    learn(429)
    const call = enter()
    await clock.advance(1_999)
    expect(call.outcome).toBe('waiting')
    await clock.advance(1)
    expect(call.outcome).toBe('through')
  })

  it('waits a second at least', async () => {
    const { clock, learn, enter } = createBudgetRig(30_000, noon - 5)
    learn(429, { 'x-ratelimit-reset': String(noon / 1_000) })
    const call = enter()
    await clock.advance(999)
    expect(call.outcome).toBe('waiting')
    await clock.advance(1)
    expect(call.outcome).toBe('through')
  })

  it('adds up the waits of one turn against the bound', async () => {
    const { clock, budget, learn } = createBudgetRig(30_000)
    const turn = budget.turn()
    learn(429, { 'retry-after': '20' })
    const first = turn.admit({})
    await clock.advance(20_000)
    expect(await first).toMatchObject({ ok: true })
    learn(429, { 'retry-after': '11' })
    expect(await turn.admit({})).toMatchObject({ ok: false, error: { code: 'rate-limited', retryAfterMs: 11_000 } })
    const another = budget.turn().admit({})
    await clock.advance(11_000)
    expect(await another).toMatchObject({ ok: true })
  })

  it.each([
    ['60', undefined],
    ['9999999999', /^It takes calls again at \d\d:\d\d\./],
  ])('tells a wait of %s s by its end where that is no moment', async (seconds, hint) => {
    const { budget, learn } = createBudgetRig()
    learn(429, { 'retry-after': seconds })
    const usual = 'Wait a moment. Other apps and an open panel page share the same limit.'
    expect(await budget.turn().admit({})).toMatchObject({ error: { hint: hint ? expect.stringMatching(hint) : usual } })
  })

  it('ends a wait when the caller gives up', async () => {
    const { clock, learn, enter } = createBudgetRig()
    const stop = new AbortController()
    learn(429, { 'retry-after': '10' })
    const call = enter({ signal: stop.signal })
    await clock.advance(1_000)
    stop.abort()
    await clock.advance(0)
    expect(call.outcome).toBe('cancelled')
    expect(clock.pending()).toBe(0)
  })

  it.each([
    ['6', 'rate-limited'],
    ['0', 'rate-limited'],
    ['7', 'through'],
    ['x', 'through'],
  ])('with %s of 256 left, a background call is %s and a person is through', async (remaining, outcome) => {
    const { clock, learn, enter } = createBudgetRig()
    learn(200, { 'x-ratelimit-limit': '256', 'x-ratelimit-remaining': remaining })
    const background = enter({ priority: 'background' })
    const person = enter()
    await clock.advance(0)
    expect([background.outcome, person.outcome]).toEqual([outcome, 'through'])
  })

  it('asks again in the background once the window is over, counted from its first answer', async () => {
    const { clock, learn, enter } = createBudgetRig()
    const left = (remaining: number) =>
      learn(200, { 'x-ratelimit-limit': '256', 'x-ratelimit-remaining': String(remaining) })
    left(40)
    await clock.advance(50_000)
    left(256)
    await clock.advance(40_000)
    left(3)
    const early = enter({ priority: 'background' })
    await clock.advance(19_999)
    expect(early.outcome).toBe('waiting')
    await clock.advance(1)
    expect(early.outcome).toBe('through')
  })
})

describe('snapshot', () => {
  it('tells what the answers told, and times only while they are ahead', async () => {
    const { clock, budget, learn } = createBudgetRig()
    const nothing = { limit: null, remaining: null, heldUntil: null, scarceUntil: null }
    expect(budget.snapshot()).toEqual(nothing)
    learn(200, { 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1' })
    expect(budget.snapshot()).toEqual(nothing)
    learn(200, { 'x-ratelimit-limit': '256', 'x-ratelimit-remaining': '200' })
    expect(budget.snapshot()).toEqual({ ...nothing, limit: 256, remaining: 200 })
    learn(200, { 'x-ratelimit-limit': '256', 'x-ratelimit-remaining': '6' })
    const scarceUntil = clock.now() + 60_000
    expect(budget.snapshot()).toEqual({ limit: 256, remaining: 6, heldUntil: null, scarceUntil })
    learn(429, { 'retry-after': '10' })
    expect(budget.snapshot()).toMatchObject({ heldUntil: clock.now() + 10_000, scarceUntil })
    await clock.advance(10_000)
    expect(budget.snapshot()).toMatchObject({ heldUntil: null, scarceUntil })
    await clock.advance(50_000)
    expect(budget.snapshot()).toMatchObject({ heldUntil: null, scarceUntil: null })
  })
})
