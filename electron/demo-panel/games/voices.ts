import type { RemoteInfo } from 'node:dgram'
import type { Socket } from 'node:net'
import type { Clock } from '../../lib/clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { chance } from '../machine/random.ts'
import { type A2sGame, answerA2s } from './a2s.ts'
import { answerBedrock } from './bedrock.ts'
import type { GameView } from './game-view.ts'
import type { Manner } from './manner.ts'
import { answerStatus, type StatusTurn } from './minecraft-status.ts'
import { type Door, profileOf } from './profile.ts'
import { type OpenPort, openTcp, openUdp } from './sockets.ts'

/** Whoever says nothing for this long is hung up on, in milliseconds. */
const patienceMs = 10_000

type Deps = {
  readonly clock: Clock
  readonly seed: number
  readonly server: LiveServer
  readonly manner: Manner
}

/** What answers at a server's ports while they are open. */
export function createVoices({ clock, seed, server, manner }: Deps) {
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

  const give = (answer: () => void) => manner.give(server, answer, later)

  function view(port: number): GameView {
    const definition = server.definition()
    const { map, version } = profileOf(definition, port)
    const online = server.players().length
    const names = manner.names(server)
    return { name: definition.name, map, version, online, max: server.slots(), names, port }
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
