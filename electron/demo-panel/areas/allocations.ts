import { z } from 'zod'
import { displayed, found, refuse } from '../http/refusal.ts'
import { item, json, list } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { anyPort } from '../panel/game-ports.ts'
import { type Area, on, onOne, type ServerCall } from './operation.ts'

/** One address of a server, as the panel keeps it: known by its port, and the id is the same number. */
export type Allocation = {
  readonly port: number
  readonly ip: string
  /** Free text of the host. */
  readonly alias: string | null
  readonly notes: string | null
  readonly isDefault: boolean
}
type Changes = Partial<Pick<Allocation, 'ip' | 'alias' | 'notes'>>

const usualLimit = 2
const ownAddress = { ip: '127.0.0.1', alias: null }

/** The key must be there; empty text comes as null, and clears the note. */
const noteInput = z.object({ notes: z.string().trim().max(256).nullable() })

const full = 'Cannot assign additional allocations to this server: limit has been reached.'
const noLimit = 'You cannot delete allocations for this server: no allocation limit is set.'
const primaryDetail = 'You cannot delete the primary allocation for this server.'

const named = ({ ip, port }: Allocation) => ({ allocation: `${ip}:${port}` })
export const shownAllocation = ({ ip, alias, port, notes, isDefault }: Allocation) =>
  item('allocation', { id: port, ip, ip_alias: alias, port, notes, is_default: isDefault })

export type Allocations = ReturnType<typeof createAllocations>

/**
 * The addresses of all servers (the panel's API, part 2, *Network*). The primary one is another at once in the list; the
 * demo's games go on at the ports that they took.
 */
export function createAllocations({ dialect, portsOf }: Pick<Area, 'dialect' | 'portsOf'>) {
  const kept = perServer(() => ({
    limit: usualLimit as number | null,
    /** The ports that the panel assigned later, and those that are gone. */
    added: new Set<number>(),
    removed: new Set<number>(),
    /** The primary one by its port; null for the first one. */
    primary: null as number | null,
    changes: new Map<number, Changes>(),
  }))

  function listOf(server: LiveServer): readonly Allocation[] {
    const { added, removed, primary, changes } = kept(server)
    const ports = portsOf(server)
    const all = [...new Set([...ports, ...added])]
    // What other ports of the game left behind is no primary any more.
    const first = primary !== null && all.includes(primary) ? primary : ports[0]
    return all
      .filter((port) => !removed.has(port))
      .map((port) => {
        const notes = ports.indexOf(port) > 0 ? 'Query' : null
        return { port, ...ownAddress, notes, isDefault: port === first, ...changes.get(port) }
      })
  }

  function change(server: LiveServer, port: number, to: Changes): void {
    const { changes } = kept(server)
    changes.set(port, { ...changes.get(port), ...to })
  }

  /** Assigns a free port on the primary's machine. */
  function add(server: LiveServer): number {
    const taken = listOf(server)
    const { added, removed } = kept(server)
    let port = anyPort()
    while (taken.some((one) => one.port === port)) port = anyPort()
    const { ip, alias } = taken.find(({ isDefault }) => isDefault) ?? ownAddress
    added.add(port)
    removed.delete(port)
    change(server, port, { ip, alias, notes: null })
    return port
  }

  function remove(server: LiveServer, { port, isDefault }: Allocation) {
    const its = kept(server)
    // One of the two panels lets the primary one go, and none takes its place.
    if (isDefault && dialect === 'pelican') its.primary = port
    its.removed.add(port)
    its.changes.delete(port)
  }

  const oneAt = (server: LiveServer, id = '') => listOf(server).find(({ port }) => String(port) === id)
  const onAddress = onOne(({ server, params }) => oneAt(server, params.allocation))
  const shown = ({ server }: ServerCall, port: number) => json(shownAllocation(found(oneAt(server, String(port)))))

  const path = '/network/allocations'
  const rows = [
    on('GET', path, 'allocation.read', ({ server }) => json(list(listOf(server).map(shownAllocation)))),
    on('POST', path, 'allocation.create', (call) => {
      const { server } = call
      if (listOf(server).length >= (kept(server).limit ?? 0)) refuse(displayed(full))
      const port = add(server)
      call.record('server:allocation.create', named(found(oneAt(server, String(port)))))
      return shown(call, port)
    }),
    onAddress('POST', `${path}/:allocation`, 'allocation.update', (call, one) => {
      const notes = call.input(noteInput).notes || null
      change(call.server, one.port, { notes })
      if (notes !== one.notes) call.record('server:allocation.notes', { ...named(one), old: one.notes, new: notes })
      return shown(call, one.port)
    }),
    onAddress('POST', `${path}/:allocation/primary`, 'allocation.update', (call, one) => {
      kept(call.server).primary = one.port
      call.record('server:allocation.primary', named(one))
      return shown(call, one.port)
    }),
    onAddress('DELETE', `${path}/:allocation`, 'allocation.delete', (call, one) => {
      if (!kept(call.server).limit) refuse(displayed(noLimit))
      // The other panel lets it go.
      if (one.isDefault && dialect === 'pterodactyl') refuse(displayed(primaryDetail))
      remove(call.server, one)
      call.record('server:allocation.delete', named(one))
    }),
  ]

  return {
    rows,
    list: listOf,
    limitOf: (server: LiveServer): number | null => kept(server).limit,
    /** How many the server may have, its primary one among them; 0 and null let nobody add or remove any. */
    setLimit(server: LiveServer, limit: number | null) {
      kept(server).limit = limit
    },
    /** As the host set it: where the machine listens, and what that is called. */
    describe: (server: LiveServer, port: number, to: Omit<Changes, 'notes'>): void => change(server, port, to),
    remove,
  }
}
