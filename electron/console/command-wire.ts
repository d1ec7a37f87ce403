import type { Clock } from '../clock.ts'
import { formatFrame } from '../panel/console-frames.ts'
import type { ConsoleSocket } from '../panel/console-socket.ts'

/** What machines take: a few at once, then one a second (the panel's API, *Limits*). Beyond it the panel is asked. */
const burst = 8
const everyMs = 1_000
/** Machines read no frame longer than 4,096 bytes. */
const maxFrameBytes = 4_000
/** Without an answer for so long, in milliseconds, it will not be known whether a command arrived. */
const answerMs = 10_000

export type CommandSent = 'sent' | 'unconfirmed' | 'dropped'

/** Commands over a console's connection, each once. */
export type CommandWire = {
  /** A new connection. @param takesCommands false where its token says that it does not */
  attach(socket: ConsoleSocket, takesCommands: boolean): void
  /** The machine believes the token: commands may go. */
  open(): void
  detach(): void
  /** Null where it cannot go this way now; nothing was sent then. */
  send(command: string): Promise<CommandSent> | null
  /** The machine dropped frames of ours. */
  noteThrottled(event: string): void
}

export function createCommandWire(clock: Clock): CommandWire {
  let socket: ConsoleSocket | null = null
  let isOpen = false
  let fullAt = Number.NEGATIVE_INFINITY
  const dropped = new Set<() => void>()

  /** Takes one from what the machine allows; false where nothing is left of it. */
  function takeTurn(): boolean {
    const now = clock.now()
    if (fullAt > now + (burst - 1) * everyMs) return false
    fullAt = Math.max(fullAt, now) + everyMs
    return true
  }

  return {
    attach(next, takesCommands) {
      socket = takesCommands ? next : null
      isOpen = false
    },
    open() {
      isOpen = true
    },
    detach() {
      socket = null
      isOpen = false
    },
    send(command) {
      const frame = formatFrame('send command', command)
      if (socket === null || !isOpen || Buffer.byteLength(frame) > maxFrameBytes) return null
      if (!takeTurn() || !socket.send(frame)) return null
      const reached = socket.reached()
      return new Promise((resolve) => {
        const settle = (what: CommandSent) => {
          dropped.delete(drop)
          cancel()
          resolve(what)
        }
        const drop = () => settle('dropped')
        const cancel = clock.after(answerMs, () => settle('unconfirmed'))
        dropped.add(drop)
        void reached.then((isThere) => settle(isThere ? 'sent' : 'unconfirmed'))
      })
    },
    noteThrottled(event) {
      if (event !== 'send command' && event !== 'global') return
      // What is on its way was dropped, the rest goes through the panel until the machine takes more.
      fullAt = clock.now() + burst * everyMs
      for (const drop of [...dropped]) drop()
    },
  }
}
