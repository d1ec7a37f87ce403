import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { hostPlatform } from './host.ts'
import { createCloneCodec } from './structured-clone.ts'
import { isAlive, makeTemporaryFolder } from './temporary.ts'

const lockSchema = z.object({ pid: z.number(), socket: z.string() })
const messageSchema = z.object({ argv: z.array(z.string()), cwd: z.string(), additionalData: z.string() })

export type SecondInstance = { argv: string[]; cwd: string; additionalData: unknown }

export type SingleInstance = {
  /** True for the first instance; a later one passes its arguments to the first, then gets false. */
  request(additionalData: unknown): boolean
  has(): boolean
  release(): void
}

/**
 * Sends a text to the first instance and waits for its answer, in a process of its own: Electron's call is synchronous,
 * and Node's sockets are not.
 */
const deliver = `
  const [socket, text] = process.argv.slice(1)
  const end = Date.now() + 5_000
  const attempt = () => require('node:net').connect(socket)
    .on('connect', function () { this.end(text) })
    .on('data', () => process.exit(0))
    .on('error', () => Date.now() < end ? setTimeout(attempt, 20) : process.exit(1))
  attempt()
`

/** One instance for each profile folder: a lock file there, and a local socket for the later starts. */
export function createSingleInstance(
  profile: () => string,
  onSecond: (second: SecondInstance) => void,
): SingleInstance {
  const codec = createCloneCodec()
  let held: { server: Server; file: string; folder: string | undefined } | undefined

  function listen(socket: string): Server {
    // A later start closes its side once everything is sent; the answer is sent before ours is closed.
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      text(connection)
        .then((said) => {
          const { additionalData, ...rest } = messageSchema.parse(JSON.parse(said))
          connection.end('taken')
          onSecond({ ...rest, additionalData: codec.decode(additionalData) })
        })
        .catch(() => connection.destroy())
    })
    return server.listen(socket).unref()
  }

  function take(file: string): boolean {
    // Short, because a socket's path is limited to about a hundred characters; private, as its folder is.
    const folder = hostPlatform === 'win32' ? undefined : makeTemporaryFolder('instance')
    const socket =
      folder === undefined ? `\\\\.\\pipe\\servertray-${process.pid}-${Date.now()}` : join(folder, 'instance')
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, JSON.stringify({ pid: process.pid, socket }), { mode: 0o600 })
    try {
      // Fails where the lock exists; otherwise the lock appears with its whole content at once.
      linkSync(draft, file)
    } catch {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      return false
    } finally {
      rmSync(draft, { force: true })
    }
    held = { server: listen(socket), file, folder }
    return true
  }

  /** True when the instance that holds the lock has taken the message. */
  function handOver(file: string, additionalData: unknown): boolean {
    try {
      const { pid, socket } = lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      if (!isAlive(pid)) return false
      const message = { argv: process.argv, cwd: process.cwd(), additionalData: codec.encode(additionalData) }
      return spawnSync(process.execPath, ['--eval', deliver, '--', socket, JSON.stringify(message)]).status === 0
    } catch {
      return false
    }
  }

  const instance: SingleInstance = {
    request(additionalData) {
      if (held !== undefined) return true
      mkdirSync(profile(), { recursive: true })
      const file = join(profile(), 'stand-in.lock')
      if (take(file)) return true
      if (handOver(file, additionalData)) return false
      // Its holder was killed.
      rmSync(file, { force: true })
      return take(file)
    },
    has: () => held !== undefined,
    release() {
      if (held === undefined) return
      held.server.close()
      rmSync(held.file, { force: true })
      if (held.folder !== undefined) rmSync(held.folder, { recursive: true, force: true })
      held = undefined
    },
  }
  process.once('exit', () => instance.release())
  return instance
}
