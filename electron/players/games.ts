import type { GameId } from '../../shared/model/players.ts'
import type { InfoRules } from './codecs/a2s.ts'

/** The ways in which a game can be asked. */
export type Protocol = 'minecraft-status' | 'minecraft-query' | 'bedrock' | 'a2s' | 'fivem'

/**
 * Where a game answers: at its first port, so many above it, or at the port that the game has by default. The last two
 * only where they are an allocation of the server, since panels publish nothing else.
 */
type PortRule = 'primary' | { readonly plus: number } | { readonly port: number }

/**
 * What a 0 of a game is worth: it may prove that nobody is on (`sure`), is only shown, since it may be another count than
 * the server's (`shown`), or says nothing (`not-told`).
 */
type Zero = 'sure' | 'shown' | 'not-told'

/** How one game is asked. */
export type Game = {
  /** Tried in this order, until one tells a count. None: only the console tells of players. */
  readonly asks: readonly Protocol[]
  /** Likeliest first, after what a variable names. */
  readonly ports: readonly PortRule[]
  readonly zero: Zero
  readonly info: InfoRules
}

const plain: InfoRules = { hasBotsInCount: false, isInKeywords: false }

/** A game of Valve's query protocol. */
function a2s(ports: readonly PortRule[], zero: Zero, info: InfoRules = plain): Game {
  return { asks: ['a2s'], ports, zero, info }
}
const source = a2s(['primary'], 'sure', { hasBotsInCount: true, isInKeywords: false })

function other(asks: readonly Protocol[], zero: Zero): Game {
  return { asks, ports: ['primary'], zero, info: plain }
}

/**
 * Every game, as gamedig, the panel's player plugin and the games' own pages have it. `shown` are those of which sources
 * differ or little is known, a proxy, whose plugins may tell any number, and Don't Starve Together, which tells of one of
 * its worlds. A Valheim server with crossplay says 0 whoever is on.
 */
export const games: Readonly<Record<GameId, Game>> = {
  'minecraft-java': other(['minecraft-status', 'minecraft-query'], 'sure'),
  'minecraft-bedrock': other(['bedrock'], 'sure'),
  'minecraft-proxy': other(['minecraft-status'], 'shown'),
  rust: a2s(['primary'], 'sure', { hasBotsInCount: false, isInKeywords: true }),
  cs2: source,
  gmod: source,
  tf2: source,
  // Which of them it is, is not known: bots that its count leaves out must not make a 0 of it.
  source: a2s(['primary'], 'sure'),
  valheim: a2s([{ plus: 1 }], 'not-told'),
  'v-rising': a2s([{ plus: 1 }, { plus: 15 }], 'sure'),
  '7-days-to-die': a2s([{ plus: 1 }], 'sure'),
  unturned: a2s([{ plus: 1 }], 'sure'),
  'the-forest': a2s([{ plus: 1 }], 'shown'),
  'arma-3': a2s([{ plus: 1 }], 'sure'),
  barotrauma: a2s([{ plus: 1 }], 'shown'),
  'core-keeper': a2s([{ plus: 1 }], 'shown'),
  enshrouded: a2s([{ plus: 1 }, { port: 15_637 }], 'shown'),
  dayz: a2s([{ plus: 24_714 }, { port: 27_016 }], 'sure'),
  'ark-se': a2s([{ port: 27_015 }], 'sure'),
  'conan-exiles': a2s([{ port: 27_015 }], 'sure'),
  mordhau: a2s([{ port: 27_015 }], 'shown'),
  soulmask: a2s([{ port: 27_015 }], 'shown'),
  'sons-of-the-forest': a2s([{ port: 27_016 }], 'shown'),
  'dont-starve-together': a2s([{ port: 27_016 }], 'shown'),
  'insurgency-sandstorm': a2s([{ plus: 1 }, { plus: 29 }], 'shown'),
  'arma-reforger': a2s([{ port: 17_777 }], 'shown'),
  squad: a2s([{ plus: 19_378 }], 'shown'),
  'project-zomboid': a2s(['primary'], 'sure'),
  'hell-let-loose': a2s(['primary'], 'shown'),
  'space-engineers': a2s(['primary'], 'sure'),
  icarus: a2s(['primary'], 'shown'),
  'abiotic-factor': a2s(['primary'], 'shown'),
  fivem: other(['fivem'], 'sure'),
  terraria: other([], 'shown'),
  factorio: other([], 'shown'),
}

/** Whether a count of this game, told by itself, may prove that nobody is on. */
export const isSure = (game: GameId): boolean => games[game].zero === 'sure'

/** Variables in which eggs keep the port of queries. */
const portVariables = ['QUERY_PORT', 'QUERYPORT', 'STEAM_QUERY_PORT', 'SERVER_QUERY_PORT', 'A2S_PORT']

const isPort = (port: number) => Number.isSafeInteger(port) && port >= 1 && port <= 65_535

/** The port that a game over Valve's protocol was told to answer at. Null where no variable has one. */
function portOfVariables(variables: Readonly<Record<string, string>>): number | null {
  const named = portVariables.map((name) => (Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''))
  const port = Number(named.find((text) => /^\d{1,5}$/.test(text)) ?? Number.NaN)
  return isPort(port) ? port : null
}

/**
 * The ports at which a game may answer, likeliest first, each once. Whether they are the server's is for who asks to see.
 * @param primary the port of the server's first allocation, where it has one
 * @param variables the server's startup variables by name
 */
export function portsOf(
  game: GameId,
  primary: number | null,
  variables: Readonly<Record<string, string>>,
): readonly number[] {
  const { asks, ports } = games[game]
  const named = asks.includes('a2s') ? portOfVariables(variables) : null
  const ruled = ports.map((rule) => {
    if (rule === 'primary') return primary
    if ('port' in rule) return rule.port
    return primary === null ? null : primary + rule.plus
  })
  const told = [named, ...ruled].flatMap((port) => (port !== null && isPort(port) ? [port] : []))
  return [...new Set(told)]
}
