import type { DemoBackups, GivenBackup } from './backups/controls.ts'
import type { DemoSchedules } from './schedules/schedules.ts'
import type { DemoUsers, GivenUser } from './users/users.ts'

const hour = 3_600_000
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

/** Those who were let in to the demo's servers. */
const users: readonly (readonly [server: string, GivenUser])[] = [
  [
    'a1b2c3d4',
    {
      email: 'mira@example.com',
      permissions: ['control.console', 'control.start', 'control.stop', 'control.restart'],
      hasTwoFactor: true,
      agoMs: 212 * day,
    },
  ],
  ['a1b2c3d4', { email: 'jonas@example.com', permissions: ['file.read', 'file.read-content'], agoMs: 18 * day }],
]

const everyDay = { day_of_month: '*', month: '*', day_of_week: '*' }

/** Gives the demo's servers what they would have after some weeks: backups, one schedule, and users. */
export async function makeUpPast(panel: {
  readonly backups: DemoBackups
  readonly schedules: DemoSchedules
  readonly users: DemoUsers
}) {
  for (const [server, user] of users) panel.users.add(server, user)
  for (const [server, backup] of backups) await panel.backups.add(server, backup)
  const plain = { timeOffset: 0, continueOnFailure: false }
  panel.schedules.add(
    'e17ac055',
    { name: 'Nightly', cron: { minute: '30', hour: '4', ...everyDay }, isActive: true, onlyWhenOnline: true },
    [
      { ...plain, action: 'command', payload: 'say Restart in five minutes' },
      { ...plain, action: 'backup', payload: '', timeOffset: 240 },
      { ...plain, action: 'power', payload: 'restart', timeOffset: 60 },
    ],
  )
}
