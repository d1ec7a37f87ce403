import type { GameId } from '../model/players.ts'

/**
 * What makes a game write its world to disk. The server is neither stopped nor told of a backup by the panel, so that
 * what the game holds in memory is missing from it. Only of games that take commands over the panel's console.
 */
const presets: Partial<Readonly<Record<GameId, readonly string[]>>> = {
  'minecraft-java': ['save-off', 'save-all flush'],
  'minecraft-bedrock': ['save hold'],
  rust: ['server.save'],
  terraria: ['save'],
  factorio: ['/server-save'],
  '7-days-to-die': ['saveworld'],
  'project-zomboid': ['save'],
}

/** The commands of a game; none where it is not known, or has none that the app knows. */
export const saveCommandsOf = (game: GameId | null | undefined): readonly string[] => (game && presets[game]) ?? []

/** What keeps a server from saving until it is undone, and what undoes it. */
const opposites: readonly (readonly [RegExp, string])[] = [
  [/^(\/?)save-off$/i, 'save-on'],
  [/^(\/?)save hold$/i, 'save resume'],
]

/** The command that undoes one which keeps the server from saving; null for any other. */
export function undoOf(command: string): string | null {
  for (const [pattern, opposite] of opposites) {
    const match = pattern.exec(command.trim())
    if (match !== null) return `${match[1]}${opposite}`
  }
  return null
}
