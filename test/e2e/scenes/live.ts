import { expect, type Page } from '@playwright/test'
import type { LoadPoint, Sample, Trend } from '../../../shared/load-history/contract.ts'
import { ok } from '../../../shared/result.ts'
import { appState } from '../../fixtures/app-state.ts'
import {
  ago,
  click,
  club,
  full,
  GB,
  happened,
  home,
  keys,
  load,
  manyServers,
  now,
  open,
  panels,
  type Scene,
  scenesOf,
  survival,
  the,
} from './world.ts'

/** Ten minutes of load, the same in every picture. */
const wave = (cpu: number, memory: number, phase: number): Sample[] =>
  Array.from({ length: 31 }, (_, i) => [
    ago((30 - i) * 20),
    Math.max(0, cpu + Math.sin(i / 3 + phase) * cpu * 0.4 + (i % 7 === phase ? cpu * 0.7 : 0)),
    (memory + Math.sin(i / 9 + phase) * 0.2) * GB,
  ])
const limits = { cpuPercent: 200, memoryBytes: 4 * GB, diskBytes: 20 * GB }
const busy = { ...survival, limits, resources: { ...load(38.2, 2.9), uptimeMs: 3 * 86_400_000 + 4 * 3_600_000 } }
const crashed = home('Skyblock', '77fe01aa', { state: 'offline', unexpectedStop: { how: 'crashed', at: ago(340) } })
const lobby = club('Lobby', '1c0ffee1', { state: 'running', resources: load(4, 0.41) })
const trends: Record<string, Trend> = {
  [busy.ref]: { samples: wave(38, 2.8, 1) },
  [lobby.ref]: { samples: wave(4, 0.4, 2) },
  'home/a1b2c3d5': { samples: wave(9, 1.2, 3) },
}
const live = {
  ...full,
  servers: { ...full.servers, [busy.ref]: busy, [crashed.ref]: crashed, [lobby.ref]: lobby },
  trends,
}
const pinned = { ...full.preferences, pinned: [lobby.ref] }

/** What happened to several servers and a key. */
const activity = [
  happened('1', 20, { kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null }),
  happened('2', 340, { kind: 'crashed' }, crashed),
  happened('3', 700, { kind: 'command', origin: 'window' }),
  happened('4', 1_900, { kind: 'flapping', count: 4, spanMs: 1_200_000 }, crashed),
  happened('5', 9_000, { kind: 'power', signal: 'stop', origin: 'window', phase: 'stalled', why: null }, lobby),
  happened('6', 9_300, {
    kind: 'power',
    signal: 'start',
    origin: 'notification',
    phase: 'refused',
    why: 'This key lacks the permission for that.',
  }),
  happened('7', 100_000, { kind: 'back' }, crashed),
  { id: '8', at: ago(110_000), ref: null, name: 'Club, restart only', event: { kind: 'key-refused' as const } },
]

/** Load as it is kept, the same in every picture: `count` points of `stepMs` until now, without those of a gap. */
const keptWave = (count: number, stepMs: number, gap: readonly [from: number, to: number] = [0, 0]): LoadPoint[] =>
  Array.from({ length: count }, (_, i): LoadPoint => {
    const cpu = Math.max(3, 46 + Math.sin(i / 19) * 30 + Math.sin(i / 3) * 9)
    const memory = (2.6 + Math.sin(i / 40) * 0.5) * GB
    return [now - (count - i) * stepMs + stepMs / 2, cpu, cpu * (i % 11 === 0 ? 2.4 : 1.3), memory, memory * 1.05]
  }).filter((_, i) => i < gap[0] || i >= gap[1])
const day = keptWave(288, 300_000, [96, 121])
const kept = (points: readonly LoadPoint[]) => ({ 'servers:load': ok({ points }) })
const hourMs = 3_600
const marks = [
  happened('m1', 1_100, { kind: 'power', signal: 'restart', origin: 'window', phase: 'confirmed', why: null }),
  happened('m2', 2 * hourMs, { kind: 'back' }),
  happened('m3', 2 * hourMs + 300, { kind: 'crashed' }),
  happened('m4', 14 * hourMs, { kind: 'power', signal: 'start', origin: 'window', phase: 'confirmed', why: null }),
  happened('m5', 16 * hourMs, { kind: 'power', signal: 'stop', origin: 'tray', phase: 'confirmed', why: null }),
  // Another server's, and one without an effect: neither is drawn.
  happened('m6', 5 * hourMs, { kind: 'crashed' }, crashed),
  happened('m7', 6 * hourMs, { kind: 'power', signal: 'stop', origin: 'tray', phase: 'refused', why: null }),
]
const markTable = Object.fromEntries(marks.map((entry) => [entry.id, entry]))

const showLive = async (page: Page) => {
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.locator('[data-live]').waitFor()
}
const liveOver = (range: string) => async (page: Page) => {
  await showLive(page)
  await page.getByRole('radio', { name: range, exact: true }).check({ force: true })
  await expect(page.locator(`[data-live][data-range="${range === '1 h' ? 'hour' : 'day'}"]`)).toBeVisible()
}
export const plot = (name: string) => (page: Page) => page.locator('figure').filter({ hasText: name }).getByRole('img')
const linesIn = (page: Page) => page.locator('figure').first().locator('svg polyline')
const showActivity = async (page: Page) => {
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
}

/** The line of a server's load, for which a small window has no room. */
const loadOf = (name: string) => (page: Page) => {
  const row = page.getByRole('row', { name: new RegExp(name) })
  return (page.viewportSize()?.width ?? 0) < 760 ? row.getByText('Running') : row.locator('svg polyline')
}

const scene = scenesOf({ state: live })

/** What lives: load, pins, order, filters, what happened. */
export const liveScenes: readonly Scene[] = [
  scene('live', [loadOf('Survival')]),
  scene('live-pane', [plot('CPU'), plot('Memory')], {
    state: { ...open(busy), trends },
    async act(page) {
      await showLive(page)
      await expect(plot('CPU')(page)).toHaveAccessibleName(/^CPU in the last ten minutes, now 38 %/)
      await expect(linesIn(page)).toHaveCount(1)
    },
  }),
  scene('live-day-marks', [plot('CPU'), 'Crashed 10:03'], {
    state: { ...open(busy), trends, activity: markTable },
    answers: kept(day),
    async act(page) {
      await liveOver('24 h')(page)
      await expect(page.getByRole('list', { name: 'What happened' }).getByRole('listitem')).toHaveText([
        'Restarted 11:50',
        'Came back on its own 10:08',
        'Crashed 10:03',
        'Started 22:08',
        'Stopped 20:08',
      ])
      // The crash and what followed lie too close together for two shapes.
      await expect(page.locator('figure').first().locator('[title]')).toHaveCount(4)
    },
  }),
  scene('live-day-gap', [plot('CPU'), /, up to \d+ %$/], {
    state: { ...open(busy), trends },
    answers: kept(day),
    async act(page) {
      await liveOver('24 h')(page)
      await expect(linesIn(page)).toHaveCount(2)
      await expect(plot('CPU')(page)).toHaveAccessibleName(/No readings 20:0\d to 22:1\d\.$/)
      await page.getByRole('slider', { name: 'CPU: read a value' }).focus()
      await page.keyboard.press('ArrowLeft')
      await expect(page.locator('figure').first().locator('time')).toHaveText(/^\d\d:\d\d, up to \d+ %$/)
    },
  }),
  scene('live-day-tall', [plot('CPU'), plot('Memory')], {
    state: { ...open(busy), trends, activity: markTable },
    answers: kept(day),
    hash: `#console=${encodeURIComponent(busy.ref)}`,
    size: { width: 804, height: 596 },
    async act(page) {
      await liveOver('24 h')(page)
      const [cpu, memory] = await Promise.all(['CPU', 'Memory'].map((name) => plot(name)(page).boundingBox()))
      expect(memory?.y, 'one below the other').toBeGreaterThan((cpu?.y ?? 0) + (cpu?.height ?? 0))
    },
  }),
  scene('live-hour-loading', [the('status', 'Loading load history')], {
    state: open(busy),
    answers: { 'servers:load': 'never' },
    async act(page) {
      await liveOver('1 h')(page)
      const waiting = page.getByRole('status', { name: 'Loading load history' })
      await expect(waiting.locator('div')).toHaveCount(0)
      await page.clock.runFor(400)
      await expect(waiting.locator('div')).toHaveCount(2)
    },
  }),
  scene('live-mute', [the('menuitem', 'Mute for 1 h')], {
    act: click('Mute notifications'),
  }),
  scene('live-muted', [the('button', /^Muted until 13:08/)], {
    state: { ...live, preferences: { ...pinned, muted: { until: now + 3_600_000 } } },
  }),
  scene('live-no-network', ['No network connection.'], { state: { ...live, app: { ...live.app, online: false } } }),
  scene('live-many', ['Server 900'], { state: manyServers }),
  scene('activity', ['Console command sent', /^Crashed/], {
    state: appState({ panels, keys, servers: [survival, crashed, lobby], activity }),
    act: showActivity,
  }),
  scene('activity-none', ['Nothing yet'], { state: full, act: showActivity }),
]
