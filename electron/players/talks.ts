import { createParts, decodeInfo, encodeInfoRequest, type InfoRules, readA2sPacket } from './codecs/a2s.ts'
import { decodeBedrockPong, encodeBedrockPing } from './codecs/bedrock.ts'
import {
  decodeQueryHandshake,
  decodeQueryStat,
  encodeQueryHandshake,
  encodeQueryStat,
  sessionOf,
} from './codecs/minecraft-query.ts'
import type { Fault, Reading } from './codecs/reading.ts'

/** What is sent next, and in its place when no answer comes. */
export type Question = { readonly send: Buffer; readonly again: Buffer }

/** What a packet leads to: another question, the end, or nothing (null), where it was no answer to this question. */
export type Next = Question | { readonly end: Reading | Fault } | null

/** A game asked over UDP: pure, packet for packet. */
export type Talk = { readonly first: Question; take(packet: Buffer): Next }

/** Random bytes, so many. */
export type Random = (count: number) => Buffer

/** Maximum number of challenges that a server may ask to hear back; honest ones ask once. */
const maxChallenges = 2

const twice = (send: Buffer): Question => ({ send, again: send })
const ended = (end: Reading | Fault): Next => (end === 'foreign' ? null : { end })

function bedrockTalk(random: Random): Talk {
  const time = random(8)
  return {
    first: twice(encodeBedrockPing(time, random(8))),
    take: (packet) => ended(decodeBedrockPong(packet, time)),
  }
}

/** A full answer may be too large for the way; where it does not come, the small one is asked for. */
function queryTalk(random: Random): Talk {
  const session = sessionOf(random(4).readInt32BE(0))
  let isChallenged = false
  return {
    first: twice(encodeQueryHandshake(session)),
    take(packet) {
      if (isChallenged) return ended(decodeQueryStat(packet, session))
      const challenge = decodeQueryHandshake(packet, session)
      if (typeof challenge === 'string') return ended(challenge)
      isChallenged = true
      return {
        send: encodeQueryStat(session, challenge, 'full'),
        again: encodeQueryStat(session, challenge, 'basic'),
      }
    },
  }
}

function a2sTalk(rules: InfoRules): Talk {
  const parts = createParts()
  let challenges = 0
  const read = (body: Buffer | Fault) => ended(typeof body === 'string' ? body : decodeInfo(body, rules))
  return {
    first: twice(encodeInfoRequest()),
    take(packet) {
      const seen = readA2sPacket(packet)
      if (typeof seen === 'string') return ended(seen)
      if (seen.kind === 'info') return read(seen.body)
      if (seen.kind === 'part') {
        const body = parts.add(seen)
        return body === null ? null : read(body)
      }
      challenges += 1
      return challenges > maxChallenges ? { end: 'malformed' } : twice(encodeInfoRequest(seen.challenge))
    },
  }
}

/** A talk in one of the protocols over UDP. @param random for ids that nobody can guess */
export function createTalk(protocol: 'bedrock' | 'minecraft-query' | 'a2s', rules: InfoRules, random: Random): Talk {
  if (protocol === 'a2s') return a2sTalk(rules)
  return protocol === 'bedrock' ? bedrockTalk(random) : queryTalk(random)
}
