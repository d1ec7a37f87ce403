import type { Page } from '@playwright/test'
import type { ActivityEntry } from '../../../shared/model/activity.ts'
import type { Sample, Trend } from '../../../shared/model/trend.ts'
import { appState } from '../../fixtures/app-state.ts'
import { ago, club, full, GB, home, keys, load, manyServers, now, open, panels, type Scene, survival } from './world.ts'

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

const event = (id: string, seconds: number, event: ActivityEntry['event'], server = survival): ActivityEntry => ({
  id,
  at: ago(seconds),
  ref: server.ref,
  name: server.name,
  event,
})
const activity = [
  event('1', 20, { kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null }),
  event('2', 340, { kind: 'crashed' }, crashed),
  event('3', 700, { kind: 'command', origin: 'window' }),
  event('4', 1_900, { kind: 'flapping', count: 4, spanMs: 1_200_000 }, crashed),
  event('5', 9_000, { kind: 'power', signal: 'stop', origin: 'window', phase: 'stalled', why: null }, lobby),
  event('6', 9_300, {
    kind: 'power',
    signal: 'start',
    origin: 'notification',
    phase: 'refused',
    why: 'This key lacks the permission for that.',
  }),
  event('7', 100_000, { kind: 'back' }, crashed),
  { id: '8', at: ago(110_000), ref: null, name: 'Club, restart only', event: { kind: 'key-refused' as const } },
]

const showLive = async (page: Page) => {
  await page.getByRole('button', { name: 'Live', exact: true }).click()
  await page.locator('[data-live]').waitFor()
}
const showActivity = async (page: Page) => {
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
}

/** What lives: load, pins, order, filters, what happened. */
export const liveScenes: readonly Scene[] = [
  { name: 'live', state: live },
  { name: 'live-pinned', state: { ...live, preferences: pinned } },
  {
    name: 'live-by-cpu',
    state: live,
    act: (page) => page.getByRole('button', { name: 'State', exact: true }).click(),
  },
  { name: 'live-offline', state: live, act: (page) => page.getByRole('button', { name: /running/ }).click() },
  {
    name: 'live-pane',
    state: { ...open(busy), trends },
    act: showLive,
  },
  {
    name: 'live-pane-offline',
    state: open(crashed),
    act: showLive,
  },
  {
    name: 'live-menu',
    state: { ...live, preferences: { ...pinned, quiet: [lobby.ref] } },
    act: async (page) => {
      await page.getByRole('button', { name: 'More for Lobby' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'live-mute',
    state: live,
    act: async (page) => {
      await page.getByRole('button', { name: 'Mute notifications' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  { name: 'live-muted', state: { ...live, preferences: { ...pinned, muted: { until: now + 3_600_000 } } } },
  { name: 'live-no-network', state: { ...live, app: { ...live.app, online: false } } },
  { name: 'live-many', state: manyServers },
  {
    name: 'activity',
    state: appState({ panels, keys, servers: [survival, crashed, lobby], activity }),
    act: showActivity,
  },
  {
    name: 'activity-none',
    state: full,
    act: showActivity,
  },
]
