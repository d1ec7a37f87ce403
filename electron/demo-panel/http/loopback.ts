import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { fail, ok, type Result } from '../../../shared/result.ts'

/** Lets an HTTP server listen on 127.0.0.1, and stops it with all its connections, upgraded ones included. */
export function createLoopback(server: Server) {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  function port(): number | null {
    const address = server.address()
    return address === null || typeof address === 'string' ? null : address.port
  }

  function listen(wanted: number): Promise<boolean> {
    return new Promise((resolve) => {
      const failed = () => {
        server.off('listening', listening)
        resolve(false)
      }
      const listening = () => {
        server.off('error', failed)
        resolve(true)
      }
      server.once('error', failed)
      server.once('listening', listening)
      server.listen({ host: '127.0.0.1', port: wanted, exclusive: true })
    })
  }

  return {
    port,
    /** False for a Host header with another name, as when a website's DNS points at this computer. */
    isOwnHost: (header: string | undefined): boolean =>
      ['127.0.0.1', 'localhost', '[::1]'].some((name) => `${name}:${port()}` === header?.toLowerCase()),
    /** Listens on the first port that is free; 0 stands for any. */
    async start(ports: readonly number[]): Promise<Result<void>> {
      for (const wanted of ports) if (await listen(wanted)) return ok()
      return fail('demo-failed')
    },
    async stop(): Promise<void> {
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
