import type { GameId } from '../../shared/model/players.ts'
import type { PlayersUnknown } from '../../shared/model/players-schema.ts'
import type { Target } from './address.ts'
import { askFivem, askStatus } from './ask-tcp.ts'
import { type AskDeps, askUdp, createTalk, type Heard, type Random } from './ask-udp.ts'
import type { DecodedCount } from './codecs/reading.ts'
import { games, isOverUdp } from './games.ts'

/**
 * What a game told, or why nothing is known. `isUdpSilent`: it was asked over UDP, and nothing at all came back; where
 * that is so of all, UDP is blocked on this computer (`blocksUdp`).
 */
export type GameAnswer =
  | { readonly reading: DecodedCount }
  | {
      readonly unknown: Extract<PlayersUnknown, 'unknown-game' | 'no-answer' | 'not-told'>
      readonly isUdpSilent: boolean
    }

/**
 * Asks one game once, at an address that was checked (`targetOf`), in four seconds for each of its protocols over UDP;
 * at once to its end when `signal` fires. A failure is never a count of 0, nor is the 0 of a game that says so whoever is
 * on. Never throws.
 * @param random so many random bytes
 */
export async function askGame(
  id: GameId,
  target: Target,
  { random, ...deps }: AskDeps & { readonly random: Random },
): Promise<GameAnswer> {
  const game = games[id]
  if (game.asks.length === 0) return { unknown: 'unknown-game', isUdpSilent: false }
  const heard: Heard[] = []
  for (const protocol of game.asks) {
    const next =
      protocol === 'minecraft-status'
        ? await askStatus(target, deps)
        : protocol === 'fivem'
          ? await askFivem(target, deps)
          : await askUdp(target, createTalk(protocol, { rules: game.info, random, target }), deps)
    heard.push(next)
    if (typeof next === 'string') continue
    const isTold = next.online > 0 || game.zero !== 'not-told'
    return isTold ? { reading: next } : { unknown: 'not-told', isUdpSilent: false }
  }
  const isUdpSilent = isOverUdp(id) && heard[0] === 'silent'
  return { unknown: heard.includes('not-told') ? 'not-told' : 'no-answer', isUdpSilent }
}

/** The newest question over UDP to one machine. `isSilent`: it went unanswered, without even a refusal. */
export type UdpTry = { readonly address: string; readonly isSilent: boolean }

/**
 * Whether UDP seems blocked on this computer: nothing came back from several machines, while none that is asked over UDP
 * answers. One machine alone may just be off.
 * @param tries the newest one to each target that is asked over UDP
 */
export function blocksUdp(tries: readonly UdpTry[]): boolean {
  const machines = new Set(tries.map(({ address }) => address))
  return machines.size > 1 && tries.every(({ isSilent }) => isSilent)
}
