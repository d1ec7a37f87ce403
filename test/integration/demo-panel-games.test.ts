import { describe, expect, it } from 'vitest'
import { demoServers, must } from '../fixtures/demo.ts'
import { setUpDemoGames } from '../fixtures/demo-games.ts'
import { eventually } from '../fixtures/eventually.ts'
import {
  askBedrock,
  askInfo,
  askStatus,
  bedrockPing,
  bytes,
  challengeOf,
  infoOf,
  infoRequest,
  openTcp,
  openUdp,
  statusHandshake,
  statusOf,
  statusPing,
  statusRequest,
} from '../fixtures/raw-game.ts'

const { survival, creative, offline: valheim, rust, factorio } = demoServers
const minute = 60_000

const rig = setUpDemoGames()
const { restart, on, lines, port, players, signal } = rig

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
    rig.demo.panel.games.hold(survival, true)
    for (const name of players(survival)) rig.demo.panel.games.leave(survival, name)
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
    const before = rig.demo.clock.pending()
    const talk = await openTcp(port(survival))
    await eventually(() => expect(rig.demo.clock.pending()).toBe(before + 1))
    await rig.demo.clock.advance(10_000)
    expect(await talk.ended()).toHaveLength(0)
  })

  it('Bedrock: a server of its own, and Geyser at the number of a Java server', async () => {
    const { identifier } = must(rig.demo.panel.addServer('Pocket; world', 'bedrock'))
    await signal(identifier, 'start')
    for (const name of ['mira', 'Pim']) rig.demo.panel.games.join(identifier, name)
    const fields = await askBedrock(port(identifier))
    expect(fields.slice(0, 2)).toEqual(['MCPE', 'Pocket, world'])
    expect(fields.slice(4, 6)).toEqual([String(players(identifier).length), '10'])
    expect((await askBedrock(port(creative))).slice(4, 6)).toEqual([String(players(creative).length), '20'])
  })

  it('Valve: Valheim one above its port, and Rust with the numbers in its keywords', async () => {
    await signal(valheim, 'start')
    rig.demo.panel.games.join(valheim, 'mira')
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

describe('players', () => {
  it('come and go, the same ones for the same seed and clock', async () => {
    const seen = async (seed: number) => {
      await restart({ seed })
      const counts: string[] = []
      for (let i = 0; i < 16; i += 1) {
        await rig.demo.clock.advance(3 * minute)
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
    rig.demo.panel.games.hold(survival, true)
    for (const name of players(survival)) rig.demo.panel.games.leave(survival, name)
    expect(rig.demo.panel.games.join(survival, 'Mira_2')).toBe(true)
    expect(rig.demo.panel.games.join(survival, 'Mira_2')).toBe(false)
    expect(lines(survival).at(-1)).toMatch(/^\[\d\d:\d\d:\d\d\] \[Server thread\/INFO\]: Mira_2 joined the game$/)
    await on(survival, '/command', 'POST', { command: 'list' })
    expect(lines(survival).at(-1)).toContain(': There are 1 of a max of 20 players online: Mira_2')
    expect(rig.demo.panel.games.leave(survival, 'Mira_2')).toBe(true)
    expect(rig.demo.panel.games.leave(survival, 'Mira_2')).toBe(false)
    expect(lines(survival).at(-1)).toContain(': Mira_2 left the game')
  })

  it('stay while they are held, and are off with the server', async () => {
    rig.demo.panel.games.hold(survival, true)
    const held = players(survival)
    await rig.demo.clock.advance(60 * minute)
    expect(players(survival)).toEqual(held)
    await signal(survival, 'restart')
    expect(players(survival)).toEqual([])
    expect(rig.demo.panel.games.join(valheim, 'mira')).toBe(false)
    expect(players(valheim)).toEqual([])
  })

  it('are as many as the server takes', () => {
    rig.demo.panel.games.hold(survival, true)
    for (let i = 0; i < 30; i += 1) rig.demo.panel.games.join(survival, `player${i}`)
    expect(players(survival)).toHaveLength(20)
  })
})
