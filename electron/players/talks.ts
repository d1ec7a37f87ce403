import type { Target } from './address.ts'
import { decodeInfo, encodeInfoRequest, type InfoRules, readA2sPacket } from './codecs/a2s.ts'
import { decodeBedrockPong, encodeBedrockPing } from './codecs/bedrock.ts'
import type { Fault, Reading } from './codecs/reading.ts'
import { decodeSampInfo, encodeSampInfo } from './codecs/samp.ts'
import type { Protocol } from './games.ts'

/** What a packet leads to: another question, the end, or nothing (null), where it was no answer to this question. */
export type Next = { readonly send: Buffer } | { readonly end: Reading | Fault } | null

/** A game asked over UDP: pure, packet for packet. */
export type Talk = { readonly first: Buffer; take(packet: Buffer): Next }

/** Random bytes, so many. */
export type Random = (count: number) => Buffer

/** Maximum number of challenges that a server may ask to hear back; honest ones ask once. */
const maxChallenges = 2

const ended = (end: Reading | Fault): Next => (end === 'foreign' ? null : { end })

function bedrockTalk(random: Random): Talk {
  const time = random(8)
  return { first: encodeBedrockPing(time, random(8)), take: (packet) => ended(decodeBedrockPong(packet, time)) }
}

function sampTalk({ address, port }: Target): Talk {
  const first = encodeSampInfo(address, port)
  return { first, take: (packet) => ended(decodeSampInfo(packet, first)) }
}

function a2sTalk(rules: InfoRules): Talk {
  let challenges = 0
  return {
    first: encodeInfoRequest(),
    take(packet) {
      const seen = readA2sPacket(packet)
      if (typeof seen === 'string') return ended(seen)
      if ('info' in seen) return ended(decodeInfo(seen.info, rules))
      challenges += 1
      return challenges > maxChallenges ? { end: 'malformed' } : { send: encodeInfoRequest(seen.challenge) }
    },
  }
}

type TalkDeps = { readonly rules: InfoRules; readonly random: Random; readonly target: Target }

/** A talk in one of the protocols over UDP. @param deps.random for ids that nobody can guess */
export function createTalk(
  protocol: Exclude<Protocol, 'minecraft-status' | 'fivem'>,
  { rules, random, target }: TalkDeps,
): Talk {
  if (protocol === 'a2s') return a2sTalk(rules)
  return protocol === 'bedrock' ? bedrockTalk(random) : sampTalk(target)
}
