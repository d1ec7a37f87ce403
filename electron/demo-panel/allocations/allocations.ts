import { randomInt } from 'node:crypto'
import type { Dialect } from '../http/dialect.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'

/** One address of a server, as the panel keeps it. */
export type Allocation = {
  readonly id: number
  readonly ip: string
  /** Free text of the host. */
  readonly alias: string | null
  readonly port: number
  readonly notes: string | null
  readonly isDefault: boolean
}

/** A port that a server's first address can get. */
const [lowestPort, highestPort] = [20_000, 32_000]
const usualLimit = 2

type Deps = {
  readonly dialect: Dialect
  /** The ports that a server's game took, its first one first. */
  readonly portsOf: (server: LiveServer) => readonly number[]
}

type Kept = {
  limit: number | null
  /** Those that the panel assigned later. */
  readonly added: Set<number>
  readonly removed: Set<number>
  /** The primary one by its number; null for the first one. */
  primary: number | null
  readonly changes: Map<number, Partial<Pick<Allocation, 'ip' | 'alias' | 'notes'>>>
}

export type Allocations = ReturnType<typeof createAllocations>

/**
 * The addresses of all servers (the panel's API, part 2, *Network*). The primary one is another at once in the list; the
 * demo's games go on at the ports that they took.
 */
export function createAllocations({ dialect, portsOf }: Deps) {
  const kept = perServer(
    (): Kept => ({ limit: usualLimit, added: new Set(), removed: new Set(), primary: null, changes: new Map() }),
  )

  function list(server: LiveServer): readonly Allocation[] {
    const { added, removed, primary, changes } = kept(server)
    const ports = portsOf(server)
    const all = [...new Set([...ports, ...added])]
    // What other ports of the game left behind is no primary any more.
    const first = primary !== null && all.includes(primary) ? primary : ports[0]
    return all
      .filter((port) => !removed.has(port))
      .map((port) => {
        const notes = ports.indexOf(port) > 0 ? 'Query' : null
        const own = { id: port, ip: '127.0.0.1', alias: null, port, notes, isDefault: port === first }
        return { ...own, ...changes.get(port) }
      })
  }

  const findIn = (server: LiveServer, id: string): Allocation | null =>
    list(server).find((one) => String(one.id) === id) ?? null

  function change(server: LiveServer, id: number, to: Partial<Pick<Allocation, 'ip' | 'alias' | 'notes'>>): void {
    const { changes } = kept(server)
    changes.set(id, { ...changes.get(id), ...to })
  }

  /** Assigns a free port on the primary's machine. */
  function add(server: LiveServer): Allocation | null {
    const taken = new Set(list(server).map(({ port }) => port))
    const { added, removed } = kept(server)
    let port = randomInt(lowestPort, highestPort)
    while (taken.has(port)) port = randomInt(lowestPort, highestPort)
    const { ip, alias } = list(server).find(({ isDefault }) => isDefault) ?? { ip: '127.0.0.1', alias: null }
    added.add(port)
    removed.delete(port)
    change(server, port, { ip, alias, notes: null })
    return findIn(server, String(port))
  }

  return {
    list,
    find: findIn,
    limitOf: (server: LiveServer): number | null => kept(server).limit,
    /** How many the server may have, its primary one among them; 0 and null let nobody add or remove any. */
    setLimit(server: LiveServer, limit: number | null) {
      kept(server).limit = limit
    },
    /** As the host set it: where the machine listens, and what that is called. */
    describe: (server: LiveServer, id: number, to: Partial<Pick<Allocation, 'ip' | 'alias'>>): void =>
      change(server, id, to),
    add,
    note: (server: LiveServer, id: number, notes: string | null): void => change(server, id, { notes }),
    makePrimary(server: LiveServer, id: number) {
      kept(server).primary = id
    },
    remove(server: LiveServer, { id, isDefault }: Allocation) {
      const its = kept(server)
      // One of the two panels lets the primary one go, and none takes its place.
      if (isDefault && dialect === 'pelican') its.primary = id
      its.removed.add(id)
      its.changes.delete(id)
    },
  }
}
