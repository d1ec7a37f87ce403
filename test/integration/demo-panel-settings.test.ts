import { describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Settings*. */

const { survival: server, hangsOnStop: modded } = demoServers

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)
const onModded = rig.on(modded)

const facts = async (calls = on) => (await calls.read('GET', '')).attributes
const rename = (body: object) => on.status('POST', '/settings/rename', body)
const reinstall = (calls = on) => calls.status('POST', '/settings/reinstall')

describe('a rename', () => {
  it.each([
    [{ name: 'New' }, 'Main world since 2021'],
    [{ name: 'New', description: 'Other' }, 'Other'],
    [{ name: 'New', description: '' }, ''],
    [{ name: 'New', description: null }, ''],
  ])('keeps a description that is left out, on one kind of panel: %j', async (body, description) => {
    expect(await rename(body)).toBe(204)
    expect(await facts()).toMatchObject({ name: 'New', description })
    expect(await on.status('POST', '/settings/description', { description: 'x' })).toBe(404)
  })

  it('ignores the description on the other, which has a call of its own for it', async () => {
    await restart({ dialect: 'pelican' })
    expect(await rename({ name: 'New', description: 'Other' })).toBe(204)
    expect(await facts()).toMatchObject({ name: 'New', description: 'Main world since 2021' })
    expect(await on.status('POST', '/settings/description', { description: 'Other' })).toBe(204)
    expect(await facts()).toMatchObject({ description: 'Other' })
    expect(await on.events('settings')).toEqual(['server:settings.rename', 'server:settings.description'])
  })

  it('of a description is refused without a word where the panel forbids it', async () => {
    await restart({ dialect: 'pelican' })
    rig.demo.panel.setDescriptions('forbidden')
    const answer = await on.send('POST', '/settings/description', { description: 'Other' })
    expect([answer.status, await answer.text()]).toEqual([403, '[]'])
    rig.demo.panel.setDescriptions('off')
    expect(await facts()).not.toHaveProperty('description')
  })

  it.each([{}, { name: '' }, { name: 'x'.repeat(192) }, { name: 7 }])('is refused with %j', async (body) => {
    expect(await rename(body)).toBe(422)
  })
})

describe('a reinstall', () => {
  it('stops the server, holds it until its end, and leaves it off', async () => {
    expect(await reinstall()).toBe(202)
    expect(await facts()).toMatchObject({ status: 'installing', is_installing: true })
    expect(await on.refused('GET', '/backups')).toMatchObject({ status: 409, code: 'ServerStateConflictException' })
    expect(await reinstall()).toBe(409)
    await rig.demo.clock.advance(10_000)
    expect(await facts()).toMatchObject({ status: null })
    expect((await on.attributes('GET', '/resources')).current_state).toBe('offline')
    expect(await on.events('reinstall')).toEqual(['server:reinstall'])
  })

  it('kills what does not stop within ten seconds', async () => {
    expect(await reinstall(onModded)).toBe(202)
    await rig.demo.clock.advance(9_900)
    expect(rig.demo.panel.consoleLines(modded).join('\n')).not.toContain('Exit code')
    await rig.demo.clock.advance(10_000)
    expect(await facts(onModded)).toMatchObject({ status: null })
    expect((await onModded.attributes('GET', '/resources')).current_state).toBe('offline')
  })

  it.each([
    ['pterodactyl', 409, 'DaemonConnectionException'],
    ['pelican', 500, 'RequestException'],
  ] as const)('waits for no power action: %s', async (dialect, status, code) => {
    await restart({ dialect })
    await onModded.send('POST', '/power', { signal: 'stop' })
    expect(await onModded.refused('POST', '/settings/reinstall')).toMatchObject({ status, code })
  })

  it.each([
    ['pterodactyl', 200],
    ['pelican', 409],
  ] as const)('that failed says so; one kind of panel holds the server for it: %s', async (dialect, status) => {
    await restart({ dialect })
    rig.demo.panel.reinstalls.setTrap(server, 'fails')
    await reinstall()
    await rig.demo.clock.advance(10_000)
    expect(await facts()).toMatchObject({ status: 'reinstall_failed' })
    expect(await on.status('GET', '/backups')).toBe(status)
  })

  it('may never end', async () => {
    rig.demo.panel.reinstalls.setTrap(server, 'stalls')
    await reinstall()
    await rig.demo.clock.advance(24 * 3_600_000)
    expect(await facts()).toMatchObject({ status: 'installing' })
  })

  it('may be denied', async () => {
    rig.demo.panel.deny(['settings.reinstall'])
    expect([await reinstall(), await rename({ name: 'New' })]).toEqual([403, 204])
  })
})
