import type { Game } from './definition.ts'
import { games } from './games.ts'

/** The result of a command: lines in the log, and perhaps a change of the server. */
type CommandOutcome = { readonly lines: readonly string[]; readonly effect?: 'stop' | { readonly kick: string } }

const help = [
  '/help: Shows this list',
  '/kick <player>: Removes a player from the server',
  '/list: Lists the players on the server',
  '/save-all: Saves the world',
  '/say <message>: Says something to every player',
  '/stop: Stops the server',
]

/** Answers one console command as a game server would; a leading slash is optional. Pure. */
export function runCommand(command: string, players: readonly string[], game: Game): CommandOutcome {
  const plain = command.trim().replace(/^\//, '')
  const [word = '', ...rest] = plain.split(/\s+/)
  const argument = rest.join(' ')
  const { lists, list } = games[game]
  if (lists.includes([word, ...rest].join(' ').toLowerCase())) return { lines: list(players) }
  const unknown = { lines: ['Unknown or incomplete command, see below for error', `${plain}<--[HERE]`] }
  switch (word.toLowerCase()) {
    case 'help':
      return { lines: help }
    case 'say':
      return argument === '' ? unknown : { lines: [`[Server] ${argument}`] }
    case 'save-all':
      return { lines: ['Saving the game (this may take a moment!)', 'Saved the game'] }
    case 'kick': {
      const player = players.find((name) => name.toLowerCase() === argument.toLowerCase())
      if (player === undefined) return { lines: ['No player was found'] }
      return { lines: [`Kicked ${player}: Kicked by an operator`], effect: { kick: player } }
    }
    case 'stop':
      return { lines: [], effect: 'stop' }
    default:
      return unknown
  }
}
