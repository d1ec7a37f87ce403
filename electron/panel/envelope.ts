import { z } from 'zod'
import { serverIdentifierSchema } from '../../shared/model/identifier.ts'
import type { Dialect } from '../../shared/model/panel.ts'
import type { Limits, Resources, ServerCondition, ServerState } from '../../shared/model/server.ts'
import { safeText } from '../../shared/model/text.ts'
import { parseJson } from '../parse-json.ts'
import type { Steps } from '../steps.ts'
import { eachPart, type JsonPart, skipBlanks } from './json-parts.ts'
import { isObject } from './shapes.ts'
import type { ListedServer } from './types.ts'

/** One page of the server list. */
export type ListPage = {
  readonly servers: readonly ListedServer[]
  /** Entries without a usable identifier. */
  readonly unusable: number
  /** Entries that were not read, since there was no room for more. */
  readonly beyond: number
  readonly dialect: Dialect
  /** What the panel says, 1 where it says nothing. */
  readonly totalPages: number
  /** How many servers all pages have, where the panel says it. */
  readonly total: number | null
}

/** An entry longer than this, in characters of its text, is no server's. */
const maxEntryLength = 262_144
/** After so many entries that are no server's no more are looked at. */
const maxUnusable = 10_000
/** Facts about a list, such as its number of pages, stand in less than this, in characters. */
const maxFactLength = 4_096

/** Where panels put their list: in the answer itself, under one of these names, or under one inside another. */
const wrappers = ['data', 'servers', 'results', 'items'] as const
const maxWrappers = 2
/** Where they say what kind of list it is and how many pages there are. */
const factNames: ReadonlySet<string> = new Set(['object', 'meta', 'pagination', 'total_pages', 'last_page', 'total'])

type Facts = Readonly<Record<string, unknown>>
/**
 * Where the list begins, and where the answer ends that holds it: null where it is the answer itself. A list keyed by
 * identifiers is an object, any other an array.
 */
type Place = {
  readonly start: number
  readonly isKeyed: boolean
  readonly facts: Facts
  readonly outerEnd: number | null
}

const field = z.unknown().optional()

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

/** A number, also one written as a text; null for anything else. */
const numberSchema = z
  .union([
    z.number(),
    z
      .string()
      .max(32)
      .regex(/^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i)
      .transform(Number),
  ])
  .pipe(z.number())
  .nullable()
  .catch(null)

function factsOf(text: string, parts: readonly JsonPart[]): Facts {
  const short = parts.filter(({ start, end }) => end - start <= maxFactLength)
  return Object.fromEntries(short.map(({ key, start, end }) => [key, parseJson(text.slice(start, end))]))
}

/** The list in an answer, whatever wraps it; null where there is none, or the answer breaks off. */
function* findList(text: string, start: number, levels: number): Steps<Place | null> {
  if (text[start] === '[') return { start, isKeyed: false, facts: {}, outerEnd: null }
  if (text[start] !== '{') return null
  const wrapped = new Map<string, JsonPart>()
  const facts: JsonPart[] = []
  let isKeyed: boolean | null = null
  const end = yield* eachPart(text, start, (part) => {
    const { key } = part
    if (key !== null && factNames.has(key)) facts.push(part)
    if (wrappers.some((name) => name === key)) wrapped.set(key ?? '', part)
    isKeyed = isKeyed !== false && text[part.start] === '{' && serverIdentifierSchema.safeParse(key).success
  })
  if (end === -1) return null
  for (const name of levels > 0 ? wrappers : []) {
    const part = wrapped.get(name)
    const inner = part === undefined ? null : yield* findList(text, part.start, levels - 1)
    if (inner !== null) return { ...inner, facts: { ...factsOf(text, facts), ...inner.facts }, outerEnd: end }
  }
  return isKeyed === true ? { start, isKeyed: true, facts: {}, outerEnd: null } : null
}

function pagesOf(facts: Facts): { totalPages: number; total: number | null } {
  const meta = isObject(facts.meta) ? facts.meta : {}
  const places = [meta.pagination, facts.pagination, meta, facts].filter(isObject)
  const count = (...names: string[]) => {
    const numbers = places.flatMap((place) => names.map((name) => numberSchema.parse(place[name])))
    return numbers.find((value) => value !== null && Number.isSafeInteger(value) && value >= 1) ?? null
  }
  return { totalPages: count('total_pages', 'last_page') ?? 1, total: count('total') }
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

const limitsSchema = z.object({ cpu: numberSchema, memory: numberSchema, disk: numberSchema })
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

/** @param key its key in an object of servers, which is its identifier where it tells none itself */
function readEntry(value: unknown, key: string | null): Entry | null {
  if (!isObject(value)) return null
  const isWrapped = isObject(value.attributes)
  const fields = isObject(value.attributes) ? value.attributes : value
  const named = key !== null && typeof fields.name === 'string' ? { identifier: key, ...fields } : fields
  if (typeof named.identifier !== 'string') return null
  const read = attributesSchema.safeParse(named)
  if (!read.success) return null
  const { identifier, name } = read.data
  const isPanelEntry = isWrapped && value.object === 'server'
  const server = {
    identifier,
    name: (typeof name === 'string' && safeText(name)) || identifier,
    condition: isPanelEntry ? conditionOfEntry(read.data) : null,
    limits: isPanelEntry ? limitsOfEntry(read.data) : null,
  }
  return { server, isPanelEntry }
}

/** Told apart before anything costly is done, as an answer may be all of entries that are no server's. */
const mayBeEntry = (text: string, { start, end }: JsonPart) => text[start] === '{' && end - start <= maxEntryLength

/** What becomes of an entry for which there is no room: nothing of it is read. */
const unread = (text: string, part: JsonPart) => (mayBeEntry(text, part) ? 'beyond' : 'unusable')

function entryAt(text: string, part: JsonPart, isKeyed: boolean): Entry | 'unusable' | 'broken' {
  if (!mayBeEntry(text, part)) return 'unusable'
  const value = parseJson(text.slice(part.start, part.end))
  return value === undefined ? 'broken' : (readEntry(value, isKeyed ? part.key : null) ?? 'unusable')
}

/**
 * Reads one answer of the list operation, whatever wraps it: `{object:"list",data:[{attributes}]}`, `{data:[…]}`,
 * `{servers:[…]}`, `{results:[…]}`, `{items:[…]}`, `{data:{servers:[…]}}`, a bare array, or an object keyed by
 * identifier. Unknown fields are ignored; what is left out is counted. Null when the answer is no list.
 * It is done in steps, entry by entry, so that no answer holds anything up, whatever its size and shape.
 * @param room how many servers to read at most
 */
export function* readListPage(text: string, room: number): Steps<ListPage | null> {
  const place = yield* findList(text, skipBlanks(text, 0), maxWrappers)
  if (place === null) return null
  const servers: ListedServer[] = []
  const counts = { unusable: 0, beyond: 0, broken: 0 }
  let isPanelList = false
  const end = yield* eachPart(text, place.start, (part) => {
    const hasRoom = servers.length < room && counts.unusable < maxUnusable
    const entry = hasRoom ? entryAt(text, part, place.isKeyed) : unread(text, part)
    if (typeof entry === 'string') counts[entry] += 1
    else {
      servers.push(entry.server)
      isPanelList ||= entry.isPanelEntry && place.facts.object === 'list'
    }
  })
  const isWhole = end !== -1 && skipBlanks(text, place.outerEnd ?? end) === text.length && counts.broken === 0
  if (!isWhole || (place.isKeyed && servers.length === 0)) return null
  const { unusable, beyond } = counts
  return { servers, unusable, beyond, dialect: isPanelList ? 'pterodactyl' : 'core', ...pagesOf(place.facts) }
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

/** What is missing, no number, or below zero tells nothing: it is not zero. */
const reading = numberSchema.transform((value) => (value !== null && value >= 0 ? value : null))
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
