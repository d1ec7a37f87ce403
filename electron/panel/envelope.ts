import { z } from 'zod'
import { type ServerIdentifier, serverIdentifierSchema } from '../../shared/model/identifier.ts'
import type { Dialect } from '../../shared/model/panel.ts'
import type { Limits, Resources, ServerCondition, ServerState } from '../../shared/model/server.ts'
import { safeText } from '../../shared/model/text.ts'
import { parseJson } from '../parse-json.ts'
import type { ListedServer } from './types.ts'

/** One page of the server list. `totalPages` is what the panel says, 1 where it says nothing. */
export type ListPage = {
  readonly servers: readonly ListedServer[]
  readonly skipped: number
  readonly dialect: Dialect
  readonly totalPages: number
}

const field = z.unknown().optional()

const wrapperSchema = z.object({ object: field, data: field, servers: field })
const paginationSchema = z.object({
  meta: z.object({ pagination: z.object({ total_pages: z.number().int().min(1) }) }),
})
const entrySchema = z.object({ object: field, attributes: field })
const attributesSchema = z.object({
  identifier: serverIdentifierSchema,
  name: field,
  status: field,
  is_suspended: field,
  is_installing: field,
  is_transferring: field,
  is_node_under_maintenance: field,
  limits: field,
})
type Attributes = z.infer<typeof attributesSchema>

type Wrapped = { readonly entries: readonly unknown[]; readonly isPanelList: boolean }

/** The entries of the list in any of its wrappings; null when there is no list. */
function unwrap(answer: unknown): Wrapped | null {
  if (Array.isArray(answer)) return { entries: answer, isPanelList: false }
  const wrapper = wrapperSchema.safeParse(answer)
  if (!wrapper.success) return null
  const { object, data, servers } = wrapper.data
  if (Array.isArray(data)) return { entries: data, isPanelList: object === 'list' }
  return Array.isArray(servers) ? { entries: servers, isPanelList: false } : null
}

const conditionByStatus: ReadonlyMap<string, ServerCondition> = new Map([
  ['installing', 'installing'],
  ['install_failed', 'installing'],
  ['restoring_backup', 'restoring'],
])

/**
 * Why the panel refuses every action on a listed server, in the order in which the panel itself decides.
 * A status it is not known to refuse for is left to the panel.
 */
function conditionOfEntry(attributes: Attributes): ServerCondition | null {
  const { status } = attributes
  if (attributes.is_suspended === true || status === 'suspended') return 'suspended'
  if (attributes.is_node_under_maintenance === true) return 'maintenance'
  if (attributes.is_installing === true) return 'installing'
  const byStatus = typeof status === 'string' ? conditionByStatus.get(status) : undefined
  return byStatus ?? (attributes.is_transferring === true ? 'transferring' : null)
}

const limit = z.number().nullable().catch(null)
const limitsSchema = z.object({ cpu: limit, memory: limit, disk: limit })
const MiB = 1_024 ** 2

/** The panel writes sizes in MiB and 0 for no limit; swap and unlimited memory may be -1. */
function limitsOfEntry({ limits }: Attributes): Limits | null {
  const read = limitsSchema.safeParse(limits)
  if (!read.success) return null
  const above = (value: number | null, unit: number) => (value !== null && value > 0 ? value * unit : null)
  const { cpu, memory, disk } = read.data
  return { cpuPercent: above(cpu, 1), memoryBytes: above(memory, MiB), diskBytes: above(disk, MiB) }
}

type Entry = { readonly server: ListedServer; readonly isPanelEntry: boolean }

function readEntry(value: unknown): Entry | null {
  const entry = entrySchema.safeParse(value)
  if (!entry.success) return null
  const { object, attributes } = entry.data
  const isWrapped = typeof attributes === 'object' && attributes !== null
  const read = attributesSchema.safeParse(isWrapped ? attributes : value)
  if (!read.success) return null
  const { identifier, name } = read.data
  const isPanelEntry = isWrapped && object === 'server'
  const server = {
    identifier,
    name: (typeof name === 'string' && safeText(name)) || identifier,
    condition: isPanelEntry ? conditionOfEntry(read.data) : null,
    limits: isPanelEntry ? limitsOfEntry(read.data) : null,
  }
  return { server, isPanelEntry }
}

/**
 * Reads one answer of the list operation, whatever wraps it: `{object:"list",data:[{attributes}]}`,
 * `{data:[…]}`, `{servers:[…]}` or a bare array. Unknown fields are ignored; entries without a valid
 * identifier are counted. Null when the answer is no list.
 */
export function readListPage(answer: unknown): ListPage | null {
  const wrapped = unwrap(answer)
  if (wrapped === null) return null
  const read = wrapped.entries.map(readEntry).filter((entry) => entry !== null)
  const pages = paginationSchema.safeParse(answer)
  return {
    servers: read.map((entry) => entry.server),
    skipped: wrapped.entries.length - read.length,
    dialect: wrapped.isPanelList && read.some((entry) => entry.isPanelEntry) ? 'pterodactyl' : 'core',
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

const stateByWord: ReadonlyMap<string, ServerState> = new Map([
  ['offline', 'offline'],
  ['stopped', 'offline'],
  ['starting', 'starting'],
  ['running', 'running'],
  ['stopping', 'stopping'],
])

/** A panel's word for a power state; any other word is `unknown`. */
export function stateOfWord(word: string): ServerState {
  return stateByWord.get(word) ?? 'unknown'
}

const reading = z.number().min(0).catch(0)
const resourcesSchema = z.object({
  cpu_absolute: reading,
  memory_bytes: reading,
  disk_bytes: reading,
  uptime: reading,
})

function resourcesOf(read: z.infer<typeof resourcesSchema>): Resources {
  return {
    cpuPercent: read.cpu_absolute,
    memoryBytes: read.memory_bytes,
    diskBytes: read.disk_bytes,
    uptimeMs: read.uptime,
  }
}

const statsSchema = z.object({
  attributes: z.object({
    current_state: z.string().catch(''),
    resources: resourcesSchema.nullable().catch(null),
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
  const state = stateOfWord(word)
  return { state, resources: resources === null || state === 'unknown' ? null : resourcesOf(resources) }
}

const socketStatsSchema = resourcesSchema.extend({ state: z.string() })

/** Reads the `stats` of a console, a JSON text; null when it is none. */
export function readSocketStats(text: string): { state: ServerState; resources: Resources | null } | null {
  const parsed = socketStatsSchema.safeParse(parseJson(text))
  if (!parsed.success) return null
  const state = stateOfWord(parsed.data.state)
  return { state, resources: state === 'unknown' ? null : resourcesOf(parsed.data) }
}

const accessSchema = z.object({ token: z.string().min(1).max(8_192), socket: z.string().min(1) })
const accessAnswerSchema = z.union([
  z.object({ data: accessSchema }).transform(({ data }) => data),
  z.object({ attributes: accessSchema }).transform(({ attributes }) => attributes),
  accessSchema,
])

/** Reads the answer of the console's credentials call, whatever wraps it; null when it is none. */
export function readConsoleAccess(answer: unknown): { token: string; socket: string } | null {
  const parsed = accessAnswerSchema.safeParse(answer)
  return parsed.success ? parsed.data : null
}
