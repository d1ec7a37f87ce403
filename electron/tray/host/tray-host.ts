import type { Clock } from '../../lib/clock.ts'
import { connectSessionBus, sessionBusSocket } from './session-bus.ts'

type Deps = {
  clock: Clock
  env: NodeJS.ProcessEnv
  /** Called with the first result, then with each change. */
  onChange: (isThere: boolean) => void
}

/** Longest wait for the first answer, in milliseconds: a watcher may hang. */
const answerMs = 2_000

const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }
const watcher = 'org.kde.StatusNotifierWatcher'
const host = 'StatusNotifierHost'

/** The signals after which there may be a host, or none any more. */
const signals = [
  `type='signal',sender='${bus.destination}',member='NameOwnerChanged',arg0='${watcher}'`,
  `type='signal',sender='${watcher}',interface='${watcher}',member='${host}Registered'`,
  `type='signal',sender='${watcher}',interface='${watcher}',member='${host}Unregistered'`,
]

/**
 * Whether this Linux desktop shows tray icons: whether the watcher of the StatusNotifierItem specification is on
 * the session bus and has a host, which are the two questions that Electron itself asks before it shows one.
 */
export function watchTrayHost({ clock, env, onChange }: Deps): { dispose(): void } {
  let last: boolean | undefined

  function tell(isThere: boolean): void {
    if (last === isThere) return
    last = isThere
    onChange(isThere)
  }

  const socket = sessionBusSocket(env)
  if (socket === null) {
    queueMicrotask(() => tell(false))
    return { dispose() {} }
  }
  const look = () =>
    connection.send({
      destination: watcher,
      path: '/StatusNotifierWatcher',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      args: [watcher, `Is${host}Registered`],
    })
  const connection = connectSessionBus({
    socket,
    onSignal: look,
    onAnswer: (isThere) => tell(isThere ?? false),
    onEnd: () => tell(false),
  })

  for (const rule of signals) connection.send({ ...bus, member: 'AddMatch', args: [rule] })
  look()
  const cancel = clock.after(answerMs, () => tell(last ?? false))
  return {
    dispose() {
      cancel()
      connection.dispose()
    },
  }
}
