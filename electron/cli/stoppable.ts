import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/types.ts'

/**
 * A client that begins nothing once the person has ended the command: what waits for a rate limit or a keyring is given
 * up, reads under way are let go, and an action that is out already is answered.
 */
export function stoppable(client: PanelClient, stopped: AbortSignal): PanelClient {
  const ending = (options: CallOptions = {}): CallOptions => {
    const { signal } = options
    return { ...options, signal: signal === undefined ? stopped : AbortSignal.any([signal, stopped]) }
  }
  const { backups, schedules, startup, databases } = client
  return {
    backups: {
      list: (identifier, options) => backups.list(identifier, ending(options)),
      one: (identifier, id, options) => backups.one(identifier, id, ending(options)),
      create: (identifier, backup, options) => backups.create(identifier, backup, ending(options)),
      toggleLock: (identifier, id, options) => backups.toggleLock(identifier, id, ending(options)),
      rename: (identifier, id, name, options) => backups.rename(identifier, id, name, ending(options)),
      remove: (identifier, id, options) => backups.remove(identifier, id, ending(options)),
      restore: (identifier, id, truncate, options) => backups.restore(identifier, id, truncate, ending(options)),
      restores: (identifier, options) => backups.restores(identifier, ending(options)),
      link: (identifier, id, options) => backups.link(identifier, id, ending(options)),
    },
    schedules: {
      list: (identifier, options) => schedules.list(identifier, ending(options)),
      create: (identifier, edit, options) => schedules.create(identifier, edit, ending(options)),
      update: (identifier, id, change, options) => schedules.update(identifier, id, change, ending(options)),
      remove: (identifier, id, options) => schedules.remove(identifier, id, ending(options)),
      setActive: (identifier, id, isActive, options) => schedules.setActive(identifier, id, isActive, ending(options)),
      reset: (identifier, id, options) => schedules.reset(identifier, id, ending(options)),
      run: (identifier, id, options) => schedules.run(identifier, id, ending(options)),
      addTask: (identifier, id, edit, options) => schedules.addTask(identifier, id, edit, ending(options)),
      changeTask: (identifier, id, change, options) => schedules.changeTask(identifier, id, change, ending(options)),
      removeTask: (identifier, id, seen, options) => schedules.removeTask(identifier, id, seen, ending(options)),
    },
    startup: {
      read: (identifier, options) => startup.read(identifier, ending(options)),
      change: (identifier, change, options) => startup.change(identifier, change, ending(options)),
    },
    databases: { list: (identifier, options) => databases.list(identifier, ending(options)) },
    listServers: (options) => client.listServers(ending(options)),
    sendPower: (identifier, signal, options) => client.sendPower(identifier, signal, ending(options)),
    sendCommand: (identifier, command, options) => client.sendCommand(identifier, command, ending(options)),
    readServer: (identifier, options) => client.readServer(identifier, ending(options)),
    readResources: (identifier, options) => client.readResources(identifier, ending(options)),
    readConsoleAccess: (identifier, options) => client.readConsoleAccess(identifier, ending(options)),
    readPlayers: (identifier, options) => client.readPlayers(identifier, ending(options)),
    backgroundAt: () => client.backgroundAt(),
  }
}
