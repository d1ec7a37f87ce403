import type { PanelId, ServerRef } from './identifier.ts'
import type { PlayersOfServer, PlayersPreferences } from './players-schema.ts'

/**
 * Where a count came from: the panel's own player plugin, the game server when asked directly, lines of the open
 * console, or the answer to a list command that a person sent.
 */
export type PlayerSource = 'panel' | 'game' | 'console' | 'list-command'

/** Maximum number of players' names that are kept of one answer. */
export const maxPlayerNames = 200
/** Maximum length of a player's name, in UTF-16 code units. */
export const maxPlayerNameLength = 64
/**
 * The games whose players can be asked for, or read from the console's lines. `minecraft-proxy`: what stands before
 * several Minecraft servers, and counts for all of them; `source`, `steam`: any other game of Source, and of Steam.
 */
export const gameIds = [
  'minecraft-java',
  'minecraft-bedrock',
  'minecraft-proxy',
  'rust',
  'cs2',
  'csgo',
  'gmod',
  'tf2',
  'source',
  'valheim',
  'v-rising',
  '7-days-to-die',
  'unturned',
  'the-forest',
  'arma-3',
  'barotrauma',
  'core-keeper',
  'enshrouded',
  'dayz',
  'ark-se',
  'conan-exiles',
  'mordhau',
  'soulmask',
  'sons-of-the-forest',
  'dont-starve-together',
  'insurgency-sandstorm',
  'arma-reforger',
  'squad',
  'project-zomboid',
  'hell-let-loose',
  'space-engineers',
  'icarus',
  'abiotic-factor',
  'fivem',
  'samp',
  'terraria',
  'factorio',
  'steam',
] as const
export type GameId = (typeof gameIds)[number]

/** What a guess of the game goes by; `person`: somebody chose it. */
export type GameSign = 'command' | 'egg' | 'image' | 'variables' | 'features' | 'person'

/**
 * Why it is not known how many are on:
 * - `off`: nobody allowed to ask the game.
 * - `proxy`: a proxy is set, past which a game would be asked.
 * - `unknown-game`: the game is not recognised, or has no way to be asked.
 * - `no-address`: no address of the server can be asked from here, as one in somebody else's private network.
 * - `no-answer`: the game did not answer, or not as it should.
 * - `udp-blocked`: nothing that was asked over UDP answers on this computer.
 * - `not-told`: it answered without a count that can be believed.
 * - `not-running`: the server does not run, or its state is unknown.
 */
export type PlayersUnknown =
  | 'off'
  | 'proxy'
  | 'unknown-game'
  | 'no-address'
  | 'no-answer'
  | 'udp-blocked'
  | 'not-told'
  | 'not-running'

/** What a person chose for one server; as guessed, and as for its panel, where they chose nothing. */
export function choiceOf({ servers }: PlayersPreferences, ref: ServerRef): PlayersOfServer {
  return servers.find((one) => one.ref === ref) ?? { ref, game: null, port: null, isAsked: null }
}

/** True where a person allowed to ask the game of this server: for itself, or with its panel. */
export function mayAsk(players: PlayersPreferences, { ref, panelId }: { ref: ServerRef; panelId: PanelId }): boolean {
  return choiceOf(players, ref).isAsked ?? players.panels.includes(panelId)
}

/** The choices with one changed; a server with none of its own is not kept. */
export function withChoice(servers: readonly PlayersOfServer[], choice: PlayersOfServer): PlayersOfServer[] {
  const others = servers.filter(({ ref }) => ref !== choice.ref)
  const isNone = choice.game === null && choice.port === null && choice.isAsked === null
  return isNone ? others : [...others, choice]
}
