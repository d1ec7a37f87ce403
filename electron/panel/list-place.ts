import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { parseJson } from '../lib/parse-json.ts'
import type { Steps } from '../lib/steps.ts'
import { eachPart, type JsonPart, skipBlanks } from './json-parts.ts'
import { entryAt } from './list-entry.ts'
import type { Fields } from './shapes.ts'

/**
 * Where the list begins, and where the answer ends that holds it: null where it is the answer itself. A list keyed by
 * identifiers is an object, any other an array.
 */
export type Place = {
  readonly start: number
  readonly isKeyed: boolean
  readonly facts: Fields
  readonly outerEnd: number | null
}

/** How many names deep in an answer a list may stand. */
const maxLevels = 3
/** The usual names, which are believed also where no server stands in the list. */
const usualNames: readonly string[] = ['data', 'servers', 'results', 'items']
/** Names of lists that are of something else. */
const otherNames: ReadonlySet<string> = new Set(['errors', 'warnings', 'messages'])
/** Unusual names that are looked into, and entries that are looked at to tell what a list is of. */
const maxUnusual = 8
const tellingEntries = 3

/** Facts about a list, such as its number of pages, stand in less than this, in characters. */
const maxFactLength = 4_096
/** How panels call the number of servers on all pages. */
export const totalNames = ['total', 'total_count', 'totalCount', 'totalElements', 'count'] as const
/** Where panels say what kind of list it is and how much of it there is. */
const factNames: ReadonlySet<string> = new Set([
  'object',
  'meta',
  'pagination',
  'total_pages',
  'last_page',
  ...totalNames,
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
  else if (isNested && !otherNames.has(key) && contents.unusual.length < maxUnusual) contents.unusual.push(part)
  if (contents.keyed !== null && contents.keyed < tellingEntries && isKeyedEntry(text, part)) {
    contents.keyed = isServer(text, part, true) ? null : contents.keyed + 1
  }
}

type Found = Place & { readonly kind: 'servers' | 'other' | 'empty' }

/** The best of what the parts hold: the first list of servers, else the first list. */
function* bestOf(text: string, parts: readonly JsonPart[], levels: number): Steps<Found | null> {
  let best: Found | null = null
  for (const part of parts) {
    const found = yield* placeIn(text, part.start, levels)
    if (found?.kind === 'servers') return found
    best ??= found
  }
  return best
}

function* placeIn(text: string, start: number, levels: number): Steps<Found | null> {
  const here = { start, facts: {}, outerEnd: null }
  if (text[start] === '[') return { ...here, isKeyed: false, kind: yield* kindOf(text, start) }
  if (text[start] !== '{') return null
  const contents: Contents = { usual: new Map(), unusual: [], facts: [], keyed: 0 }
  const end = yield* eachPart(text, start, (part) => sortPart(text, contents, part))
  if (end === -1) return null
  const within = (found: Found): Found => ({
    ...found,
    facts: { ...factsOf(text, contents.facts), ...found.facts },
    outerEnd: end,
  })
  const usual =
    levels > 0
      ? yield* bestOf(
          text,
          usualNames.flatMap((name) => contents.usual.get(name) ?? []),
          levels - 1,
        )
      : null
  if (usual?.kind === 'servers') return within(usual)
  if (contents.keyed === null) return { ...here, isKeyed: true, kind: 'servers' }
  const unusual = levels > 0 ? yield* bestOf(text, contents.unusual, levels - 1) : null
  if (unusual?.kind === 'servers') return within(unusual)
  if (usual !== null) return within(usual)
  // A list without servers is known by standing alone.
  return unusual?.kind === 'empty' && contents.unusual.length === 1 ? within(unusual) : null
}

/**
 * The list in the text of an answer, whatever wraps it: nothing, one of the usual names, or any other under which
 * servers stand. Null where there is none, or the answer breaks off.
 */
export function findList(text: string): Steps<Place | null> {
  return placeIn(text, skipBlanks(text, 0), maxLevels)
}
