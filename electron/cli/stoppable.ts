import type { CallOptions, PanelClient } from '../panel/types.ts'

/**
 * A client that begins nothing once the person has ended the command: what waits for a rate limit or a keyring is given
 * up, reads under way are let go, and an action that is out already is answered.
 */
export function stoppable(client: PanelClient, stopped: AbortSignal): PanelClient {
  const ending = (options: CallOptions = {}): CallOptions => {
    const { signal } = options
    return { ...options, signal: signal === undefined ? stopped : AbortSignal.any([signal, stopped]) }
  }
  return {
    listServers: (options) => client.listServers(ending(options)),
    sendPower: (identifier, signal, options) => client.sendPower(identifier, signal, ending(options)),
    sendCommand: (identifier, command, options) => client.sendCommand(identifier, command, ending(options)),
    readResources: (identifier, options) => client.readResources(identifier, ending(options)),
    readConsoleAccess: (identifier, options) => client.readConsoleAccess(identifier, ending(options)),
    readPlayers: (identifier, options) => client.readPlayers(identifier, ending(options)),
    backgroundAt: () => client.backgroundAt(),
  }
}
