import { parseJson } from '../../lib/parse-json.ts'
import { isObject } from '../../panel/shapes.ts'
import { countOf, countOfDigits, type Fault, type Reading } from './reading.ts'

/* FiveM and RedM (CitizenFX): HTTP on the game's port. */

/** Slots are written as a text by older servers. */
const slotsOf = (value: unknown) => (typeof value === 'string' ? countOfDigits(value) : countOf(value))

/** `/dynamic.json`: `{clients, sv_maxclients, …}`. */
export function decodeDynamic(text: string): Reading | Fault {
  const answer = parseJson(text)
  if (!isObject(answer)) return 'malformed'
  const online = countOf(answer.clients)
  return online === null ? 'not-told' : { online, max: slotsOf(answer.sv_maxclients), names: [] }
}
