import { describe, expect, it } from 'vitest'
import {
  addAllocation,
  listAllocations,
  makePrimary,
  noteAllocation,
  removeAllocation,
} from '../../electron/allocations/panel.ts'
import {
  createBackup,
  listBackups,
  listRestores,
  removeBackup,
  renameBackup,
  restoreBackup,
  toggleLock,
} from '../../electron/backups/panel.ts'
import {
  createDatabase,
  listDatabases,
  readPassword,
  removeDatabase,
  rotatePassword,
} from '../../electron/databases/panel.ts'
import type { PanelClient } from '../../electron/panel/client.ts'
import type { Operation } from '../../electron/panel/operation.ts'
import { readActivity } from '../../electron/panel-activity/panel.ts'
import {
  addTask,
  createSchedule,
  listSchedules,
  removeSchedule,
  runSchedule,
  setScheduleActive,
} from '../../electron/panel-schedules/panel.ts'
import { reinstall, updateSettings } from '../../electron/server-settings/panel.ts'
import { changeStartup, readStartup } from '../../electron/startup/panel.ts'
import { inviteUser, listUsers, removeUser, updateUser } from '../../electron/users/panel.ts'
import { backupIdSchema } from '../../shared/backups/contract.ts'
import { editOf } from '../../shared/panel-schedules/panel-schedules.ts'
import type { Result } from '../../shared/result.ts'
import { errorOf, id, setUpFaultPanel, token } from '../fixtures/client-rig.ts'
import { type Behaviour, cutAtOnce, cutMidBody, htmlPage, json, refusal, tooMany } from '../fixtures/fault-panel.ts'
import { panelSchedule, scheduleItem } from '../fixtures/panel-schedule.ts'

/**
 * The areas of a server under faults, over real HTTP: what the panel's failure comes to for each of their calls, and how
 * often what changes something goes out. An area that is added adds its calls here.
 */

const { panel, clientOf } = setUpFaultPanel()
type Call = (client: PanelClient) => Promise<Result<unknown>>

const gone = refusal(404, 'NotFoundHttpException', 'The requested resource could not be found on the server.')
const forbidden = refusal(403, 'AccessDeniedHttpException', 'This action is unauthorized.')
const noPage = refusal(404, 'NotFoundHttpException', 'The route could not be found.')

const backup = backupIdSchema.parse('1f2e3d4c-7c6e-4d0e-9a4b-5e2f8d7c1a01')

const reads: readonly (readonly [string, Call])[] = [
  ['backups', ({ at }) => listBackups(at(id))],
  ['restores', ({ at }) => listRestores(at(id))],
  ['startup', ({ at }) => readStartup(at(id))],
  ['databases', ({ at }) => listDatabases(at(id))],
  ['a password', ({ at }) => readPassword(at(id), '1f2e3d4c')],
  ['addresses', ({ at }) => listAllocations(at(id))],
  ['users', ({ at }) => listUsers(at(id))],
  ['schedules', ({ at }) => listSchedules(at(id))],
  ['activity', ({ at }) => readActivity(at(id), { page: 1, perPage: 50, filter: null })],
]

describe.each(reads)('reading %s', (_, call) => {
  it.each<[string, Behaviour, string]>([
    ['an error page of the panel', htmlPage(500), 'panel-failed'],
    ['a proxy’s error page', htmlPage(502), 'front-answered'],
    ['a page in place of an answer', htmlPage(200), 'not-json'],
    ['the panel’s limit', tooMany({ 'retry-after': '600' }), 'rate-limited'],
    ['a line that was cut', cutAtOnce, 'connection-cut'],
    ['half an answer', cutMidBody, 'connection-cut'],
    ['a permission that is lost', forbidden, 'permission-lacking'],
    ['no such page', noPage, 'not-on-panel'],
  ])('tells %s, and never that something may have been done', async (_fault, behaviour, code) => {
    panel().respond(behaviour)
    const result = await call(clientOf())
    expect(errorOf(result)).toMatchObject({ code })
    expect(errorOf(result)).not.toHaveProperty('mayHaveActed')
    expect(JSON.stringify(result)).not.toContain(token)
  })
})

const mira = '3b1f0a52-7c6e-4d0e-9a4b-5e2f8d7c1a01'
const user = { uuid: mira, username: 'mira', email: 'mira@example.com', permissions: ['control.start'] }
const aUser = json(200, { object: 'server_subuser', attributes: user })
const address = { id: 7, ip: '203.0.113.7', ip_alias: null, port: 25_570, notes: null, is_default: false }
const addresses = json(200, { object: 'list', data: [{ object: 'allocation', attributes: address }] })
const schedule = panelSchedule()
const aSchedule = json(200, scheduleItem(schedule))
const words = { name: 'Survival', description: '' }
const aServer = json(200, { object: 'server', attributes: { identifier: id, ...words } })

type Change = readonly [operation: Operation, gone: string, call: Call]

/** What changes something, and what it means that the thing is not there any more. */
const changes: readonly Change[] = [
  ['startup-variable', 'server-not-found', ({ at }) => changeStartup(at(id), { key: 'A', value: 'b' })],
  ['startup-image', 'server-not-found', ({ at }) => changeStartup(at(id), { key: null, value: 'img:1' })],
  ['database-create', 'server-not-found', ({ at }) => createDatabase(at(id), { name: 'plots', connectionsFrom: '%' })],
  ['database-rotate', 'database-not-found', ({ at }) => rotatePassword(at(id), '1f2e3d4c')],
  ['database-delete', 'database-not-found', ({ at }) => removeDatabase(at(id), '1f2e3d4c')],
  ['allocation-add', 'server-not-found', ({ at }) => addAllocation(at(id))],
  ['allocation-note', 'allocation-not-found', ({ at }) => noteAllocation(at(id), 7, 'Query')],
  ['allocation-primary', 'allocation-not-found', ({ at }) => makePrimary(at(id), 7)],
  ['allocation-remove', 'allocation-not-found', ({ at }) => removeAllocation(at(id), 7)],
  [
    'user-invite',
    'server-not-found',
    ({ at }) => inviteUser(at(id), { email: user.email, permissions: ['file.read'] }),
  ],
  [
    'user-update',
    'user-not-found',
    ({ at }) => updateUser(at(id), mira, { seen: user.permissions, permissions: ['file.read'] }),
  ],
  ['user-remove', 'user-not-found', ({ at }) => removeUser(at(id), mira)],
  ['schedule-create', 'server-not-found', ({ at }) => createSchedule(at(id), editOf(schedule))],
  ['schedule-run', 'schedule-not-found', ({ at }) => runSchedule(at(id), schedule.id)],
  ['schedule-update', 'schedule-not-found', ({ at }) => setScheduleActive(at(id), schedule.id, false)],
  ['schedule-delete', 'schedule-not-found', ({ at }) => removeSchedule(at(id), schedule.id)],
  [
    'task-create',
    'schedule-not-found',
    ({ at }) =>
      addTask(at(id), schedule.id, { action: 'backup', payload: '', offsetSeconds: 0, continuesOnFailure: false }),
  ],
  [
    'settings-rename',
    'server-not-found',
    ({ at }) => updateSettings(at(id), { seen: words, edit: { ...words, name: 'New' } }),
  ],
  ['settings-reinstall', 'server-not-found', ({ at }) => reinstall(at(id))],
  ['backup-create', 'server-not-found', ({ at }) => createBackup(at(id), { name: '', isLocked: false, ignored: '' })],
  ['backup-lock', 'backup-not-found', ({ at }) => toggleLock(at(id), backup)],
  ['backup-rename', 'backup-not-found', ({ at }) => renameBackup(at(id), backup, 'New')],
  ['backup-delete', 'backup-not-found', ({ at }) => removeBackup(at(id), backup)],
  ['backup-restore', 'backup-not-found', ({ at }) => restoreBackup(at(id), backup, false)],
]

/** What stands there right before, where that is looked at first. */
const looks: Partial<Record<Operation, Behaviour>> = {
  'allocation-remove': addresses,
  'user-update': aUser,
  'schedule-update': aSchedule,
  'settings-rename': aServer,
}

/** What may go out again once a rate limit is over: a second time it means the same. */
const repeatable: ReadonlySet<Operation> = new Set([
  'startup-variable',
  'startup-image',
  'schedule-update',
  'schedule-delete',
  'backup-rename',
  'backup-delete',
])

describe.each(changes)('%s', (operation, goneCode, call) => {
  const look = looks[operation]

  /** What comes of it, and how often it was sent. */
  async function resultOf(answer: Behaviour) {
    if (look === undefined) panel().respond(answer)
    else panel().respond(look, answer)
    const result = await call(clientOf())
    expect(JSON.stringify(result)).not.toContain(token)
    return { result, sent: panel().requests.filter(({ method }) => method !== 'GET').length }
  }

  async function outcome(fault: Behaviour) {
    const { result, sent } = await resultOf(fault)
    return { error: errorOf(result), sent }
  }

  it.each<[string, Behaviour]>([
    ['breaks off', cutMidBody],
    ['is larger than is read', json(200, { padding: 'x'.repeat(300 * 1024) })],
  ])('is known to be done by its status where the rest of the answer %s', async (_, answer) => {
    expect(await resultOf(answer)).toMatchObject({ result: { ok: true }, sent: 1 })
  })

  it.each<[string, Behaviour]>([
    ['an error page of the panel', htmlPage(500)],
    ['a proxy’s error page', htmlPage(502)],
    ['a proxy that waited too long', htmlPage(504)],
    ['a page in place of an answer', htmlPage(200)],
    ['a line that was cut once it had gone out', cutAtOnce],
  ])('after %s is not known to be done, and is not sent again', async (_, fault) => {
    const { error, sent } = await outcome(fault)
    expect(error).toMatchObject({ mayHaveActed: true, hint: expect.stringContaining('It is not known whether') })
    expect(sent).toBe(1)
  })

  it.each<[string, Behaviour, string]>([
    ['a permission that was lost meanwhile', forbidden, 'permission-lacking'],
    ['what was deleted meanwhile', gone, goneCode],
  ])('is surely not done for %s, and is not sent again', async (_, fault, code) => {
    const { error, sent } = await outcome(fault)
    expect(error.code).toBe(code)
    expect(error.mayHaveActed).toBeUndefined()
    expect(sent).toBe(1)
  })

  it('is surely not done where the panel has its limit; what must go out once does', async () => {
    // Two seconds would be waited out, ten minutes by nothing.
    const { error, sent } = await outcome(tooMany({ 'retry-after': repeatable.has(operation) ? '600' : '2' }))
    expect(error.code).toBe('rate-limited')
    expect(error.mayHaveActed).toBeUndefined()
    expect(sent).toBe(1)
  })
})
