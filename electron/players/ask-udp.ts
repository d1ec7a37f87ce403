import type { RemoteInfo } from 'node:dgram'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../lib/clock.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import type { Target } from './address.ts'
import { type Fault, maxAnswerBytes, type Reading } from './codecs/reading.ts'
import type { Sockets } from './sockets.ts'
import type { Talk } from './talks.ts'

/**
 * What came of a question: what was told, or
 * - `silent`: nothing came in time, or this computer let nothing out; over UDP nobody can tell which.
 * - `failed`: it surely did not work, as where the other side refused.
 */
export type Heard = Reading | Fault | 'silent' | 'failed'

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
