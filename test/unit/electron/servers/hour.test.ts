import { describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../../electron/notify/event.ts'
import { createEventWatch } from '../../../../electron/notify/event-watch.ts'
import type { CallOptions } from '../../../../electron/panel/call-options.ts'
import type { PanelClient } from '../../../../electron/panel/client.ts'
import { createRateBudget, createRateHold } from '../../../../electron/panel/rate-budget.ts'
import { createBackgroundPause } from '../../../../electron/servers/background-pause.ts'
import { createServerLists } from '../../../../electron/servers/lists.ts'
import { createPoller } from '../../../../electron/servers/poller.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const limit = 240
const minuteMs = 60_000
const servers = Array.from({ length: 500 }, (_, index) =>
  serverView({ identifier: `s${String(index).padStart(7, '0')}`, keyIds: ['home-key'] }),
)
const rows = servers.slice(0, 14)

/** A panel's fixed window of a minute; `others` a minute come from somewhere else, evenly. */
function createPanel(clock: FakeClock, others: number) {
  const panel = { isDown: false, refuses: (_at: number) => false }
  const seen = { requests: [] as number[], refusals: 0 }
  let from = clock.now()
  let used = 0
  let othersAt = clock.now()
  return {
    panel,
    seen,
    /** The answer to one request: its status and headers; null when nobody answers. */
    take(): { status: number; headers: Headers } | null {
      const now = clock.now()
      seen.requests.push(now)
      if (panel.isDown) return null
      for (; othersAt <= now; othersAt += minuteMs / others) {
        if (othersAt - from >= minuteMs) [from, used] = [othersAt, 0]
        used += 1
      }
      if (now - from >= minuteMs) [from, used] = [now, 0]
      used += 1
      const isRefused = used > limit || panel.refuses(now)
      const headers = new Headers({
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - used)),
        ...(isRefused && { 'retry-after': String(Math.ceil((from + minuteMs - now) / 1_000)) }),
      })
      if (isRefused) seen.refusals += 1
      return { status: isRefused ? 429 : 200, headers }
    },
  }
}

function setUp(others: number) {
  const clock = createFakeClock()
  const world = createPanel(clock, others)
  const budget = createRateBudget({ clock, hold: createRateHold({ clock, random: () => 0 }), maxWaitMs: 30_000 })
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers }))
  const readAt = new Map<string, number>()
  const ages = { near: 0, rest: 0 }

  /** One request as the real client makes it: admitted by the budget, answered 80 ms later. */
  async function request(options: CallOptions | undefined): Promise<Result<void>> {
    const admitted = await budget.turn().admit(options ?? {})
    if (!admitted.ok) return admitted
    const sentAt = clock.steady()
    const answer = world.take()
    await clock.sleep(80)
    if (answer === null) return fail('connection-refused')
    budget.learn({ ...answer, sentAt })
    return answer.status === 429 ? fail('rate-limited', { retryAfterMs: budget.backgroundAt() - clock.steady() }) : ok()
  }

  const listed = servers.map(({ identifier, name }) => ({
    identifier,
    name,
    condition: null,
    limits: null,
    game: null,
  }))
  const client: PanelClient = {
    ...createFakeClient(),
    backgroundAt: budget.backgroundAt,
    async listServers(options) {
      // Fifty servers a page.
      for (let page = 0; page < servers.length / 50; page += 1) {
        const answer = await request(options)
        if (!answer.ok) return answer
      }
      return ok({ servers: listed, leftOut: { unusable: 0, beyondBound: 0 }, dialect: 'pterodactyl' })
    },
    async readResources(identifier, options) {
      const answer = await request(options)
      if (!answer.ok) return answer
      readAt.set(identifier, clock.now())
      return ok({ state: 'running', resources: null, freshForMs: 20_000 })
    },
  }
  const backgroundPause = createBackgroundPause({ clock, random: () => 0.5 })
  const visibleServers = createVisibleServers()
  visibleServers.set(rows.map(({ ref }) => ref))
  const clientFor = () => client
  const lists = createServerLists({ store, clock, clientFor, backgroundPause })
  const poller = createPoller({ store, clock, clientFor, visibleServers, isPaused: backgroundPause.isPaused })

  const events = createEventWatch({ store, clock, backgroundPause, wasStoppedElsewhere: async () => false })
  const happened: AppEvent[] = []
  events.subscribe((more) => happened.push(...more))

  return {
    ...world,
    clock,
    happened,
    backgroundPause,
    ages,
    /** Lets time go by, a second at a time, and keeps the greatest ages that were seen. */
    async live(ms: number) {
      for (let gone = 0; gone < ms; gone += 1_000) {
        await clock.advance(1_000)
        const age = ({ identifier }: (typeof servers)[number]) => clock.now() - (readAt.get(identifier) ?? 0)
        ages.near = Math.max(ages.near, ...rows.map(age))
        ages.rest = Math.max(ages.rest, ...servers.map(age))
      }
    },
    forget: () => Object.assign(ages, { near: 0, rest: 0 }),
    /** The most requests of ours in any minute since `at`. */
    busiestMinute(at: number) {
      const times = world.seen.requests.filter((time) => time >= at)
      return Math.max(
        ...times.map(
          (time, i) => times.slice(i).findIndex((later) => later >= time + minuteMs) + 1 || times.length - i,
        ),
      )
    },
    states: () => Object.values(store.get().servers).map((server) => server.state),
    dispose() {
      events.dispose()
      poller.dispose()
      lists.dispose()
      backgroundPause.dispose()
    },
  }
}

describe('a long time with 500 servers, 240 requests a minute, and another program that takes 100 of them', () => {
  it('meets no rate limit; rows in view are at most 40 s old, every server is read in five minutes', async () => {
    const part = setUp(100)
    await part.live(5 * minuteMs)
    part.forget()
    await part.live(sizeOf({ short: 15, long: 4 * 60 }) * minuteMs)
    part.dispose()
    expect(part.seen.refusals).toBe(0)
    expect(part.ages.near).toBeLessThanOrEqual(40_000)
    expect(part.ages.rest).toBeLessThanOrEqual(5 * minuteMs)
  })

  it('recovers without a burst, and with nothing to tell, from refusals, from a night’s sleep and from a panel that was down', async () => {
    const part = setUp(100)
    await part.live(6 * minuteMs)
    // Refused for no reason of ours, for a while.
    const refusedFrom = part.clock.now()
    part.panel.refuses = (at) => at < refusedFrom + 30_000
    await part.live(5 * minuteMs)
    expect(part.seen.refusals).toBeLessThanOrEqual(6)
    const refused = part.seen.refusals

    part.backgroundPause.setAsleep(true)
    const asleep = part.seen.requests.length
    await part.clock.advance(8 * 3_600_000)
    expect(part.seen.requests.length).toBeLessThanOrEqual(asleep + 4)
    const woken = part.clock.now()
    part.backgroundPause.setAsleep(false)
    await part.live(6 * minuteMs)

    part.panel.isDown = true
    const downFrom = part.seen.requests.length
    await part.live(10 * minuteMs)
    const whileDown = part.seen.requests.length - downFrom
    expect(part.states()).not.toContain('offline')
    expect(whileDown).toBeLessThanOrEqual(10 * 3 * 4 + 60)
    part.panel.isDown = false
    await part.live(6 * minuteMs)
    part.dispose()
    const busiest = part.busiestMinute(woken)
    expect(busiest).toBeLessThanOrEqual(limit - 100)
    expect(part.seen.refusals).toBe(refused)
    expect(part.states().every((state) => state === 'running')).toBe(true)
    expect(part.happened).toEqual([])
  })
})
