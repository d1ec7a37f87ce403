import type { Clock } from '../lib/clock.ts'
import { formatFrame } from '../panel/console-frames.ts'
import type { ConsoleSocket } from '../panel/console-socket.ts'

/** What machines take: a few at once, then one a second (the panel's API, *Limits*). Beyond it the panel is asked. */
const burst = 8
const everyMs = 1_000
/** Machines read no frame longer than 4,096 bytes. */
const maxFrameBytes = 4_000
/** How long a command's answer is waited for, in milliseconds; after that it is not known whether it arrived. */
const answerMs = 10_000
/** A machine that drops a command, or does not believe the token any more, says so about now, in milliseconds. */
const objectionMs = 150

export type CommandSent = 'sent' | 'unconfirmed' | 'dropped'

/** A command on its way; `isRead` once the machine has read it. */
type Waiting = { isRead: boolean; settle(what: CommandSent): void }

/** Commands over a console's connection, each once. */
export type CommandChannel = {
  /** The machine believes the token: commands may go, until its end (steady milliseconds) or `detach`. */
  attach(socket: ConsoleSocket, goodUntil: number): void
  /** The connection is gone: of commands that it had not read it will not be known whether they arrived. */
  detach(): void
  /** The machine does not believe the token any more: what it has just read it may not have done. */
  refuse(): void
  /** Null where it cannot go this way now; nothing was sent then. */
  send(command: string): Promise<CommandSent> | null
  /** The machine dropped frames of ours. */
  noteThrottled(event: string): void
}

export function createCommandChannel(clock: Clock): CommandChannel {
  let socket: ConsoleSocket | null = null
  let goodUntil = 0
  let fullAt = Number.NEGATIVE_INFINITY
  const waiting = new Set<Waiting>()

  function settleAll(what: (one: Waiting) => CommandSent): void {
    for (const one of [...waiting]) one.settle(what(one))
  }

  /** Takes one from what the machine allows; false where nothing is left of it. */
  function takeTurn(): boolean {
    const now = clock.steady()
    if (fullAt > now + (burst - 1) * everyMs) return false
    fullAt = Math.max(fullAt, now) + everyMs
    return true
  }

  return {
    attach(next, until) {
      socket = next
      goodUntil = until
    },
    detach() {
      socket = null
      settleAll(({ isRead }) => (isRead ? 'sent' : 'unconfirmed'))
    },
    refuse() {
      socket = null
      settleAll(() => 'unconfirmed')
    },
    send(command) {
      const frame = formatFrame('send command', command)
      if (socket === null || clock.steady() >= goodUntil || Buffer.byteLength(frame) > maxFrameBytes) return null
      if (!takeTurn() || !socket.send(frame)) return null
      const reached = socket.reached()
      return new Promise((resolve) => {
        let cancel = clock.after(answerMs, () => one.settle('unconfirmed'))
        const one: Waiting = {
          isRead: false,
          settle(what) {
            waiting.delete(one)
            cancel()
            resolve(what)
          },
        }
        waiting.add(one)
        void reached.then((isRead) => {
          if (!waiting.has(one)) return
          one.isRead = isRead
          cancel()
          cancel = clock.after(objectionMs, () => one.settle(isRead ? 'sent' : 'unconfirmed'))
        })
      })
    },
    noteThrottled(event) {
      if (event !== 'send command' && event !== 'global') return
      // The machine dropped the commands that were on their way. The next ones go through the panel until it takes
      // more.
      fullAt = clock.steady() + burst * everyMs
      settleAll(() => 'dropped')
    },
  }
}
