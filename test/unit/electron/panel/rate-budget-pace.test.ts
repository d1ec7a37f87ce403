import { describe, expect, it } from 'vitest'
import { createBudgetRig } from '../../../fixtures/budget-rig.ts'

describe('the pace of background calls', () => {
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

  async function call(
    setup: ReturnType<typeof createBudgetRig>,
    panel: ReturnType<typeof createWindow>,
    isPerson: boolean,
  ) {
    const admitted = await setup.budget.turn().admit({ priority: isPerson ? 'person' : 'background' })
    if (!admitted.ok) return admitted.error.code
    const { status, headers } = panel.take()
    setup.learn(status, headers)
    return status
  }

  /** A minute in which others take their share evenly, something always waits in the background, and people act. */
  async function minute(
    setup: ReturnType<typeof createBudgetRig>,
    panel: ReturnType<typeof createWindow>,
    others: number,
  ) {
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
      const setup = createBudgetRig()
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
    const setup = createBudgetRig()
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
  async function outIn(setup: ReturnType<typeof createBudgetRig>, ms: number) {
    let out = 0
    for (const end = setup.clock.now() + ms; setup.clock.now() <= end; await setup.clock.advance(100)) {
      while (setup.budget.backgroundAt() <= setup.clock.steady()) {
        await setup.budget.turn().admit({ priority: 'background' })
        setup.learn(200, {})
        out += 1
      }
    }
    return out
  }

  it('asks for the states of fifty servers at once where no limit is told, and goes on at half of the smallest known one', async () => {
    const setup = createBudgetRig()
    expect(await outIn(setup, 0)).toBe(60)
    expect(await outIn(setup, 60_000)).toBeLessThanOrEqual(122)
  })

  it('asks with more care after a refusal without a limit', async () => {
    const setup = createBudgetRig()
    setup.learn(429, { 'retry-after': '10' })
    await setup.clock.advance(120_000)
    expect(await outIn(setup, 0)).toBe(12)
    expect(await outIn(setup, 60_000)).toBeLessThanOrEqual(62)
  })

  it('holds no page of a long list for having waited for the pages before', async () => {
    const setup = createBudgetRig()
    const turn = setup.budget.turn()
    let pages = 0
    const read = async () => {
      for (; pages < 200; pages += 1) if (!(await turn.admit({ priority: 'background' })).ok) return
    }
    const reading = read()
    await setup.clock.advance(120_000)
    await reading
    expect(pages).toBe(200)
  })
})

describe('many readings that a person waits for', () => {
  const many = { priority: 'many' } as const
  const told = (remaining: number) => ({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': String(remaining) })

  it('leave what is kept for actions, and go on with the next window', async () => {
    const { learn, enter, clock } = createBudgetRig(90_000)
    learn(200, told(3))
    const entries = [1, 2, 3].map(() => enter(many))
    await clock.advance(0)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['through', 'through', 'waiting'])
    for (const remaining of [2, 1]) learn(200, told(remaining))
    await clock.advance(60_000)
    expect(entries[2]?.outcome).toBe('through')
  })

  it('go on though none of those before was answered', async () => {
    const { learn, enter, clock } = createBudgetRig(90_000)
    learn(200, told(19))
    for (let sent = 0; sent < 40; sent += 1) {
      const entry = enter(many)
      await clock.advance(61_000)
      expect(entry.outcome).toBe('through')
    }
  })

  it('end where a panel refuses them without end', async () => {
    const { budget, learn, clock } = createBudgetRig(90_000)
    const turn = budget.turn()
    let outcome = ''
    const reading = async () => {
      for (let tries = 0; tries < 50; tries += 1) {
        const admitted = await turn.admit(many)
        if (!admitted.ok) {
          outcome = admitted.error.code
          return
        }
        learn(429, { 'retry-after': '20' })
      }
    }
    void reading()
    await clock.advance(30 * 60_000)
    expect(outcome).toBe('rate-limited')
  })
})
