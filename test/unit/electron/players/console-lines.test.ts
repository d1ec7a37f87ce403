import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldLine, type KnownPlayers, nobody, readPlayersLine } from '../../../../electron/players/console-lines.ts'
import { type GameId, gameIds } from '../../../../shared/model/players.ts'

const vanilla = '[12:00:00] [Server thread/INFO]: '
const paper = '[12:00:00 INFO]: '
const forge = '[12Jan2026 12:00:00.123] [Server thread/INFO] [net.minecraft.server.MinecraftServer/]: '
const bds = '[2026-01-12 12:00:00:123 INFO] '

const joined = (name: string) => ({ kind: 'joined', name })
const left = (name: string | null) => ({ kind: 'left', name })
const list = (online: number, max: number | null, ...names: string[]) => ({ kind: 'list', online, max, names })

describe('readPlayersLine', () => {
  it.each<[GameId, string, unknown]>([
    ['minecraft-java', `${vanilla}Alice joined the game`, joined('Alice')],
    ['minecraft-java', `${paper}\u001b[33mAlice left the game\u001b[0m`, left('Alice')],
    ['minecraft-java', `${forge}.Bob_1 joined the game`, joined('.Bob_1')],
    ['minecraft-java', `${vanilla}There are 2 of a max of 20 players online: Alice, Bob`, list(2, 20, 'Alice', 'Bob')],
    ['minecraft-java', `${vanilla}There are 0 of a max of 20 players online: `, list(0, 20)],
    ['minecraft-java', `${vanilla}There are 3/20 players online:`, list(3, 20)],
    ['minecraft-java', `${paper}There are 1 out of maximum 20 players online.`, list(1, 20)],
    ['minecraft-java', `${paper}There are 2 of a max of 20 players online: Alice`, list(2, 20)],
    ['minecraft-java', `${paper}There are 99999999999999999999 of a max of 20 players online:`, null],
    ['minecraft-java', `${vanilla}<Alice> Bob left the game`, null],
    ['minecraft-java', `${vanilla}[Not Secure] <Alice> Bob left the game`, null],
    ['minecraft-java', `${paper}Alice: Bob left the game`, null],
    ['minecraft-java', `${paper}[Admin]: Bob left the game`, null],
    ['minecraft-java', `${paper}* Alice left the game`, null],
    ['minecraft-java', `${paper}<Alice> There are 0 of a max of 20 players online:`, null],
    ['minecraft-java', 'Alice left the game', null],
    ['minecraft-java', `${paper}Alice left the game early`, null],
    ['minecraft-java', `${paper}Alice lost connection: Disconnected`, null],
    ['minecraft-proxy', `${paper}[connected player] Alice (/203.0.113.5:50000) has connected`, joined('Alice')],
    ['minecraft-proxy', `${paper}[connected player] Alice (/203.0.113.5:50000) has disconnected: bye`, left('Alice')],
    ['minecraft-proxy', `${paper}[server connection] Alice -> lobby has connected`, null],
    ['minecraft-proxy', '12:00:00 [INFO] [Alice] <-> InitialHandler has connected', joined('Alice')],
    ['minecraft-proxy', '12:00:00 [INFO] [Alice] -> UpstreamBridge has disconnected', left('Alice')],
    ['minecraft-proxy', '12:00:00 [INFO] [Alice] <-> DownstreamBridge <-> [lobby] has disconnected', null],
    ['minecraft-proxy', '12:00:00 [INFO] [/203.0.113.5:50000] <-> InitialHandler has connected', null],
    ['minecraft-bedrock', `${bds}Player connected: Alice B, xuid: 2535`, joined('Alice B')],
    ['minecraft-bedrock', `${bds}Player disconnected: Alice B, xuid: 2535, pfid: a1b2`, left('Alice B')],
    ['minecraft-bedrock', `${bds}There are 1/10 players online:`, list(1, 10)],
    ['minecraft-bedrock', 'Player connected: Alice, xuid: 2535', null],
    ['terraria', 'Alice B has joined.', joined('Alice B')],
    ['terraria', ': Alice has left.', left('Alice')],
    ['terraria', '3 players connected.', list(3, null)],
    ['terraria', 'No players connected.', list(0, null)],
    ['terraria', '<Alice> Bob has left.', null],
    ['factorio', '2026-01-12 12:00:00 [JOIN] Alice joined the game', joined('Alice')],
    ['factorio', '2026-01-12 12:00:00 [LEAVE] Alice left the game', left('Alice')],
    ['factorio', 'Online players (2):', list(2, null)],
    ['factorio', '2026-01-12 12:00:00 [CHAT] Alice: [LEAVE] Bob left the game', null],
    ['rust', '203.0.113.5:50000/76561190000000001/Alice B joined [windows/76561190000000001]', joined('Alice B')],
    ['rust', '203.0.113.5:50000/76561190000000001/Alice B disconnecting: closing', left('Alice B')],
    ['rust', 'players : 3 (100 max) (0 queued) (0 joining)', list(3, 100)],
    ['rust', '[CHAT] Alice[76561190000000001] : Bob disconnecting: closing', null],
    ['valheim', '01/12/2026 12:00:00: Got character ZDOID from Alice B : -123:1', joined('Alice B')],
    ['valheim', '01/12/2026 12:00:00: Closing socket 76561190000000001', left(null)],
    ['cs2', `${vanilla}Alice joined the game`, null],
    ['minecraft-java', '', null],
  ])('%s: %s', (game, line, told) => expect(readPlayersLine(game, line)).toEqual(told))

  it('takes any line, and of a long one nothing', () => {
    expect(
      readPlayersLine('minecraft-java', `${vanilla}There are 1 of a max of 2 players online: ${'A'.repeat(9_000)}`),
    ).toBeNull()
    fc.assert(
      fc.property(
        fc.constantFrom(...gameIds),
        fc.constantFrom('', vanilla, paper, bds),
        fc.string({ maxLength: 300 }),
        (game, prefix, text) => {
          const told = readPlayersLine(game, prefix + text)
          expect(told === null || told.kind === 'list' || (told.name?.length ?? 0) <= 64).toBe(true)
        },
      ),
    )
  })
})

describe('foldLine', () => {
  const game = 'minecraft-java'
  const output = (text: string) => ({ kind: 'output' as const, text: paper + text })
  const told = (known: KnownPlayers | null, ...lines: Parameters<typeof foldLine>[2][]) =>
    lines.reduce<KnownPlayers | null>((so, line) => foldLine(game, so, line), known)
  const comes = (name: string) => output(`${name} joined the game`)
  const goes = (name: string) => output(`${name} left the game`)

  const on = (...names: string[]): KnownPlayers => ({ online: names.length, max: null, names })

  it.each<[string, KnownPlayers | null, unknown]>([
    ['counts from a known zero', told(nobody, comes('A'), comes('B'), goes('A')), on('B')],
    ['counts nobody twice', told(nobody, comes('A'), comes('A')), on('A')],
    ['knows nothing from lines alone', told(null, comes('A'), goes('A')), null],
    [
      'knows from a list on',
      told(null, comes('A'), output('There are 3/20 players online:')),
      { online: 3, max: 20, names: [] },
    ],
    [
      'counts on from a list without names',
      told(null, output('There are 2/20 players online:'), goes('A'), comes('B')),
      { online: 2, max: 20, names: ['B'] },
    ],
    ['knows nothing after lost lines', told(nobody, comes('A'), { kind: 'gap', text: '' }, goes('A')), null],
    ['knows nothing when one leaves who was not on', told(nobody, comes('A'), goes('B')), null],
    [
      'goes by no other lines than the server’s',
      told(nobody, { kind: 'command', text: `${paper}A joined the game` }),
      nobody,
    ],
    ['is not moved by chat', told(nobody, comes('A'), output('<B> A left the game')), on('A')],
  ])('%s', (_, known, expected) => expect(known).toEqual(expected))

  it('does not know of one that names nobody', () => {
    const known = on('A')
    expect(foldLine('valheim', known, { kind: 'output', text: '01/12/2026 12:00:00: Closing socket 7' })).toBeNull()
  })

  it('is never below zero, and never has more names than players', () => {
    const lines = fc.constantFrom(
      comes('A'),
      comes('B'),
      goes('A'),
      goes('B'),
      output('There are 1/20 players online:'),
    )
    fc.assert(
      fc.property(fc.array(lines), (some) => {
        const known = told(nobody, ...some)
        expect(known === null || (known.online >= 0 && known.names.length <= known.online)).toBe(true)
      }),
    )
  })
})
