import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gameOfEntry } from '../../../../electron/panel/game-details.ts'

const allocation = (attributes: unknown) => ({ object: 'allocation', attributes })
const variable = (attributes: unknown) => ({ object: 'egg_variable', attributes })
const list = (data: unknown) => ({ object: 'list', data })
const home = { id: 1, ip: '203.0.113.7', ip_alias: 'play.example.com', port: 25_565, notes: null, is_default: true }

/** A server as a panel lists it to its owner. */
const full = {
  sftp_details: { ip: 'node-1.example.com', port: 2_022 },
  docker_image: 'ghcr.io/pterodactyl/yolks:java_21',
  egg_features: ['eula', 'java_version'],
  invocation:
    'java -Xmx4096M -jar "paper.jar" --password hunter2 -game tf & ./bin/run.sh +rcon.password "hunter2" /Game/Maps/Island?listen?ServerPassword=hunter2',
  relationships: {
    allocations: list([allocation({ ...home, is_default: false, port: 25_566, ip_alias: null }), allocation(home)]),
    variables: list([
      variable({ env_variable: 'SERVER_JARFILE', default_value: 'server.jar', server_value: 'paper.jar' }),
      variable({ env_variable: 'MINECRAFT_VERSION', default_value: 'latest', server_value: '' }),
      variable({ env_variable: 'QUERY_ADMIN_PASSWORD', default_value: '', server_value: 'hunter2' }),
      variable({ env_variable: 'RCON_PASSWORD', default_value: '', server_value: 'hunter2' }),
    ]),
    egg: { object: 'egg', attributes: { uuid: 'x', name: 'Paper' } },
  },
}
const nothing = { allocations: [], nodeHost: null, egg: null, image: null, programs: '', features: [], variables: {} }

describe('gameOfEntry', () => {
  it('reads what a list tells, the default address first, and of the variables those that tell the game', () => {
    expect(gameOfEntry(full)).toEqual({
      allocations: [
        { ip: '203.0.113.7', alias: 'play.example.com', port: 25_565, isDefault: true },
        { ip: '203.0.113.7', alias: null, port: 25_566, isDefault: false },
      ],
      nodeHost: 'node-1.example.com',
      egg: 'Paper',
      image: 'ghcr.io/pterodactyl/yolks:java_21',
      features: ['eula', 'java_version'],
      programs: 'paper.jar tf ./bin/run.sh /Game/Maps/Island',
      variables: { MINECRAFT_VERSION: 'latest' },
    })
    expect(JSON.stringify(gameOfEntry(full))).not.toContain('hunter2')
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['no details', {}],
    ['details of another kind', { relationships: 'x', sftp_details: 7, docker_image: {}, egg_features: 'eula' }],
    ['hidden relationships', { relationships: { variables: { object: 'null_resource', attributes: null } } }],
    ['entries of another kind', { relationships: { allocations: list([null, 7, [], {}, allocation(null)]) } }],
    ['texts that are too long', { docker_image: 'x'.repeat(201), sftp_details: { ip: 'y'.repeat(254) } }],
  ])('tells nothing of %s', (_name, attributes) => {
    expect(gameOfEntry(attributes)).toBeNull()
  })

  it.each<[string, unknown, number | null]>([
    ['a number', 25_565, 25_565],
    ['a text', '25565', 25_565],
    ['too large', 65_536, null],
  ])('takes a port only where it is one: %s', (_name, port, read) => {
    const game = gameOfEntry({ ...full, relationships: { allocations: list([allocation({ ...home, port })]) } })
    expect(game?.allocations.map((one) => one.port)).toEqual(read === null ? [] : [read])
  })

  it('keeps a hundred addresses, the default one among them wherever it stands', () => {
    const many = Array.from({ length: 300 }, (_, i) => allocation({ ...home, port: 1_000 + i, is_default: i === 299 }))
    const game = gameOfEntry({ relationships: { allocations: list(many) } })
    expect(game?.allocations).toHaveLength(100)
    expect(game?.allocations[0]).toMatchObject({ port: 1_299, isDefault: true })
  })

  it('makes texts safe to show', () => {
    const ip_alias = 'play\u202e.example\u0000.com\n'
    const game = gameOfEntry({ relationships: { allocations: list([allocation({ ...home, ip_alias })]) } })
    expect(game?.allocations[0]?.alias).toBe('play.example.com')
  })

  it('takes anything, and stays within its bounds', () => {
    const attributes = fc.record({
      relationships: fc.record({
        allocations: fc.oneof(fc.jsonValue(), fc.record({ data: fc.array(fc.record({ attributes: fc.jsonValue() })) })),
        variables: fc.jsonValue(),
        egg: fc.jsonValue(),
      }),
      sftp_details: fc.jsonValue(),
      docker_image: fc.jsonValue(),
      invocation: fc.oneof(fc.jsonValue(), fc.string({ maxLength: 9_000 })),
      egg_features: fc.jsonValue(),
    })
    fc.assert(
      fc.property(attributes, (value) => {
        const game = gameOfEntry(value) ?? nothing
        expect(game.allocations.length).toBeLessThanOrEqual(100)
        expect(game.features.length).toBeLessThanOrEqual(20)
        expect(game.programs.length).toBeLessThanOrEqual(4_096)
      }),
    )
  })
})
