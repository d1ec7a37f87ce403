import { z } from 'zod'
import { type ServerIdentifier, serverIdentifierSchema } from '../../shared/model/identifier.ts'
import type { Resources, ServerCondition, ServerState } from '../../shared/model/server.ts'
import { safeText } from '../../shared/model/text.ts'
import type { Dialect, ListedServer } from './types.ts'

/** One page of the server list. `totalPages` is what the panel says, 1 where it says nothing. */
export type ListPage = {
  readonly servers: readonly ListedServer[]
  readonly skipped: number
  readonly dialect: Dialect
  readonly totalPages: number
}

const record = z.record(z.string(), z.unknown())
const text = z.string().catch('')
const flag = z.boolean().catch(false)

const paginationSchema = z.object({
  meta: z.object({ pagination: z.object({ total_pages: z.number().int().min(1) }) }),
})

const attributesSchema = z.object({
  status: text,
  is_suspended: flag,
  is_installing: flag,
  is_transferring: flag,
  is_node_under_maintenance: flag,
})

/** The entries of the list in any of its wrappings; null when there is no list. */
function entriesOf(answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer
  const wrapped = record.safeParse(answer)
  if (!wrapped.success) return null
  const { data, servers } = wrapped.data
  if (Array.isArray(data)) return data
  return Array.isArray(servers) ? servers : null
}

function isPanelEntry(entry: unknown): boolean {
  return z.object({ object: z.literal('server'), attributes: record }).safeParse(entry).success
}

const conditionByStatus: Readonly<Record<string, ServerCondition>> = {
  suspended: 'suspended',
  installing: 'installing',
  install_failed: 'installing',
  restoring_backup: 'restoring',
}

/**
 * Why the panel refuses every action on a listed server, in the order in which the panel itself decides.
 * A status it is not known to refuse for is left to the panel.
 */
function conditionOfEntry(attributes: unknown): ServerCondition | null {
  const parsed = attributesSchema.safeParse(attributes)
  if (!parsed.success) return null
  const known = parsed.data
  if (known.is_suspended || known.status === 'suspended') return 'suspended'
  if (known.is_node_under_maintenance) return 'maintenance'
  if (known.is_installing) return 'installing'
  if (Object.hasOwn(conditionByStatus, known.status)) return conditionByStatus[known.status] ?? null
  return known.is_transferring ? 'transferring' : null
}

function serverOfEntry(entry: unknown): ListedServer | null {
  const outer = record.safeParse(entry)
  if (!outer.success) return null
  const fromPanel = isPanelEntry(entry)
  const inner = record.safeParse(outer.data.attributes)
  const fields = inner.success ? inner.data : outer.data
  const identifier = serverIdentifierSchema.safeParse(fields.identifier)
  if (!identifier.success) return null
  const name = typeof fields.name === 'string' ? safeText(fields.name) : ''
  return {
    identifier: identifier.data,
    name: name === '' ? identifier.data : name,
    condition: fromPanel ? conditionOfEntry(fields) : null,
  }
}

/**
 * Reads one answer of the list operation, whatever wraps it: `{object:"list",data:[{attributes}]}`,
 * `{data:[…]}`, `{servers:[…]}` or a bare array. Unknown fields are ignored; entries without a valid
 * identifier are counted. Null when the answer is no list.
 */
export function readListPage(answer: unknown): ListPage | null {
  const entries = entriesOf(answer)
  if (entries === null) return null
  const read = entries.map(serverOfEntry)
  const pages = paginationSchema.safeParse(answer)
  const isList = z.object({ object: z.literal('list') }).safeParse(answer).success
  return {
    servers: read.filter((server) => server !== null),
    skipped: read.filter((server) => server === null).length,
    dialect: isList && entries.some(isPanelEntry) ? 'pterodactyl' : 'core',
    totalPages: pages.success ? pages.data.meta.pagination.total_pages : 1,
  }
}

/** Adds the servers that `seen` does not have yet; returns how many there were. */
export function addNewServers(seen: Map<ServerIdentifier, ListedServer>, servers: readonly ListedServer[]): number {
  const before = seen.size
  for (const server of servers) {
    if (!seen.has(server.identifier)) seen.set(server.identifier, server)
  }
  return seen.size - before
}

const stateByWord: Readonly<Record<string, ServerState>> = {
  offline: 'offline',
  stopped: 'offline',
  starting: 'starting',
  running: 'running',
  stopping: 'stopping',
}

const reading = z.number().min(0).catch(0)
const statsSchema = z.object({
  attributes: z.object({
    current_state: text,
    resources: z
      .object({ cpu_absolute: reading, memory_bytes: reading, disk_bytes: reading, uptime: reading })
      .nullable()
      .catch(null),
  }),
})

/**
 * Reads the answer of the panel's resources call; null when it is none. A word that is no power state
 * (`missing` when the machine is unreachable) is `unknown`, and the zeros that come with it are no reading.
 */
export function readStats(answer: unknown): { state: ServerState; resources: Resources | null } | null {
  const parsed = statsSchema.safeParse(answer)
  if (!parsed.success) return null
  const { current_state: word, resources } = parsed.data.attributes
  const state = Object.hasOwn(stateByWord, word) ? (stateByWord[word] ?? 'unknown') : 'unknown'
  if (resources === null || state === 'unknown') return { state, resources: null }
  return {
    state,
    resources: {
      cpuPercent: resources.cpu_absolute,
      memoryBytes: resources.memory_bytes,
      diskBytes: resources.disk_bytes,
      uptimeMs: resources.uptime,
    },
  }
}
