import { daemonLine } from '../machine/console-text.ts'
import type { Entries, Files } from '../machine/file-tree.ts'
import { type LiveServer, onceOffline } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
import type { Area } from './operation.ts'

/** A server that is to be restored is stopped, and given this long to stop. It is not killed. Milliseconds. */
const stopWaitMs = 120_000

type Deps = Pick<Area, 'clock' | 'record' | 'tell'> & {
  readonly files: Files
  /** How long it takes once the server is offline, in milliseconds. */
  readonly restoreMs: number
}

type Named = { readonly name: string }
type Run = { readonly server: LiveServer; readonly backup: Named; cancel(): void }

/**
 * Restores on the node. It goes on whatever the panel thinks of it, and says that it is complete also when it failed:
 * the truth is in the activity.
 */
export function createRestores({ clock, record, tell, files, restoreMs }: Deps) {
  const running = new Map<string, Run>()
  let cutOff: Run[] = []

  function finish({ server, backup }: Run, isSuccessful: boolean) {
    running.delete(server.uuid)
    settle(server)
    // The event of a failure has a dot where all others have a colon.
    const event = isSuccessful ? 'server:backup.restore-complete' : 'server.backup.restore-failed'
    record(server, event, { name: backup.name })
    const text = daemonLine('Completed server restoration from local backup.')
    tell(server, { event: 'daemon message', args: [text] })
    tell(server, { event: 'backup restore completed', args: [''] })
  }

  function settle(server: LiveServer) {
    server.setNodeRestoring(false)
    server.setRestoring(false)
  }

  function cutAll(): readonly Run[] {
    const runs = [...running.values()]
    for (const run of runs) run.cancel()
    running.clear()
    return runs
  }

  return {
    /**
     * Stops the server and writes the backup's files over its own. The server is not started afterwards.
     * @param entries those of the archive; null where it turns out to be damaged
     */
    start(server: LiveServer, backup: Named, entries: Entries | null) {
      const timers = createTimers(clock)
      let unwatch = () => {}
      const run: Run = {
        server,
        backup,
        cancel() {
          unwatch()
          timers.cancelAll()
        },
      }
      running.set(server.uuid, run)
      if (server.reportedState() !== 'offline') {
        timers.after(stopWaitMs, () => {
          run.cancel()
          finish(run, false)
        })
        server.signal('stop')
      }
      server.setNodeRestoring(true)
      unwatch = onceOffline(server, () => {
        run.cancel()
        timers.after(restoreMs, () => {
          const tree = files(server)
          if (entries !== null) tree.replaceAll(new Map([...tree.entries(), ...entries]))
          finish(run, entries !== null)
        })
      })
    },
    /** True while the node restores the server, whatever the panel's status says. */
    isRunning: ({ uuid }: LiveServer): boolean => running.has(uuid),
    /** The node ended, and with it what it was doing. */
    cutOff() {
      cutOff = [...cutOff, ...cutAll()]
    },
    /** The node is back, and reports what it was doing when it ended as failed. */
    booted() {
      const runs = cutOff
      cutOff = []
      for (const { server, backup } of runs) {
        settle(server)
        record(server, 'server:backup.restore-failed', { name: backup.name })
      }
    },
    dispose: cutAll,
  }
}
