import { parseJson } from '../../lib/parse-json.ts'
import { isObject } from '../../panel/shapes.ts'
import { countOf, countOfDigits, type Fault, type Reading, safeNames } from './reading.ts'

/* FiveM and RedM (CitizenFX): HTTP on the game's port. */

/** The path that tells the count, and the one that tells the names. */
export const fivemPaths = { count: '/dynamic.json', names: '/players.json' } as const

/** Slots are written as a text by older servers. */
const slotsOf = (value: unknown) => (typeof value === 'string' ? countOfDigits(value) : countOf(value))

/** `/dynamic.json`: `{clients, sv_maxclients, …}`. */
export function decodeDynamic(text: string): Reading | Fault {
  const answer = parseJson(text)
  if (!isObject(answer)) return 'malformed'
  const online = countOf(answer.clients)
  return online === null ? 'not-told' : { online, max: slotsOf(answer.sv_maxclients), names: [] }
}

/**
 * `/players.json`: `[{name, …}]`. The names that can be shown; none where they are hidden or it is no list. Counts
 * nobody.
 */
export function decodePlayerNames(text: string): string[] {
  const answer = parseJson(text)
  if (!Array.isArray(answer)) return []
  return safeNames(answer.map((entry: unknown) => (isObject(entry) ? entry.name : null)))
}
