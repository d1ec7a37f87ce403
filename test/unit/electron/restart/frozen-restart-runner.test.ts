import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { frozenSince, noGameLife, noteGame, silenceOf } from '../../../../electron/players/frozen.ts'
import { createFrozenRestarts } from '../../../../electron/restart/frozen-restart.ts'
import { changeServer, put, set, setKeyHealth } from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import type { PlanView } from '../../../../shared/model/restart-schema.ts'
import { ok } from '../../../../shared/result.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, server } from '../../../fixtures/plan-rig.ts'
import { bulkView } from '../../../fixtures/plan-view.ts'
import { playerCount, playersView } from '../../../fixtures/players-view.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const minute = 60_000
const everyMs = 20_000
const { ref, panelId } = server

/** One server that is restarted where its game hangs, over real plans, and another one whose game may answer. */
function createRig() {
  const clock = createFaultyClock()
  const rig = createPlanRig(clock)
  const { store, plans } = rig
  const life = { own: noGameLife, other: noGameLife }
  /** What is true: who answers, and what is read and asked. */
  const world = { isSilent: false, isOtherSilent: false, isRead: true, isAsked: true }
  /** When the game last answered, by the clock that nobody sets, and how often. */
  const heard = { at: 0, times: 0 }
  let resumed = () => {}
  let isPaused = false
  let frozen: Record<string, number[]> = {}

  function choose(restarts: boolean): void {
    const { preferences } = store.get()
    const players = { asked: true, panels: [panelId], servers: [] }
    store.update(set('preferences', { ...preferences, players, frozenRestarts: restarts ? [ref] : [] }))
  }
  choose(true)

  const runner = createFrozenRestarts({
    store,
    clock,
    plans,
    silenceOf: () => silenceOf(life.own, [life.other]),
    backgroundPause: {
      isPaused: () => isPaused,
      onEnd(listener) {
        resumed = listener
        return () => {}
      },
    },
    file: {
      get: () => ({ plans: [], runs: {}, frozen, bulks: [] }),
      change(change) {
        frozen = { ...frozen, ...change.frozen }
      },
    },
  })

  /** Both games are asked, and what came of it goes into the state. */
  function ask(): void {
    const at = { wall: clock.now(), steady: clock.steady() }
    const isRunning = store.get().servers[ref]?.state === 'running'
    const answer = (isSilent: boolean) => (isSilent ? 'silent' : 'answered')
    life.own = isRunning ? noteGame(life.own, { answer: answer(world.isSilent), at }) : noGameLife
    life.other = noteGame(life.other, { answer: answer(world.isOtherSilent), at })
    const count = world.isSilent || !isRunning ? null : playerCount({ online: 1, at: clock.now() })
    if (count !== null) Object.assign(heard, { at: clock.mono(), times: heard.times + 1 })
    const view = playersView({ ref, count, frozenSince: frozenSince(life.own) })
    store.update((state) => ({ ...state, players: { [ref]: view } }))
  }

  return {
    ...rig,
    clock,
    world,
    heard,
    choose,
    frozen: () => frozen,
    /** Time goes on; state and game are read every 20 s. */
    async tick(minutes: number) {
      for (let i = 0; i < minutes * 3; i += 1) {
        if (world.isRead) store.update(changeServer(ref, (now) => ({ ...now, observedAt: clock.now() })))
        if (world.isAsked) ask()
        await clock.pass(everyMs)
      }
    },
    is(state: 'running' | 'offline' | 'unknown') {
      store.update(changeServer(ref, (now) => ({ ...now, state, observedAt: clock.now() })))
    },
    async sleep(ms: number) {
      isPaused = true
      plans.setAsleep(true)
      clock.doze(ms, false)
      await clock.pass(0)
      plans.setAsleep(false)
      isPaused = false
      resumed()
    },
    reaches(isReached: boolean) {
      const error = appError('timeout')
      for (const id of Object.values(store.get().keys).map((key) => key.id))
        store.update(setKeyHealth(id, isReached ? { kind: 'works', at: 0 } : { kind: 'failing', since: 0, error }))
    },
    signals: () => rig.sent.filter(({ what }) => what === 'restart'),
    all: (): PlanView[] => Object.values(store.get().plans),
    /** The frozen server was restarted, and answers again. */
    async comesBack() {
      world.isSilent = false
      rig.see({ state: 'running' }, 'confirmed')
      await this.tick(1)
    },
    dispose() {
      runner.dispose()
      rig.dispose()
    },
  }
}

let rig: ReturnType<typeof createRig>
beforeEach(() => {
  rig = createRig()
})
afterEach(() => {
  rig.dispose()
  expect(rig.watched).toEqual([])
})

describe('a server whose game stops answering', () => {
  beforeEach(async () => {
    await rig.tick(1)
    rig.world.isSilent = true
  })

  it('is restarted after ten minutes and a countdown, as the app does by itself', async () => {
    await rig.tick(10)
    expect(rig.all()).toEqual([])
    await rig.tick(1)
    expect(rig.plan()).toMatchObject({ phase: 'counting', origin: 'frozen', choices: { players: { rule: 'any' } } })
    expect(rig.watched).toEqual([ref])
    await rig.tick(6)
    expect(rig.sent.map(({ what }) => what).slice(-2)).toEqual(['say Server restarts in 1 second', 'restart'])
    expect(rig.sent.map(({ what }) => what).slice(0, 2)).toEqual([
      'say Server restarts in 5 minutes',
      'say Server restarts in 1 minute',
    ])
    await rig.comesBack()
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'confirmed' })
  })

  it('is left alone once it answers again, and players are told so', async () => {
    await rig.tick(12)
    rig.world.isSilent = false
    await rig.tick(1)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'game-answers-again' } })
    expect(rig.sent.at(-1)?.what).toBe('say The restart was cancelled')
    await rig.tick(30)
    expect(rig.signals()).toEqual([])
  })

  it.each([
    ['is left alone where it was not asked again right before the signal', 8, 'freeze-in-doubt', 0],
    ['is restarted where it was asked again by then', 2, undefined, 1],
  ])('%s', async (_what, unaskedMinutes, code, signals) => {
    await rig.tick(12)
    rig.world.isAsked = false
    await rig.tick(unaskedMinutes)
    rig.world.isAsked = true
    await rig.tick(8 - unaskedMinutes)
    expect(rig.plan().error?.code).toBe(code)
    expect(rig.signals()).toHaveLength(signals)
  })

  it.each<[string, (one: ReturnType<typeof createRig>) => unknown]>([
    ['its panel does not answer', (one) => one.reaches(false)],
    [
      'it is in a bulk action',
      (one) => one.store.update(put('bulks', bulkView([{ ref, outcome: 'waiting', error: null }]))),
    ],
    ['a restart of it is planned', (one) => one.start(86_000)],
    ['a signal is on its way', (one) => void one.power.send(ref, 'restart', 'window')],
  ])('is left alone while %s', async (_what, happens) => {
    await happens(rig)
    await rig.tick(60)
    expect(rig.all().filter(({ origin }) => origin === 'frozen')).toEqual([])
  })

  it('belongs to the person who wants it now', async () => {
    await rig.tick(12)
    rig.plans.now(rig.plan().id, 'window')
    rig.world.isSilent = false
    await rig.tick(1)
    expect(rig.signals()).toHaveLength(1)
    expect(rig.plan().origin).toBe('window')
  })

  it('belongs to that person also while its last command has its time', async () => {
    const { restart, ...preferences } = rig.store.get().preferences
    const all = { ...restart.all, lastCommand: { text: 'save-all', waitSeconds: 30 } }
    rig.store.update(set('preferences', { ...preferences, restart: { ...restart, all } }))
    await rig.tick(12)
    rig.plans.now(rig.plan().id, 'window')
    rig.world.isSilent = false
    await rig.tick(1)
    expect(rig.signals()).toHaveLength(1)
  })

  it('is left alone from the fourth time within a day on, which is said', async () => {
    for (let times = 1; times <= 3; times += 1) {
      rig.world.isSilent = true
      await rig.tick(18)
      expect(rig.signals()).toHaveLength(times)
      await rig.comesBack()
    }
    rig.world.isSilent = true
    await rig.tick(60)
    expect(rig.plan()).toMatchObject({ phase: 'failed', error: { code: 'frozen-too-often' } })
    expect(rig.signals()).toHaveLength(3)
    expect(rig.frozen()[ref]).toHaveLength(3)
    rig.world.isSilent = false
    await rig.tick(1)
    await rig.clock.pass(24 * 60 * minute)
    await rig.tick(1)
    rig.world.isSilent = true
    await rig.tick(18)
    expect(rig.signals()).toHaveLength(4)
  })
})

it('is left alone where it slept through the silence, until the game was silent for long enough since', async () => {
  await rig.tick(1)
  rig.world.isSilent = true
  await rig.tick(9)
  await rig.sleep(5 * minute)
  await rig.tick(9)
  expect(rig.all()).toEqual([])
  await rig.tick(2)
  expect(rig.plan().phase).toBe('counting')
})

const happening = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), minutes: fc.integer({ min: 1, max: 14 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('game' as const), isSilent: fc.constantFrom(true, true, false) }),
  },
  fc.record({ kind: fc.constant('other' as const), isSilent: fc.constantFrom(true, false, false) }),
  fc.record({ kind: fc.constant('panel' as const), isReached: fc.constantFrom(true, true, false) }),
  fc.record({ kind: fc.constant('reads' as const), on: fc.constantFrom(true, true, false) }),
  fc.record({ kind: fc.constant('asks' as const), on: fc.constantFrom(true, true, false) }),
  fc.record({ kind: fc.constant('choice' as const), on: fc.constantFrom(true, true, false) }),
  fc.record({
    kind: fc.constant('state' as const),
    state: fc.constantFrom('running', 'running', 'offline', 'unknown'),
  }),
  fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 1_000, max: 1_200_000 }) }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'postpone' as const, 'back' as const, 'back' as const) }),
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

/** What happens to one server, beside what a person would hold against each restart that was sent for it. */
function createRun() {
  const one = createRig()
  const { world, heard, clock } = one
  const truth = { isReached: true, isChosen: true, awakeSince: 0, ends: 0 }
  const wrong: string[] = []
  /** How often it had answered, or ended its run, when each countdown was begun. */
  const begun: number[] = []
  let restarts = 0
  const failed = new Set<string>()

  one.answer.power = async () => {
    const mono = clock.mono()
    restarts += 1
    if (one.plan().origin !== 'frozen') wrong.push('it was not for that')
    if (!truth.isChosen) wrong.push('nobody chose it')
    if (!truth.isReached) wrong.push('the panel was away')
    if (mono - heard.at < 15 * minute) wrong.push('the game had answered')
    if (mono - truth.awakeSince < 10 * minute) wrong.push('the computer had slept')
    if (one.store.get().servers[ref]?.state !== 'running') wrong.push('it did not run')
    const warned = one.sent.filter(({ what }) => what.startsWith('say Server restarts'))
    if (!warned.some((warning) => mono - warning.mono <= 10 * minute && mono > warning.mono)) wrong.push('no warning')
    return ok()
  }
  one.store.subscribe((after, before) => {
    for (const plan of Object.values(after.plans)) {
      if (before.plans[plan.id] !== undefined || plan.origin !== 'frozen') continue
      begun.push(heard.times + truth.ends)
    }
    for (const { id, error } of Object.values(after.plans)) if (error?.code === 'frozen-too-often') failed.add(id)
  })

  async function happen(now: Happening): Promise<void> {
    switch (now.kind) {
      case 'tick':
        return one.tick(now.minutes)
      case 'game':
        world.isSilent = now.isSilent
        return
      case 'other':
        world.isOtherSilent = now.isSilent
        return
      case 'panel':
        truth.isReached = now.isReached
        return one.reaches(now.isReached)
      case 'reads':
        world.isRead = now.on
        return
      case 'asks':
        world.isAsked = now.on
        return
      case 'choice':
        truth.isChosen = now.on
        return one.choose(now.on)
      case 'state':
        truth.ends += Number(now.state !== 'running')
        return one.is(now.state)
      case 'sleep':
        await one.sleep(now.ms)
        truth.awakeSince = clock.mono()
        return
      case 'back':
        return one.comesBack()
      default:
        for (const plan of one.all()) {
          if (now.kind === 'cancel') one.plans.cancel(plan.id, false, 'window')
          else one.plans.postpone(plan.id)
        }
    }
  }

  return {
    happen,
    end() {
      one.dispose()
      expect(one.watched).toEqual([])
      expect(wrong).toEqual([])
      // Once for each time: between two of them the game answered, or the server did not run.
      expect(begun).toEqual([...new Set(begun)])
      expect(begun.length - failed.size).toBeLessThanOrEqual(3)
      expect(restarts).toBeLessThanOrEqual(begun.length)
      return { restarts, begun: begun.length, failed: failed.size }
    },
  }
}

it('is restarted only while its game is surely silent, once for each time and three times a day, whatever happens', async () => {
  const runs = sizeOf({ short: 100, long: 1_000 })
  const seen = { restarts: 0, begun: 0, failed: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (all) => {
      const run = createRun()
      await run.happen({ kind: 'tick', minutes: 1 })
      await run.happen({ kind: 'game', isSilent: true })
      for (const one of all) await run.happen(one)
      const end = run.end()
      seen.restarts += end.restarts
      seen.begun += end.begun
      seen.failed += end.failed
    }),
    { numRuns: runs },
  )
  expect(seen.restarts).toBeGreaterThan(runs / 20)
  expect(seen.begun).toBeGreaterThan(seen.restarts)
})
