import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIdleStops } from '../../../../electron/restart/idle-stop.ts'
import { freshMs, gapMs } from '../../../../electron/restart/online-players.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer, put } from '../../../../electron/state/updates.ts'
import type { AppError } from '../../../../shared/error-schema.ts'
import { appError } from '../../../../shared/errors.ts'
import { defaultPreferences } from '../../../../shared/model/preferences.ts'
import type { IdleStop } from '../../../../shared/model/restart-schema.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { playerCount, playersView } from '../../../fixtures/players-view.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView({ state: 'running', observedAt: 0 })
const minute = 60_000
const idle = (more: Partial<IdleStop> = {}): IdleStop => ({
  ref: server.ref,
  minutes: 30,
  warn: { text: 'say stops in {time}', seconds: 60 },
  ...more,
})

/** One server that stops when nobody was on, over a panel that takes all but the signals that `refusals` are for. */
function createRig(idleStops: IdleStop[] = [idle()], refusals: AppError[] = []) {
  const clock = createFaultyClock()
  const preferences = { ...defaultPreferences, idleStops }
  const store = createStore(appState({ servers: [server], preferences }))
  const sent: { readonly what: string; readonly mono: number }[] = []
  const watched: string[] = []
  /** So many have joined since the last count. */
  let joining = 0
  const online = () => store.get().players[server.ref]?.count ?? null
  const note = (what: string) => {
    sent.push({ what, mono: clock.mono() })
    return Promise.resolve(ok())
  }
  const { dispose } = createIdleStops({
    store,
    clock,
    power: {
      send(_ref, signal) {
        const refusal = refusals.shift()
        return refusal === undefined ? note(signal) : Promise.resolve(fail(refusal))
      },
    },
    commands: { send: (_ref, text) => note(text) },
    watchPlayers(ref) {
      watched.push(ref)
      return {
        async ask() {
          const now = online()
          if (now !== null) count(now.online + joining, now.isSure)
          return online()
        },
        release: () => void watched.splice(watched.indexOf(ref), 1),
      }
    },
  })
  function count(online: number | null, isSure = true): void {
    const told = online === null ? null : playerCount({ online, isSure, at: clock.now() })
    store.update((state) => ({ ...state, players: { [server.ref]: playersView({ count: told }) } }))
  }
  return {
    clock,
    store,
    sent,
    watched,
    count,
    join: () => {
      joining += 1
    },
    dispose,
    sentAt: () => sent.map(({ what, mono }) => `${what} @${mono / 1_000}`),
    /** Tells the same count every 20 s for so many minutes. */
    async stay(online: number | null, minutes: number, isSure = true) {
      for (let i = 0; i < minutes * 3; i += 1) {
        count(online, isSure)
        await clock.pass(20_000)
      }
    },
  }
}

describe('a server that stops when nobody is on', () => {
  let rig: ReturnType<typeof createRig>
  beforeEach(() => {
    rig = createRig()
  })
  afterEach(() => rig.dispose())

  it('is stopped after half an hour, which is announced', async () => {
    await rig.stay(0, 60)
    expect(rig.sentAt()).toEqual(['say stops in 1 minute @1800', 'stop @1860'])
  })

  it('is not stopped where somebody joined since the last count', async () => {
    await rig.stay(0, 30)
    rig.count(0)
    await rig.clock.pass(55_000)
    expect(rig.sentAt()).toEqual(['say stops in 1 minute @1800'])
    rig.join()
    rig.count(0)
    await rig.clock.pass(20_000)
    expect(rig.sent).toHaveLength(1)
  })

  it('is stopped again only after somebody was on', async () => {
    await rig.stay(0, 100)
    await rig.stay(1, 1)
    await rig.stay(0, 32)
    expect(rig.sent.map(({ what }) => what)).toEqual(['say stops in 1 minute', 'stop', 'say stops in 1 minute', 'stop'])
  })

  it('is announced and stopped once where counts come but once a minute, as from a panel', async () => {
    for (let i = 0; i < 60; i += 1) {
      rig.count(0)
      await rig.clock.pass(60_000)
    }
    expect(rig.sentAt()).toEqual(['say stops in 1 minute @1800', 'stop @1860'])
  })

  it('is left alone while a restart of it is planned, and while it does not run', async () => {
    await rig.stay(0, 20)
    rig.store.update(put('plans', planView({ ref: server.ref, zeroAt: rig.clock.now() + 90 * minute })))
    await rig.stay(0, 20)
    rig.store.update(put('plans', planView({ ref: server.ref, phase: 'cancelled' })))
    await rig.stay(0, 20)
    rig.store.update(changeServer(server.ref, (now) => ({ ...now, state: 'offline' })))
    expect(rig.watched).toEqual([])
    await rig.stay(0, 20)
    expect(rig.sent).toEqual([])
  })

  it('asks for no players where nothing of the kind was chosen', async () => {
    rig.dispose()
    rig = createRig([])
    await rig.stay(0, 60)
    expect(rig.sent).toEqual([])
    expect(rig.watched).toEqual([])
  })

  it.each(['too-late', 'rate-limited'] as const)(
    'is stopped a minute later where the signal was not sent (%s)',
    async (code) => {
      rig.dispose()
      rig = createRig([idle({ minutes: 5, warn: null })], [appError(code), appError(code)])
      await rig.stay(0, 20)
      expect(rig.sentAt()).toEqual(['stop @420'])
    },
  )

  it('is stopped once the rate limit ends, where that says when, and not where the panel may have acted', async () => {
    rig.dispose()
    const limited = appError('rate-limited', { retryAfterMs: 10 * minute })
    rig = createRig([idle({ minutes: 5, warn: null })], [limited])
    await rig.stay(0, 20)
    expect(rig.sentAt()).toEqual(['stop @900'])
    rig.dispose()
    rig = createRig([idle({ minutes: 5, warn: null })], [{ ...limited, mayHaveActed: true }])
    await rig.stay(0, 60)
    expect(rig.sent).toEqual([])
  })

  it('is not stopped after such a signal where somebody joined', async () => {
    rig.dispose()
    rig = createRig([idle({ minutes: 5, warn: null })], [appError('rate-limited')])
    await rig.stay(0, 5.5)
    await rig.stay(1, 20)
    expect(rig.sent).toEqual([])
  })

  it.each(['panel-refused', 'connection-cut', 'token-refused'] as const)(
    'is not stopped again after an answer that was a no, or none (%s)',
    async (code) => {
      rig.dispose()
      rig = createRig([idle({ minutes: 5, warn: null })], [appError(code)])
      await rig.stay(0, 60)
      expect(rig.sent).toEqual([])
    },
  )
})

const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('looks' as const),
      online: fc.constantFrom(null, 0, 0, 0, 0, 0, 0, 1),
      isSure: fc.constantFrom(true, true, true, true, true, false),
      times: fc.integer({ min: 1, max: 30 }),
      apartMs: fc.constantFrom(20_000, 20_000, 60_000, 100_000),
    }),
  },
  fc.record({ kind: fc.constant('doze' as const), ms: fc.integer({ min: 1, max: 900_000 }), counts: fc.boolean() }),
  fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -400_000, max: 400_000 }) }),
)

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never
type Looks = Extract<Happening, { kind: 'looks' }>

/** One server to which things happen; gives how often it was stopped. */
function createRun(minutes: number) {
  const rig = createRig([idle({ minutes, warn: { text: 'bye', seconds: 30 } })])
  const { clock, sent } = rig
  /** Time slept that the monotonic clock does not count, in milliseconds. */
  let slept = 0
  /** How far the wall clock was set back since the last reading, in milliseconds: it hides as much of a sleep. */
  let setBack = 0
  /** The sure zeros without a gap until now, by the time that really passed. */
  let zeros: number[] = []
  let seen = 0

  function note({ online, isSure }: Looks): void {
    const now = clock.mono() + slept
    const isZero = online === 0 && isSure
    if (!isZero || now - (zeros.at(-1) ?? now) > gapMs + setBack) zeros = []
    setBack = 0
    if (isZero) zeros.push(now)
    rig.count(online, isSure)
  }

  function check(): void {
    const [first = 0, last = 0] = [zeros[0], zeros.at(-1)]
    for (const { mono } of sent.slice(seen)) {
      expect(last - first).toBeGreaterThanOrEqual(minutes * minute)
      expect(mono + slept - last).toBeLessThanOrEqual(freshMs)
    }
    seen = sent.length
  }

  return {
    async happen(one: Happening): Promise<void> {
      if (one.kind === 'set') {
        setBack += Math.max(0, -one.ms)
        return clock.set(one.ms)
      }
      if (one.kind === 'doze') {
        slept += one.counts ? 0 : one.ms
        return clock.doze(one.ms, one.counts)
      }
      for (let i = 0; i < one.times; i += 1) {
        note(one)
        await clock.pass(one.apartMs)
        check()
      }
    },
    end(): number {
      rig.dispose()
      expect(rig.watched).toEqual([])
      const stops = sent.flatMap(({ what }, i) => (what === 'stop' ? [i] : []))
      // Each was announced.
      for (const i of stops) expect(sent[i - 1]?.what).toBe('bye')
      return stops.length
    },
  }
}

it('stops only after so many minutes of sure zeros without a gap, whatever happens', async () => {
  let stops = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 5, max: 10 }),
      fc.array(happening, { minLength: 2, maxLength: 10 }),
      async (minutes, happenings) => {
        const run = createRun(minutes)
        for (const one of happenings) await run.happen(one)
        stops += run.end()
      },
    ),
    { numRuns: sizeOf({ short: 300, long: 3_000 }) },
  )
  expect(stops).toBeGreaterThan(10)
})
