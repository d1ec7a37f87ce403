import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { Steps } from '../lib/steps.ts'
import { eachPart, type JsonPart, skipBlanks } from './json-parts.ts'
import { entryAt } from './list-entry.ts'
import type { Fields } from './shapes.ts'

/** Where a list begins: one keyed by identifiers is an object, any other an array. */
type List = { readonly start: number; readonly isKeyed: boolean }

/**
 * The lists of an answer, of which there may be several, as one for each node; and where the answer ends that holds them:
 * null where it is the one list itself. `isCut` where it may have more lists than were looked for.
 */
export type Place = {
  readonly lists: readonly List[]
  readonly facts: Fields
  readonly outerEnd: number | null
  readonly isCut: boolean
}

/** How many names deep in an answer a list may stand. */
const maxLevels = 3
/** The usual names, which are believed also where no server stands in the list. */
const usualNames: readonly string[] = ['data', 'servers', 'results', 'items']
/** Names of lists that are of servers too, beside one of usual name; any other is of something else there. */
const saysServers = /servers$|^(?:owned|shared)$/i
/** Names of lists that are of something else. */
const otherNames: ReadonlySet<string> = new Set(['errors', 'warnings', 'messages'])
/** How many values of an answer are looked into for lists: a group and the list in it are two. */
const maxLooks = 2_000
/** Entries that are looked at to tell what a list is of. */
const tellingEntries = 3

/** Facts about a list, such as its number of pages, stand in less than this, in characters. */
const maxFactLength = 4_096
/** How panels call the number of servers on all pages. */
export const totalNames = ['total', 'total_count', 'totalCount', 'totalElements', 'count'] as const
/** How they call the number of pages. */
export const pagesNames = ['total_pages', 'last_page', 'totalPages', 'pages', 'pageCount', 'page_count'] as const
/** How they say that there is a next page, where they do not count them. */
export const nextNames = [
  'next',
  'next_page',
  'nextPage',
  'next_page_url',
  'nextPageUrl',
  'next_cursor',
  'nextCursor',
  'has_next',
  'hasNext',
  'hasNextPage',
  'has_more',
  'hasMore',
] as const
/** What that may stand in. */
export const nextPlaces = ['links', '_links', 'cursor', 'pageInfo'] as const
/** Where panels say what kind of list it is and how much of it there is. */
const factNames: ReadonlySet<string> = new Set([
  'object',
  'meta',
  'pagination',
  ...pagesNames,
  ...totalNames,
  ...nextNames,
  ...nextPlaces,
])

/** A key that may stand for a server in an object of them: an identifier, a uuid, or a place in a list with gaps. */
function maySayWhich(key: string | null): boolean {
  if (key === null) return false
  return (
    /^(?:\d{1,9}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(key) || serverIdentifierSchema.safeParse(key).success
  )
}

/** True for a part of an object of servers that stands for one. */
export function isKeyedEntry(text: string, { key, start }: JsonPart): boolean {
  return text[start] === '{' && maySayWhich(key)
}

function factsOf(text: string, parts: readonly JsonPart[]): Fields {
  const short = parts.filter(({ start, end }) => end - start <= maxFactLength)
  return Object.fromEntries(short.map(({ key, start, end }) => [key, parseJson(text.slice(start, end))]))
}

const isServer = (text: string, part: JsonPart, isKeyed: boolean) => typeof entryAt(text, part, isKeyed) !== 'string'

/** What the first entries of an array are: servers, something else, or nothing at all. */
function* kindOf(text: string, start: number): Steps<'servers' | 'other' | 'empty'> {
  let looked = 0
  let found = false
  const parts = eachPart(text, start, (part) => {
    looked += 1
    found ||= isServer(text, part, false)
  })
  for (const _ of parts) {
    if (found || looked >= tellingEntries) break
    yield
  }
  if (found) return 'servers'
  return looked > 0 ? 'other' : 'empty'
}

/** What an object holds: what may be or hold the list, and what it says about itself. */
type Contents = {
  readonly usual: Map<string, JsonPart>
  readonly unusual: JsonPart[]
  readonly facts: JsonPart[]
  /** Entries of which it is not known yet whether they are servers; null once one is. */
  keyed: number | null
}

function sortPart(text: string, contents: Contents, part: JsonPart): void {
  const { key } = part
  if (key === null) return
  const isNested = text[part.start] === '[' || text[part.start] === '{'
  if (factNames.has(key)) contents.facts.push(part)
  if (usualNames.includes(key)) contents.usual.set(key, part)
  else if (isNested && !otherNames.has(key) && contents.unusual.length <= maxLooks) contents.unusual.push(part)
  if (contents.keyed !== null && contents.keyed < tellingEntries && isKeyedEntry(text, part)) {
    contents.keyed = isServer(text, part, true) ? null : contents.keyed + 1
  }
}

type Found = Place & { readonly kind: 'servers' | 'other' | 'empty' }

/** What a number of values hold: lists of servers, else the first other list. */
type Gathered = { readonly servers: readonly Found[]; readonly other: Found | null; readonly isCut: boolean }
const nothing: Gathered = { servers: [], other: null, isCut: false }

/** Looks for lists in one text, in no more than `maxLooks` values of it. */
function createSearch(text: string) {
  let looksLeft = maxLooks

  function* gather(parts: readonly JsonPart[], levels: number): Steps<Gathered> {
    const servers: Found[] = []
    let other: Found | null = null
    for (const part of parts) {
      if (looksLeft === 0) return { servers, other, isCut: servers.length > 0 }
      looksLeft -= 1
      const found = yield* placeIn(part.start, levels)
      if (found?.kind === 'servers') servers.push(found)
      else other ??= found
    }
    return { servers, other, isCut: false }
  }

  /** Lists that stand in the entries of an array, as one for each group of servers; null where there are none. */
  function* groupsIn(start: number, levels: number): Steps<Found | null> {
    const groups: JsonPart[] = []
    const end = yield* eachPart(text, start, (part) => {
      if (text[part.start] === '{' && groups.length <= maxLooks) groups.push(part)
    })
    const { servers, isCut } = end === -1 ? nothing : yield* gather(groups, levels)
    return servers.length === 0 ? null : { ...joined(servers, isCut), outerEnd: end }
  }

  function* inArray(start: number, levels: number): Steps<Found> {
    const kind = yield* kindOf(text, start)
    const groups = kind === 'other' && levels > 0 ? yield* groupsIn(start, levels - 1) : null
    return groups ?? { ...listAt(start, false), kind }
  }

  function* inObject(start: number, levels: number): Steps<Found | null> {
    const contents: Contents = { usual: new Map(), unusual: [], facts: [], keyed: 0 }
    const end = yield* eachPart(text, start, (part) => sortPart(text, contents, part))
    if (end === -1) return null
    const gatherHere = (parts: readonly JsonPart[]) => (levels > 0 ? gather(parts, levels - 1) : nothingIn())
    const usual = yield* gatherHere(usualNames.flatMap((name) => contents.usual.get(name) ?? []))
    const hasUsual = usual.servers.length > 0
    if (!hasUsual && contents.keyed === null) return { ...listAt(start, true), kind: 'servers' }
    const others = contents.unusual.filter(({ key }) => !hasUsual || saysServers.test(key ?? ''))
    const unusual = yield* gatherHere(others)
    const servers = [...usual.servers, ...unusual.servers]
    // A list without servers is known by standing alone.
    const lone = unusual.other?.kind === 'empty' && contents.unusual.length === 1 ? unusual.other : null
    const found = servers.length > 0 ? joined(servers, usual.isCut || unusual.isCut) : (usual.other ?? lone)
    return found && { ...found, facts: { ...factsOf(text, contents.facts), ...found.facts }, outerEnd: end }
  }

  function* placeIn(start: number, levels: number): Steps<Found | null> {
    if (text[start] === '[') return yield* inArray(start, levels)
    return text[start] === '{' ? yield* inObject(start, levels) : null
  }

  return placeIn
}

// biome-ignore lint/correctness/useYield: it stands for work in steps, of which there is none.
function* nothingIn(): Steps<Gathered> {
  return nothing
}

const listAt = (start: number, isKeyed: boolean) => ({
  lists: [{ start, isKeyed }],
  facts: {},
  outerEnd: null,
  isCut: false,
})

/** Several finds as one, with what the first says about itself. */
const joined = (found: readonly Found[], isCut: boolean): Found => ({
  kind: 'servers',
  lists: found.flatMap(({ lists }) => lists),
  facts: found[0]?.facts ?? {},
  outerEnd: null,
  isCut: isCut || found.some((one) => one.isCut),
})

/**
 * The lists in the text of an answer, whatever wraps them: nothing, one of the usual names, or any others under which
 * servers stand. Null where there is none, or the answer breaks off.
 */
export function findLists(text: string): Steps<Place | null> {
  return createSearch(text)(skipBlanks(text, 0), maxLevels)
}
