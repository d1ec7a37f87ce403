import { beforeEach, describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Activity*. */

const { survival: server } = demoServers

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

async function act() {
  await on.send('POST', '/power', { signal: 'stop' })
  await rig.demo.clock.advance(5_000)
  const { uuid } = await on.attributes('POST', '/backups', { name: 'One' })
  await rig.demo.clock.advance(5_000)
  await on.send('POST', `/backups/${uuid}/lock`)
}
beforeEach(act)

const all = ['server:power.stop', 'server:backup.start', 'server:backup.complete', 'server:backup.lock']
const eventsAt = async (query: string) => (await on.list(`/activity${query}`)).map(({ event }) => event)

describe('the activity of a server', () => {
  it('is in no promised order without a sort, and can be asked for by time', async () => {
    expect(await eventsAt('')).toEqual(all)
    expect(await eventsAt('?sort=timestamp')).toEqual(all)
    expect(await eventsAt('?sort=-timestamp')).toEqual(all.toReversed())
  })

  it.each([
    ['server:backup.lock', ['server:backup.lock']],
    ['server:backup', all.slice(1)],
    ['stop', ['server:power.stop']],
    ['power,lock', ['server:power.stop', 'server:backup.lock']],
    ['nothing', []],
    ['', all],
    [',', all],
  ])('is filtered by a part of the event: %s', async (filter, expected) => {
    expect(await eventsAt(`?filter[event]=${filter}`)).toEqual(expected)
  })

  it.each([
    ['?sort=event', 'InvalidSortQuery'],
    ['?sort=-event', 'InvalidSortQuery'],
    ['?filter[ip]=1', 'InvalidFilterQuery'],
    ['?filter[]=1', 'InvalidFilterQuery'],
    ['?filter[__proto__]=1', 'InvalidFilterQuery'],
  ])('is refused for another order or filter: %s', async (query, code) => {
    expect(await on.refused('GET', `/activity${query}`)).toMatchObject({ status: 400, code })
  })

  it('names each file that was read, downloaded or changed', async () => {
    await on.send('GET', '/files/contents?file=/eula.txt')
    await on.send('GET', '/files/download?file=/eula.txt')
    await on.send('GET', '/files/list?directory=/')
    await on.send('POST', '/files/copy', { location: '/eula.txt' })
    await on.send('POST', '/files/create-folder', { root: '/', name: 'new' })
    await on.send('PUT', '/files/rename', { root: '/', files: [{ from: 'new', to: 'old' }] })
    await on.send('POST', '/files/compress', { root: '/', files: ['old'] })
    await on.send('POST', '/files/delete', { root: '/', files: ['old'] })
    await on.send('POST', '/files/create-folder', { root: '/plugins', name: 'new' })
    const told = await on.list('/activity?filter[event]=file')
    expect(told.map(({ event, properties }) => [event, properties])).toEqual([
      ['server:file.read', { file: '/eula.txt' }],
      ['server:file.download', { file: '/eula.txt' }],
      ['server:file.copy', { file: '/eula.txt' }],
      ['server:file.create-directory', { directory: '/', name: 'new' }],
      ['server:file.rename', { directory: '/', files: [{ from: 'new', to: 'old' }], count: 1 }],
      ['server:file.compress', { directory: '/', files: ['old'], count: 1 }],
      ['server:file.delete', { directory: '/', files: ['old'], count: 1 }],
      ['server:file.create-directory', { directory: '/plugins/', name: 'new' }],
    ])
  })

  it('has pages of 25, 100 at most', async () => {
    for (let count = 0; count < 120; count += 1) await on.send('POST', '/power', { signal: 'stop' })
    expect((await on.read('GET', '/activity')).meta.pagination).toMatchObject({ count: 25, total: 124 })
    const page = await on.read('GET', '/activity?per_page=1000&page=2')
    expect(page.meta.pagination).toMatchObject({ count: 24, per_page: 100, total_pages: 2 })
  })

  it.each([
    ['pterodactyl', {}, true],
    ['pelican', [], false],
  ] as const)('has its panel’s shape: %s', async (dialect, empty, hasBatch) => {
    await restart({ dialect })
    await act()
    const [power, start] = await on.list('/activity?include=actor')
    expect(power).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      is_api: true,
      ip: '127.0.0.1',
      description: null,
      timestamp: '2026-01-01T12:00:00+00:00',
      relationships: { actor: { object: 'user' } },
    })
    expect(power?.properties).toEqual(empty)
    expect(start?.properties).toEqual({ name: 'One', locked: false })
    expect(power !== undefined && 'batch' in power).toBe(hasBatch)
    expect(await on.list('/activity?include=actor')).toEqual(await on.list('/activity?include=actor'))
  })
})
