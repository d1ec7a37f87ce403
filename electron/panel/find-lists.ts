import { isServerIdentifier } from '../../shared/model/identifier.ts'
import type { Steps } from '../lib/steps.ts'
import { type Fields, isObject } from './entry.ts'
import { readEntry } from './list-entry.ts'

/** A list as it stands in an answer; `keys` are those of its entries where it is an object. */
type List = { readonly entries: readonly unknown[]; readonly keys: readonly string[] | null }

/**
 * The lists of an answer, of which there may be several, as one for each node. `around` are the objects in which the first
 * one stands, from the inside out: they say how much there is of it.
 */
type Found = {
  readonly kind: 'servers' | 'other' | 'empty'
  readonly lists: readonly List[]
  readonly around: readonly Fields[]
}

/** How many names deep in an answer a list may stand. */
const maxLevels = 4
/** The usual names, which are believed also where no server stands in the list. */
const usualNames: readonly string[] = ['data', 'servers', 'results', 'items']
/** Names of lists that are of servers too, beside one of usual name; any other is of something else there. */
const saysServers = /servers$|^(?:owned|shared)$/i
/** Names of lists that are of something else. */
const otherNames: readonly string[] = ['errors', 'warnings', 'messages']
/** Entries that are looked at to tell what a list is of. */
const tellingEntries = 3

const uuidOrIndex = /^(?:\d{1,9}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** True for what may stand for a server in an object of them: its key is an identifier, a uuid, or a place in a list with gaps. */
export const isKeyedEntry = (key: string, entry: unknown): boolean =>
  isObject(entry) && (uuidOrIndex.test(key) || isServerIdentifier(key))

const isServer = (entry: unknown, key: string | null) => readEntry(entry, key) !== null

function isKeyedByServers(fields: Fields): boolean {
  let looked = 0
  for (const [key, entry] of Object.entries(fields)) {
    if (!isKeyedEntry(key, entry)) continue
    if (isServer(entry, key)) return true
    looked += 1
    if (looked === tellingEntries) break
  }
  return false
}

const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0

/** True for `{"a1b2c3d4": "Lobby"}`. Words of eight letters alone are the fields of something else. */
function isNamesByIdentifier(fields: Fields): boolean {
  const isNamed = ([key, name]: [string, unknown]) => typeof name === 'string' && isServerIdentifier(key)
  return Object.keys(fields).some((key) => /\d/.test(key)) && Object.entries(fields).every(isNamed)
}

const joined = (found: readonly Found[]): Found | null =>
  found[0] === undefined ? null : { ...found[0], lists: found.flatMap(({ lists }) => lists) }

/** The lists of servers that stand in a number of values, and the first other list. */
function* findInAll(values: readonly unknown[], levels: number): Steps<{ servers: Found[]; other: Found | null }> {
  const servers: Found[] = []
  let other: Found | null = null
  for (const value of levels > 0 ? values : []) {
    yield
    const found = yield* findIn(value, levels - 1)
    if (found?.kind === 'servers') servers.push(found)
    else other ??= found
  }
  return { servers, other }
}

function* findInArray(entries: readonly unknown[], levels: number): Steps<Found> {
  const list = { lists: [{ entries, keys: null }], around: [] }
  if (entries.slice(0, tellingEntries).some((entry) => isServer(entry, null))) return { kind: 'servers', ...list }
  // Its entries may be groups of servers.
  const { servers } = yield* findInAll(entries.filter(isObject), levels)
  return joined(servers) ?? { kind: entries.length > 0 ? 'other' : 'empty', ...list }
}

function* findInObject(fields: Fields, levels: number): Steps<Found | null> {
  const usual = yield* findInAll(
    usualNames.map((name) => (name === 'servers' && isEmptyObject(fields[name]) ? [] : fields[name])),
    levels,
  )
  const hasUsual = usual.servers.length > 0
  if (!hasUsual && isKeyedByServers(fields)) {
    const list = { entries: Object.values(fields), keys: Object.keys(fields) }
    return { kind: 'servers', lists: [list], around: [] }
  }
  if (isNamesByIdentifier(fields)) {
    const entries = Object.entries(fields).map(([identifier, name]) => ({ identifier, name }))
    return { kind: 'servers', lists: [{ entries, keys: null }], around: [] }
  }
  const others = Object.entries(fields).filter(
    ([name, value]) => typeof value === 'object' && value !== null && ![...usualNames, ...otherNames].includes(name),
  )
  const chosen = others.filter(([name]) => !hasUsual || saysServers.test(name))
  const named = chosen.filter(([name]) => name !== 'nodes')
  let unusual = yield* findInAll(
    named.map(([, value]) => value),
    levels,
  )
  // Beside a list of servers `nodes` are the machines that those run on; alone it may be the list, as in GraphQL.
  if (named.length < chosen.length && !hasUsual && usual.other === null && unusual.servers.length === 0)
    unusual = yield* findInAll([fields.nodes], levels)
  // A list without servers is known by its name, or by standing alone.
  const lone = unusual.other?.kind === 'empty' && others.length === 1 ? unusual.other : null
  const found = joined([...usual.servers, ...unusual.servers]) ?? usual.other ?? lone
  return found && { ...found, around: [...found.around, fields] }
}

function* findIn(value: unknown, levels: number): Steps<Found | null> {
  if (Array.isArray(value)) return yield* findInArray(value, levels)
  return isObject(value) ? yield* findInObject(value, levels) : null
}

/**
 * The lists in an answer, whatever wraps them: nothing, one of the usual names, or any others under which servers stand.
 * Null where there is none.
 */
export const findLists = (answer: unknown): Steps<Found | null> => findIn(answer, maxLevels)
