import { describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { readEgg } from '../../electron/panel/server-facts.ts'
import { ok } from '../../shared/result.ts'
import { errorOf, id, list, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { demoServers, startDemo } from '../fixtures/demo.ts'
import { type Behaviour, endless, json, refusal, serverList, tooMany } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()
const server = `/api/client/servers/${id}`
const count = (current_players: unknown) => json(200, { hostname: 'x', map: 'y', current_players, max_players: 20 })
const noPlugin = refusal(404, 'NotFoundHttpException', 'The route could not be found.')
const paths = () => panel().requests.map(({ path }) => path)

describe('the player plugin of a panel', () => {
  it('is asked for the count, then for the names', async () => {
    panel().respond(count(2), json(200, ['mira', 'Pim']))
    expect(unwrap(await clientOf().readPlayers(id))).toEqual({ online: 2, max: 20, names: ['mira', 'Pim'] })
    expect(paths()).toEqual([`${server}/query`, `${server}/query/players`])
  })

  it.each<[string, Behaviour, string]>([
    ['an answer without end', endless({ bytes: 0 }), 'answer-too-large'],
    ['its own rate limit', tooMany({ 'retry-after': '30' }), 'rate-limited'],
  ])('fails with %s, and is not asked again by itself', async (_name, behaviour, code) => {
    panel().respond(behaviour)
    const client = clientOf()
    expect(errorOf(await client.readPlayers(id)).code).toBe(code)
    expect(errorOf(await client.readPlayers(id)).code).toBe('rate-limited')
    expect(panel().requests).toHaveLength(1)
  })

  it('is asked by one of many questions at a time, until it is known whether there is one', async () => {
    panel().respond(noPlugin)
    const client = clientOf()
    const others = Array.from({ length: 20 }, (_, i) => client.readPlayers(String(10_000_000 + i)))
    for (const told of await Promise.all(others)) expect(unwrap(told)).toBeNull()
    expect(panel().requests).toHaveLength(1)
  })

  it('says nothing of the panel’s own limit, nor of the server', async () => {
    const outcomes: unknown[] = []
    const client = clientOf({ onOutcome: (error) => outcomes.push(error?.code ?? null) })
    panel().respond(tooMany({ 'retry-after': '3600' }), json(200, serverList([])), noPlugin)
    expect(errorOf(await client.readPlayers(id)).code).toBe('rate-limited')
    unwrap(await list(client))
    expect(unwrap(await client.readPlayers('b1b2c3d4'))).toBeNull()
    expect(outcomes).toEqual(['rate-limited', null, 'not-on-panel'])
  })

  it('shows no token in names', async () => {
    panel().respond(count(1), json(200, [token]))
    expect(JSON.stringify(await clientOf().readPlayers(id))).not.toContain(token)
  })

  it('is not asked for what is no server', async () => {
    expect(errorOf(await clientOf().readPlayers('../../x')).code).toBe('invalid-identifier')
    expect(panel().requests).toHaveLength(0)
  })
})

describe('what a list tells of games', () => {
  const attributes = (ip_alias: string) => ({
    identifier: id,
    name: 'Lobby',
    docker_image: 'yolks:java_21',
    relationships: { allocations: { data: [{ attributes: { ip: '203.0.113.7', ip_alias, port: 25_565 } }] } },
  })

  it('has no token in it', async () => {
    panel().respond(json(200, serverList([attributes(`${token}.example.com`)])))
    const { servers } = unwrap(await clientOf().listServers())
    expect(servers).toMatchObject([{ identifier: id, name: 'Lobby', game: { image: 'yolks:java_21' } }])
    expect(JSON.stringify(servers)).not.toContain(token)
  })

  it('has no egg, which the panel tells where it is asked for', async () => {
    const demo = await startDemo({ clock: systemClock })
    try {
      const { baseUrl } = demo
      const client = createPanelClient({ baseUrl, readToken: async () => ok(demo.token()), clock: systemClock })
      expect(unwrap(await readEgg(client.at(demoServers.survival)))).toBe('Paper')
      expect(unwrap(await client.listServers()).servers.every(({ game }) => game?.egg === null)).toBe(true)
    } finally {
      await demo.panel.dispose()
    }
  })
})
