import type { RemoteInfo } from 'node:dgram'
import type { Socket } from 'node:net'
import type { Clock } from '../../lib/clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { chance } from '../machine/random.ts'
import { type A2sGame, answerA2s } from './a2s.ts'
import { answerBedrock } from './bedrock.ts'
import type { GameView } from './game-view.ts'
import { answerStatus, type StatusTurn } from './minecraft-status.ts'
import { type Door, profileOf } from './profile.ts'
import { type OpenPort, openTcp, openUdp } from './sockets.ts'
import type { GameTrap } from './trap.ts'

/** How long an answer takes that comes late, in milliseconds: longer than most wait for one packet. */
const slowMs = 3_000
/** Whoever says nothing for this long is hung up on, in milliseconds. */
const patienceMs = 10_000
/** Late answers that wait at the same time; more are not given. */
const maxWaiting = 100

/** What some servers show in place of their players. */
const lies = ['§6§lVote for us', '§bshop.example.com', '§aNew season on Friday']

type Deps = {
  readonly clock: Clock
  readonly seed: number
  readonly server: LiveServer
  readonly trap: () => GameTrap | null
}

/** What answers at a server's ports while they are open. */
export function createVoices({ clock, seed, server, trap }: Deps) {
  /** Cancels each answer that waits, and each connection's time limit. */
  const waiting = new Set<() => void>()

  function later(ms: number, run: () => void): () => void {
    const cancel = clock.after(ms, () => {
      waiting.delete(end)
      run()
    })
    const end = () => {
      waiting.delete(end)
      cancel()
    }
    waiting.add(end)
    return end
  }

  /** Lets an answer go out as the game is now: at once, late, or never. */
  function give(send: () => void): void {
    if (server.isHung() || trap() === 'silent') return
    if (trap() !== 'slow') send()
    else if (waiting.size < maxWaiting) later(slowMs, send)
  }

  function view(port: number): GameView {
    const definition = server.definition()
    const { map, version } = profileOf(definition, port)
    const players = server.players()
    const names = trap() === 'fake-names' ? lies : players
    return { name: definition.name, map, version, online: players.length, max: server.slots(), names, port }
  }

  function a2sGame(): A2sGame {
    const online = server.players().length
    return server.definition().game === 'rust'
      ? {
          folder: 'rust',
          game: 'Rust',
          appId: 252_490,
          keywords: `mp${server.slots()},cp${online},ptrak,qp0,v2550,born1700000000`,
        }
      : { folder: 'valheim', game: '', appId: 892_970, keywords: '0.219.14' }
  }

  /** The same for the same asker, so that nothing has to be remembered. */
  function challengeFor({ address, port }: RemoteInfo): Uint8Array {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(Math.floor(chance(seed, server.uuid, address, port) * 2 ** 32))
    return bytes
  }

  function serveStatus(socket: Socket, port: () => number): void {
    let turn: StatusTurn = 'handshake'
    let rest: Uint8Array = new Uint8Array()
    const cancel = later(patienceMs, () => socket.destroy())
    socket.once('close', cancel)
    socket.on('data', (more) => {
      if (turn === 'end') return
      const step = answerStatus(turn, Buffer.concat([rest, more]), view(port()))
      turn = step.turn
      rest = step.rest
      if (step.replies.length === 0 && turn !== 'end') return
      give(() => {
        for (const reply of step.replies) socket.write(reply)
        if (step.turn === 'end') socket.end()
      })
    })
  }

  /** Opens a port and lets it speak; 0 is any free one. Null where it cannot be opened. */
  async function open({ transport, voice }: Door, port: number): Promise<OpenPort | null> {
    let opened: OpenPort | null = null
    const own = () => opened?.port ?? port
    const answerTo = (message: Uint8Array, from: RemoteInfo) => {
      if (voice === 'bedrock') return answerBedrock(message, view(own()))
      return voice === 'a2s' ? answerA2s(message, challengeFor(from), view(own()), a2sGame()) : null
    }
    opened =
      transport === 'tcp'
        ? await openTcp(port, (socket) => serveStatus(socket, own))
        : await openUdp(port, (message, from, reply) => {
            const answer = answerTo(message, from)
            if (answer !== null) give(() => reply(answer))
          })
    return opened
  }

  return {
    open,
    /** Drops what waits. */
    hush() {
      for (const cancel of [...waiting]) cancel()
    },
  }
}
