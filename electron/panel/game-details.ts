import { safeText } from '../../shared/model/text.ts'
import { attributesOf, countOf, type Fields, isObject } from './entry.ts'

/**
 * Variables that tell the game, or where it answers queries: `SRCDS_APPID`, `NUKKIT_VERSION`, `QUERY_PORT`. Others may be
 * passwords, and are left unread.
 */
const gameVariable = /^(?:\w*APP_?ID|\w+_VERSION|\w*QUERY_?PORT|A2S_PORT|QPORT)$/

const most = { allocations: 100, variables: 100, features: 20 } as const
/** In characters: host names have 253, images and eggs of real panels stay far below. */
const longest = { host: 253, text: 200, value: 128, command: 4_096 } as const

const textOf = (value: unknown, max: number): string | null =>
  (typeof value === 'string' && value.length <= max && safeText(value, max)) || null

/** The attributes of the entries of a list inside an entry, whatever else stands there. */
function entriesOf(relationships: unknown, name: string): readonly Fields[] {
  const list = isObject(relationships) ? relationships[name] : null
  if (!isObject(list) || !Array.isArray(list.data)) return []
  return list.data.map(attributesOf).filter((attributes) => attributes !== null)
}

function allocationOf(fields: Fields) {
  const ip = textOf(fields.ip, longest.host)
  const port = countOf(fields.port) ?? 0
  if (ip === null || port < 1 || port > 65_535) return []
  /** Free text of the host: a name, an address, or anything else; null where there is none. */
  const alias = textOf(fields.ip_alias, longest.host)
  return [{ ip, alias, port, isDefault: fields.is_default === true }]
}

/** One address that the panel gave a server. Its texts are the panel's own, made safe; what they name is not checked. */
export type Allocation = ReturnType<typeof allocationOf>[number]

/** The addresses among the relationships of a server, the default one first, 100 at most. */
export const allocationsOf = (relationships: unknown): readonly Allocation[] =>
  entriesOf(relationships, 'allocations')
    .flatMap(allocationOf)
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
    .slice(0, most.allocations)

/** The default stands in for no value: it tells the game too, and only the server’s own ports are asked. */
function variableOf(fields: Fields): readonly (readonly [string, string])[] {
  const name = fields.env_variable
  if (typeof name !== 'string' || !gameVariable.test(name)) return []
  const value = textOf(fields.server_value, longest.value) ?? textOf(fields.default_value, longest.value)
  return value === null ? [] : [[name, value]]
}

/** The words of the start command that name programs. Others may be passwords, and are left unread. */
function programsOf(command: unknown): string {
  const words = (typeof command === 'string' && command.slice(0, longest.command).match(/[^\s"'`;&|()?]+/g)) || []
  const isProgram = (word: string, i: number) =>
    /^\.{0,2}\/|\.(?:exe|jar|phar)$/i.test(word) || (i > 0 && (words[i - 1] === '-game' || words[i - 1] === '-m'))
  return safeText(words.filter(isProgram).join(' '), longest.command)
}

/** The name of the egg among the relationships of a server; null where the panel does not add it. */
export function eggOf(relationships: unknown): string | null {
  const egg = isObject(relationships) ? relationships.egg : null
  return isObject(egg) && isObject(egg.attributes) ? textOf(egg.attributes.name, longest.text) : null
}

function featuresOf(value: unknown): readonly string[] {
  const features: readonly unknown[] = Array.isArray(value) ? value.slice(0, most.features) : []
  return features.map((feature) => textOf(feature, longest.value)).filter((text) => text !== null)
}

/**
 * Reads what the attributes of a listed server tell of its game (the panel's API, *GET {base_url}*): allocations and
 * variables come with every list, as far as the key may see them; the egg only where the panel adds it unasked, since
 * a list that is asked with a query is not the plain one that every panel answers. Null where nothing is told.
 */
export function gameOfEntry(attributes: Fields) {
  const { relationships, sftp_details: sftp } = attributes
  const found = entriesOf(relationships, 'variables').slice(0, most.variables).flatMap(variableOf)
  const variables: Readonly<Record<string, string>> = Object.fromEntries(found)
  const game = {
    /** The default one first, 100 at most; only that one where the key may not see the others. */
    allocations: allocationsOf(relationships),
    /** The name or address of the machine, as it is given for file transfers. */
    nodeHost: isObject(sftp) ? textOf(sftp.ip, longest.host) : null,
    /** The name of the egg; null where the list tells none. */
    egg: eggOf(relationships),
    /** The Docker image. */
    image: textOf(attributes.docker_image, longest.text),
    /** What the start command runs, with blanks between: files, and what `-game` names. */
    programs: programsOf(attributes.invocation),
    /** What the egg is said to need, such as `eula` or `steam_disk_space`. */
    features: featuresOf(attributes.egg_features),
    variables,
  }
  const isTold = game.allocations.length + game.features.length + found.length > 0
  return isTold || game.nodeHost !== null || game.egg !== null || game.image !== null ? game : null
}

/**
 * What a list tells of the game that a server runs. It is kept in the main process alone: the variables are a person's
 * own, so only those that tell the game are read at all.
 */
export type GameDetails = NonNullable<ReturnType<typeof gameOfEntry>>
