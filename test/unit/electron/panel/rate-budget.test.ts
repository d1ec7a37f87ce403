import { describe, expect, it } from 'vitest'
import { askedWait, backoffMs, createRateBudget } from '../../../../electron/panel/rate-budget.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const noon = Date.UTC(2026, 0, 1, 12)

describe('askedWait', () => {
  it.each<[Record<string, string>, number | null]>([
    [{}, null],
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': ' 30 ' }, 30_000],
    [{ 'retry-after': '0' }, null],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after': '1.5' }, null],
    [{ 'retry-after': 'Infinity' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': 'Thu, 01 Jan 2026 12:00:20 GMT' }, 20_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 11:59:00 GMT' }, null],
    [{ 'retry-after': 'Thu, 01 Jan 2026 09:00:20 GMT', date: 'Thu, 01 Jan 2026 09:00:00 GMT' }, 20_000],
    [{ 'x-ratelimit-reset': String(noon / 1_000 + 15) }, 15_000],
    [{ 'x-ratelimit-reset': String(noon / 1_000 - 15) }, null],
    [{ 'x-ratelimit-reset': 'x' }, null],
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

function setUp(maxWaitMs = 30_000, start = noon) {
  const clock = createFakeClock(start)
  const budget = createRateBudget({ clock, random: () => 0, maxWaitMs })
  const learn = (status: number, headers: Record<string, string> = {}, sentAt = clock.steady()) =>
    budget.learn({ status, headers: new Headers(headers), sentAt })
  /** A person's call that waits, and whether it is through. */
  const enter = (options: Parameters<typeof budget.turn>[0] = {}) => {
    const entry = { outcome: 'waiting' as string }
    budget
      .turn(options)
      .admit()
      .then(
        (result) => {
          entry.outcome = result.ok ? 'through' : result.error.code
        },
        () => {
          entry.outcome = 'thrown'
        },
      )
    return entry
  }
  return { clock, budget, learn, enter }
}

describe('createRateBudget', () => {
  it('holds every call until the wait is over', async () => {
    const { clock, learn, enter } = setUp()
    learn(429, { 'retry-after': '10' })
    const calls = [enter(), enter({ priority: 'person' })]
    await clock.advance(9_999)
    expect(calls.map((call) => call.outcome)).toEqual(['waiting', 'waiting'])
    await clock.advance(1)
    expect(calls.map((call) => call.outcome)).toEqual(['through', 'through'])
  })

  it.each([
    ['by an hour', -3_600_000],
    ['by eight seconds', -8_000],
  ])('waits no longer than it was asked to where the clock is set back %s', async (_, ms) => {
    const { clock, budget, learn, enter } = setUp()
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
    expect(await budget.turn({ priority: 'background' }).admit()).toMatchObject({ ok: true })
  })

  it('tells when the call goes out', async () => {
    const { clock, learn, enter } = setUp()
    learn(429, { 'retry-after': '10' })
    const told: number[] = []
    enter({ onWait: (retryAt) => told.push(retryAt) })
    await clock.advance(0)
    expect(told).toEqual([clock.now() + 10_000])
  })

  it('lets no background call wait or go', async () => {
    const { clock, budget, learn } = setUp()
    learn(429, { 'retry-after': '10' })
    const turn = budget.turn({ priority: 'background' })
    await clock.advance(4_000)
    expect(await turn.admit()).toMatchObject({ ok: false, error: { code: 'rate-limited', retryAfterMs: 6_000 } })
    await clock.advance(6_000)
    expect(await turn.admit()).toMatchObject({ ok: true })
  })

  it('extends the hold when another 429 comes, and waits on', async () => {
    const { clock, learn, enter } = setUp()
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
    const { clock, learn, enter } = setUp()
    const sentAt = clock.steady()
    await clock.advance(100)
    for (let answer = 0; answer < 5; answer += 1) learn(429, {}, answer === 0 ? clock.steady() : sentAt)
    const call = enter()
    await clock.advance(1_000)
    expect(call.outcome).toBe('through')
  })

  it('doubles the wait of 429s in a row, and starts over after an answer', async () => {
    const { clock, budget, learn } = setUp(100_000)
    const waits: number[] = []
    const turn = budget.turn({ onWait: (retryAt) => waits.push(retryAt - clock.now()) })
    const pass = async () => {
      const admitted = turn.admit()
      await clock.advance(60_000)
      expect(await admitted).toMatchObject({ ok: true })
    }
    for (let round = 0; round < 3; round += 1) {
      learn(429)
      await pass()
    }
    learn(200)
    learn(429)
    await pass()
    expect(waits).toEqual([1_000, 2_000, 4_000, 1_000])
  })

  it('does not take the late answer to an earlier request for the end of the limit', async () => {
    const { clock, learn, enter } = setUp()
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
    const { clock, learn, enter } = setUp(30_000, noon - 5)
    learn(429, { 'x-ratelimit-reset': String(noon / 1_000) })
    const call = enter()
    await clock.advance(999)
    expect(call.outcome).toBe('waiting')
    await clock.advance(1)
    expect(call.outcome).toBe('through')
  })

  it('adds up the waits of one turn against the bound', async () => {
    const { clock, budget, learn } = setUp(30_000)
    const turn = budget.turn({})
    learn(429, { 'retry-after': '20' })
    const first = turn.admit()
    await clock.advance(20_000)
    expect(await first).toMatchObject({ ok: true })
    learn(429, { 'retry-after': '11' })
    expect(await turn.admit()).toMatchObject({ ok: false, error: { code: 'rate-limited', retryAfterMs: 11_000 } })
    const another = budget.turn({}).admit()
    await clock.advance(11_000)
    expect(await another).toMatchObject({ ok: true })
  })

  it('does not believe a wait of more than an hour', async () => {
    const { learn, budget } = setUp()
    learn(429, { 'retry-after': '999999999' })
    expect(await budget.turn({}).admit()).toMatchObject({ ok: false, error: { retryAfterMs: 3_600_000 } })
  })

  it.each([
    ['60', undefined],
    ['9999999999', /^It takes calls again at \d\d:\d\d\./],
  ])('tells a wait of %s s by its end where that is no moment', async (seconds, hint) => {
    const { budget, learn } = setUp()
    learn(429, { 'retry-after': seconds })
    const usual = 'Wait a moment. Other apps and an open panel page share the same limit.'
    expect(await budget.turn({}).admit()).toMatchObject({ error: { hint: hint ? expect.stringMatching(hint) : usual } })
  })

  it('ends a wait when the caller gives up', async () => {
    const { clock, learn, enter } = setUp()
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
    const { clock, learn, enter } = setUp()
    learn(200, { 'x-ratelimit-limit': '256', 'x-ratelimit-remaining': remaining })
    const background = enter({ priority: 'background' })
    const person = enter()
    await clock.advance(0)
    expect([background.outcome, person.outcome]).toEqual([outcome, 'through'])
  })

  it('asks again in the background once the window is over, counted from its first answer', async () => {
    const { clock, learn, enter } = setUp()
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
    const { clock, budget, learn } = setUp()
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

describe('shares', () => {
  /** A panel's window of a minute: counts, and answers with what is left. */
  function createWindow(clock: { now(): number }, limit: number) {
    let from = clock.now()
    let used = 0
    return {
      take(): { status: number; headers: Record<string, string> } {
        if (clock.now() - from >= 60_000) [from, used] = [clock.now(), 0]
        used += 1
        const headers = {
          'x-ratelimit-limit': String(limit),
          'x-ratelimit-remaining': String(Math.max(0, limit - used)),
        }
        if (used <= limit) return { status: 200, headers }
        const seconds = Math.ceil((from + 60_000 - clock.now()) / 1_000)
        return { status: 429, headers: { ...headers, 'retry-after': String(seconds) } }
      },
    }
  }

  async function call(setup: ReturnType<typeof setUp>, panel: ReturnType<typeof createWindow>, isPerson: boolean) {
    const turn = setup.budget.turn({ priority: isPerson ? 'person' : 'background' })
    const admitted = await turn.admit()
    if (!admitted.ok) return admitted.error.code
    const { status, headers } = panel.take()
    setup.learn(status, headers)
    return status
  }

  /** A minute in which others take their share evenly, something always waits in the background, and people act. */
  async function minute(setup: ReturnType<typeof setUp>, panel: ReturnType<typeof createWindow>, others: number) {
    const taken = { early: 0, late: 0, refused: 0, people: 0 }
    let gone = 0
    const background = async () => {
      if (setup.budget.backgroundAt() > setup.clock.steady()) return 0
      const answer = await call(setup, panel, false)
      if (answer !== 200) taken.refused += 1
      return 1
    }
    for (let tick = 0; tick < 600; tick += 1) {
      for (; gone < Math.floor((tick * others) / 600); gone += 1) panel.take()
      const asked = await background()
      if (tick < 300) taken.early += asked
      else taken.late += asked
      // A person acts now and then, and once more at the very end.
      if (tick % 200 === 100 || tick === 599) taken.people += (await call(setup, panel, true)) === 200 ? 1 : 0
      await setup.clock.advance(100)
    }
    return taken
  }

  it.each([
    [60, 0],
    [128, 30],
    [240, 100],
    [256, 200],
  ])(
    'of %i a minute others take %i, background work what it may, spread out, and nobody is refused',
    async (limit, others) => {
      const setup = setUp()
      const panel = createWindow(setup.clock, limit)
      // The first minute tells what the others take.
      await minute(setup, panel, others)
      const { early, late, refused, people } = await minute(setup, panel, others)
      expect({ refused, people }).toEqual({ refused: 0, people: 4 })
      expect(early + late).toBeGreaterThan((limit - others) * 0.75 - 8)
      expect(Math.min(early, late)).toBeGreaterThan((early + late) / 5)
    },
  )

  it.each([
    [60, 12],
    [240, 12],
    [720, 36],
  ])('of %i a minute lets about %i background calls out at once after a pause, and no more', async (limit, most) => {
    const setup = setUp()
    const panel = createWindow(setup.clock, limit)
    await call(setup, panel, true)
    let out = 0
    while (setup.budget.backgroundAt() <= setup.clock.steady()) {
      await call(setup, panel, false)
      out += 1
    }
    // Each one leaves less, so the pace slows a little while they go out.
    expect(out).toBeLessThanOrEqual(most)
    expect(out).toBeGreaterThan(most * 0.8)
  })

  /** How many background calls go out in `ms` where the panel tells no limit. */
  async function outIn(setup: ReturnType<typeof setUp>, ms: number) {
    let out = 0
    for (const end = setup.clock.now() + ms; setup.clock.now() <= end; await setup.clock.advance(100)) {
      while (setup.budget.backgroundAt() <= setup.clock.steady()) {
        await setup.budget.turn({ priority: 'background' }).admit()
        setup.learn(200, {})
        out += 1
      }
    }
    return out
  }

  it('asks for the states of fifty servers at once where no limit is told, and goes on at half of the smallest known one', async () => {
    const setup = setUp()
    expect(await outIn(setup, 0)).toBe(60)
    expect(await outIn(setup, 60_000)).toBeLessThanOrEqual(122)
  })

  it('asks with more care after a refusal without a limit', async () => {
    const setup = setUp()
    setup.learn(429, { 'retry-after': '10' })
    await setup.clock.advance(120_000)
    expect(await outIn(setup, 0)).toBe(12)
    expect(await outIn(setup, 60_000)).toBeLessThanOrEqual(62)
  })

  it('holds no page of a long list for having waited for the pages before', async () => {
    const setup = setUp()
    const turn = setup.budget.turn({ priority: 'background' })
    let pages = 0
    const read = async () => {
      for (; pages < 200; pages += 1) if (!(await turn.admit()).ok) return
    }
    const reading = read()
    await setup.clock.advance(120_000)
    await reading
    expect(pages).toBe(200)
  })

  it('one key’s refusals and scarcity hold no other key', async () => {
    const [held, free] = [setUp(), setUp()]
    held.learn(429, { 'retry-after': '30' })
    held.learn(200, { 'x-ratelimit-limit': '256', 'x-ratelimit-remaining': '0' })
    for (const priority of ['person', 'background'] as const) {
      expect(await free.budget.turn({ priority }).admit()).toMatchObject({ ok: true })
    }
    expect(free.budget.snapshot()).toEqual({ limit: null, remaining: null, heldUntil: null, scarceUntil: null })
  })
})
