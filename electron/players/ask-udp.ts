import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect, type Socket as TcpSocket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../lib/clock.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import type { Target } from './address.ts'
import { decodeInfo, encodeInfoRequest, type InfoRules, readA2sPacket } from './codecs/a2s.ts'
import { decodeBedrockPong, encodeBedrockPing } from './codecs/bedrock.ts'
import { type DecodedCount, type Fault, maxAnswerBytes } from './codecs/reading.ts'
import { decodeSampInfo, encodeSampInfo } from './codecs/samp-and-fivem.ts'
import type { Protocol } from './games.ts'

/**
 * The only way out of this area: every connection and packet to a game goes through these.
 * @property connectTcp begins a connection to a literal address
 * @property createUdp a socket that is not bound yet, for one query
 * @property lookup all addresses of a name; throws where it has none
 */
export type Sockets = {
  connectTcp(address: string, port: number): TcpSocket
  createUdp(family: 4 | 6): UdpSocket
  lookup(name: string): Promise<readonly string[]>
}

/** The system's own, past any proxy. */
export const systemSockets: Sockets = {
  connectTcp: (host, port) => connect({ host, port, noDelay: true }),
  createUdp: (family) => createSocket(family === 4 ? 'udp4' : 'udp6'),
  async lookup(name) {
    const found = await lookup(name, { all: true })
    return found.map(({ address }) => address)
  },
}

/**
 * What came of a question: what was told, or
 * - `silent`: nothing came in time, or this computer let nothing out; over UDP nobody can tell which.
 * - `failed`: it surely did not work, as where the other side refused.
 */
export type Heard = DecodedCount | Fault | 'silent' | 'failed'

/** What asking takes. `signal` ends it at once. */
export type AskDeps = { readonly sockets: Sockets; readonly clock: Clock; readonly signal: AbortSignal }

/** How long an answer to a packet is waited for, in milliseconds. */
const packetMs = 2_000
/** Maximum number of packets that are read in one talk. */
const maxPackets = 128

/** What a firewall on this computer answers in place of sending. */
const notLetOut: ReadonlySet<string> = new Set(['EPERM', 'EACCES'])

const sameAddress = (one: string, other: string) =>
  ipaddr.isValid(one) && ipaddr.process(one).toString() === ipaddr.process(other).toString()

/**
 * Holds one talk over a socket of its own, which takes packets of that address and port alone. A packet without an answer
 * is sent once more. Always ends: by an answer, after two waits, or by `signal`. Never throws.
 */
export function askUdp(target: Target, talk: Talk, { sockets, clock, signal }: AskDeps): Promise<Heard> {
  if (signal.aborted) return Promise.resolve('silent')
  return new Promise((resolve) => {
    const socket = sockets.createUdp(target.family)
    let cancelWait = () => {}
    let isOver = false
    let [packets, bytes] = [0, 0]

    function end(heard: Heard): void {
      if (isOver) return
      isOver = true
      cancelWait()
      signal.removeEventListener('abort', giveUp)
      socket.close()
      resolve(heard)
    }
    // Where packets came, if not the answer, they pass this computer.
    const giveUp = () => end(packets === 0 ? 'silent' : 'failed')
    const fail = (failure: unknown) => end(notLetOut.has(failureCodeOf(failure)) ? 'silent' : 'failed')

    function send(packet: Buffer, onSilence: () => void): void {
      cancelWait()
      cancelWait = clock.after(packetMs, onSilence)
      socket.send(packet, (failure) => {
        if (failure) fail(failure)
      })
    }
    const ask = (packet: Buffer) => send(packet, () => send(packet, giveUp))

    function hear(packet: Buffer, from: RemoteInfo): void {
      if (isOver || from.port !== target.port || !sameAddress(from.address, target.address)) return
      packets += 1
      bytes += packet.length
      const next = packets > maxPackets || bytes > maxAnswerBytes ? { end: 'too-large' as const } : talk.take(packet)
      if (next === null) return
      if ('end' in next) end(next.end)
      else ask(next.send)
    }

    signal.addEventListener('abort', giveUp, { once: true })
    socket.on('error', fail).on('message', hear)
    socket.once('connect', () => {
      if (!isOver) ask(talk.first)
    })
    // A connected socket is also told where the other side refuses.
    socket.connect(target.port, target.address)
  })
}

/** What a packet leads to: another question, the end, or nothing (null), where it was no answer to this question. */
export type Next = { readonly send: Buffer } | { readonly end: DecodedCount | Fault } | null

/** A game asked over UDP: pure, packet for packet. */
export type Talk = { readonly first: Buffer; take(packet: Buffer): Next }

/** Random bytes, so many. */
export type Random = (count: number) => Buffer

/** Maximum number of challenges that a server may ask to hear back; honest ones ask once. */
const maxChallenges = 2

const ended = (end: DecodedCount | Fault): Next => (end === 'foreign' ? null : { end })

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
