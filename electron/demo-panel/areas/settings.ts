import { z } from 'zod'
import { shortText } from '../http/input.ts'
import { daemonRefusals, refuse } from '../http/refusal.ts'
import { noContent } from '../http/reply.ts'
import { type LiveServer, onceOffline } from '../machine/live-server.ts'
import { createTimers } from '../machine/timers.ts'
import { type Area, on, onInput, type ServerCall } from './operation.ts'

/** A server's name: a single line. */
const singleLine = /^\P{Cc}+$/u
/** Of any length, as both panels take it. */
const describeInput = z.object({ description: z.string().nullish() })

/** What becomes of a server's install script; one that `stalls` leaves the server in installation. */
export type Script = (server: LiveServer) => 'works' | 'fails' | 'stalls'
export const honestScript: Script = () => 'works'

/** What a node says of a signal while another one is on its way. */
const lockBusy = 'another power action is currently being processed for this server, please try again later'
/** A server that is to be reinstalled is asked to stop, and killed after so long. Milliseconds. */
const graceMs = 10_000

type Deps = Area & {
  /** How long a reinstall's script takes once the server is offline, in milliseconds. */
  readonly installMs: number
  readonly script: Script
}

/** Settings: the server's name and description, and its reinstall (the panel's API, part 2, *Settings*). */
export function createSettings({ clock, dialect, node, installMs, script }: Deps) {
  const daemon = daemonRefusals(dialect)
  const isPelican = dialect === 'pelican'
  const timers = createTimers(clock)
  const renameInput = describeInput.extend({ name: shortText(dialect).regex(singleLine) })

  function describe(call: ServerCall, next: string | null | undefined) {
    const { name, description: old } = call.server.definition()
    if (next === undefined || (next ?? '') === old) return
    call.server.rename(name, next ?? '')
    call.record('server:settings.description', { old, new: next ?? '' })
  }

  /** The node's part of a reinstall, once the server is offline: no file is touched but what the script replaces. */
  function install(server: LiveServer) {
    const end = script(server)
    node.tell(server, { event: 'install started', args: [''] })
    if (end === 'stalls') return
    timers.after(installMs, () => {
      // Only one of the two panels holds the server for it.
      server.held.installation = end === 'fails' ? { status: 'reinstall_failed', holds: isPelican } : null
      node.tell(server, { event: 'daemon message', args: ['Installation process completed.'] })
      node.tell(server, { event: 'install completed', args: [''] })
    })
  }

  /** Asks the server to stop, and kills it where it takes too long; refused where the node cannot, or is busy with it. */
  function reinstall(server: LiveServer) {
    if (!node.isUp()) refuse(daemon.unreachable)
    if (server.isLocked()) refuse(daemon.refused(409, lockBusy))
    server.held.installation = { status: 'installing', holds: true }
    let isOver = false
    onceOffline(server, () => {
      isOver = true
      install(server)
    })
    if (isOver) return
    timers.after(graceMs, () => {
      if (!isOver) server.signal('kill')
    })
    server.signal('stop')
  }

  const rows = [
    onInput('POST', '/settings/rename', 'settings.rename', renameInput, (call, { name, description }) => {
      const old = call.server.definition().name
      call.server.rename(name, null)
      if (old !== name) call.record('server:settings.rename', { old, new: name })
      // One panel changes both at once; the other has a call of its own for the description.
      if (!isPelican) describe(call, description)
    }),
    ...(isPelican
      ? [
          onInput('POST', '/settings/description', 'settings.description', describeInput, (call, { description }) => {
            describe(call, description ?? null)
          }),
        ]
      : []),
    on('POST', '/settings/reinstall', 'settings.reinstall', (call) => {
      reinstall(call.server)
      call.record('server:reinstall')
      return { ...noContent, status: 202 }
    }),
  ]
  return { rows, dispose: timers.cancelAll }
}
