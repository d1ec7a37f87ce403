import { randomInt } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { createQueue } from '../../lib/queue.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Manner } from './manner.ts'
import { profileOf } from './profile.ts'
import type { OpenPort } from './sockets.ts'
import { createVoices } from './voices.ts'

/** How many ports are tried, since any of them, or its neighbours, may be taken. */
const tries = 20
/**
 * Below the ports that systems give to outgoing connections: one of those could take a port while its server is stopped,
 * and the server would have to move.
 */
const [lowestPort, highestPort] = [20_000, 32_000]
const anyPort = () => randomInt(lowestPort, highestPort)

type Deps = {
  readonly clock: Clock
  readonly seed: number
  readonly server: LiveServer
  readonly manner: Manner
  /** The first port of the last run; 0 for any. */
  readonly kept: number
  readonly log: (line: string) => void
}

export type GamePorts = ReturnType<typeof createGamePorts>

/**
 * The ports of one server on 127.0.0.1: taken when the server is made, open while it runs. Where another program took
 * one meanwhile, others are taken, and the panel lists those.
 */
export function createGamePorts({ clock, seed, server, manner, kept, log }: Deps) {
  const doors = profileOf(server.definition(), 0).doors
  const changes = createQueue()
  /** The first port; 0 before there is one. */
  let first = kept
  let open: readonly OpenPort[] = []
  let isDisposed = false
  const voices = createVoices({ clock, seed, server, manner })

  /** Opens every port from `base` on; null, with none left open, where one of them is taken. */
  async function openFrom(base: number): Promise<readonly OpenPort[] | null> {
    const opened: OpenPort[] = []
    for (const door of doors) {
      const one = await voices.open(door, base + door.offset)
      if (one === null) {
        await closeAll(opened)
        return null
      }
      opened.push(one)
    }
    return opened
  }

  async function openAll(): Promise<void> {
    let opened = first === 0 ? null : await openFrom(first)
    for (let count = 0; opened === null && count < tries; count += 1) opened = await openFrom(anyPort())
    if (opened === null) log(`The ports of the demo server ${server.identifier} could not be opened.`)
    open = opened ?? []
    first = opened?.[0]?.port ?? first
  }

  async function close(): Promise<void> {
    const closing = open
    open = []
    voices.hush()
    await closeAll(closing)
  }

  const isWanted = () => !isDisposed && server.machine().phase === 'running' && manner.hasQuery(server)

  /** Brings the ports in line with the server. */
  async function settle(): Promise<void> {
    if (isWanted() && open.length === 0) await openAll()
    if (!isWanted() && open.length > 0) await close()
  }

  /** Takes other ports; the server keeps them from then on. */
  async function move(): Promise<void> {
    const before = open
    open = []
    first = 0
    await openAll()
    await closeAll(before)
    await settle()
  }

  return {
    /** Takes the ports, and opens them where the server runs. */
    async take(): Promise<void> {
      await changes.run(async () => {
        await openAll()
        await settle()
      })
    },
    /** To be called after each change of the server. */
    follow() {
      if (isWanted() !== open.length > 0 || changes.isBusy()) void changes.run(settle)
    },
    /** Resolves when nothing is under way any more. */
    settled: () => changes.run(settle),
    first: () => first,
    /** The ports that the panel lists, the default one first; none before they were taken. */
    listed(): readonly number[] {
      if (first === 0) return []
      return manner.listed(server, [...new Set(doors.map(({ offset }) => first + offset))])
    },
    async move(): Promise<void> {
      await changes.run(move)
    },
    async dispose(): Promise<void> {
      isDisposed = true
      await changes.run(close)
    },
  }
}

async function closeAll(ports: readonly OpenPort[]): Promise<void> {
  await Promise.all(ports.map((port) => port.close()))
}
