import { z } from 'zod'
import { refuse } from '../http/refusal.ts'
import { json, noContent } from '../http/reply.ts'
import { type LiveServer, onceOffline } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
import { type Area, on, onInput, type ServerCall } from './operation.ts'

/** Whether servers have descriptions that their users may change, as the panel's administrator has it. */
export type Descriptions = 'open' | 'forbidden' | 'off'

/** A server's name: a single line. */
const singleLine = /^\P{Cc}+$/u
/** Of any length, as both panels take it. */
const describeInput = z.object({ description: z.string().nullish() })

/** A refusal without a word: `abort(403)` as one of the panels has it. */
const bareForbidden = json([], 403)

type Deps = Pick<Area, 'clock' | 'dialect' | 'daemon' | 'isNodeUp' | 'tell'> & {
  /** How long a reinstall's script takes once the server is offline, in milliseconds. */
  readonly installMs: number
  readonly script: Script
  /** On the panel that has a call for descriptions. */
  readonly descriptions: () => Descriptions
}

/** Settings: the server's name and description, and its reinstall (the panel's API, part 2, *Settings*). */
export function createSettings(deps: Deps) {
  const { dialect, descriptions } = deps
  const reinstalls = createReinstalls(deps)
  const isPelican = dialect === 'pelican'
  const renameInput = describeInput.extend({
    name: z
      .string()
      .max(isPelican ? 255 : 191)
      .regex(singleLine),
  })

  function describe(call: ServerCall, next: string | null | undefined) {
    const { name, description: old } = call.server.definition()
    if (next === undefined || (next ?? '') === old) return
    call.server.rename(name, next ?? '')
    call.record('server:settings.description', { old, new: next ?? '' })
  }

  const describeRow = on('POST', '/settings/description', 'settings.description', (call) => {
    if (descriptions() !== 'open') refuse(bareForbidden)
    describe(call, call.input(describeInput).description ?? null)
  })

  const rows = [
    onInput('POST', '/settings/rename', 'settings.rename', renameInput, (call, { name, description }) => {
      const old = call.server.definition().name
      call.server.rename(name, null)
      if (old !== name) call.record('server:settings.rename', { old, new: name })
      // One panel changes both at once; the other has a call of its own for the description.
      if (!isPelican) describe(call, description)
    }),
    ...(isPelican ? [describeRow] : []),
    on('POST', '/settings/reinstall', 'settings.reinstall', (call) => {
      reinstalls.start(call.server)
      call.record('server:reinstall')
      return { ...noContent, status: 202 }
    }),
  ]
  return { rows, dispose: reinstalls.dispose }
}

/** What becomes of a server's install script; one that `stalls` leaves the server in installation. */
export type Script = (server: LiveServer) => 'works' | 'fails' | 'stalls'
export const honestScript: Script = () => 'works'

/** A server that runs is asked to stop, and killed after so long. Milliseconds. */
const graceMs = 10_000

const busy = 'another power action is currently being processed for this server, please try again later'

/** Reinstalls on the node (the panel's API, part 2, *Settings*): no file is touched but what the script replaces. */
function createReinstalls({ clock, dialect, daemon, isNodeUp, tell, installMs, script }: Deps) {
  const timers = createTimers(clock)

  function finish(server: LiveServer, hasFailed: boolean) {
    // Only one of the two panels holds the server for it.
    server.setInstallation(hasFailed ? { status: 'reinstall_failed', holds: dialect === 'pelican' } : null)
    tell(server, { event: 'daemon message', args: ['Installation process completed.'] })
    tell(server, { event: 'install completed', args: [''] })
  }

  function install(server: LiveServer) {
    const end = script(server)
    tell(server, { event: 'install started', args: [''] })
    if (end !== 'stalls') timers.after(installMs, () => finish(server, end === 'fails'))
  }

  /** Asks the server to stop, and kills it where it takes too long. */
  function stop(server: LiveServer, then: () => void) {
    let isOver = false
    onceOffline(server, () => {
      isOver = true
      then()
    })
    if (isOver) return
    timers.after(graceMs, () => {
      if (!isOver) server.signal('kill')
    })
    server.signal('stop')
  }

  return {
    /** Begins one; refused where the node cannot, or is busy with the server. */
    start(server: LiveServer) {
      if (!isNodeUp()) refuse(daemon.unreachable)
      if (['preparing', 'stopping'].includes(server.machine().phase)) refuse(daemon.refused(409, busy))
      server.setInstallation({ status: 'installing', holds: true })
      stop(server, () => install(server))
    },
    dispose: timers.cancelAll,
  }
}
