import { join } from 'node:path'
import type { ActivityEntry } from '../../shared/activity/contract.ts'
import { activityPath, createActivityFile } from '../activity/file.ts'
import { systemClock } from '../lib/clock.ts'
import { keychainService, logsFolder, profileFolder } from '../lib/profile.ts'
import { createFileLogger } from '../log/logger.ts'
import { createRestartsFile, type Restarts, restartsPath } from '../restart/file.ts'
import { type CiphertextStore, openCiphertexts } from '../settings/ciphertexts.ts'
import { openPlainFile } from '../settings/plain-file.ts'
import { createSettings, type SettingsStore } from '../settings/settings.ts'
import { createNotices } from '../state/notices.ts'
import type { VaultBackend } from '../vault/backend.ts'
import { createKeychainBackend } from '../vault/backends/keychain.ts'
import { createVault, type Vault } from '../vault/vault.ts'

/** What the app keeps, as a program without Electron opens it. */
export type Profile = {
  readonly settings: SettingsStore
  readonly vault: Vault
  /** Planned restarts, as the app last wrote them. */
  restarts(): Restarts
}

/** Without Electron a ciphertext of safe-storage can be neither made nor read, but it can be deleted. */
function createSealedBackend(store: CiphertextStore): VaultBackend {
  const refuse = async () => Promise.reject(new Error('safe-storage works inside the app only'))
  return { name: 'safe-storage', set: refuse, get: refuse, delete: (account) => store.write(account, null) }
}

/** Long enough for a person to type the keyring's password, in milliseconds. */
const readMs = 120_000

/** The folder of this process's environment, and a log in it. */
function place() {
  const folder = profileFolder(process.env, process.platform)
  const clock = systemClock
  return { folder, clock, log: createFileLogger({ file: join(logsFolder(folder), 'cli.log'), clock }) }
}

/** Adds to the activity list of the profile, which the app shows. */
export function noteActivity(entry: ActivityEntry): void {
  const { folder, clock, log } = place()
  createActivityFile({ path: activityPath(folder), clock, log }).append([entry])
}

/** Opens the profile of this process's environment. Nothing is written by opening it. */
export function openProfile(): Profile {
  const { folder, clock, log } = place()
  const settings = createSettings({
    folder,
    open: openPlainFile(folder),
    clock,
    log,
    notices: createNotices(),
    role: 'guest',
  })
  const backends = [
    createKeychainBackend(keychainService(process.env)),
    createSealedBackend(openCiphertexts(folder)),
  ] as const
  const restarts = () => createRestartsFile({ path: restartsPath(folder), log }).get()
  return { settings, vault: createVault({ backends, clock, log, readMs }), restarts }
}
