import type { ConsoleLine } from '../../shared/model/console-schema.ts'
import { type GameId, maxPlayerNames } from '../../shared/model/players.ts'
import { withoutColours } from '../console/line-text.ts'
import { countOfDigits, safeName, safeNames } from './codecs/reading.ts'

/** What a line of a console tells of players. `name`: null where a line does not tell who it was. */
export type PlayersLine =
  | { readonly kind: 'joined' | 'left'; readonly name: string | null }
  | { readonly kind: 'list'; readonly online: number; readonly max: number | null; readonly names: readonly string[] }

/** Who is on, as lines tell it. `names` may be fewer than `online`, where only the number is known of some. */
export type KnownPlayers = { readonly online: number; readonly max: number | null; readonly names: readonly string[] }

/** What a server that just started knows: to be given when this app saw the start. */
export const nobody: KnownPlayers = { online: 0, max: null, names: [] }

/**
 * One kind of line. The pattern begins with the game's log prefix, right behind which a player's text never stands, and its
 * groups are `name`, or `online`, `max` and `names` with commas between.
 */
type Rule = readonly [kind: PlayersLine['kind'], pattern: RegExp]

/** `[12:00:00] [Server thread/INFO]: ` and Forge's, `[12:00:00 INFO]: ` of Paper and Velocity. */
const java = String.raw`^\[[^\]]{1,40}\](?: \[[^\]]{1,60}\]){0,2}: `
const bedrock = String.raw`^(?:NO LOG FILE! - )?\[[\d\-: ]{1,30} INFO\] `
const bungee = String.raw`^(?:\d\d:\d\d:\d\d )?\[(?:INFO|\d\d:\d\d:\d\d INFO)\]:? `
const factorio = String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d `
const rust = String.raw`^(?:\[[^\]]{1,40}\] )?[\d.]{7,15}:\d{1,5}\/\d{17}\/`
const valheim = String.raw`^(?:\[[^\]]{1,40}\] )?\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d: `

/** No chat has a name of this kind right behind the prefix: it puts it into marks, or a colon behind it. */
const word = String.raw`(?<name>[\w.*+\-]{1,32})`
const words = '(?<name>.{1,64}?)'
const countOfMax = String.raw`There are (?<online>\d+)(?:\/| of a max(?:imum)?(?: of)? | out of maximum )(?<max>\d+) players online`

const rule = (kind: PlayersLine['kind'], pattern: string): Rule => [kind, new RegExp(`${pattern}$`, 'u')]

/** Lines by game, as the games' English output is documented; of a list in several lines only the one with the number. */
const rules: Readonly<Partial<Record<GameId, readonly Rule[]>>> = {
  'minecraft-java': [
    rule('joined', `${java}${word} joined the game`),
    rule('left', `${java}${word} left the game`),
    rule('list', `${java}${countOfMax}[:.]?(?: (?<names>.*))?`),
  ],
  'minecraft-proxy': [
    rule('joined', String.raw`${java}\[connected player\] ${word} \([^ ]{1,80}\) has connected`),
    rule('left', String.raw`${java}\[connected player\] ${word} \([^ ]{1,80}\) has disconnected.{0,200}`),
    rule('joined', String.raw`${bungee}\[${word}\] <-> InitialHandler has connected`),
    rule('left', String.raw`${bungee}\[${word}\] -> UpstreamBridge has disconnected`),
  ],
  'minecraft-bedrock': [
    rule('joined', String.raw`${bedrock}Player connected: ${words}, xuid: \d*(?:, pfid: \w*)?`),
    rule('left', String.raw`${bedrock}Player disconnected: ${words}, xuid: \d*(?:, pfid: \w*)?`),
    rule('list', `(?:${bedrock}|^)${countOfMax}:?`),
  ],
  // Terraria writes no prefix: chat is told by the mark that a name has there, which none may begin with here.
  terraria: [
    rule('joined', String.raw`^(?:: )?(?![<[(])(?<name>.{1,20}) has joined\.`),
    rule('left', String.raw`^(?:: )?(?![<[(])(?<name>.{1,20}) has left\.`),
    rule('list', String.raw`^(?:: )?(?<online>\d+|No) players? connected\.`),
  ],
  factorio: [
    rule('joined', String.raw`${factorio}\[JOIN\] ${word} joined the game`),
    rule('left', String.raw`${factorio}\[LEAVE\] ${word} left the game`),
    rule('list', String.raw`^Online players \((?<online>\d+)\):`),
  ],
  rust: [
    rule('joined', String.raw`${rust}${words} joined \[\w{1,20}\/\d{1,20}\]`),
    rule('left', `${rust}${words} disconnecting: .{1,200}`),
    rule('list', String.raw`^players ?: (?<online>\d+) \((?<max>\d+) max\).{0,60}`),
  ],
  // Its word for a player who left names nobody, and comes for whoever did not get in, too.
  valheim: [
    rule('joined', String.raw`${valheim}Got character ZDOID from ${words} : -?\d+:\d+`),
    rule('left', String.raw`${valheim}Closing socket \d{1,20}`),
  ],
}

/** Longest line that is looked at, in characters. */
const maxLine = 8_192

function listOf({ online, max, names }: Record<string, string | undefined>): PlayersLine | null {
  const count = online === 'No' ? 0 : countOfDigits(online ?? '')
  if (count === null) return null
  const listed = safeNames((names ?? '').split(', '))
  return { kind: 'list', online: count, max: countOfDigits(max ?? ''), names: listed.length === count ? listed : [] }
}

/**
 * What one line of a server's output tells of its players; null for any other, and for a game whose lines are not
 * known.
 */
export function readPlayersLine(game: GameId, line: string): PlayersLine | null {
  const plain = line.length > maxLine ? '' : withoutColours(line).trimEnd()
  for (const [kind, pattern] of rules[game] ?? []) {
    const match = pattern.exec(plain)
    if (match === null) continue
    const { groups = {} } = match
    return kind === 'list' ? listOf(groups) : { kind, name: safeName(groups.name ?? '') || null }
  }
  return null
}

function join(known: KnownPlayers, name: string | null): KnownPlayers | null {
  // Who is already on did not join: a game says it again after a death, a proxy at another server.
  if (name === null) return null
  if (known.names.includes(name)) return known
  const names = known.names.length < maxPlayerNames ? [...known.names, name] : known.names
  return { ...known, online: known.online + 1, names }
}

function leave(known: KnownPlayers, name: string | null): KnownPlayers | null {
  if (name === null) return null
  if (known.names.includes(name)) {
    return { ...known, online: known.online - 1, names: known.names.filter((other) => other !== name) }
  }
  // One of those of whom only the number is known; else somebody left who never came, and nothing is known any more.
  return known.online > known.names.length ? { ...known, online: known.online - 1 } : null
}

/**
 * Who is on after one more line. Exact only from a known zero (`nobody`) or from a list's answer on; null, which is *not
 * known*, before that, after lost lines, and where lines contradict each other. Never sure that nobody is on: lines can be
 * forged.
 */
export function foldLine(
  game: GameId,
  known: KnownPlayers | null,
  { kind, text }: Pick<ConsoleLine, 'kind' | 'text'>,
): KnownPlayers | null {
  if (kind === 'gap') return null
  const found = kind === 'output' ? readPlayersLine(game, text) : null
  if (found === null) return known
  if (found.kind === 'list') return { online: found.online, max: found.max ?? known?.max ?? null, names: found.names }
  if (known === null) return null
  return found.kind === 'joined' ? join(known, found.name) : leave(known, found.name)
}
