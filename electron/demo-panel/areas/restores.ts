import { daemonLine } from '../machine/console-text.ts'
import type { Entries, Files } from '../machine/file-tree.ts'
import { type LiveServer, onceOffline } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
import type { Area } from './operation.ts'

/** A server that is to be restored is stopped, and given this long to stop. It is not killed. Milliseconds. */
const stopWaitMs = 120_000

type Deps = Pick<Area, 'clock' | 'record' | 'node'> & {
  readonly files: Files
  /** How long it takes once the server is offline, in milliseconds. */
  readonly restoreMs: number
}

/** A restore under way, of the backup of this name. */
type Run = { readonly server: LiveServer; readonly name: string; readonly cancel: () => void }

/**
 * Restores on the node. It goes on whatever the panel thinks of it, and says that it is complete also when it failed:
 * the truth is in the activity.
 */
export function createRestores({ clock, record, node, files, restoreMs }: Deps) {
  const running = new Map<string, Run>()

  function settle(server: LiveServer) {
    Object.assign(server.held, { isNodeRestoring: false, restoring_backup: false })
  }

  function finish({ server, name, cancel }: Run, isSuccessful: boolean) {
    cancel()
    running.delete(server.uuid)
    settle(server)
    // The event of a failure has a dot where all others have a colon.
    record(server, isSuccessful ? 'server:backup.restore-complete' : 'server.backup.restore-failed', { name })
    const text = daemonLine('Completed server restoration from local backup.')
    node.tell(server, { event: 'daemon message', args: [text] })
    node.tell(server, { event: 'backup restore completed', args: [''] })
  }

  function cutOff() {
    for (const { cancel } of running.values()) cancel()
  }

  return {
    /**
     * Stops the server and writes the backup's files over its own. The server is not started afterwards.
     * @param entries those of the archive; null where it turns out to be damaged
     */
    start(server: LiveServer, name: string, entries: Entries | null) {
      const timers = createTimers(clock)
      let unwatch = () => {}
      const cancel = () => {
        unwatch()
        timers.cancelAll()
      }
      const run = { server, name, cancel }
      running.set(server.uuid, run)
      if (server.reportedState() !== 'offline') {
        timers.after(stopWaitMs, () => finish(run, false))
        server.signal('stop')
      }
      server.held.isNodeRestoring = true
      unwatch = onceOffline(server, () => {
        cancel()
        timers.after(restoreMs, () => {
          const tree = files(server)
          if (entries !== null) tree.replaceAll(new Map([...tree.entries(), ...entries]))
          finish(run, entries !== null)
        })
      })
    },
    /** True while the node that is up restores the server, whatever the panel's status says. */
    isRunning: ({ uuid }: LiveServer): boolean => running.has(uuid),
    /** The node ended, and with it what it was doing. */
    cutOff,
    /** The node is back, and reports what it was doing when it ended as failed. */
    booted() {
      for (const { server, name } of running.values()) {
        settle(server)
        record(server, 'server:backup.restore-failed', { name })
      }
      running.clear()
    },
  }
}
