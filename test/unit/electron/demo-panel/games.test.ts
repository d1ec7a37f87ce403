import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerA2s } from '../../../../electron/demo-panel/games/a2s.ts'
import { answerBedrock } from '../../../../electron/demo-panel/games/bedrock.ts'
import { answerStatus } from '../../../../electron/demo-panel/games/minecraft-status.ts'
import { runCommand } from '../../../../electron/demo-panel/machine/commands.ts'
import { type Game, gameSchema } from '../../../../electron/demo-panel/machine/definition.ts'
import { visitLine } from '../../../../electron/demo-panel/machine/game-words.ts'
import { createVisitors, wantedAt } from '../../../../electron/demo-panel/machine/visitors.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import {
  bedrockPing,
  bytes,
  infoOf,
  infoRequest,
  statusHandshake,
  statusOf,
  statusRequest,
} from '../../../fixtures/raw-game.ts'

const view = {
  name: 'Lobby',
  map: 'world',
  version: '1.21.4',
  online: 2,
  max: 20,
  names: ['mira', 'Pim'],
  port: 25_565,
}
const rust = { folder: 'rust', game: 'Rust', appId: 252_490, keywords: 'mp100,cp2' }
const challenge = bytes('0a0b0c0d')
const anything = fc.uint8Array({ maxLength: 80 })
/** A good message with some of its bytes changed, or cut. */
const nearly = (good: Uint8Array) =>
  fc
    .tuple(fc.integer({ min: 0, max: good.length }), fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 }))
    .map(([length, at, byte]) => good.map((value, i) => (i === at ? byte : value)).subarray(0, length))

describe('what games answer', () => {
  it('never fails, and gives a status only for a whole request', () => {
    const good = Uint8Array.from(Buffer.concat([statusHandshake, statusRequest]))
    fc.assert(
      fc.property(fc.oneof(anything, nearly(good)), (data) => {
        const { replies } = answerStatus('handshake', data, view)
        expect(replies.length).toBeLessThanOrEqual(2)
        if (data.length < good.length - 9) expect(replies).toEqual([])
      }),
    )
  })

  it('is the same however a conversation is cut into pieces', () => {
    const whole = Buffer.concat([statusHandshake, statusRequest])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 5 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), whole.length]
        let turn = answerStatus('handshake', new Uint8Array(), view)
        const replies: Uint8Array[] = []
        for (let i = 1; i < at.length; i += 1) {
          turn = answerStatus(turn.turn, Buffer.concat([turn.rest, whole.subarray(at[i - 1], at[i])]), view)
          replies.push(...turn.replies)
        }
        expect(replies.map((reply) => statusOf(Buffer.from(reply)))).toMatchObject([
          { players: { online: 2, max: 20 } },
        ])
      }),
    )
  })

  it('shows twelve names at most', () => {
    const names = Array.from({ length: 20 }, (_, i) => `player${i}`)
    const { replies } = answerStatus('handshake', Buffer.concat([statusHandshake, statusRequest]), { ...view, names })
    expect(statusOf(Buffer.from(replies[0] ?? []))).toHaveProperty('players.sample.length', 12)
  })

  it('over UDP is nothing but for its own question', () => {
    fc.assert(
      fc.property(fc.oneof(anything, nearly(bedrockPing), nearly(infoRequest)), (data) => {
        if (!(data.length === 33 && data[0] === 1)) expect(answerBedrock(data, view)).toBeNull()
        const isAsked = Buffer.from(data.subarray(0, infoRequest.length)).equals(infoRequest)
        if (!isAsked) expect(answerA2s(data, challenge, view, rust)).toBeNull()
      }),
    )
  })

  it.each([
    [12, 100, 12, 100],
    [255, 255, 255, 255],
    [300, 500, 255, 255],
  ])('has one byte for each of Valve’s numbers: %i of %i', (online, max, players, slots) => {
    const answer = answerA2s(Buffer.concat([infoRequest, challenge]), challenge, { ...view, online, max }, rust)
    expect(infoOf(Buffer.from(answer ?? []))).toMatchObject({ players, max: slots, keywords: 'mp100,cp2' })
  })
})

describe('words of games', () => {
  const at = Date.UTC(2026, 0, 1, 12, 30, 5)
  it.each<[Game, string, string]>([
    [
      'minecraft',
      '[12:30:05] [Server thread/INFO]: mira joined the game',
      '[12:30:05] [Server thread/INFO]: mira left the game',
    ],
    [
      'bedrock',
      '[2026-01-01 12:30:05 INFO] Player connected: mira, xuid: 7',
      '[2026-01-01 12:30:05 INFO] Player disconnected: mira, xuid: 7',
    ],
    ['valheim', '01/01/2026 12:30:05: Got character ZDOID from mira : 7:1', '01/01/2026 12:30:05: Closing socket 7'],
    ['rust', '127.0.0.1:28015/7/mira joined [windows/7]', '127.0.0.1:28015/7/mira disconnecting: disconnect'],
    ['factorio', '2026-01-01 12:30:05 [JOIN] mira joined the game', '2026-01-01 12:30:05 [LEAVE] mira left the game'],
  ])('%s tells who comes and goes', (game, comes, goes) => {
    expect([visitLine(game, at, 'mira', 7, true), visitLine(game, at, 'mira', 7, false)]).toEqual([comes, goes])
  })

  it.each<[Game, string, readonly string[]]>([
    ['minecraft', 'list', ['There are 2 of a max of 20 players online: mira, Pim']],
    ['bedrock', 'list', ['There are 2/10 players online:', 'mira, Pim']],
    ['rust', 'status', ['players : 2 (100 max) (0 queued) (0 joining)']],
    ['factorio', '/players o', ['Online players (2):', '  mira (online)', '  Pim (online)']],
  ])('%s lists its players on %s', (game, command, lines) => {
    expect(runCommand(command, ['mira', 'Pim'], game)).toEqual({ lines })
  })

  it('Valheim has no such command', () => {
    for (const word of ['list', 'status', 'players o']) {
      expect(runCommand(word, ['mira'], 'valheim').lines.join()).toContain('Unknown')
    }
  })
})

describe('visitors', () => {
  it('are nobody at times, and a dozen at others', () => {
    const counts = Array.from({ length: 2_000 }, (_, i) => wantedAt(i * 600_000, 1, 'x'))
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([0, 12])
  })

  it.each(gameSchema.options)('of %s come and go within its slots, with a line each, and one timer', async (game) => {
    const clock = createFakeClock()
    const printed: string[] = []
    const visitors = createVisitors({ clock, seed: 1, uuid: 'x', game, print: (line) => printed.push(line) })
    expect(clock.pending()).toBe(0)
    visitors.open(1)
    expect(visitors.names()).toEqual([])
    for (let i = 0; i < 100; i += 1) {
      await clock.advance(60_000)
      expect(clock.pending()).toBe(1)
    }
    expect(visitors.names().length).toBeLessThanOrEqual(12)
    expect(printed.length).toBeGreaterThan(50)
    visitors.close()
    expect([clock.pending(), visitors.names()]).toEqual([0, []])
  })
})
