import { connect, type NetConnectOpts } from 'node:net'
import { isAbsolute, join } from 'node:path'

/** How long a display may take to accept a connection, in milliseconds. */
const answerMs = 3_000

/** The sockets that a DISPLAY value may mean, in the order in which X clients try them. */
function x11Sockets(display: string): NetConnectOpts[] {
  if (isAbsolute(display)) return [{ path: display }]
  const match = /^(?:[a-z]+\/)?(.*):(\d+)(?:\.\d+)?$/.exec(display)
  if (match === null) return []
  const [, host = '', number = ''] = match
  if (host !== '' && host !== 'unix') return [{ host, port: 6_000 + Number(number) }]
  const path = `/tmp/.X11-unix/X${number}`
  return [{ path }, { path: `\0${path}` }]
}

function waylandSockets(display: string, runtimeFolder: string | undefined): NetConnectOpts[] {
  if (isAbsolute(display)) return [{ path: display }]
  return runtimeFolder === undefined ? [] : [{ path: join(runtimeFolder, display) }]
}

function answers(options: NetConnectOpts): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ ...options, timeout: answerMs })
  for (const event of ['error', 'timeout'] as const) socket.once(event, () => resolve(false))
  socket.once('connect', () => resolve(true))
  return promise.finally(() => socket.destroy())
}

/** Why no window can be shown, in words; null where a display answers. Only Linux may have none. */
export async function whyNoDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<string | null> {
  if (platform === 'darwin' || platform === 'win32') return null
  const { DISPLAY: x11 = '', WAYLAND_DISPLAY: wayland = '' } = env
  const named = [wayland, x11].filter((name) => name !== '')
  if (named.length === 0) return 'no display'
  const sockets = [
    ...(wayland === '' ? [] : waylandSockets(wayland, env.XDG_RUNTIME_DIR)),
    ...(x11 === '' ? [] : x11Sockets(x11)),
  ]
  for (const socket of sockets) if (await answers(socket)) return null
  return `the display ${named.join(' or ')} does not answer`
}
