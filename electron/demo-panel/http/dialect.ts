import { refusal } from './envelope.ts'
import type { Reply } from './reply.ts'

/** Whose panel the demo panel is: the two differ in details of backups, schedules and activity. */
export type Dialect = 'pterodactyl' | 'pelican'

export type DaemonRefusals = {
  /** The node could not be reached, or took too long. */
  unreachable(): Reply
  /** The node answered with an error of its own. */
  refused(status: number, detail: string): Reply
}

/** How a panel passes on what goes wrong at the node: one with the node's own words, the other without. */
export function daemonRefusals(dialect: Dialect): DaemonRefusals {
  if (dialect === 'pelican') {
    return {
      unreachable: () => refusal.failed('ConnectionException'),
      refused: () => refusal.failed('RequestException'),
    }
  }
  return { unreachable: refusal.unreachable, refused: refusal.remote }
}
