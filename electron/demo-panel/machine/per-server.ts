import type { LiveServer } from './live-server.ts'

/** A value for each server, created when it is first asked for. */
export function perServer<T>(make: (server: LiveServer) => T): (server: LiveServer) => T {
  const made = new Map<string, T>()
  return (server) => {
    const found = made.get(server.uuid)
    if (found !== undefined) return found
    const fresh = make(server)
    made.set(server.uuid, fresh)
    return fresh
  }
}
