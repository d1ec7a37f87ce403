import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { type ServerDefinition, serverDefinitionSchema, type Timings } from '../machine/definition.ts'
import { createLiveServer, type LiveServer } from '../machine/live-server.ts'
import { type MachineState, machineStateSchema } from '../machine/machine.ts'
import { seedServers } from './seed-servers.ts'

/** The account that all keys of the panel belong to. */
export const account = {
  uuid: '5f0c7b1e-93d4-4e0a-8a6e-2b7d4c9f1a30',
  username: 'demo',
  email: 'demo@example.com',
} as const

export const storedServerSchema = z.object({ definition: serverDefinitionSchema, machine: machineStateSchema })
export type StoredServer = z.infer<typeof storedServerSchema>

const maxServers = 50

type Deps = {
  readonly clock: Clock
  readonly timings: Timings
  /** The servers of the state file; null for a fresh panel. */
  readonly saved: readonly StoredServer[] | null
  readonly onChange: () => void
}

export type Fleet = ReturnType<typeof createFleet>

/** All servers of the account, in the order they were made. */
export function createFleet(deps: Deps) {
  const { clock, timings, onChange } = deps
  const live = (definition: ServerDefinition, saved: MachineState | null, startsRunning: boolean) =>
    createLiveServer({ clock, timings, definition, saved, startsRunning, onChange })
  const servers: LiveServer[] =
    deps.saved === null
      ? seedServers.map(({ startsRunning, ...definition }) => live(definition, null, startsRunning))
      : deps.saved.map(({ definition, machine }) => live(definition, machine, false))

  return {
    list: (): readonly LiveServer[] => servers,
    /** A server by its 8-character identifier or its full uuid. */
    find: (id: string): LiveServer | null =>
      servers.find((server) => server.identifier === id || server.uuid === id) ?? null,
    /** Adds a stopped server. Null when the account is full. */
    add(definition: ServerDefinition): LiveServer | null {
      if (servers.length >= maxServers) return null
      const server = live(definition, null, false)
      servers.push(server)
      onChange()
      return server
    },
    /** Deletes a server for good. */
    remove(server: LiveServer) {
      const index = servers.indexOf(server)
      if (index < 0) return
      servers.splice(index, 1)
      server.dispose()
      onChange()
    },
    stored: (): StoredServer[] =>
      servers.map((server) => ({ definition: server.definition(), machine: server.machine() })),
    dispose() {
      for (const server of servers) server.dispose()
    },
  }
}
