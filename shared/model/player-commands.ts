import type { GameId } from './players.ts'

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
export function commandFor(template: string, player: string): string | null {
  return commandName.test(player) ? template.replaceAll('{player}', () => player) : null
}
