import { maxAllocationNotes, maxServerAllocations } from '../../shared/model/server-allocation.ts'
import { allocationIdSchema } from '../../shared/model/server-allocation-schema.ts'
import { attributesOf, countOf, flagOf, readCollection } from './collection.ts'
import { lineOf } from './foreign-text.ts'
import type { Fields } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

/** An address of a server as its panel keeps it; its texts are made safe, and what they name is not checked. */
export type PanelAllocation = {
  readonly id: number
  readonly ip: string
  /** Free text of the host; null for none. */
  readonly alias: string | null
  readonly port: number
  readonly notes: string
  readonly isPrimary: boolean
}

/** In characters: host names have 253. */
const longestHost = 253

/**
 * An address by its attributes (the panel's API, part 2, *Network*); null for one that can't be named, or that may be the
 * primary one without saying so.
 */
function allocationOf(fields: Fields, hideToken: HideToken): PanelAllocation | null {
  const id = allocationIdSchema.safeParse(countOf(fields.id))
  const ip = lineOf(fields.ip, longestHost)
  const port = countOf(fields.port)
  const isPrimary = flagOf(fields.is_default)
  if (!id.success || ip === null || port === null || port === 0 || port > 65_535 || isPrimary === null) return null
  const alias = lineOf(fields.ip_alias, longestHost)
  return {
    id: id.data,
    ip: hideToken(ip),
    alias: alias && hideToken(alias),
    port,
    notes: hideToken(lineOf(fields.notes, maxAllocationNotes) ?? ''),
    isPrimary,
  }
}

/** Reads the answer about one address; null for anything else. */
export function readAllocation(answer: unknown, hideToken: HideToken): PanelAllocation | null {
  const fields = attributesOf(answer)
  return fields && allocationOf(fields, hideToken)
}

/** Reads the list of a server's addresses, which has no pages; null for anything else. */
export function readAllocations(
  answer: unknown,
  hideToken: HideToken,
): { allocations: PanelAllocation[]; leftOut: number } | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  const within = collection.entries.slice(0, maxServerAllocations)
  const read = within.flatMap((fields) => (fields && allocationOf(fields, hideToken)) ?? [])
  const allocations = [...new Map(read.map((one) => [one.id, one])).values()]
  return { allocations, leftOut: collection.entries.length - allocations.length }
}
