import { keysOf } from '../tables.ts'
import type { PanelId, ServerRef } from './identifier.ts'
import type { PlayersOfServer, PlayersPreferences } from './players-schema.ts'

/** Maximum number of players' names that are kept of one answer. */
export const maxPlayerNames = 200
/** Maximum length of a player's name, in UTF-16 code units. */
export const maxPlayerNameLength = 64
/**
 * The games whose players can be asked for, or read from the console's lines, by the names that people know.
 * `minecraft-proxy`: what stands before several Minecraft servers, and counts for all of them; `source`, `steam`: any other
 * game of Source, and of Steam.
 */
export const gameNames = {
  'minecraft-java': 'Minecraft Java',
  'minecraft-bedrock': 'Minecraft Bedrock',
  'minecraft-proxy': 'Minecraft proxy',
  rust: 'Rust',
  cs2: 'Counter-Strike 2',
  csgo: 'Counter-Strike: GO or Source',
  gmod: 'Garry’s Mod',
  tf2: 'Team Fortress 2',
  source: 'Another Source game',
  valheim: 'Valheim',
  'v-rising': 'V Rising',
  '7-days-to-die': '7 Days to Die',
  unturned: 'Unturned',
  'the-forest': 'The Forest',
  'arma-3': 'Arma 3',
  barotrauma: 'Barotrauma',
  'core-keeper': 'Core Keeper',
  enshrouded: 'Enshrouded',
  dayz: 'DayZ',
  'ark-se': 'ARK: Survival Evolved',
  'conan-exiles': 'Conan Exiles',
  mordhau: 'Mordhau',
  soulmask: 'Soulmask',
  'sons-of-the-forest': 'Sons of the Forest',
  'dont-starve-together': 'Don’t Starve Together',
  'insurgency-sandstorm': 'Insurgency: Sandstorm',
  'arma-reforger': 'Arma Reforger',
  squad: 'Squad',
  'project-zomboid': 'Project Zomboid',
  'hell-let-loose': 'Hell Let Loose',
  'space-engineers': 'Space Engineers',
  icarus: 'Icarus',
  'abiotic-factor': 'Abiotic Factor',
  fivem: 'FiveM or RedM',
  samp: 'SA-MP or open.mp',
  terraria: 'Terraria',
  factorio: 'Factorio',
  steam: 'Another Steam game',
} as const
export type GameId = keyof typeof gameNames
export const gameIds = keysOf(gameNames)

/** What a person chose for one server; as guessed, and as for its panel, where they chose nothing. */
export const choiceOf = ({ servers }: PlayersPreferences, ref: ServerRef): PlayersOfServer =>
  servers.find((one) => one.ref === ref) ?? { ref, game: null, port: null, isAsked: null }

/** True where a person allowed to ask the game of this server: for itself, or with its panel. */
export const mayAsk = (players: PlayersPreferences, { ref, panelId }: { ref: ServerRef; panelId: PanelId }): boolean =>
  choiceOf(players, ref).isAsked ?? players.panels.includes(panelId)

/** The choices with one changed; a server with none of its own is not kept. */
export function withChoice(servers: readonly PlayersOfServer[], choice: PlayersOfServer): PlayersOfServer[] {
  const others = servers.filter(({ ref }) => ref !== choice.ref)
  const isNone = choice.game === null && choice.port === null && choice.isAsked === null
  return isNone ? others : [...others, choice]
}

/** A game's own console commands about players; `{player}` stands for a name. */
type PlayerCommands = {
  /** Lists who is on, in lines that the app can read. */
  readonly list: string
  readonly message: string | null
  readonly kick: string | null
}

const commands: Partial<Readonly<Record<GameId, PlayerCommands>>> = {
  'minecraft-java': { list: 'list', message: 'tell {player} ', kick: 'kick {player} ' },
  'minecraft-bedrock': { list: 'list', message: 'tell {player} ', kick: 'kick {player} ' },
  terraria: { list: 'playing', message: null, kick: 'kick {player}' },
  factorio: { list: '/players o', message: null, kick: '/kick {player} ' },
  rust: { list: 'status', message: null, kick: 'kick {player} ' },
}

/** The commands of a game; null where it is not known, or has none that the app knows. */
export const commandsOf = (game: GameId | null | undefined): PlayerCommands | null => (game && commands[game]) ?? null

/** Names as games allow them. Others, which anybody may make up, are not put into a command. */
const commandName = /^[\p{L}\p{N}_.-]{1,32}$/u

/** A command with a player's name in place of `{player}`; null for a name that must not stand in one. */
export const commandFor = (template: string, player: string): string | null =>
  commandName.test(player) ? template.replaceAll('{player}', () => player) : null
