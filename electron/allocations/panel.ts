import { z } from 'zod'
import { maxAllocationNotes, maxServerAllocations } from '../../shared/allocations/allocations.ts'
import { allocationIdSchema } from '../../shared/allocations/contract.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AtServer } from '../panel/at-server.ts'
import { count, flag, line, port, readList, readOne } from '../panel/entry.ts'

/** In characters: host names have 253. */
const host = line(253)

/**
 * An address as its panel keeps it (the panel's API, part 2, *Network*); what its texts name is not checked. An entry that
 * does not say whether it is the primary one is left out, as that one must never be given back.
 */
const entry = z
  .object({
    id: count.pipe(allocationIdSchema),
    ip: host,
    ip_alias: host.nullable().catch(null),
    port,
    notes: line(maxAllocationNotes).catch(''),
    is_default: flag.pipe(z.boolean()),
  })
  .transform(({ ip_alias: alias, is_default: isPrimary, ...more }) => ({ ...more, alias, isPrimary }))
export type PanelAllocation = z.output<typeof entry>

const path = '/network/allocations'
const readEntries = readList(entry, maxServerAllocations)
const readEntry = readOne(entry)

/** Reads the addresses, each once. */
export const listAllocations = (server: AtServer) =>
  server.read('allocations', path, (json) => {
    const list = readEntries(json)
    if (list === null) return null
    const allocations = [...new Map(list.entries.map((one) => [one.id, one])).values()]
    return { allocations, leftOut: list.leftOut + list.entries.length - allocations.length }
  })

/**
 * Has the panel assign one more; null where its answer does not tell which. Errors: `allocations-off`,
 * `allocations-used-up`.
 */
export const addAllocation = (server: AtServer) => server.actAndRead('allocation-add', path, readEntry)

/** Changes the note, which an empty one clears. Tells it as the panel keeps it by now; null where that is not told. */
export async function noteAllocation(server: AtServer, id: number, notes: string): Promise<Result<string | null>> {
  const body = { notes: notes === '' ? null : notes }
  const changed = await server.actAndRead('allocation-note', `${path}/${id}`, readEntry, { body })
  if (!changed.ok) return changed
  return ok(changed.value?.id === id ? changed.value.notes : null)
}

export const makePrimary = (server: AtServer, id: number) => server.act('allocation-primary', `${path}/${id}/primary`)

/**
 * Gives it back, after a fresh look: one kind of panel would take the primary one away from a server as well. Error:
 * `allocation-primary`, where nothing was sent.
 */
export async function removeAllocation(given: AtServer, id: number): Promise<Result<void>> {
  const server = given.inTime()
  const now = await listAllocations(server)
  if (!now.ok) return now
  const found = now.value.allocations.find((one) => one.id === id)
  if (found === undefined) return fail('allocation-not-found')
  if (found.isPrimary) return fail('allocation-primary')
  return server.act('allocation-remove', `${path}/${id}`, { method: 'DELETE' })
}
