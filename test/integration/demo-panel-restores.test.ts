import { describe, expect, it } from 'vitest'
import { demoServers, must } from '../fixtures/demo.ts'
import type { Calls } from '../fixtures/demo-calls.ts'
import { type DemoConsole, errorEvent, openConsole } from '../fixtures/demo-console.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Backups, Restore*. */

const { survival: server, offline, hangsOnStop } = demoServers
const [second, minute] = [1_000, 60_000]

const rig = setUpFakeDemo((demo) => demo.panel.backups.setThrottle(null))
const { restart } = rig
const on = rig.on(server)

const write = (its: string, file: string) =>
  fetch(`${rig.demo.baseUrl}/servers/${its}/files/write?file=${file}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${rig.token}`, 'content-type': 'text/plain' },
    body: 'later',
  })
const files = async (calls: Calls) => (await calls.list('/files/list?directory=/')).map(({ name }) => name)
const restore = (calls: Calls, uuid: string, truncate = false) =>
  calls.status('POST', `/backups/${uuid}/restore`, { truncate })
const state = async (calls: Calls) => (await calls.attributes('GET', '/resources')).current_state
const status = async (calls: Calls) => (await calls.attributes('GET', '')).status

/** A good backup of a server, after which one more file was written. */
async function backUp(calls: Calls, id: string): Promise<string> {
  const { uuid } = await calls.attributes('POST', '/backups', { name: 'Good' })
  await rig.demo.clock.advance(3 * second)
  await write(id, '/later.txt')
  return uuid
}

describe('a restore', () => {
  it('stops the server, writes the files over its own, and does not start it', async () => {
    const uuid = await backUp(on, server)
    await on.send('POST', '/files/delete', { root: '/', files: ['eula.txt'] })
    expect(await restore(on, uuid)).toBe(204)
    expect(await status(on)).toBe('restoring_backup')
    await rig.demo.clock.advance(5 * second)
    expect(await status(on)).toBeNull()
    expect(await state(on)).toBe('offline')
    expect(await files(on)).toEqual(expect.arrayContaining(['eula.txt', 'later.txt']))
    await rig.demo.clock.advance(10 * minute)
    expect(await state(on)).toBe('offline')
  })

  it('deletes what is not in it only where that is asked for', async () => {
    const uuid = await backUp(on, server)
    expect(await restore(on, uuid, true)).toBe(204)
    await rig.demo.clock.advance(5 * second)
    expect(await files(on)).not.toContain('later.txt')
    expect(await files(on)).toContain('eula.txt')
  })

  it('deletes first, while the server still runs', async () => {
    const uuid = await backUp(on, server)
    rig.demo.panel.backups.setTrap(server, 'restore-outlasts')
    await on.send('POST', `/backups/${uuid}/restore`, { truncate: true })
    expect(await files(on)).toEqual([])
    expect(await state(on)).toBe('stopping')
  })

  it('holds every other route of the server up until the node reports back', async () => {
    const uuid = await backUp(on, server)
    await restore(on, uuid)
    for (const [method, path] of [
      ['GET', '/resources'],
      ['GET', '/websocket'],
      ['GET', '/backups'],
      ['GET', '/activity'],
      ['GET', '/schedules'],
      ['GET', '/files/list'],
      ['POST', '/power'],
      ['POST', `/backups/${uuid}/restore`],
    ] as const) {
      expect(await on.refused(method, path), path).toEqual({
        status: 409,
        code: 'ServerStateConflictException',
        detail: 'This server is currently restoring from a backup, please try again later.',
        retryAfter: null,
      })
    }
    expect(await on.status('GET', '')).toBe(200)
    await rig.demo.clock.advance(5 * second)
    expect(await on.status('GET', '/backups')).toBe(200)
  })

  it.each([
    ['nothing', {}],
    ['null', { truncate: null }],
    ['an empty text', { truncate: '' }],
    ['a word', { truncate: 'false' }],
    ['a list', { truncate: [] }],
  ])('wants to be told whether to delete first: %s', async (_name, body) => {
    const uuid = await backUp(on, server)
    const { errors } = await on.read('POST', `/backups/${uuid}/restore`, body)
    expect(errors).toMatchObject([{ status: '422', meta: { source_field: 'truncate' } }])
    expect(await status(on)).toBeNull()
  })

  it('of a pending one is refused', async () => {
    const { uuid } = await on.attributes('POST', '/backups', {})
    expect(await on.refused('POST', `/backups/${uuid}/restore`, { truncate: true })).toMatchObject({
      status: 400,
      code: 'BadRequestHttpException',
      detail: 'This backup cannot be restored at this time: not completed or failed.',
    })
    expect(await files(on)).not.toEqual([])
  })

  it.each([
    ['pterodactyl', 404, 'DaemonConnectionException'],
    ['pelican', 500, 'RequestException'],
  ] as const)('of a failed one is not refused, and empties the server: %s', async (dialect, code, name) => {
    await restart({ dialect })
    const uuid = await rig.demo.panel.backups.add(server, { name: 'Bad', agoMs: minute, state: 'failed' })
    expect(await on.refused('POST', `/backups/${uuid}/restore`, { truncate: true })).toMatchObject({
      status: code,
      code: name,
    })
    expect(await files(on)).toEqual([])
    expect(await status(on)).toBeNull()
    expect(await on.events('restore')).toEqual([])
  })

  it('finds out after the deletion that the archive is lost', async () => {
    const uuid = await backUp(on, server)
    rig.demo.panel.backups.setTrap(server, 'archive-lost')
    expect(await on.refused('POST', `/backups/${uuid}/restore`, { truncate: true })).toMatchObject({ status: 404 })
    expect(await files(on)).toEqual([])
    expect(await state(on)).toBe('running')
  })

  it('changes nothing where the node is down', async () => {
    const uuid = await backUp(on, server)
    await rig.demo.panel.node.stop()
    expect(await on.refused('POST', `/backups/${uuid}/restore`, { truncate: true })).toMatchObject({ status: 504 })
    expect(await status(on)).toBeNull()
    expect(await files(on)).toContain('later.txt')
  })

  it('of an offline server begins at once', async () => {
    const its = rig.on(offline)
    const uuid = await backUp(its, offline)
    await restore(its, uuid, true)
    await rig.demo.clock.advance(3 * second)
    expect(await status(its)).toBeNull()
    expect(await files(its)).not.toContain('later.txt')
  })
})

describe('a server that does not stop', () => {
  it('is waited for two minutes, not killed, and empty after a deletion', async () => {
    const its = rig.on(hangsOnStop)
    const uuid = await backUp(its, hangsOnStop)
    await restore(its, uuid, true)
    await rig.demo.clock.advance(2 * minute - second)
    expect(await status(its)).toBe('restoring_backup')
    await rig.demo.clock.advance(second)
    expect(await status(its)).toBeNull()
    expect(await files(its)).toEqual([])
    expect(await state(its)).toBe('stopping')
    expect(await its.events('restore')).toEqual(['server:backup.restore', 'server.backup.restore-failed'])
  })
})

describe('the end of a restore', () => {
  const heard = async (client: DemoConsole) => (await client.take('backup restore completed')).args

  it('is announced in the console, and true in the activity', async () => {
    const uuid = await backUp(on, server)
    const client = await openConsole(rig.demo, rig.token)
    await restore(on, uuid, true)
    await rig.demo.clock.advance(5 * second)
    expect(await heard(client)).toEqual([''])
    expect(await on.events('restore')).toEqual(['server:backup.restore', 'server:backup.restore-complete'])
    const { data } = await on.read('GET', '/activity?filter[event]=server:backup.restore&sort=timestamp')
    expect(data.map((one: { attributes: object }) => one.attributes)).toMatchObject([
      { properties: { name: 'Good', truncate: true }, is_api: true },
      { properties: { name: 'Good' }, is_api: false },
    ])
  })

  it('is announced the same after a failure, whose event has a dot', async () => {
    const uuid = await backUp(on, server)
    rig.demo.panel.backups.setTrap(server, 'restore-fails')
    const client = await openConsole(rig.demo, rig.token)
    await restore(on, uuid, true)
    await rig.demo.clock.advance(5 * second)
    expect(await heard(client)).toEqual([''])
    expect(await files(on)).toEqual([])
    expect(await on.events('restore-failed')).toEqual(['server.backup.restore-failed'])
    expect(await on.events('server:backup')).not.toContain('server.backup.restore-failed')
  })

  it.each([
    ['restarts', () => rig.demo.panel.node.restart()],
    [
      'is down for a while',
      async () => {
        await rig.demo.panel.node.stop()
        expect(await status(on)).toBe('restoring_backup')
        must(await rig.demo.panel.node.start())
      },
    ],
  ] as const)('is a failure with a colon where the node %s', async (_name, act) => {
    const uuid = await backUp(on, server)
    await restore(on, uuid)
    await act()
    expect(await status(on)).toBeNull()
    await rig.demo.clock.advance(10 * minute)
    expect(await on.events('restore')).toEqual(['server:backup.restore', 'server:backup.restore-failed'])
  })
})

describe('a deletion that outlasts the panel', () => {
  it.each([
    ['pterodactyl', 504],
    ['pelican', 500],
  ] as const)('is a failure for the panel, while the node goes on: %s', async (dialect, code) => {
    await restart({ dialect })
    const uuid = await backUp(on, server)
    rig.demo.panel.backups.setTrap(server, 'restore-outlasts')
    expect(await restore(on, uuid, true)).toBe(code)
    expect(await status(on)).toBeNull()
    expect(await on.events('restore')).toEqual([])
    await rig.demo.clock.advance(5 * second)
    expect(await on.events('restore')).toEqual(['server:backup.restore-complete'])
    expect(await files(on)).toContain('eula.txt')
    expect(await state(on)).toBe('offline')
  })

  it('lets nothing be done at the node meanwhile', async () => {
    const uuid = await backUp(on, server)
    rig.demo.panel.backups.setTrap(server, 'restore-outlasts')
    await restore(on, uuid)
    await rig.demo.clock.advance(3 * second)
    expect(await state(on)).toBe('offline')
    expect(await on.status('POST', '/power', { signal: 'start' })).toBe(204)
    const client = await openConsole(rig.demo, rig.token)
    const frames = await client.during(() => client.send('set state', 'start'))
    expect(frames).toEqual([{ event: 'daemon error', args: [errorEvent('an unexpected error.*')] }])
    expect(await restore(on, uuid)).toBe(409)
    await rig.demo.clock.advance(2 * second)
    expect(await state(on)).toBe('offline')
    await on.send('POST', '/power', { signal: 'start' })
    await rig.demo.clock.advance(10 * second)
    expect(await state(on)).toBe('running')
  })
})

describe('later panels', () => {
  it.each([{ dialect: 'pelican' }, { laterLimits: true }] as const)(
    'take three restores of a server in fifteen minutes: %j',
    async (options) => {
      await restart(options)
      const uuid = await backUp(on, server)
      for (let count = 0; count < 3; count += 1) {
        expect(await restore(on, uuid)).toBe(204)
        await rig.demo.clock.advance(minute)
      }
      expect(await on.refused('POST', `/backups/${uuid}/restore`, { truncate: false })).toMatchObject({
        status: 429,
        code: 'ThrottleRequestsException',
        retryAfter: String(12 * 60),
      })
      await rig.demo.clock.advance(12 * minute)
      expect(await restore(on, uuid)).toBe(204)
    },
  )
})
