import type { Game } from './definition.ts'

/** Players that a server of the game takes. */
export const slotsOf: Readonly<Record<Game, number>> = {
  minecraft: 20,
  valheim: 10,
  rust: 100,
  factorio: 16,
}

/** The month before the day, as Valheim has it. */
const american = (now: number) => new Date(now).toISOString().replace(/^(\d+)-(\d+)-(\d+)T([\d:]+)\..*$/, '$2/$3/$1 $4')

/** The time of day (UTC, as game servers run) that begins a console line. */
const stamp = (now: number) => new Date(now).toISOString().slice(11, 19)

/** A line of the server's own log. */
export function logLine(now: number, text: string, level: 'INFO' | 'WARN' = 'INFO'): string {
  return `[${stamp(now)}] [Server thread/${level}]: ${text}`
}

/** A line of the answer to a command: only Minecraft writes those into its log. */
export function answerLine(game: Game, now: number, text: string): string {
  return game === 'minecraft' ? logLine(now, text) : text
}

/** What a game prints of somebody who comes or goes, as it is widely documented. `account` is the player's number. */
export function visitLine(game: Game, now: number, name: string, account: number, comes: boolean): string {
  switch (game) {
    case 'minecraft':
      return logLine(now, `${name} ${comes ? 'joined' : 'left'} the game`)
    case 'valheim':
      return `${american(now)}: ${comes ? `Got character ZDOID from ${name} : ${account}:1` : `Closing socket ${account}`}`
    case 'rust': {
      const who = `127.0.0.1:28015/${account}/${name}`
      return comes ? `${who} joined [windows/${account}]` : `${who} disconnecting: disconnect`
    }
    case 'factorio': {
      const at = new Date(now).toISOString().slice(0, 19).replace('T', ' ')
      return `${at} ${comes ? `[JOIN] ${name} joined the game` : `[LEAVE] ${name} left the game`}`
    }
  }
}

/**
 * The answer to the command that lists the players, by game; null for a game that has no such command, or another one.
 * @param words the command, in small letters, with one blank between words
 */
function playerList(game: Game, words: string, players: readonly string[]): readonly string[] | null {
  const most = slotsOf[game]
  const names = players.join(', ')
  switch (game) {
    case 'minecraft':
      if (words !== 'list') return null
      return [`There are ${players.length} of a max of ${most} players online: ${names}`.trimEnd()]
    case 'rust':
      return words === 'status' ? [`players : ${players.length} (${most} max) (0 queued) (0 joining)`] : null
    case 'factorio':
      if (words !== 'players o' && words !== 'players online') return null
      return [`Online players (${players.length}):`, ...players.map((name) => `  ${name} (online)`)]
    case 'valheim':
      return null
  }
}

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
