import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Permission } from '../../shared/model/permission.ts'
import { call, demoServers, startFakeDemo } from '../fixtures/demo.ts'
import { setUpDemoGames } from '../fixtures/demo-games.ts'
import { eventually } from '../fixtures/eventually.ts'
import {
  askInfo,
  askStatus,
  infoRequest,
  isFree,
  openTcp,
  openUdp,
  statusHandshake,
  statusRequest,
} from '../fixtures/raw-game.ts'

const { survival, creative, hangsOnStop, offline: valheim, rust, factorio, suspended } = demoServers
const minute = 60_000

const rig = setUpDemoGames()
const { restart, on, lines, port, players, signal } = rig

type Listed = {
  attributes: {
    identifier: string
    relationships: Record<string, { data?: { attributes: Record<string, unknown> }[]; attributes?: unknown }>
  } & Record<string, unknown>
}

async function listed(server: string, itsToken = rig.token, query = '') {
  const { data }: { data: Listed[] } = await (await call(`${rig.demo.baseUrl}${query}`, itsToken)).json()
  const found = data.find(({ attributes }) => attributes.identifier === server)
  if (found === undefined) throw new Error('it is not listed')
  const { relationships } = found.attributes
  const of = (name: string) => relationships[name]?.data?.map(({ attributes }) => attributes) ?? null
  return { ...found.attributes, relationships, allocations: of('allocations') ?? [], variables: of('variables') }
}
const portsOf = async (server: string) => (await listed(server)).allocations.map((one) => one.port)

describe('ports', () => {
  it('are open while their server runs', async () => {
    const at = port(survival)
    await signal(survival, 'stop')
    expect([await isFree(at, 'tcp'), await isFree(at, 'udp')]).toEqual([true, true])
    expect(players(survival)).toEqual([])
    await signal(survival, 'start')
    expect(port(survival)).toBe(at)
    expect(await askStatus(at)).toHaveProperty('players')
    await signal(survival, 'kill')
    expect(await isFree(at, 'tcp')).toBe(true)
  })

  it('are none of a server that starts, hangs on its stop, or is suspended', async () => {
    await on(valheim, '/power', 'POST', { signal: 'start' })
    await rig.demo.clock.advance(2_000)
    await rig.demo.panel.games.settled()
    expect(await isFree(port(valheim) + 1, 'udp')).toBe(true)
    await signal(hangsOnStop, 'stop')
    expect(await isFree(port(hangsOnStop), 'tcp')).toBe(true)
    rig.demo.panel.node.setSuspended(survival, true)
    await rig.demo.panel.games.settled()
    expect(await isFree(port(survival), 'tcp')).toBe(true)
    expect(await isFree(port(suspended), 'tcp')).toBe(true)
  })

  it('end with their server, and with the panel', async () => {
    const ports = [survival, creative, rust].map(port)
    rig.demo.panel.node.remove(survival)
    await rig.demo.panel.games.settled()
    expect(await isFree(ports[0] ?? 0, 'tcp')).toBe(true)
    const talk = await openTcp(ports[1] ?? 0)
    await rig.demo.panel.dispose()
    await talk.ended()
    for (const at of ports) expect([await isFree(at, 'tcp'), await isFree(at + 1, 'udp')]).toEqual([true, true])
    expect(rig.demo.clock.pending()).toBe(0)
  })

  it('are none that a system gives to outgoing connections', () => {
    for (const server of [survival, creative, rust, valheim]) {
      expect(port(server)).toBeGreaterThanOrEqual(20_000)
      expect(port(server)).toBeLessThan(32_768)
    }
  })

  it('are listed as they are, the default one first', async () => {
    expect(await portsOf(survival)).toEqual([port(survival)])
    expect(await portsOf(rust)).toEqual([port(rust), port(rust) + 1])
    const { allocations } = await listed(rust)
    expect(allocations).toMatchObject([
      { ip: '127.0.0.1', ip_alias: null, notes: null, is_default: true },
      { ip: '127.0.0.1', ip_alias: null, notes: 'Query', is_default: false },
    ])
  })

  it('are taken again by the next run, and others where a port is not free any more', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-games-'))
    const file = join(folder, 'demo-panel.json')
    try {
      await restart({ file })
      const [first, second] = [port(survival), port(rust)]
      await restart({ file })
      expect([port(survival), port(rust)]).toEqual([first, second])
      await rig.demo.panel.dispose()
      const other = await startFakeDemo({ file })
      // The same file at the same time: its ports are taken already.
      const late = await startFakeDemo({ file })
      expect(other.panel.games.port(survival)).toBe(first)
      expect(late.panel.games.port(survival)).not.toBe(first)
      expect(await askStatus(late.panel.games.port(survival) ?? 0)).toHaveProperty('players')
      await Promise.all([other.panel.dispose(), late.panel.dispose()])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('what the list tells of a game', () => {
  it('is told to a key with all permissions', async () => {
    const { variables, ...server } = await listed(rust)
    expect(server).toMatchObject({ docker_image: 'ghcr.io/parkervcp/games:rust', egg_features: ['steam_disk_space'] })
    expect(variables).toContainEqual(
      expect.objectContaining({ env_variable: 'QUERY_PORT', server_value: String(port(rust) + 1) }),
    )
    expect(await listed(survival)).toMatchObject({ egg_features: ['eula', 'java_version', 'pid_limit'] })
  })

  it('is the default address alone for another key', async () => {
    const limited = rig.demo.token({ permissions: ['power', 'console'] satisfies Permission[] })
    const { allocations, relationships } = await listed(rust, limited)
    expect(allocations).toMatchObject([{ port: port(rust), notes: null, is_default: true }])
    expect(relationships.variables).toEqual({ object: 'null_resource', attributes: null })
  })

  it('has the egg where that is asked for', async () => {
    expect((await listed(rust)).relationships).not.toHaveProperty('egg')
    expect((await listed(rust, rig.token, '?include=egg,subusers')).relationships.egg).toMatchObject({
      object: 'egg',
      attributes: { name: 'Rust' },
    })
  })
})

describe('traps', () => {
  it('a query that is turned off', async () => {
    await rig.demo.panel.games.setTrap(rust, 'no-query')
    expect(await isFree(port(rust) + 1, 'udp')).toBe(true)
    await rig.demo.panel.games.setTrap(rust, null)
    expect(await askInfo(port(rust) + 1)).toHaveProperty('players')
  })

  it('one that never answers', async () => {
    await rig.demo.panel.games.setTrap(rust, 'silent')
    expect(await isFree(port(rust) + 1, 'udp')).toBe(false)
    const talk = await openUdp(port(rust) + 1)
    talk.send(infoRequest)
    const tcp = await openTcp(port(survival))
    await rig.demo.panel.games.setTrap(survival, 'silent')
    tcp.send(Buffer.concat([statusHandshake, statusRequest]))
    // A second server that does answer shows that the turn of the first one has come.
    await askStatus(port(creative))
    await rig.demo.panel.games.setTrap(rust, null)
    await talk.ask(infoRequest)
    expect(talk.received()).toHaveLength(1)
    await rig.demo.clock.advance(10_000)
    expect(await tcp.ended()).toHaveLength(0)
    talk.close()
  })

  it('one that answers late', async () => {
    await rig.demo.panel.games.setTrap(rust, 'slow')
    const talk = await openUdp(port(rust) + 1)
    const before = rig.demo.clock.pending()
    talk.send(infoRequest)
    await eventually(() => expect(rig.demo.clock.pending()).toBe(before + 1))
    await rig.demo.clock.advance(2_999)
    expect(talk.received()).toHaveLength(0)
    await rig.demo.clock.advance(1)
    await eventually(() => expect(talk.received()).toHaveLength(1))
    talk.close()
  })

  it('names that are none', async () => {
    await rig.demo.panel.games.setTrap(survival, 'fake-names')
    const status = await askStatus(port(survival))
    expect(status).toMatchObject({ players: { online: players(survival).length } })
    expect(JSON.stringify(status)).toContain('shop.example.com')
  })

  it('another port than the panel says', async () => {
    const before = port(survival)
    await rig.demo.panel.games.setTrap(survival, 'wrong-port')
    expect(port(survival)).not.toBe(before)
    expect(await portsOf(survival)).toEqual([before, port(survival)])
    expect(await isFree(before, 'tcp')).toBe(true)
    expect(await askStatus(port(survival))).toHaveProperty('players')
    await rig.demo.panel.games.setTrap(survival, null)
    expect(await portsOf(survival)).toEqual([port(survival)])
  })

  it('ports that move', async () => {
    const before = port(rust)
    await rig.demo.panel.games.movePorts(rust)
    expect(await portsOf(rust)).toEqual([port(rust), port(rust) + 1])
    expect(port(rust)).not.toBe(before)
    expect(await askInfo(port(rust) + 1)).toHaveProperty('players')
    await rig.demo.panel.games.movePorts(valheim)
    expect(await isFree(port(valheim) + 1, 'udp')).toBe(true)
  })

  it('a process that hangs: nothing answers, comes, goes or is printed, until a restart', async () => {
    rig.demo.panel.games.setHung(survival, true)
    const [on0, printed] = [players(survival), lines(survival).length]
    await rig.demo.clock.advance(30 * minute)
    expect(players(survival)).toEqual(on0)
    expect(lines(survival)).toHaveLength(printed)
    await on(survival, '/command', 'POST', { command: 'list' })
    expect(lines(survival).slice(printed)).toEqual(['list'])
    const talk = await openTcp(port(survival))
    talk.send(Buffer.concat([statusHandshake, statusRequest]))
    await askStatus(port(creative))
    expect(talk.received()).toHaveLength(0)
    talk.close()
    await signal(survival, 'restart')
    expect(await askStatus(port(survival))).toMatchObject({ players: { online: 0 } })
  })

  it('are none of a server that is not there', async () => {
    const { games } = rig.demo.panel
    await games.setTrap('99999999', 'silent')
    await games.movePorts('99999999')
    games.setHung('99999999', true)
    games.hold('99999999', true)
    expect([games.port('99999999'), games.players('99999999'), games.join('99999999', 'x')]).toEqual([null, [], false])
  })
})

describe('the plugin that counts players', () => {
  const ask = async (server: string, below = '') => {
    const reply = await on(server, `/query${below}`)
    return { status: reply.status, body: await reply.json() }
  }

  it('is not there unless it is asked for', async () => {
    expect((await ask(survival)).status).toBe(404)
    expect((await ask(survival, '/players')).status).toBe(404)
  })

  describe('where it is there', () => {
    afterEach(() => rig.demo.panel.dispose())

    it('tells the count, and the names of Minecraft', async () => {
      await restart({ playerCounter: true })
      const names = players(survival)
      const count = { hostname: 'Survival', map: 'world', current_players: names.length, max_players: 20 }
      expect(await ask(survival)).toEqual({ status: 200, body: count })
      expect(await ask(survival, '/players')).toEqual({ status: 200, body: names })
      expect((await ask(rust, '/players')).body).toMatchObject({
        errors: [{ code: 'HttpException', status: '406', detail: 'Server query has no player list' }],
      })
    })

    it('refuses with a reason what it cannot count, and tells nothing of a query that failed', async () => {
      await restart({ playerCounter: true })
      expect(await ask(valheim)).toMatchObject({ status: 406, body: { errors: [{ detail: 'Server is offline' }] } })
      expect(await ask(factorio)).toMatchObject({ status: 406, body: { errors: [{ detail: 'Server has no query' }] } })
      await rig.demo.panel.games.setTrap(rust, 'silent')
      rig.demo.panel.games.setHung(survival, true)
      for (const server of [rust, survival]) expect(await ask(server)).toEqual({ status: 200, body: {} })
    })

    it('takes two requests a minute of each server', async () => {
      await restart({ playerCounter: true })
      const statuses = []
      for (let i = 0; i < 3; i += 1) statuses.push((await ask(survival)).status)
      expect(statuses).toEqual([200, 200, 429])
      expect((await ask(creative)).status).toBe(200)
      await rig.demo.clock.advance(minute)
      expect((await ask(survival)).status).toBe(200)
    })
  })
})
