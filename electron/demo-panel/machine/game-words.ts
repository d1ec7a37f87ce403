import type { Game } from './definition.ts'

/** Players that a server of the game takes. */
export const slotsOf: Readonly<Record<Game, number>> = {
  minecraft: 20,
  bedrock: 10,
  valheim: 10,
  rust: 100,
  factorio: 16,
}

const stamped = (now: number, text: string) => `${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} ${text}`

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
    case 'bedrock': {
      const what = comes ? 'Player connected' : 'Player disconnected'
      return `[${stamped(now, `INFO] ${what}: ${name}, xuid: ${account}`)}`
    }
    case 'valheim':
      return `${american(now)}: ${comes ? `Got character ZDOID from ${name} : ${account}:1` : `Closing socket ${account}`}`
    case 'rust': {
      const who = `127.0.0.1:28015/${account}/${name}`
      return comes ? `${who} joined [windows/${account}]` : `${who} disconnecting: disconnect`
    }
    case 'factorio':
      return stamped(now, comes ? `[JOIN] ${name} joined the game` : `[LEAVE] ${name} left the game`)
  }
}

/**
 * The answer to the command that lists the players, by game; null for a game that has no such command, or another one.
 * @param words the command, in small letters, with one blank between words
 */
export function playerList(game: Game, words: string, players: readonly string[]): readonly string[] | null {
  const most = slotsOf[game]
  const names = players.join(', ')
  switch (game) {
    case 'minecraft':
      if (words !== 'list') return null
      return [`There are ${players.length} of a max of ${most} players online: ${names}`.trimEnd()]
    case 'bedrock':
      return words === 'list' ? [`There are ${players.length}/${most} players online:`, names] : null
    case 'rust':
      return words === 'status' ? [`players : ${players.length} (${most} max) (0 queued) (0 joining)`] : null
    case 'factorio':
      if (words !== 'players o' && words !== 'players online') return null
      return [`Online players (${players.length}):`, ...players.map((name) => `  ${name} (online)`)]
    case 'valheim':
      return null
  }
}
