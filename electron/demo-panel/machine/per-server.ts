import { getOrMake } from '../../../shared/tables.ts'
import type { LiveServer } from './live-server.ts'

/** A value for each server, created when it is first asked for. */
export function perServer<T>(make: (server: LiveServer) => T): (server: LiveServer) => T {
  const made = new Map<string, T>()
  return (server) => getOrMake(made, server.uuid, () => make(server))
}

/**
 * What the panel keeps of one kind of thing: those of each server by their ids, in the order in which they came.
 * @param usualLimit how many a server may have at first; null for any number
 */
export function createTable<Id, Row extends { readonly id: Id }>(usualLimit: number | null = null) {
  const tables = perServer(() => ({ rows: new Map<Id, Row>(), limit: usualLimit }))
  return {
    list: (server: LiveServer): readonly Row[] => [...tables(server).rows.values()],
    find: (server: LiveServer, id: Id): Row | null => tables(server).rows.get(id) ?? null,
    /** Adds it, or puts it in the place of the one with its id. */
    put(server: LiveServer, row: Row): Row {
      tables(server).rows.set(row.id, row)
      return row
    },
    remove(server: LiveServer, { id }: Pick<Row, 'id'>) {
      tables(server).rows.delete(id)
    },
    /** How many the server may have; null for any number. The table itself does not look at it. */
    limitOf: (server: LiveServer): number | null => tables(server).limit,
    setLimit(server: LiveServer, limit: number | null) {
      tables(server).limit = limit
    },
  }
}
