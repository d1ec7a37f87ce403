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
  const { account, backups, schedules, files, startup, databases, allocations, users, settings } = client
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
    files: {
      list: (identifier, folder, options) => files.list(identifier, folder, ending(options)),
      read: (identifier, path, options) => files.read(identifier, path, ending(options)),
      write: (identifier, path, bytes, options) => files.write(identifier, path, bytes, ending(options)),
      downloadLink: (identifier, path, options) => files.downloadLink(identifier, path, ending(options)),
      uploadLink: (identifier, options) => files.uploadLink(identifier, ending(options)),
      createFolder: (identifier, folder, name, options) =>
        files.createFolder(identifier, folder, name, ending(options)),
      move: (identifier, folder, moves, options) => files.move(identifier, folder, moves, ending(options)),
      copy: (identifier, path, options) => files.copy(identifier, path, ending(options)),
      remove: (identifier, folder, names, options) => files.remove(identifier, folder, names, ending(options)),
      compress: (identifier, folder, names, options) => files.compress(identifier, folder, names, ending(options)),
      decompress: (identifier, folder, name, options) => files.decompress(identifier, folder, name, ending(options)),
      chmod: (identifier, folder, names, mode, options) =>
        files.chmod(identifier, folder, names, mode, ending(options)),
      pull: (identifier, folder, file, options) => files.pull(identifier, folder, file, ending(options)),
    },
    users: {
      list: (identifier, options) => users.list(identifier, ending(options)),
      invite: (identifier, user, options) => users.invite(identifier, user, ending(options)),
      update: (identifier, id, change, options) => users.update(identifier, id, change, ending(options)),
      remove: (identifier, id, options) => users.remove(identifier, id, ending(options)),
      knownPermissions: (options) => users.knownPermissions(ending(options)),
    },
    settings: {
      read: (identifier, options) => settings.read(identifier, ending(options)),
      update: (identifier, change, options) => settings.update(identifier, change, ending(options)),
      reinstall: (identifier, options) => settings.reinstall(identifier, ending(options)),
    },
    account: {
      read: (options) => account.read(ending(options)),
      keys: (options) => account.keys(ending(options)),
      createKey: (key, options) => account.createKey(key, ending(options)),
      removeKey: (identifier, options) => account.removeKey(identifier, ending(options)),
      sshKeys: (options) => account.sshKeys(ending(options)),
      addSshKey: (key, options) => account.addSshKey(key, ending(options)),
      removeSshKey: (fingerprint, options) => account.removeSshKey(fingerprint, ending(options)),
      activity: (query, options) => account.activity(query, ending(options)),
    },
    startup: {
      read: (identifier, options) => startup.read(identifier, ending(options)),
      change: (identifier, change, options) => startup.change(identifier, change, ending(options)),
    },
    allocations: {
      list: (identifier, options) => allocations.list(identifier, ending(options)),
      add: (identifier, options) => allocations.add(identifier, ending(options)),
      note: (identifier, id, notes, options) => allocations.note(identifier, id, notes, ending(options)),
      makePrimary: (identifier, id, options) => allocations.makePrimary(identifier, id, ending(options)),
      remove: (identifier, id, options) => allocations.remove(identifier, id, ending(options)),
    },
    databases: { list: (identifier, options) => databases.list(identifier, ending(options)) },
    listServers: (options) => client.listServers(ending(options)),
    sendPower: (identifier, signal, options) => client.sendPower(identifier, signal, ending(options)),
    sendCommand: (identifier, command, options) => client.sendCommand(identifier, command, ending(options)),
    readServer: (identifier, options) => client.readServer(identifier, ending(options)),
    readResources: (identifier, options) => client.readResources(identifier, ending(options)),
    readConsoleAccess: (identifier, options) => client.readConsoleAccess(identifier, ending(options)),
    readPlayers: (identifier, options) => client.readPlayers(identifier, ending(options)),
    readActivity: (identifier, query, options) => client.readActivity(identifier, query, ending(options)),
    backgroundAt: () => client.backgroundAt(),
  }
}
