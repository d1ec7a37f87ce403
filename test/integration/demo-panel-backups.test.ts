import { describe, expect, it } from 'vitest'
import { demoServers, must } from '../fixtures/demo.ts'
import { type DemoConsole, eventsOf, openConsole } from '../fixtures/demo-console.ts'
import type { TestPanelOptions } from '../fixtures/demo-panel/test-panel.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Backups*, but restores and downloads. */

const { survival: server, creative } = demoServers
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const backupMs = 3_000

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)
const pelican: Omit<TestPanelOptions, 'clock'> = { dialect: 'pelican' }

const create = (body: object = {}) => on.attributes('POST', '/backups', body)
/** A backup that is done. */
async function made(body: object = {}) {
  const { uuid } = await create(body)
  await rig.demo.clock.advance(backupMs)
  return uuid
}
const shown = (uuid: string) => on.attributes('GET', `/backups/${uuid}`)
const given = (agoMs: number, more: object = {}) =>
  rig.demo.panel.backups.add(server, { name: 'From before', agoMs, ...more })

describe('the states of a backup', () => {
  it('are told by its fields: pending, then good', async () => {
    const pending = await create({ name: '  Before the update  ', ignored: 'logs\n\n*.log' })
    expect(pending).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_successful: false,
      is_locked: false,
      name: 'Before the update',
      ignored_files: ['logs', '*.log'],
      checksum: null,
      bytes: 0,
      created_at: '2026-01-01T12:00:00+00:00',
      completed_at: null,
    })
    await rig.demo.clock.advance(backupMs)
    expect(await shown(pending.uuid)).toMatchObject({
      is_successful: true,
      checksum: expect.stringMatching(/^sha1:[0-9a-f]{40}$/),
      completed_at: '2026-01-01T12:00:03+00:00',
    })
    expect((await shown(pending.uuid)).bytes).toBeGreaterThan(1_000)
  })

  it('are told by its fields: failed, and no longer locked', async () => {
    rig.demo.panel.backups.setTrap(server, 'backup-fails')
    const uuid = await made({ is_locked: true })
    expect(await shown(uuid)).toMatchObject({
      is_successful: false,
      is_locked: false,
      checksum: null,
      bytes: 0,
      completed_at: '2026-01-01T12:00:03+00:00',
    })
  })

  it('end after six hours where the node never reports', async () => {
    rig.demo.panel.backups.setTrap(server, 'backup-stalls')
    const uuid = await made()
    await rig.demo.clock.advance(6 * hour - backupMs - second)
    expect(await shown(uuid)).toMatchObject({ completed_at: null })
    await rig.demo.clock.advance(second)
    expect(await shown(uuid)).toMatchObject({ is_successful: false, completed_at: '2026-01-01T18:00:00+00:00' })
  })

  it('stay pending where the node ends meanwhile', async () => {
    for (const end of [() => rig.demo.panel.node.restart(), () => rig.demo.panel.node.stop()]) {
      const { uuid } = await create()
      await end()
      await rig.demo.clock.advance(minute)
      expect(await shown(uuid)).toMatchObject({ completed_at: null })
    }
    must(await rig.demo.panel.node.start())
    await rig.demo.clock.advance(minute)
    expect((await on.list('/backups')).filter(({ completed_at }) => completed_at === null)).toHaveLength(2)
  })

  it('tell on one panel whether a schedule made it', async () => {
    await restart(pelican)
    expect(await create()).toMatchObject({ is_scheduled: false })
    await given(hour, { isScheduled: true })
    expect((await on.list('/backups')).at(-1)).toMatchObject({ is_scheduled: true })
  })
})

describe('the list of backups', () => {
  it('has pages of 20, 50 at most, oldest first, and tells how many count', async () => {
    for (let count = 0; count < 60; count += 1) await given((100 - count) * hour, { name: `Number ${count}` })
    await given(hour, { state: 'failed' })
    await given(minute, { state: 'pending' })
    const first = await on.read('GET', '/backups')
    expect(first.data).toHaveLength(20)
    expect(first.data[0].attributes.name).toBe('Number 0')
    expect(first.meta.backup_count).toBe(61)
    expect(first.meta.pagination).toMatchObject({ total: 62, per_page: 20, current_page: 1, total_pages: 4 })
    const second = await on.read('GET', '/backups?per_page=99&page=2')
    expect(second.data).toHaveLength(12)
    expect(second.meta.pagination).toMatchObject({ per_page: 50, total_pages: 2 })
  })

  it('is of one server: a backup of another one is not found', async () => {
    const uuid = await made()
    const other = rig.on(creative)
    expect(await other.list('/backups')).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/lock'],
      ['GET', '/download'],
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const) {
      expect(await other.refused(method, `/backups/${uuid}${path}`)).toMatchObject({
        status: 404,
        code: 'NotFoundHttpException',
        detail: 'The requested resource was not found for this server.',
      })
    }
  })
})

describe('a new backup', () => {
  it('is named by the time in the panel’s zone where nobody names it', async () => {
    await restart({ timeZone: 'Europe/Berlin' })
    for (const name of [undefined, null, '', '   ']) {
      rig.demo.panel.backups.setThrottle(null)
      expect(await create({ name })).toMatchObject({
        name: 'Backup at 2026-01-01 13:00:00',
        created_at: '2026-01-01T13:00:00+01:00',
      })
    }
  })

  it.each([
    ['pterodactyl', 191],
    ['pelican', 255],
  ] as const)('has a name of so many letters at most: %s %i', async (dialect, most) => {
    await restart({ dialect })
    expect(await on.status('POST', '/backups', { name: 'x'.repeat(most) })).toBe(200)
    expect(await on.refused('POST', '/backups', { name: 'x'.repeat(most + 1) })).toMatchObject({ status: 422 })
  })

  it.each([
    ['a list as its name', { name: ['x'] }, 'name'],
    ['a number as its name', { name: 5 }, 'name'],
    ['a list of what to ignore', { ignored: ['logs'] }, 'ignored'],
    ['a word for a truth value', { is_locked: 'false' }, 'is_locked'],
    ['an object for a truth value', { is_locked: {} }, 'is_locked'],
  ])('is refused with %s', async (_name, body, field) => {
    const { errors } = await on.read('POST', '/backups', body)
    expect(errors).toMatchObject([{ code: 'ValidationException', status: '422', meta: { source_field: field } }])
    expect(await on.list('/backups')).toEqual([])
  })

  it.each([
    [true, true],
    [1, true],
    ['1', true],
    [false, false],
    ['0', false],
    [null, false],
    ['', false],
  ])('is locked for %j: %s', async (value, locked) => {
    expect(await create({ is_locked: value })).toMatchObject({ is_locked: locked })
  })

  it('is not locked for who may not delete, and nothing says so', async () => {
    rig.demo.panel.deny(['backup.delete'])
    expect(await create({ is_locked: true })).toMatchObject({ is_locked: false })
  })

  it('leaves out what the server’s own file names where nothing else is named', async () => {
    const write = (file: string, body: string) =>
      fetch(`${rig.demo.baseUrl}/servers/${server}/files/write?file=${file}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${rig.token}`, 'content-type': 'text/plain' },
        body,
      })
    await write('/big.log', 'x'.repeat(100_000))
    const whole = (await shown(await made())).bytes
    await write('/.pteroignore', '*.log')
    expect((await shown(await made())).bytes).toBeLessThan(whole - 90_000)
    rig.demo.panel.backups.setThrottle(null)
    expect((await shown(await made({ ignored: 'world' }))).bytes).toBeGreaterThan(whole - 10_000)
  })

  it('does not stop the server', async () => {
    await made()
    expect((await on.attributes('GET', '/resources')).current_state).toBe('running')
  })

  it.each([
    ['pterodactyl', 504, 'DaemonConnectionException'],
    ['pelican', 500, 'ConnectionException'],
  ] as const)('leaves no trace where the node is down: %s', async (dialect, status, code) => {
    await restart({ dialect })
    await rig.demo.panel.node.stop()
    expect(await on.refused('POST', '/backups', {})).toMatchObject({ status, code })
    expect(await on.list('/backups')).toEqual([])
    expect(await on.events('backup')).toEqual([])
  })
})

describe('locks and names', () => {
  it('a lock toggles, and two calls undo each other', async () => {
    const uuid = await made()
    const toggle = () => on.attributes('POST', `/backups/${uuid}/lock`)
    expect(await toggle()).toMatchObject({ uuid, is_locked: true })
    expect(await toggle()).toMatchObject({ uuid, is_locked: false })
    expect(await on.events('lock')).toEqual(['server:backup.lock', 'server:backup.unlock'])
  })

  it('a new name is taken by one of the panels', async () => {
    expect(await on.refused('PUT', `/backups/${await made()}/rename`, { name: 'New' })).toMatchObject({ status: 404 })
    await restart(pelican)
    const uuid = await made({ name: 'Old' })
    expect(await on.attributes('PUT', `/backups/${uuid}/rename`, { name: ' New ' })).toMatchObject({ name: 'New' })
    for (const name of ['', null, 'x'.repeat(256), 7]) {
      expect(await on.refused('PUT', `/backups/${uuid}/rename`, { name })).toMatchObject({ status: 422 })
    }
    const { data } = await on.read('GET', '/activity?filter[event]=rename')
    expect(data[0].attributes.properties).toEqual({ old_name: 'Old', new_name: 'New' })
  })
})

describe('a deletion', () => {
  it('is refused for a locked one, if it is good', async () => {
    const locked = await given(hour, { isLocked: true })
    expect(await on.refused('DELETE', `/backups/${locked}`)).toMatchObject({
      status: 400,
      code: 'BackupLockedException',
      detail: 'Cannot delete a backup that is marked as locked.',
    })
    const broken = await given(hour, { isLocked: true, state: 'failed' })
    expect(await on.status('DELETE', `/backups/${broken}`)).toBe(204)
    expect(await on.list('/backups')).toMatchObject([{ uuid: locked }])
  })

  it('of one that is lost on the node is a success', async () => {
    rig.demo.panel.backups.setTrap(server, 'archive-lost')
    expect(await on.status('DELETE', `/backups/${await made()}`)).toBe(204)
  })

  it('of one that is pending ends it', async () => {
    const { uuid } = await create()
    expect(await on.status('DELETE', `/backups/${uuid}`)).toBe(204)
    await rig.demo.clock.advance(minute)
    expect(await on.events('complete')).toEqual([])
  })

  it.each([
    ['pterodactyl', 504, 2],
    ['pelican', 500, 1],
  ] as const)('fails where the node is down: %s', async (dialect, status, left) => {
    await restart({ dialect })
    const [good, broken] = [await given(hour), await given(hour, { state: 'failed' })]
    await rig.demo.panel.node.stop()
    expect(await on.refused('DELETE', `/backups/${good}`)).toMatchObject({ status })
    await on.send('DELETE', `/backups/${broken}`)
    expect(await on.list('/backups')).toHaveLength(left)
  })
})

describe('what is told of backups', () => {
  const heard = async (client: DemoConsole) => JSON.parse((await client.take('backup completed')).args?.[0] ?? '')

  it('goes to the console’s clients who may see backups', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const other = await openConsole(rig.demo, rig.demo.token({ permissions: ['console', 'power'] }))
    const uuid = await made()
    const { bytes, checksum } = await shown(uuid)
    expect(await heard(client)).toEqual({
      uuid,
      is_successful: true,
      checksum: checksum.replace('sha1:', ''),
      checksum_type: 'sha1',
      file_size: bytes,
    })
    rig.demo.panel.backups.setTrap(server, 'backup-fails')
    const failed = await made()
    expect(await heard(client)).toMatchObject({ uuid: failed, is_successful: false, file_size: 0 })
    await other.settled()
    expect(eventsOf(other.frames)).not.toContain('backup completed')
  })

  it('stands in the activity, with what the node did as nobody’s', async () => {
    const uuid = await made({ name: 'First', is_locked: true })
    rig.demo.panel.backups.setTrap(server, 'backup-fails')
    await made({ name: 'Second' })
    await on.send('POST', `/backups/${uuid}/lock`)
    await on.send('GET', `/backups/${uuid}/download`)
    await on.send('DELETE', `/backups/${uuid}`)
    const { data } = await on.read('GET', '/activity?include=actor')
    const rows = data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
      attributes.event,
      attributes.properties,
      attributes.is_api,
    ])
    expect(rows).toEqual([
      ['server:backup.start', { name: 'First', locked: true }, true],
      ['server:backup.complete', { name: 'First' }, false],
      ['server:backup.start', { name: 'Second', locked: false }, true],
      ['server:backup.fail', { name: 'Second' }, false],
      ['server:backup.unlock', { name: 'First' }, true],
      ['server:backup.download', { name: 'First' }, true],
      ['server:backup.delete', { name: 'First', failed: false }, true],
    ])
    expect(data[1].attributes).toMatchObject({ ip: null, relationships: { actor: { object: 'null_resource' } } })
    expect(data[0].attributes).toMatchObject({ ip: '127.0.0.1', relationships: { actor: { object: 'user' } } })
  })
})

describe('the demo’s own start', () => {
  it('has servers with backups of several ages and states, and one schedule', async () => {
    await restart({ madeUpPast: true })
    const all = await Promise.all(
      Object.values(demoServers).map(async (id) => {
        const its = rig.on(id)
        if ((await its.attributes('GET', '')).is_suspended) return { backups: [], schedules: [] }
        return { backups: await its.list('/backups'), schedules: await its.list('/schedules') }
      }),
    )
    const backups = all.flatMap((one) => one.backups)
    expect(backups.filter((one) => one.is_locked)).toHaveLength(2)
    expect(backups.filter((one) => one.completed_at !== null && !one.is_successful)).toHaveLength(1)
    expect(backups.filter((one) => one.is_successful)).toHaveLength(7)
    expect(all.flatMap((one) => one.schedules)).toMatchObject([{ name: 'Nightly', is_active: true }])
    expect(all.filter((one) => one.backups.length === 0).length).toBeGreaterThan(1)
  })
})
