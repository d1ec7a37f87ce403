import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The app's name to the system, the same that the installers give it. */
export const appId = 'app.servertray'

/** Starts the app in the tray, without the window. */
export const hiddenFlag = '--hidden'

/**
 * By this Windows finds the app for a click on a notification that an earlier run left; Electron's own is another each
 * run.
 */
export const toastActivator = '{5D2F7B0E-8C41-4E0B-9A57-3E6C1B90D4A2}'

type Environment = Readonly<Record<string, string | undefined>>

/** The folder of this system, and of Electron's own convention, for what programs keep of a person. */
export function configFolder(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.APPDATA || join(homedir(), 'AppData', 'Roaming')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  // The XDG specification: an unset, empty or relative value counts as none.
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(homedir(), '.config')
}

/** The profile a person chose, as Electron wants it: absolute. */
const ownProfile = (env: Environment): string | null => (env.SERVERTRAY_HOME ? resolve(env.SERVERTRAY_HOME) : null)

/**
 * Where settings and logs are kept: `SERVERTRAY_HOME` where set, else Electron's user-data folder.
 * Computed without Electron, so that the CLI finds the same folder as the app.
 */
export const profileFolder = (env: Environment, platform: NodeJS.Platform): string =>
  ownProfile(env) ?? join(configFolder(env, platform), 'Servertray')

/** Makes a profile folder its owner's alone, also one that is there; what the system refuses to change stays as it is. */
export function makeProfile(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Another account's, or of a file system without modes.
  }
}

/** Where in a profile the logs are kept. */
export const logsFolder = (profile: string): string => join(profile, 'logs')

/** The service name under which this profile's tokens stand in the system keychain; one for each profile. */
export function keychainService(env: Environment): string {
  const own = ownProfile(env)
  if (own === null) return 'Servertray'
  return `Servertray ${createHash('sha256').update(own).digest('hex').slice(0, 12)}`
}

/**
 * The AppImage that this process runs from; null where it runs from none. Its launcher names itself and the place it is
 * mounted at in the environment, which programs started from another AppImage inherit: it counts only where this
 * program lies in there.
 * @param execPath the running program, absolute
 */
export function appImageOf({ APPIMAGE, APPDIR }: Environment, execPath: string): string | null {
  if (!APPIMAGE?.startsWith('/') || !APPDIR?.startsWith('/')) return null
  return execPath.startsWith(`${APPDIR.replace(/\/+$/, '')}/`) ? APPIMAGE : null
}
