import type { GameId, PlayersUnknown } from '../../shared/model/players.ts'
import type { Clock } from '../lib/clock.ts'
import type { Target } from './address.ts'
import { askFivem, askStatus } from './ask-tcp.ts'
import { type AskDeps, askUdp, type Heard } from './ask-udp.ts'
import type { Reading } from './codecs/reading.ts'
import { type Game, games, type Protocol } from './games.ts'
import type { Sockets } from './sockets.ts'
import { createTalk, type Random } from './talks.ts'

/**
 * What a game told, or why nothing is known. `isUdpSilent`: it was asked over UDP, and nothing at all came back; where
 * that is so of all, UDP is blocked on this computer (`blocksUdp`).
 */
export type Asked =
  | { readonly reading: Reading }
  | {
      readonly unknown: Extract<PlayersUnknown, 'unknown-game' | 'no-answer' | 'not-told'>
      readonly isUdpSilent: boolean
    }

/** Longest time for one question with all it takes, in milliseconds. */
const askMs = 5_000

function askBy(protocol: Protocol, game: Game, target: Target, deps: AskDeps, random: Random): Promise<Heard> {
  if (protocol === 'minecraft-status') return askStatus(target, deps)
  if (protocol === 'fivem') return askFivem(target, deps)
  return askUdp(target, createTalk(protocol, game.info, random), deps)
}

const overTcp: ReadonlySet<Protocol> = new Set<Protocol>(['minecraft-status', 'fivem'])

/**
 * Asks one game once, at an address that was checked (`targetsOf`): five seconds at most, and at once to its end when
 * `signal` fires. A failure is never a count of 0, nor is the 0 of a game that says so whoever is on. Never throws.
 * @param random so many random bytes
 */
export async function askGame(
  id: GameId,
  target: Target,
  {
    sockets,
    clock,
    random,
    signal,
  }: { readonly sockets: Sockets; readonly clock: Clock; readonly random: Random; readonly signal?: AbortSignal },
): Promise<Asked> {
  const game = games[id]
  const [first] = game.asks
  if (first === undefined) return { unknown: 'unknown-game', isUdpSilent: false }
  const late = new AbortController()
  const cancel = clock.after(askMs, () => late.abort())
  const ends = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal])
  const heard: Heard[] = []
  try {
    for (const protocol of game.asks) {
      const next = await askBy(protocol, game, target, { sockets, clock, signal: ends }, random)
      heard.push(next)
      if (typeof next !== 'string') {
        const isTold = next.online > 0 || game.zero !== 'not-told'
        return isTold ? { reading: next } : { unknown: 'not-told', isUdpSilent: false }
      }
    }
  } finally {
    cancel()
  }
  const isUdpSilent = !overTcp.has(first) && heard[0] === 'silent' && signal?.aborted !== true
  return { unknown: heard.includes('not-told') ? 'not-told' : 'no-answer', isUdpSilent }
}
