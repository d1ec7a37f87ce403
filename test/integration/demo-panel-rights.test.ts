import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../electron/demo-panel/http/dialect.ts'
import { demoServers } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { openConsole } from '../fixtures/demo-console.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** Who may do what with backups, schedules and activity, in the panel's own names (the panel dialect, part 2). */

const { survival: server } = demoServers

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

const rights = [
  ...['read', 'create', 'delete', 'download', 'restore'].map((name) => `backup.${name}`),
  ...['read', 'create', 'update', 'delete'].map((name) => `schedule.${name}`),
  'activity.read',
  ...['read', 'update', 'docker-image'].map((name) => `startup.${name}`),
  ...['read', 'create', 'update', 'delete'].map((name) => `database.${name}`),
]
const cron = { minute: '0', hour: '3', day_of_month: '*', month: '*', day_of_week: '*' }
const schedule = { name: 'Nightly', ...cron }
const task = { action: 'command', payload: 'list', time_offset: 0 }

type Row = readonly [method: string, path: string, needs: Readonly<Record<Dialect, string>> | string, body?: object]
const table: readonly Row[] = [
  ['GET', '/backups', 'backup.read'],
  ['POST', '/backups', 'backup.create', {}],
  ['GET', '/backups/BACKUP', 'backup.read'],
  ['POST', '/backups/BACKUP/lock', 'backup.delete'],
  ['GET', '/backups/BACKUP/download', 'backup.download'],
  ['POST', '/backups/BACKUP/restore', 'backup.restore', { truncate: false }],
  ['DELETE', '/backups/BACKUP', 'backup.delete'],
  ['GET', '/schedules', 'schedule.read'],
  ['POST', '/schedules', 'schedule.create', schedule],
  ['GET', '/schedules/SCHEDULE', 'schedule.read'],
  ['POST', '/schedules/SCHEDULE', 'schedule.update', schedule],
  ['POST', '/schedules/SCHEDULE/execute', 'schedule.update'],
  ['DELETE', '/schedules/SCHEDULE', 'schedule.delete'],
  ['POST', '/schedules/SCHEDULE/tasks', 'schedule.update', task],
  ['POST', '/schedules/SCHEDULE/tasks/TASK', 'schedule.update', task],
  ['DELETE', '/schedules/SCHEDULE/tasks/TASK', { pterodactyl: 'schedule.update', pelican: 'schedule.delete' }],
  ['GET', '/activity', 'activity.read'],
  ['GET', '/databases', 'database.read'],
  ['POST', '/databases', 'database.create', { database: 'other', remote: '%' }],
  ['POST', '/databases/DATABASE/rotate-password', 'database.update'],
  ['DELETE', '/databases/DATABASE', 'database.delete'],
  ['GET', '/startup', 'startup.read'],
  ['PUT', '/startup/variable', 'startup.update', { key: 'BUILD_NUMBER', value: '100' }],
  ['PUT', '/settings/docker-image', 'startup.docker-image', { docker_image: 'ghcr.io/pterodactyl/yolks:java_17' }],
]
const renaming: Row = ['PUT', '/backups/BACKUP/rename', 'backup.delete', { name: 'New' }]

/** A panel with one backup and one schedule with a task, and the path of a row on it. */
async function prepared(dialect: Dialect, path: string): Promise<string> {
  await restart({ dialect })
  const backup = await rig.demo.panel.backups.add(server, { name: 'Given', agoMs: 86_400_000 })
  const { id } = await on.attributes('POST', '/schedules', schedule)
  const { id: taskId } = await on.attributes('POST', `/schedules/${id}/tasks`, task)
  const { id: database } = await on.attributes('POST', '/databases', { database: 'plots', remote: '%' })
  return path
    .replace('BACKUP', backup)
    .replace('SCHEDULE', String(id))
    .replace('TASK', String(taskId))
    .replace('DATABASE', String(database))
}

const rows = (['pterodactyl', 'pelican'] as const).flatMap((dialect) =>
  [...table, ...(dialect === 'pelican' ? [renaming] : [])].map(([method, path, needs, body]) => ({
    name: `${dialect}: ${method} ${path}`,
    dialect,
    method,
    path,
    needs: typeof needs === 'string' ? needs : needs[dialect],
    body,
  })),
)

describe('what the account may do', () => {
  it.each(rows)('$name takes $needs', async ({ dialect, method, path, needs, body }) => {
    const whole = await prepared(dialect, path)
    rig.demo.panel.deny([needs])
    expect(await on.refused(method, whole, body)).toMatchObject({
      status: 403,
      code: 'AccessDeniedHttpException',
      detail: 'This action is unauthorized.',
    })
    rig.demo.panel.deny(rights.filter((right) => right !== needs))
    expect(await on.status(method, whole, body)).toBeLessThan(300)
  })

  it('is told by the server, and is all until something is denied', async () => {
    const told = async () => (await on.read('GET', '')).meta.user_permissions
    expect(await told()).toEqual(['*'])
    rig.demo.panel.deny(['backup.delete'])
    expect(await told()).toEqual(expect.arrayContaining(['backup.create', 'schedule.read', 'control.start']))
    expect(await told()).not.toContain('backup.delete')
    rig.demo.panel.deny([])
    expect(await told()).toEqual(['*'])
  })

  it('bounds keys with fewer permissions too, and the consoles that are open', async () => {
    const its = callsOn(rig.demo, rig.demo.token({ permissions: ['backups-full'] }), server)
    const client = await openConsole(rig.demo, rig.token)
    rig.demo.panel.deny(['backup.read'])
    expect(await its.status('GET', '/backups')).toBe(403)
    expect((await client.closed)[0]).toBe(1008)
    const again = await openConsole(rig.demo, rig.token)
    expect((await its.status('POST', '/backups', {})) === 200).toBe(true)
    await rig.demo.clock.advance(5_000)
    await again.settled()
    expect(again.frames.map(({ event }) => event)).not.toContain('backup completed')
  })
})
