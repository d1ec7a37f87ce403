import { describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Backups*: how many, and how often. */

const { survival: server, creative } = demoServers
const [minute, hour] = [60_000, 3_600_000]
const backupMs = 3_000

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

const create = (body: object = {}) => on.attributes('POST', '/backups', body)
/** A backup that is done. */
async function made(body: object = {}) {
  const { uuid } = await create(body)
  await rig.demo.clock.advance(backupMs)
  return uuid
}
const given = (agoMs: number, more: object = {}) =>
  rig.demo.panel.backups.add(server, { name: 'From before', agoMs, ...more })

describe('the limit of backups', () => {
  const refusal = (limit: number) => ({
    status: 400,
    code: 'TooManyBackupsException',
    detail: `Cannot create a new backup, this server has reached its limit of ${limit} backups.`,
  })

  it('counts pending and good ones, and nothing is rotated; failed ones are free', async () => {
    rig.demo.panel.backups.setLimit(server, 2)
    await given(3 * hour)
    for (let count = 0; count < 5; count += 1) await given(2 * hour, { state: 'failed' })
    expect(await on.status('POST', '/backups', {})).toBe(200)
    expect(await on.refused('POST', '/backups', {})).toMatchObject(refusal(2))
    expect((await on.read('GET', '/backups')).meta.backup_count).toBe(2)
    expect(await on.list('/backups')).toHaveLength(7)
  })

  it('is told by the server, and 0 allows none', async () => {
    expect((await on.attributes('GET', '')).feature_limits.backups).toBe(5)
    rig.demo.panel.backups.setLimit(server, 0)
    expect((await on.attributes('GET', '')).feature_limits.backups).toBe(0)
    expect(await on.refused('POST', '/backups', {})).toMatchObject(refusal(0))
  })
})

describe('the throttle of backups', () => {
  const tooMany = {
    status: 429,
    code: 'TooManyRequestsHttpException',
    detail: 'Only 2 backups may be generated within a 600 second span of time.',
  }

  it('lets two pass in ten minutes for each server, and tells the wait from the newest one', async () => {
    await create()
    await rig.demo.clock.advance(5 * minute)
    await create()
    await rig.demo.clock.advance(minute)
    expect(await on.refused('POST', '/backups', {})).toEqual({ ...tooMany, retryAfter: '540' })
    expect(await rig.on(creative).status('POST', '/backups', {})).toBe(200)
    // The older one is over before the wait that was told.
    await rig.demo.clock.advance(4 * minute)
    expect(await on.status('POST', '/backups', {})).toBe(200)
  })

  it.each([
    ['pterodactyl', 429],
    ['pelican', 200],
  ] as const)('counts deleted ones on one panel: %s %i', async (dialect, status) => {
    await restart({ dialect })
    await on.status('DELETE', `/backups/${await made()}`)
    await made()
    expect(await on.status('POST', '/backups', {})).toBe(status)
  })

  it('does not count failed ones', async () => {
    rig.demo.panel.backups.setTrap(server, 'backup-fails')
    for (let count = 0; count < 4; count += 1) await made()
    expect(await on.status('POST', '/backups', {})).toBe(200)
  })

  it('comes before the limit', async () => {
    rig.demo.panel.backups.setLimit(server, 1)
    await create()
    expect(await on.refused('POST', '/backups', {})).toMatchObject({ status: 400 })
    rig.demo.panel.backups.setThrottle({ backups: 1, windowMs: 60_000 })
    expect(await on.refused('POST', '/backups', {})).toMatchObject({ status: 429, retryAfter: '60' })
  })
})
