import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Permission } from '../../shared/model/permission.ts'
import { call, demoServers, must, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { eventually } from '../fixtures/eventually.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'
import {
  askBedrock,
  askInfo,
  askStatus,
  bedrockPing,
  bytes,
  challengeOf,
  infoOf,
  infoRequest,
  isFree,
  openTcp,
  openUdp,
  statusHandshake,
  statusOf,
  statusPing,
  statusRequest,
} from '../fixtures/raw-game.ts'

const { survival, creative, hangsOnStop, offline: valheim, rust, factorio, suspended } = demoServers
const minute = 60_000

let demo: StartedDemo & { clock: FakeClock }
let token: string

const restartDemo = setUpFakeDemo((started, itsToken) => {
  demo = started
  token = itsToken
})

const on = (server: string, path: string, method = 'GET', body?: unknown) =>
  call(`${demo.baseUrl}/servers/${server}${path}`, token, method, body)
const lines = (server: string) => demo.panel.consoleLines(server)
const port = (server: string) => demo.panel.games.port(server) ?? 0
const players = (server: string) => demo.panel.games.players(server)

async function signal(server: string, what: 'start' | 'stop' | 'restart' | 'kill'): Promise<void> {
  await on(server, '/power', 'POST', { signal: what })
  await demo.clock.advance(10_000)
  await demo.panel.games.settled()
}

type Listed = {
  attributes: {
    identifier: string
    relationships: Record<string, { data?: { attributes: Record<string, unknown> }[]; attributes?: unknown }>
  } & Record<string, unknown>
}

async function listed(server: string, itsToken = token, query = '') {
  const { data }: { data: Listed[] } = await (await call(`${demo.baseUrl}${query}`, itsToken)).json()
  const found = data.find(({ attributes }) => attributes.identifier === server)
  if (found === undefined) throw new Error('it is not listed')
  const { relationships } = found.attributes
  const of = (name: string) => relationships[name]?.data?.map(({ attributes }) => attributes) ?? null
  return { ...found.attributes, relationships, allocations: of('allocations') ?? [], variables: of('variables') }
}
const portsOf = async (server: string) => (await listed(server)).allocations.map((one) => one.port)

describe('games that answer', () => {
  it('Java: the status with who is on, and the ping', async () => {
    const status = await askStatus(port(survival))
    const names = players(survival)
    expect(status).toMatchObject({
      version: { name: '1.21.4' },
      players: { max: 20, online: names.length, sample: names.map((name) => ({ name })) },
      description: { text: 'Survival' },
    })
    expect(names.length).toBeGreaterThan(0)
  })

  it('Java: the same, byte by byte', async () => {
    const talk = await openTcp(port(survival))
    for (const byte of Buffer.concat([statusHandshake, statusRequest])) talk.send(Uint8Array.of(byte))
    await eventually(() => expect(() => statusOf(talk.received())).not.toThrow())
    talk.send(statusPing)
    expect((await talk.ended()).subarray(-10)).toEqual(statusPing)
  })

  it('Java: no names where nobody is on', async () => {
    demo.panel.games.hold(survival, true)
    for (const name of players(survival)) demo.panel.games.leave(survival, name)
    const status = await askStatus(port(survival))
    expect(status).toMatchObject({ players: { max: 20, online: 0 } })
    expect(status).not.toHaveProperty('players.sample')
  })

  it.each([
    ['a login', bytes('13 00 ff ff ff ff 0f 09 6c 6f 63 61 6c 68 6f 73 74 63 dd 02')],
    ['a cut handshake', bytes('03 00 ff ff')],
    ['a host longer than the frame', bytes('08 00 ff ff ff ff 0f ff 01')],
    ['a length of nothing', bytes('00')],
    ['a length without end', bytes('ff ff ff ff ff ff')],
    ['a frame too long', bytes('ff ff ff ff 07')],
    ['a web request', Buffer.from(`GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${'x'.repeat(100)}\r\n\r\n`)],
    ['two requests at once, after which it hangs up', Buffer.concat([statusHandshake, statusRequest, statusRequest])],
  ])('Java: hangs up on %s', async (_name, data) => {
    const talk = await openTcp(port(survival))
    talk.send(data)
    await talk.ended()
    expect(await askStatus(port(survival))).toHaveProperty('players')
  })

  it('Java: hangs up on somebody who says nothing', async () => {
    const before = demo.clock.pending()
    const talk = await openTcp(port(survival))
    await eventually(() => expect(demo.clock.pending()).toBe(before + 1))
    await demo.clock.advance(10_000)
    expect(await talk.ended()).toHaveLength(0)
  })

  it('Bedrock: a server of its own, and Geyser at the number of a Java server', async () => {
    const { identifier } = must(demo.panel.addServer('Pocket; world', 'bedrock'))
    await signal(identifier, 'start')
    for (const name of ['mira', 'Pim']) demo.panel.games.join(identifier, name)
    const fields = await askBedrock(port(identifier))
    expect(fields.slice(0, 2)).toEqual(['MCPE', 'Pocket, world'])
    expect(fields.slice(4, 6)).toEqual([String(players(identifier).length), '10'])
    expect((await askBedrock(port(creative))).slice(4, 6)).toEqual([String(players(creative).length), '20'])
  })

  it('Valve: Valheim one above its port, and Rust with the numbers in its keywords', async () => {
    await signal(valheim, 'start')
    demo.panel.games.join(valheim, 'mira')
    expect(await askInfo(port(valheim) + 1)).toMatchObject({
      name: 'Valheim',
      players: players(valheim).length,
      max: 10,
    })
    const on = players(rust).length
    const info = await askInfo(port(rust) + 1)
    expect(info).toMatchObject({ name: 'Rust', folder: 'rust', players: on, max: 100, bots: 0 })
    expect(info.keywords).toContain(`mp100,cp${on},`)
  })

  it('Valve: tells nothing without the challenge of who asks', async () => {
    const [one, other] = [await openUdp(port(rust) + 1), await openUdp(port(rust) + 1)]
    const challenge = challengeOf(await one.ask(infoRequest))
    if (challenge === null) throw new Error('no challenge came')
    expect(challengeOf(await other.ask(Buffer.concat([infoRequest, challenge])))).not.toBeNull()
    expect(infoOf(await one.ask(Buffer.concat([infoRequest, challenge])))).toHaveProperty('players')
    one.close()
    other.close()
  })

  it('UDP: says nothing to what is no question', async () => {
    for (const [at, good] of [
      [port(rust) + 1, infoRequest],
      [port(survival), bedrockPing],
    ] as const) {
      const talk = await openUdp(at)
      for (const length of [0, 1, 4, 5, 20, 24, 32, 33, 34, 60, 1_400]) talk.send(Buffer.alloc(length, 0xff))
      talk.send(good.subarray(0, -1))
      talk.send(Buffer.concat([good, Buffer.alloc(100)]))
      // In order on loopback, so that what comes first is the answer to the last one.
      await talk.ask(good)
      expect(talk.received()).toHaveLength(1)
      talk.close()
    }
  })
})

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
    await demo.clock.advance(2_000)
    await demo.panel.games.settled()
    expect(await isFree(port(valheim) + 1, 'udp')).toBe(true)
    await signal(hangsOnStop, 'stop')
    expect(await isFree(port(hangsOnStop), 'tcp')).toBe(true)
    demo.panel.node.setSuspended(survival, true)
    await demo.panel.games.settled()
    expect(await isFree(port(survival), 'tcp')).toBe(true)
    expect(await isFree(port(suspended), 'tcp')).toBe(true)
  })

  it('end with their server, and with the panel', async () => {
    const ports = [survival, creative, rust].map(port)
    demo.panel.node.remove(survival)
    await demo.panel.games.settled()
    expect(await isFree(ports[0] ?? 0, 'tcp')).toBe(true)
    const talk = await openTcp(ports[1] ?? 0)
    await demo.panel.dispose()
    await talk.ended()
    for (const at of ports) expect([await isFree(at, 'tcp'), await isFree(at + 1, 'udp')]).toEqual([true, true])
    expect(demo.clock.pending()).toBe(0)
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
      await restartDemo({ file })
      const [first, second] = [port(survival), port(rust)]
      await restartDemo({ file })
      expect([port(survival), port(rust)]).toEqual([first, second])
      await demo.panel.dispose()
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
    const limited = demo.token({ permissions: ['power', 'console'] satisfies Permission[] })
    const { allocations, relationships } = await listed(rust, limited)
    expect(allocations).toMatchObject([{ port: port(rust), notes: null, is_default: true }])
    expect(relationships.variables).toEqual({ object: 'null_resource', attributes: null })
  })

  it('has the egg where that is asked for', async () => {
    expect((await listed(rust)).relationships).not.toHaveProperty('egg')
    expect((await listed(rust, token, '?include=egg,subusers')).relationships.egg).toMatchObject({
      object: 'egg',
      attributes: { name: 'Rust' },
    })
  })
})

describe('players', () => {
  it('come and go, the same ones for the same seed and clock', async () => {
    const seen = async (seed: number) => {
      await restartDemo({ seed })
      const counts: string[] = []
      for (let i = 0; i < 16; i += 1) {
        await demo.clock.advance(3 * minute)
        counts.push([survival, rust, factorio].map((server) => players(server).join()).join(';'))
      }
      return counts
    }
    const one = await seen(5)
    expect(await seen(5)).toEqual(one)
    expect(new Set(one).size).toBeGreaterThan(8)
    expect(await seen(6)).not.toEqual(one)
  })

  it('are told on the console as they come and go, and listed by its command', async () => {
    demo.panel.games.hold(survival, true)
    for (const name of players(survival)) demo.panel.games.leave(survival, name)
    expect(demo.panel.games.join(survival, 'Mira_2')).toBe(true)
    expect(demo.panel.games.join(survival, 'Mira_2')).toBe(false)
    expect(lines(survival).at(-1)).toMatch(/^\[\d\d:\d\d:\d\d\] \[Server thread\/INFO\]: Mira_2 joined the game$/)
    await on(survival, '/command', 'POST', { command: 'list' })
    expect(lines(survival).at(-1)).toContain(': There are 1 of a max of 20 players online: Mira_2')
    expect(demo.panel.games.leave(survival, 'Mira_2')).toBe(true)
    expect(demo.panel.games.leave(survival, 'Mira_2')).toBe(false)
    expect(lines(survival).at(-1)).toContain(': Mira_2 left the game')
  })

  it('stay while they are held, and are off with the server', async () => {
    demo.panel.games.hold(survival, true)
    const held = players(survival)
    await demo.clock.advance(60 * minute)
    expect(players(survival)).toEqual(held)
    await signal(survival, 'restart')
    expect(players(survival)).toEqual([])
    expect(demo.panel.games.join(valheim, 'mira')).toBe(false)
    expect(players(valheim)).toEqual([])
  })

  it('are as many as the server takes', () => {
    demo.panel.games.hold(survival, true)
    for (let i = 0; i < 30; i += 1) demo.panel.games.join(survival, `player${i}`)
    expect(players(survival)).toHaveLength(20)
  })
})

describe('traps', () => {
  it('a query that is turned off', async () => {
    await demo.panel.games.setTrap(rust, 'no-query')
    expect(await isFree(port(rust) + 1, 'udp')).toBe(true)
    await demo.panel.games.setTrap(rust, null)
    expect(await askInfo(port(rust) + 1)).toHaveProperty('players')
  })

  it('one that never answers', async () => {
    await demo.panel.games.setTrap(rust, 'silent')
    expect(await isFree(port(rust) + 1, 'udp')).toBe(false)
    const talk = await openUdp(port(rust) + 1)
    talk.send(infoRequest)
    const tcp = await openTcp(port(survival))
    await demo.panel.games.setTrap(survival, 'silent')
    tcp.send(Buffer.concat([statusHandshake, statusRequest]))
    // A second server that does answer shows that the turn of the first one has come.
    await askStatus(port(creative))
    await demo.panel.games.setTrap(rust, null)
    await talk.ask(infoRequest)
    expect(talk.received()).toHaveLength(1)
    await demo.clock.advance(10_000)
    expect(await tcp.ended()).toHaveLength(0)
    talk.close()
  })

  it('one that answers late', async () => {
    await demo.panel.games.setTrap(rust, 'slow')
    const talk = await openUdp(port(rust) + 1)
    const before = demo.clock.pending()
    talk.send(infoRequest)
    await eventually(() => expect(demo.clock.pending()).toBe(before + 1))
    await demo.clock.advance(2_999)
    expect(talk.received()).toHaveLength(0)
    await demo.clock.advance(1)
    await eventually(() => expect(talk.received()).toHaveLength(1))
    talk.close()
  })

  it('names that are none', async () => {
    await demo.panel.games.setTrap(survival, 'fake-names')
    const status = await askStatus(port(survival))
    expect(status).toMatchObject({ players: { online: players(survival).length } })
    expect(JSON.stringify(status)).toContain('shop.example.com')
  })

  it('another port than the panel says', async () => {
    const before = port(survival)
    await demo.panel.games.setTrap(survival, 'wrong-port')
    expect(port(survival)).not.toBe(before)
    expect(await portsOf(survival)).toEqual([before, port(survival)])
    expect(await isFree(before, 'tcp')).toBe(true)
    expect(await askStatus(port(survival))).toHaveProperty('players')
    await demo.panel.games.setTrap(survival, null)
    expect(await portsOf(survival)).toEqual([port(survival)])
  })

  it('ports that move', async () => {
    const before = port(rust)
    await demo.panel.games.movePorts(rust)
    expect(await portsOf(rust)).toEqual([port(rust), port(rust) + 1])
    expect(port(rust)).not.toBe(before)
    expect(await askInfo(port(rust) + 1)).toHaveProperty('players')
    await demo.panel.games.movePorts(valheim)
    expect(await isFree(port(valheim) + 1, 'udp')).toBe(true)
  })

  it('a process that hangs: nothing answers, comes, goes or is printed, until a restart', async () => {
    demo.panel.games.setHung(survival, true)
    const [on0, printed] = [players(survival), lines(survival).length]
    await demo.clock.advance(30 * minute)
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
    const { games } = demo.panel
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
    afterEach(() => demo.panel.dispose())

    it('tells the count, and the names of Minecraft', async () => {
      await restartDemo({ playerCounter: true })
      const names = players(survival)
      const count = { hostname: 'Survival', map: 'world', current_players: names.length, max_players: 20 }
      expect(await ask(survival)).toEqual({ status: 200, body: count })
      expect(await ask(survival, '/players')).toEqual({ status: 200, body: names })
      expect((await ask(rust, '/players')).body).toMatchObject({
        errors: [{ code: 'HttpException', status: '406', detail: 'Server query has no player list' }],
      })
    })

    it('refuses with a reason what it cannot count, and tells nothing of a query that failed', async () => {
      await restartDemo({ playerCounter: true })
      expect(await ask(valheim)).toMatchObject({ status: 406, body: { errors: [{ detail: 'Server is offline' }] } })
      expect(await ask(factorio)).toMatchObject({ status: 406, body: { errors: [{ detail: 'Server has no query' }] } })
      await demo.panel.games.setTrap(rust, 'silent')
      demo.panel.games.setHung(survival, true)
      for (const server of [rust, survival]) expect(await ask(server)).toEqual({ status: 200, body: {} })
    })

    it('takes two requests a minute of each server', async () => {
      await restartDemo({ playerCounter: true })
      const statuses = []
      for (let i = 0; i < 3; i += 1) statuses.push((await ask(survival)).status)
      expect(statuses).toEqual([200, 200, 429])
      expect((await ask(creative)).status).toBe(200)
      await demo.clock.advance(minute)
      expect((await ask(survival)).status).toBe(200)
    })
  })
})
