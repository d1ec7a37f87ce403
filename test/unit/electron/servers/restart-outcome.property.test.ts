import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResourceReading } from '../../../../electron/panel/types.ts'
import { createPoller } from '../../../../electron/servers/poller.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeAction, changeServer } from '../../../../electron/state/updates.ts'
import { ok } from '../../../../shared/result.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { anAction, aPanel, aServer, aState } from '../../../fixtures/state.ts'

/** One restart, and the panel between it and the app. All in milliseconds; `…At` before the restart are ages. */
type Life = {
  /** How long the panel gives the same answer. */
  cacheMs: number
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

/** Plays a life before the real poller; returns when the restart was confirmed, in milliseconds since it was sent. */
async function confirmedAfter(life: Life): Promise<number | null> {
  const clock = createFakeClock()
  const sentAt = clock.now() + preludeMs
  const store = createStore(aState({ servers: [aServer({ observedAt: null, state: 'unknown' })], panels: [aPanel()] }))
  const cache: { until: number; reading: ResourceReading | null } = { until: 0, reading: null }
  const answer = (): ResourceReading => {
    if (cache.reading !== null && clock.now() < cache.until) return cache.reading
    const { state, startedAt } = truthAt(life, clock.now() - sentAt)
    const uptimeMs = Math.max(1, clock.now() - sentAt - startedAt - life.uptimeLagMs)
    const resources = { cpuPercent: 1, memoryBytes: 1, diskBytes: 1, uptimeMs: state === 'offline' ? 0 : uptimeMs }
    cache.until = clock.now() + life.cacheMs
    cache.reading = { state, resources, freshForMs: life.cacheMs }
    return cache.reading
  }
  for (const at of life.othersAtMs) clock.after(at, answer)
  const client = createFakeClient({
    async resources() {
      await clock.sleep(life.latencyMs)
      const reading = answer()
      await clock.sleep(life.latencyMs)
      return ok(reading)
    },
  })
  await clock.advance(preludeMs - life.knownMs)
  const visibleServers = createVisibleServers()
  const ref = aServer().ref
  visibleServers.set([ref])
  const poller = createPoller({ store, clock, clientFor: () => client, visibleServers, isPaused: () => false })
  await clock.advance(life.knownMs)
  const action = anAction({ phase: 'sending', startedAt: clock.now(), changedAt: clock.now() })
  store.update(changeServer(ref, (server) => ({ ...server, action })))
  await clock.advance(life.acceptedAfterMs)
  store.update(changeAction(ref, action.id, { phase: 'accepted', changedAt: clock.now() }))
  const phase = () => store.get().servers[ref]?.action?.phase
  const givenUpAt = sentAt + Math.min(runsAgainAfter(life), 60_000) + life.cacheMs + 31_000
  while (phase() !== 'confirmed' && clock.now() < givenUpAt) await clock.advance(500)
  poller.dispose()
  return phase() === 'confirmed' ? clock.now() - sentAt : null
}

function runsAgainAfter({ isLost, actsAfterMs, stoppingMs, offlineMs, startingMs }: Life): number {
  return isLost ? Number.POSITIVE_INFINITY : actsAfterMs + stoppingMs + offlineMs + startingMs
}

const upTo = (most: number, least = 0) => fc.integer({ min: least, max: most })

const lives: fc.Arbitrary<Life> = fc
  .record({
    cacheMs: fc.constantFrom(1_000, 5_000, 20_000, 20_000, 30_000),
    // Nothing that is read tells a run that began by itself within the seconds before a restart from that restart's.
    ageMs: fc.oneof(upTo(25_000, 5_000), fc.constant(1_800_000)),
    downBeforeMs: upTo(15_000),
    knownMs: upTo(preludeMs),
    isLost: fc.boolean(),
    actsAfterMs: upTo(2_000),
    stoppingMs: fc.oneof(upTo(300), upTo(15_000)),
    offlineMs: fc.oneof(upTo(300), upTo(10_000)),
    startingMs: fc.oneof(upTo(300), upTo(20_000)),
    acceptedAfterMs: upTo(1_500),
    latencyMs: upTo(400),
    uptimeLagMs: upTo(999),
    othersAtMs: fc.array(upTo(120_000), { maxLength: 12 }),
  })
  // Of a server never read before, the run must begin later than the uncertainty of its uptime.
  .filter(({ knownMs, ...life }) => knownMs > 3_000 || life.isLost || runBegins(life) >= 5_000)

function runBegins({ actsAfterMs, stoppingMs, offlineMs }: Omit<Life, 'knownMs'>): number {
  return actsAfterMs + stoppingMs + offlineMs
}

const numRuns = sizeOf({ short: 150, long: 5_000 })

describe('the restart of a server behind a panel’s cache', () => {
  it('is never confirmed before the server runs again', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const at = await confirmedAfter(life)
        if (at !== null) expect(at).toBeGreaterThanOrEqual(runsAgainAfter(life))
      }),
      { numRuns },
    )
  })

  it('is confirmed within the cache’s time and 30 s more once it runs again', async () => {
    const carriedOut = lives.filter(({ isLost }) => !isLost)
    await fc.assert(
      fc.asyncProperty(carriedOut, async (life) => {
        const at = await confirmedAfter(life)
        expect(at).not.toBeNull()
        expect((at ?? 0) - runsAgainAfter(life)).toBeLessThanOrEqual(life.cacheMs + 30_000)
      }),
      { numRuns },
    )
  })
})
