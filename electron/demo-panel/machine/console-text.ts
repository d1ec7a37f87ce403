import type { Game } from './definition.ts'
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

/** The time of day (UTC, as game servers run) that begins a console line. */
function stamp(now: number): string {
  return new Date(now).toISOString().slice(11, 19)
}

/** A line of the server's own log. */
export function logLine(now: number, text: string, level: 'INFO' | 'WARN' = 'INFO'): string {
  return `[${stamp(now)}] [Server thread/${level}]: ${text}`
}

/** A line of the daemon that runs the server: yellow and bold, as in the panel's API. */
function daemonLine(text: string): string {
  return `\u001b[33m\u001b[1m[Pterodactyl Daemon]:\u001b[39m ${text}\u001b[0m`
}

/** What the console shows when something happened to a server. `state` is the state after it. */
export function linesFor(effect: MachineEffect, game: Game, state: MachineState, now: number): readonly string[] {
  switch (effect) {
    case 'preparing':
      return [
        daemonLine('Checking server disk space usage, this could take a few seconds...'),
        daemonLine('Updating process configuration files...'),
      ]
    case 'starting':
      return [daemonLine('Starting server process...'), ...opening[game].map((text) => logLine(now, text))]
    case 'ready': {
      const seconds = (now - (state.processSince ?? now)) / 1000
      return [logLine(now, `Done (${seconds.toFixed(3)}s)! For help, type "help"`)]
    }
    case 'stopping':
      return [logLine(now, 'Stopping the server'), logLine(now, 'Saving worlds')]
    case 'stopped':
      return [logLine(now, 'All dimensions are saved'), daemonLine('Server marked as offline...')]
    case 'stop-limit':
      return [
        daemonLine('Server did not stop in time, killing the process...'),
        daemonLine('Server marked as offline...'),
      ]
    case 'killed':
      return [daemonLine('Server process was killed.'), daemonLine('Server marked as offline...')]
    case 'crashed':
      return [
        daemonLine('---------- Detected server process in a crashed state! ----------'),
        daemonLine('Exit code: 137'),
        daemonLine('Out of memory: false'),
      ]
    case 'crash-limit':
      return [daemonLine('Aborting automatic restart, last crash occurred less than 60 seconds ago.')]
    case 'dropped':
      return []
  }
}
