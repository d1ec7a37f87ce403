import { z } from 'zod'
import type { Dialect } from '../../shared/keys/contract.ts'
import type { Resources, ServerState } from '../../shared/model/server-schema.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { Steps } from '../lib/steps.ts'
import { type Fields, isObject, numberOf, numberSchema } from './entry.ts'
import { findLists, isKeyedEntry } from './find-lists.ts'
import { readEntry } from './list-entry.ts'
import type { ListedServer } from './types.ts'

/** One page of the server list. */
export type ListPage = {
  readonly servers: readonly ListedServer[]
  /** Entries without a usable identifier. */
  readonly unusable: number
  /** Entries that were not read, since there was no room for more. */
  readonly beyond: number
  readonly dialect: Dialect
  /** True where a server is told as only Pelican tells it. */
  readonly isPelican: boolean
  /** What the panel says, 1 where it says nothing. */
  readonly totalPages: number
  /** True where it tells no number of pages, but that there is a next one. */
  readonly hasNext: boolean
  /** How many servers all pages have, where the panel says it. */
  readonly total: number | null
}

/** Entries read in one step: the step itself takes time too. */
const stepSize = 16

/** After so many unusable entries the rest of an answer is left unread. */
const maxUnusable = 10_000

/** How panels call the number of servers on all pages. */
const totalNames = ['total', 'total_count', 'totalCount', 'totalElements', 'count'] as const
/** How they call the number of pages. */
const pagesNames = ['total_pages', 'last_page', 'totalPages', 'pages', 'pageCount', 'page_count'] as const
/** How they say that there is a next page, where they do not count them, whatever joins its words: `nextPageUrl`. */
const nextName = /^(?:next(?:_?page(?:_?url)?|_?cursor)?|has_?next(?:_?page)?|has_?more)$/i
/** What that may stand in. */
const nextPlaces = ['links', '_links', 'cursor', 'pageInfo'] as const
/** A value that stands for a next page: a number, address or cursor, a link of HAL, or the word that there is one. */
function tellsNext(value: unknown): boolean {
  if (isObject(value)) return tellsNext(value.href)
  return value === true || (typeof value === 'string' && value !== '') || (typeof value === 'number' && value > 0)
}

/** @param around the objects in which the list stands, from the inside out */
function pagesOf(around: readonly Fields[]): Pick<ListPage, 'totalPages' | 'hasNext' | 'total'> {
  const metas = around.map(({ meta }) => meta).filter(isObject)
  const places = [...metas.map(({ pagination }) => pagination), ...around.map(({ pagination }) => pagination), ...metas]
    .filter(isObject)
    .concat(around)
  const count = (names: readonly string[]) => {
    const numbers = places.flatMap((place) => names.map((name) => numberOf(place[name])))
    return numbers.find((value) => value !== null && Number.isSafeInteger(value) && value >= 1) ?? null
  }
  const counted = count(pagesNames)
  const withNext = [...places, ...places.flatMap((place) => nextPlaces.map((name) => place[name])).filter(isObject)]
  const hasNext =
    counted === null &&
    withNext.some((place) => Object.keys(place).some((name) => nextName.test(name) && tellsNext(place[name])))
  return { totalPages: counted ?? 1, hasNext, total: count(totalNames) }
}

/** What is read of the lists of one answer, all of which share the room for servers. */
function createReading(room: number) {
  const servers: ListedServer[] = []
  const seen = new Set<string>()
  const counts = { unusable: 0, beyond: 0 }
  const kind = { isPanel: false, isPelican: false }

  return {
    /** @param isLater for a list after another, which may name its servers once more */
    take(value: unknown, key: string | null, isLater: boolean): void {
      if (key !== null && !isKeyedEntry(key, value)) return
      const hasRoom = servers.length < room && counts.unusable < maxUnusable
      const entry = hasRoom ? readEntry(value, key) : null
      if (entry === null) {
        counts[hasRoom || !isObject(value) ? 'unusable' : 'beyond'] += 1
        return
      }
      const { server, isPanelEntry, isPelican } = entry
      if (isLater && seen.has(server.identifier)) return
      seen.add(server.identifier)
      servers.push(server)
      kind.isPanel ||= isPanelEntry
      kind.isPelican ||= isPelican
    },
    servers,
    counts,
    kind,
  }
}

/**
 * Reads one answer of the list operation, whatever wraps it: `{object:"list",data:[{attributes}]}`, `{data:[…]}`,
 * `{servers:[…]}`, `{results:[…]}`, `{items:[…]}`, `{data:{servers:[…]}}`, a bare array, an object keyed by identifier,
 * any name under which servers stand, or several of these in one answer. Unknown fields are ignored; what is left out is
 * counted. Null when the answer is no list. It is done in steps of a few entries, so that thousands of servers hold
 * nothing up.
 * @param room how many servers to read at most
 */
export function* readListPage(answer: unknown, room: number): Steps<ListPage | null> {
  const found = yield* findLists(answer)
  if (found === null) return null
  const { take, servers, counts, kind } = createReading(room)
  for (const [listIndex, { entries, keys }] of found.lists.entries()) {
    for (const [index, value] of entries.entries()) {
      take(value, keys?.[index] ?? null, listIndex > 0)
      if (index % stepSize === 0) yield
    }
  }
  const isPanelList = kind.isPanel && found.around.some(({ object }) => object === 'list')
  return {
    servers,
    ...counts,
    dialect: isPanelList ? 'pterodactyl' : 'core',
    isPelican: isPanelList && kind.isPelican,
    ...pagesOf(found.around),
  }
}

const stateByWord: ReadonlyMap<string, ServerState> = new Map([
  ['offline', 'offline'],
  ['stopped', 'offline'],
  ['starting', 'starting'],
  ['running', 'running'],
  ['stopping', 'stopping'],
])

/** A panel's word for a power state; any other word is `unknown`. */
export const stateOfWord = (word: string): ServerState => stateByWord.get(word) ?? 'unknown'

/** What is missing, no number, or below zero tells nothing: it is not zero. */
const reading = numberSchema.transform((value) => (value !== null && value >= 0 ? value : null))
const resourcesSchema = z
  .object({ cpu_absolute: reading, memory_bytes: reading, disk_bytes: reading, uptime: reading })
  .transform(
    (read): Resources => ({
      cpuPercent: read.cpu_absolute,
      memoryBytes: read.memory_bytes,
      diskBytes: read.disk_bytes,
      uptimeMs: read.uptime,
    }),
  )

/** A word that is no power state is `unknown`, and the zeros that come with it are no reading. */
function statsOf(word: string, resources: Resources | null) {
  const state = stateOfWord(word)
  return { state, resources: state === 'unknown' ? null : resources }
}

const statsSchema = z.object({
  attributes: z.object({
    current_state: z.string().catch(''),
    resources: resourcesSchema.nullable().catch(null),
  }),
})

/**
 * Reads the answer of the panel's resources call; null when it is none. `isLost` where its machine does not answer the
 * panel: Pelican's word for that (seen there).
 */
export function readStats(answer: unknown) {
  const told = statsSchema.safeParse(answer).data?.attributes
  if (told === undefined) return null
  return { ...statsOf(told.current_state, told.resources), isLost: told.current_state === 'missing' }
}

const socketStatsSchema = z.object({ state: z.string() }).and(resourcesSchema)

/** Reads the `stats` of a console, a JSON text; null when it is none. */
export function readSocketStats(text: string) {
  const { data } = socketStatsSchema.safeParse(parseJson(text))
  if (data === undefined) return null
  const { state, ...resources } = data
  return statsOf(state, resources)
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
