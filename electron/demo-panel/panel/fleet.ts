import type { Clock } from '../../lib/clock.ts'
import type { ServerDefinition, Timings } from '../machine/definition.ts'
import { createLiveServer, type LiveServer } from '../machine/live-server.ts'
import { seedServers } from './seed-servers.ts'

/** The account that all keys of the panel belong to. */
export const account = {
  uuid: '5f0c7b1e-93d4-4e0a-8a6e-2b7d4c9f1a30',
  username: 'demo',
  email: 'demo@example.com',
} as const

export type Fleet = ReturnType<typeof createFleet>

/** All servers of the account, in the order they were made. */
export function createFleet({ clock, timings }: { readonly clock: Clock; readonly timings: Timings }) {
  const live = (definition: ServerDefinition, startsRunning: boolean) =>
    createLiveServer({ clock, timings, definition, startsRunning })
  const servers = seedServers.map(({ startsRunning, ...definition }) => live(definition, startsRunning))

  return {
    list: (): readonly LiveServer[] => servers,
    /** A server by its 8-character identifier or its full uuid. */
    find: (id: string): LiveServer | null =>
      servers.find((server) => server.identifier === id || server.uuid === id) ?? null,
    /** Adds a stopped server. */
    add(definition: ServerDefinition): LiveServer {
      const server = live(definition, false)
      servers.push(server)
      return server
    },
    /** Deletes a server for good. */
    remove(server: LiveServer) {
      const index = servers.indexOf(server)
      if (index < 0) return
      servers.splice(index, 1)
      server.dispose()
    },
    dispose() {
      for (const server of servers) server.dispose()
    },
  }
}
