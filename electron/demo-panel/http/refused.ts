import { refusal } from './envelope.ts'
import type { Reply } from './reply.ts'

/** Ends an operation with a refusal, wherever in it that is found out. */
class Refused extends Error {
  readonly reply: Reply
  constructor(reply: Reply) {
    super('refused')
    this.reply = reply
  }
}

/** Ends the operation under way with this answer. */
export function refuse(reply: Reply): never {
  throw new Refused(reply)
}

/** What was looked for on a server; ends the operation with a 404 where there is none. */
export function found<T>(thing: T | null | undefined): T {
  return thing ?? refuse(refusal.notFoundForServer())
}

/** What the work returns, or the refusal that ended it. */
export function replyOf<T>(work: () => T): T | Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return error.reply
    throw error
  }
}
