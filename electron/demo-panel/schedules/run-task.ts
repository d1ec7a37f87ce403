import { powerSignalSchema } from '../../../shared/model/power-schema.ts'
import type { Backups } from '../backups/backups.ts'
import { linesOf } from '../backups/ignored.ts'
import type { DaemonRefusals, Dialect } from '../http/dialect.ts'
import { replyOf } from '../http/refused.ts'
import type { Reply } from '../http/reply.ts'
import { type Files, normalise } from '../machine/file-tree.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Task, TaskAction } from './schedule.ts'
import type { TaskOutcome } from './schedules.ts'

type Deps = {
  readonly dialect: Dialect
  readonly daemon: DaemonRefusals
  readonly isNodeUp: () => boolean
  readonly backups: Backups
  readonly files: Files
}

const badSignal = 'The power action provided was not valid, should be one of "stop", "start", "restart", "kill"'

/** Runs one task of a schedule on its server. Nothing of it is logged as an activity. */
export function createTaskRunner({ dialect, daemon, isNodeUp, backups, files }: Deps) {
  const actions: Record<TaskAction, (server: LiveServer, payload: string) => Reply | null> = {
    power(server, payload) {
      const signal = powerSignalSchema.safeParse(payload)
      if (!signal.success) return daemon.refused(422, badSignal)
      // The node accepted it; what comes of it is not waited for.
      server.signal(signal.data)
      return null
    },
    command(server, payload) {
      // One of the two panels does not look at the node's answer, so that the command is lost in silence.
      const isFine = server.command(payload) || dialect === 'pelican'
      return isFine ? null : daemon.refused(502, '')
    },
    backup(server, payload) {
      const wish = { name: null, ignored: payload === '' ? null : payload, isLocked: false, isScheduled: true }
      const made = replyOf(() => backups.create(server, wish))
      return 'status' in made ? made : null
    },
    delete_files(server, payload) {
      const tree = files(server)
      for (const line of linesOf(payload)) tree.remove(normalise(line))
      return null
    },
  }

  return (server: LiveServer, task: Task): TaskOutcome => {
    if (!isNodeUp()) return { refused: daemon.unreachable(), canGoOn: true }
    const refused = actions[task.action](server, task.payload)
    // One of the two panels goes on after any answer of the machine; a backup is refused by the panel itself.
    return refused === null ? null : { refused, canGoOn: dialect === 'pterodactyl' && task.action !== 'backup' }
  }
}
