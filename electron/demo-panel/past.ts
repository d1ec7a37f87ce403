import type { Sample } from '../../shared/load-history/contract.ts'
import type { Activity, PastEvent } from './areas/activity.ts'
import type { Backups, GivenBackup } from './areas/backups.ts'
import type { Databases } from './areas/databases.ts'
import type { ScheduleFields, TaskFields } from './areas/schedule.ts'
import type { Schedules } from './areas/schedules.ts'
import type { GivenUser, Users } from './areas/users.ts'
import type { Fleet } from './panel/fleet.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The backups that the demo's servers have from before, oldest first: old and new, a failed one, locked ones. */
const backups: readonly (readonly [server: string, GivenBackup])[] = [
  ['a1b2c3d4', { name: 'Before the Nether reset', agoMs: 41 * day, isLocked: true }],
  ['a1b2c3d4', { name: 'Weekly', agoMs: 9 * day }],
  ['a1b2c3d4', { name: 'Weekly', agoMs: 2 * day }],
  ['a1b2c3d5', { name: 'Plots of spring', agoMs: 23 * day }],
  ['77fe01aa', { name: 'Before the update', agoMs: 6 * day }],
  ['77fe01aa', { name: 'After the update', agoMs: 5 * day + 3 * hour, state: 'failed' }],
  ['e17ac055', { name: 'Backup at launch', agoMs: 30 * day, isLocked: true }],
  ['e17ac055', { name: 'Nightly', agoMs: 11 * hour, isScheduled: true }],
]

const power = ['control.console', 'control.start', 'control.stop', 'control.restart']
const files = ['file.read', 'file.read-content']
/** Those who were let in to the demo's servers. */
const users: readonly (readonly [server: string, GivenUser])[] = [
  ['a1b2c3d4', { email: 'mira@example.com', permissions: power, hasTwoFactor: true, agoMs: 212 * day }],
  ['a1b2c3d4', { email: 'jonas@example.com', permissions: files, agoMs: 18 * day }],
]

/** Where the demo's servers keep what their plugins know. */
const databases: readonly (readonly [server: string, { readonly name: string; readonly remote: string }])[] = [
  ['a1b2c3d4', { name: 'coreprotect', remote: '172.18.0.%' }],
  ['a1b2c3d4', { name: 'luckperms', remote: '%' }],
]

/** What others did on the panel's own pages. */
const deed = (
  server: string,
  event: string,
  agoMs: number,
  properties: Readonly<Record<string, unknown>> = {},
): readonly [string, PastEvent] => [server, { event, username: 'robin', agoMs, properties }]
const deeds = [
  deed('a1b2c3d4', 'server:startup.edit', 3 * day, { variable: 'MOTD', old: 'Welcome', new: 'Welcome back' }),
  deed('a1b2c3d4', 'server:file.write', 2 * day + hour, { file: '/server.properties' }),
  deed('a1b2c3d4', 'server:console.command', 26 * hour, { command: 'whitelist add Steve' }),
  deed('a1b2c3d4', 'server:power.restart', 6 * hour),
  deed('e17ac055', 'server:schedule.update', 4 * day, { name: 'Nightly', active: true }),
]

const cron = { minute: '30', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
const nightly: ScheduleFields = { name: 'Nightly', cron, isActive: true, onlyWhenOnline: true }
const plain = { timeOffset: 0, continueOnFailure: false }
const nightlyTasks: readonly TaskFields[] = [
  { ...plain, action: 'command', payload: 'say Restart in five minutes' },
  { ...plain, action: 'backup', payload: '', timeOffset: 240 },
  { ...plain, action: 'power', payload: 'restart', timeOffset: 60 },
]

type Parts = {
  readonly fleet: Fleet
  readonly backups: Backups
  readonly schedules: Schedules
  readonly users: Users
  readonly databases: Databases
  readonly activity: Activity
}

/**
 * Gives the demo's servers what they would have after some weeks: backups, databases, one schedule, users, and deeds of
 * others. Servers that are no longer there are left out.
 */
export async function makeUpPast(panel: Parts) {
  const { find } = panel.fleet
  const known = <Given>(all: readonly (readonly [string, Given])[]) =>
    all.flatMap(([identifier, given]) => {
      const server = find(identifier)
      return server === null ? [] : [[server, given] as const]
    })
  for (const [server, user] of known(users)) panel.users.add(server, user)
  for (const [server, { name, remote }] of known(databases)) panel.databases.make(server, name, remote)
  for (const [server, backup] of known(backups)) await panel.backups.add(server, backup)
  for (const [server, deed] of known(deeds)) panel.activity.add(server, deed)
  const factorio = find('e17ac055')
  if (factorio !== null) panel.schedules.addWhole(factorio, nightly, nightlyTasks)
}

/** How often the made-up past has a reading, in milliseconds, and for how long back: most of it is drawn small. */
const parts = [
  { fromMs: 24 * hour, toMs: hour, stepMs: 2 * minute },
  { fromMs: hour, toMs: 0, stepMs: minute / 2 },
] as const

/** What a server used at a time, in percent of one core and bytes; null where it did not run. */
export type LoadAgo = (agoMs: number) => { readonly cpuPercent: number; readonly memoryBytes: number } | null

/**
 * The day before a demo server was added, oldest first: what it would have been seen to use.
 * @param now unix milliseconds
 */
export function pastOf(loadAgo: LoadAgo, now: number): Sample[] {
  const agos = parts.flatMap(({ fromMs, toMs, stepMs }) =>
    Array.from({ length: (fromMs - toMs) / stepMs }, (_, i) => fromMs - i * stepMs),
  )
  return agos.flatMap((agoMs): Sample[] => {
    const load = loadAgo(agoMs)
    return load === null ? [] : [[now - agoMs, load.cpuPercent, load.memoryBytes]]
  })
}
