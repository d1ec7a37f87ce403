import type { Clock } from '../../lib/clock.ts'
import type { Report } from '../backups/report.ts'
import type { DaemonRefusals, Dialect } from '../http/dialect.ts'
import { refuse } from '../http/refused.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'

/** What becomes of a server's install script; one that `stalls` leaves the server in installation. */
export type Script = (server: LiveServer) => 'works' | 'fails' | 'stalls'
export const honestScript: Script = () => 'works'

/** A server that runs is asked to stop, and killed after so long. Milliseconds. */
const graceMs = 10_000

type Deps = {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly daemon: DaemonRefusals
  readonly isNodeUp: () => boolean
  /** How long the script takes once the server is offline, in milliseconds. */
  readonly installMs: number
  readonly report: Pick<Report, 'tell'>
  readonly script: Script
}

export type Reinstalls = ReturnType<typeof createReinstalls>

const busy = 'another power action is currently being processed for this server, please try again later'

/** Reinstalls on the node (the panel's API, part 2, *Settings*): no file is touched but what the script replaces. */
export function createReinstalls(deps: Deps) {
  const { clock, dialect, daemon, isNodeUp, installMs, report } = deps
  const timers = createTimers(clock)

  const isOffline = (server: LiveServer) => server.reportedState() === 'offline'

  function finish(server: LiveServer, hasFailed: boolean) {
    // Only one of the two panels holds the server for it.
    server.setInstallation(hasFailed ? { status: 'reinstall_failed', holds: dialect === 'pelican' } : null)
    report.tell(server, { event: 'daemon message', args: ['Installation process completed.'] })
    report.tell(server, { event: 'install completed', args: [''] })
  }

  function install(server: LiveServer) {
    const end = deps.script(server)
    report.tell(server, { event: 'install started', args: [''] })
    if (end !== 'stalls') timers.after(installMs, () => finish(server, end === 'fails'))
  }

  /** Asks the server to stop, and kills it where it takes too long. */
  function stop(server: LiveServer, then: () => void) {
    if (isOffline(server)) return then()
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      unwatch()
      then()
    }
    const unwatch = server.watch({
      printed() {},
      changed() {
        if (isOffline(server)) end()
      },
    })
    timers.after(graceMs, () => {
      if (!isOver) server.signal('kill')
    })
    server.signal('stop')
  }

  return {
    /** Begins one; refused where the node cannot, or is busy with the server. */
    start(server: LiveServer) {
      if (!isNodeUp()) refuse(daemon.unreachable())
      if (['preparing', 'stopping'].includes(server.machine().phase)) refuse(daemon.refused(409, busy))
      server.setInstallation({ status: 'installing', holds: true })
      stop(server, () => install(server))
    },
    dispose: timers.cancelAll,
  }
}
