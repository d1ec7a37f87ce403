import type { Game } from './definition.ts'
import { games, logLine } from './games.ts'
import type { MachineEffect, MachineState } from './machine.ts'

/**
 * A line on a server's console. The log that is repeated on request has the process's lines only; the daemon's own are
 * sent once (wings, `server/console.go` and `environment/docker/container.go`).
 */
export type ConsoleText = { readonly by: 'process' | 'daemon'; readonly text: string }

/** A line of the daemon that runs the server: yellow and bold, as in the panel's API. */
export function daemonLine(text: string): string {
  return `\u001b[33m\u001b[1m[Pterodactyl Daemon]:\u001b[39m ${text}\u001b[0m`
}

const byDaemon = (...texts: readonly string[]): ConsoleText[] =>
  texts.map((text) => ({ by: 'daemon', text: daemonLine(text) }))
/** Texts as lines of the server's process. */
export const byProcess = (...texts: readonly string[]): ConsoleText[] => texts.map((text) => ({ by: 'process', text }))

/** The console lines of an event. `state` is the state after it. */
export function linesFor(effect: MachineEffect, game: Game, state: MachineState, now: number): readonly ConsoleText[] {
  const log = (...texts: readonly string[]) => byProcess(...texts.map((text) => logLine(now, text)))
  switch (effect) {
    case 'preparing':
      return byDaemon(
        'Checking server disk space usage, this could take a few seconds...',
        'Updating process configuration files...',
        'Ensuring file permissions are set correctly, this could take a few seconds...',
      )
    case 'starting':
      return [
        ...byDaemon(
          'Pulling Docker container image, this could take a few minutes to complete...',
          'Finished pulling Docker container image',
        ),
        ...log(...games[game].opening),
      ]
    case 'ready': {
      const seconds = (now - (state.processSince ?? now)) / 1000
      return log(`Done (${seconds.toFixed(3)}s)! For help, type "help"`)
    }
    case 'stopping':
      // The server's terminal echoes the command that the daemon types.
      return [...byProcess('stop'), ...log('Stopping the server', 'Saving worlds')]
    case 'stopped':
      return log('All dimensions are saved')
    case 'crashed':
      return byDaemon(
        '---------- Detected server process in a crashed state! ----------',
        'Exit code: 137',
        'Out of memory: false',
      )
    case 'crash-limit':
      return byDaemon('Aborting automatic restart, last crash occurred less than 60 seconds ago.')
  }
}
