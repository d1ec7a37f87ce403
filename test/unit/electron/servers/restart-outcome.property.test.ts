import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResourceReading } from '../../../../electron/panel/types.ts'
import { createPoller } from '../../../../electron/servers/poller.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeAction, changeServer } from '../../../../electron/state/updates.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { anAction, aPanel, aServer, aState } from '../../../fixtures/state.ts'

/** One restart, and the panel between it and the app. All in milliseconds; `…At` before the restart are ages. */
type Life = {
  /** How long the panel says that it gives the same answer, and by how much sooner it drops each, in turn. */
  cacheMs: number
  droppedEarlyMs: readonly number[]
  /** How long the run goes on that the restart finds, and for how long the server was down before it. */
  ageMs: number
  downBeforeMs: number
  /** How long the app has known the server. */
  knownMs: number
  /** Whether the restart is carried out at all: a daemon that is busy with another one drops it. */
  isLost: boolean
  actsAfterMs: number
  stoppingMs: number
  offlineMs: number
  startingMs: number
  acceptedAfterMs: number
  /** One way of a request. */
  latencyMs: number
  /** How old the uptime is that the daemon gives. */
  uptimeLagMs: number
  /** When somebody else asks the panel, from a minute before the restart. */
  othersAtMs: readonly number[]
  /** From when, also from a minute before the restart, and for how long the app cannot reach the panel. */
  outage: { readonly atMs: number; readonly forMs: number }
}

/** How a life went. */
type Course = {
  /** When the restart was confirmed, in milliseconds since it was sent. */
  readonly confirmedAt: number | null
  /** Whether the run before the restart was seen before it. */
  readonly hasSeenRun: boolean
  /** Whether two answers of two runs read the same, so that nothing tells the later run from the earlier one. */
  readonly hasTwins: boolean
}

const longAgoMs = 3_600_000
const preludeMs = 60_000

/** What the daemon says of the server at `at`, in milliseconds since the restart was sent. */
function truthAt(
  life: Life,
  at: number,
): { state: 'running' | 'stopping' | 'offline' | 'starting'; startedAt: number } {
  // What is read in the very moment of sending is still of the run before.
  const stopsAt = life.isLost ? Number.POSITIVE_INFINITY : Math.max(1, life.actsAfterMs)
  const downAt = stopsAt + life.stoppingMs
  const startsAt = downAt + life.offlineMs
  if (at >= startsAt) return { state: at < startsAt + life.startingMs ? 'starting' : 'running', startedAt: startsAt }
  if (at >= downAt) return { state: 'offline', startedAt: at }
  const startedAt = -life.ageMs
  if (at >= stopsAt) return { state: 'stopping', startedAt }
  if (at >= startedAt) return { state: 'running', startedAt }
  return at >= startedAt - life.downBeforeMs
    ? { state: 'offline', startedAt: at }
    : { state: 'running', startedAt: -longAgoMs }
}

/** The panel between the daemon and all who ask; `of` says when the run began of which an answer tells. */
function panelOf(life: Life, now: () => number) {
  let cached = { until: Number.NEGATIVE_INFINITY, reading: readingAt(life, now()), of: 0 }
  let reads = 0
  return {
    ask() {
      if (now() < cached.until) return cached
      const earlyMs = life.droppedEarlyMs[reads % life.droppedEarlyMs.length] ?? 0
      reads += 1
      const until = now() + Math.max(0, life.cacheMs - earlyMs)
      cached = { until, reading: readingAt(life, now()), of: truthAt(life, now()).startedAt }
      return cached
    },
  }
}

function readingAt(life: Life, at: number): ResourceReading {
  const { state, startedAt } = truthAt(life, at)
  const uptimeMs = state === 'offline' ? 0 : Math.max(0, at - startedAt - life.uptimeLagMs)
  const resources = { cpuPercent: 1, memoryBytes: 1, diskBytes: 1, uptimeMs }
  return { state, resources, freshForMs: life.cacheMs }
}

/** Plays a life before the real poller. */
async function play(life: Life): Promise<Course> {
  const clock = createFakeClock()
  const sentAt = clock.now() + preludeMs
  const store = createStore(aState({ servers: [aServer({ observedAt: null, state: 'unknown' })], panels: [aPanel()] }))
  const panel = panelOf(life, () => clock.now() - sentAt)
  for (const at of life.othersAtMs) clock.after(at, () => panel.ask())
  const outageAt = clock.now() + life.outage.atMs
  let last = null as ReturnType<typeof panel.ask> | null
  let hasTwins = false
  const client = createFakeClient({
    async resources() {
      await clock.sleep(life.latencyMs)
      const isOut = clock.now() >= outageAt && clock.now() < outageAt + life.outage.forMs
      const answer = panel.ask()
      await clock.sleep(life.latencyMs)
      if (isOut) return fail('timeout')
      const isOfOneRun = last?.of === answer.of || answer.reading.state === 'offline'
      if (!isOfOneRun && isDeepStrictEqual(last?.reading, answer.reading)) hasTwins = true
      last = answer
      return ok(answer.reading)
    },
  })
  await clock.advance(preludeMs - life.knownMs)
  const visibleServers = createVisibleServers()
  const ref = aServer().ref
  visibleServers.set([ref])
  const poller = createPoller({ store, clock, clientFor: () => client, visibleServers, isPaused: () => false })
  await clock.advance(life.knownMs)
  const hasSeenRun = last?.of === -life.ageMs
  const action = anAction({ phase: 'sending', startedAt: clock.now(), changedAt: clock.now() })
  store.update(changeServer(ref, (server) => ({ ...server, action })))
  await clock.advance(life.acceptedAfterMs)
  store.update(changeAction(ref, action.id, { phase: 'accepted', changedAt: clock.now() }))
  const outcome = () => store.get().servers[ref]?.action
  const givenUpAt = sentAt + Math.min(runsAgainAfter(life), 60_000) + life.cacheMs + 31_000
  while (outcome()?.phase !== 'confirmed' && clock.now() < givenUpAt) await clock.advance(5_000)
  poller.dispose()
  const { phase, changedAt = 0 } = outcome() ?? {}
  return { confirmedAt: phase === 'confirmed' ? changedAt - sentAt : null, hasSeenRun, hasTwins }
}

function runsAgainAfter(life: Life): number {
  return life.isLost ? Number.POSITIVE_INFINITY : runBegins(life) + life.startingMs
}

/** When the run begins that the restart brings: what is read in the very moment of sending is still of the run before. */
function runBegins({ actsAfterMs, stoppingMs, offlineMs }: Life): number {
  return Math.max(1, actsAfterMs) + stoppingMs + offlineMs
}

const upTo = (most: number, least = 0) => fc.integer({ min: least, max: most })

const noOutage = fc.constant({ atMs: 0, forMs: 0 })

const inTime = {
  cacheMs: fc.constantFrom(1_000, 5_000, 20_000, 20_000, 30_000),
  // A panel's cache counts in whole seconds.
  droppedEarlyMs: fc.array(upTo(999), { minLength: 1, maxLength: 8 }),
  ageMs: fc.oneof(upTo(25_000), fc.constant(1_800_000)),
  downBeforeMs: upTo(15_000),
  knownMs: upTo(preludeMs),
  isLost: fc.boolean(),
  actsAfterMs: upTo(2_000),
  stoppingMs: fc.oneof(upTo(300), upTo(15_000)),
  offlineMs: fc.oneof(upTo(300), upTo(10_000)),
  startingMs: fc.oneof(upTo(300), upTo(20_000)),
  acceptedAfterMs: upTo(1_500),
  latencyMs: fc.oneof(upTo(400), upTo(400), upTo(2_500)),
  uptimeLagMs: upTo(999),
  othersAtMs: fc.array(upTo(120_000), { maxLength: 12 }),
  outage: noOutage,
}

const outages = fc.oneof(noOutage, fc.record({ atMs: upTo(120_000), forMs: upTo(60_000) }))

/**
 * How exactly readings tell when a run began: looks are a second apart, or one request where those take longer, and an
 * uptime lags by up to a second.
 */
const exactToMs = ({ latencyMs }: Life) => 3_000 + 2 * (2 * latencyMs)

/** Whether the panel keeps its answers for as long as it says, and the app could look all the time. */
const isWatched = ({ outage, droppedEarlyMs }: Life) => outage.forMs === 0 && droppedEarlyMs.every((ms) => ms < 1_000)

/**
 * Nothing that is read tells a run that began by itself, unseen, so shortly before a restart from that restart's. Where
 * nothing shows when the panel read anew, a reading may be as old as the cache lets it.
 */
const isOldEnough = (life: Life) => life.ageMs >= exactToMs(life) + (isWatched(life) ? 0 : life.cacheMs)

/** Whether the app had an answer before the restart, with some time to ask in; else the new run must be clearly later. */
const isTold = (life: Life) => life.knownMs > exactToMs(life) || runBegins(life) >= exactToMs(life)

/** Lives with panels that keep answers for as long as they please, but for no longer than they say. */
const anyLives: fc.Arbitrary<Life> = fc
  .oneof(
    fc.record(inTime),
    fc.record({
      ...inTime,
      droppedEarlyMs: fc.array(fc.oneof(upTo(999), upTo(30_000)), { minLength: 1, maxLength: 8 }),
      outage: outages,
    }),
  )
  .filter(isOldEnough)

/** Lives of which the restart was dropped, with a run before it that may have begun just then. */
const lostLives: fc.Arbitrary<Life> = fc.record({
  ...inTime,
  ageMs: fc.oneof(upTo(25_000), upTo(5_000)),
  isLost: fc.constant(true),
  outage: outages,
})

const carriedOutLives: fc.Arbitrary<Life> = fc
  .record({ ...inTime, isLost: fc.constant(false) })
  .filter((life) => isOldEnough(life) && isTold(life))

/** A restart at once and without any delay, of a server that has run for half an hour. */
const quickest: Life = {
  cacheMs: 20_000,
  droppedEarlyMs: [0],
  ageMs: 1_800_000,
  downBeforeMs: 0,
  knownMs: preludeMs,
  isLost: false,
  actsAfterMs: 0,
  stoppingMs: 0,
  offlineMs: 0,
  startingMs: 0,
  acceptedAfterMs: 0,
  latencyMs: 0,
  uptimeLagMs: 0,
  othersAtMs: [],
  outage: { atMs: 0, forMs: 0 },
}

const numRuns = sizeOf({ short: 150, long: 2_000 })

describe('the restart of a server behind a panel’s cache', () => {
  it('is never confirmed before the server runs again', async () => {
    await fc.assert(
      fc.asyncProperty(anyLives, async (life) => {
        const { confirmedAt } = await play(life)
        if (confirmedAt !== null) expect(confirmedAt).toBeGreaterThanOrEqual(runsAgainAfter(life))
      }),
      { numRuns },
    )
  })

  it('is never confirmed for the run that was seen before it, however young, where it was dropped', async () => {
    await fc.assert(
      fc.asyncProperty(lostLives, async (life) => {
        const { confirmedAt, hasSeenRun } = await play(life)
        if (hasSeenRun) expect(confirmedAt).toBeNull()
      }),
      { numRuns },
    )
  })

  it('is confirmed within the cache’s time and 30 s more once it runs again', async () => {
    await fc.assert(
      fc.asyncProperty(carriedOutLives, async (life) => {
        const { confirmedAt, hasTwins } = await play(life)
        fc.pre(!hasTwins)
        expect(confirmedAt).not.toBeNull()
        expect((confirmedAt ?? 0) - runsAgainAfter(life)).toBeLessThanOrEqual(life.cacheMs + 30_000)
      }),
      { numRuns },
    )
  })

  it.each<[string, Partial<Life>]>([
    ['of 8 s, which somebody else read as it began', { ageMs: 8_256, knownMs: 20_000, othersAtMs: [20_001, 51_744] }],
    [
      'of a server first read as the restart began, by a panel that drops answers a little early',
      { droppedEarlyMs: [2], knownMs: 0, stoppingMs: 2_777, offlineMs: 222, acceptedAfterMs: 1, othersAtMs: [40_003] },
    ],
    [
      'that the panel read in the very moment its cache ended',
      {
        cacheMs: 30_000,
        ageMs: 24_243,
        knownMs: 54_641,
        stoppingMs: 4_653,
        offlineMs: 132,
        acceptedAfterMs: 359,
        latencyMs: 398,
        uptimeLagMs: 970,
      },
    ],
  ])('is confirmed in time after a run %s', async (_, life) => {
    const { confirmedAt } = await play({ ...quickest, ...life })
    expect(confirmedAt ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(quickest.cacheMs + 30_000)
  })
})
