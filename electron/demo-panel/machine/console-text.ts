import type { Game } from './definition.ts'
import { logLine } from './game-words.ts'
import type { MachineEffect, MachineState } from './machine.ts'

const opening: Record<Game, readonly string[]> = {
  minecraft: [
    'Starting minecraft server version 1.21.4',
    'Loading properties',
    'Starting Minecraft server on *:25565',
    'Preparing level "world"',
  ],
  valheim: ['Starting server version 0.219.14', 'Loading world "Midgard"', 'Game server connected'],
  rust: ['Loading server configuration', 'Generating procedural map of size 4000', 'Spawning world entities'],
  factorio: ['Loading map save.zip', 'Checksum for core: 1866436290', 'Hosting game at 0.0.0.0:34197'],
}

/**
 * A line on a server's console. The log that is repeated on request has the process's lines only; the daemon's own are
 * sent once (wings, `server/console.go` and `environment/docker/container.go`).
 */
export type ConsoleText = { readonly by: 'process' | 'daemon'; readonly text: string }

/** A line of the daemon that runs the server: yellow and bold, as in the panel's API. */
export function daemonLine(text: string): string {
  return `\u001b[33m\u001b[1m[Pterodactyl Daemon]:\u001b[39m ${text}\u001b[0m`
}

const byDaemon = (texts: readonly string[]): ConsoleText[] =>
  texts.map((text) => ({ by: 'daemon', text: daemonLine(text) }))
/** Texts as lines of the server's process. */
export const byProcess = (texts: readonly string[]): ConsoleText[] => texts.map((text) => ({ by: 'process', text }))

/** The console command that stops a server, typed by a person or by the daemon. */
const stopCommand = 'stop'

/** The console lines of an event. `state` is the state after it. */
export function linesFor(effect: MachineEffect, game: Game, state: MachineState, now: number): readonly ConsoleText[] {
  switch (effect) {
    case 'preparing':
      return byDaemon([
        'Checking server disk space usage, this could take a few seconds...',
        'Updating process configuration files...',
        'Ensuring file permissions are set correctly, this could take a few seconds...',
      ])
    case 'starting':
      return [
        ...byDaemon([
          'Pulling Docker container image, this could take a few minutes to complete...',
          'Finished pulling Docker container image',
        ]),
        ...byProcess(opening[game].map((text) => logLine(now, text))),
      ]
    case 'ready': {
      const seconds = (now - (state.processSince ?? now)) / 1000
      return byProcess([logLine(now, `Done (${seconds.toFixed(3)}s)! For help, type "help"`)])
    }
    case 'stopping':
      // The server's terminal echoes what the daemon types.
      return byProcess([stopCommand, logLine(now, 'Stopping the server'), logLine(now, 'Saving worlds')])
    case 'stopped':
      return byProcess([logLine(now, 'All dimensions are saved')])
    case 'crashed':
      return byDaemon([
        '---------- Detected server process in a crashed state! ----------',
        'Exit code: 137',
        'Out of memory: false',
      ])
    case 'crash-limit':
      return byDaemon(['Aborting automatic restart, last crash occurred less than 60 seconds ago.'])
  }
}
