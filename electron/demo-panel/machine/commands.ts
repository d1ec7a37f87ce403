import type { Game } from './definition.ts'
import { playerList } from './game-words.ts'

/** The result of a command: lines in the log, and perhaps a change of the server. */
export type CommandOutcome = { readonly lines: readonly string[]; readonly effect?: 'stop' | { readonly kick: string } }

const help = [
  '/help: Shows this list',
  '/kick <player>: Removes a player from the server',
  '/list: Lists the players on the server',
  '/save-all: Saves the world',
  '/say <message>: Says something to every player',
  '/stop: Stops the server',
]

/** Answers one console command as a game server would; a leading slash is optional. Pure. */
export function runCommand(command: string, players: readonly string[], game: Game = 'minecraft'): CommandOutcome {
  const [word = '', ...rest] = command.trim().replace(/^\//, '').split(/\s+/)
  const argument = rest.join(' ')
  const listed = playerList(game, [word, ...rest].join(' ').toLowerCase(), players)
  if (listed !== null) return { lines: listed }
  switch (word.toLowerCase()) {
    case 'help':
      return { lines: help }
    case 'say':
      return argument === '' ? unknown(command) : { lines: [`[Server] ${argument}`] }
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
      return unknown(command)
  }
}

function unknown(command: string): CommandOutcome {
  return {
    lines: ['Unknown or incomplete command, see below for error', `${command.trim().replace(/^\//, '')}<--[HERE]`],
  }
}
