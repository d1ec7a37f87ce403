import { renameSync } from 'node:fs'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'
import type { Settings } from './schema.ts'
import { defaultSettings, settingsSchema } from './schema.ts'

/** The part of electron-store (and of conf, its base) that is used: the whole file as one value. */
export type SettingsFile = { readonly path: string; get store(): unknown; set store(value: Settings) }

export type SettingsStore = {
  get(): Settings
  /** Writes the changed settings at once; on failure nothing changes, in memory either. */
  update(change: (settings: Settings) => Settings): Result<void>
}

/** What a settings file should be opened with, whichever class opens it. */
export const settingsFileOptions = {
  name: 'settings',
  clearInvalidConfig: false,
  configFileMode: 0o600,
} as const

/**
 * Settings over one file. A file that cannot be read is set aside under a dated name, never overwritten,
 * and the app starts with defaults.
 */
export function createSettings(deps: { file: SettingsFile; clock: Clock; log: Logger }): SettingsStore {
  const { file, clock, log } = deps
  let settings = load()

  function load(): Settings {
    try {
      const stored = file.store
      if (typeof stored === 'object' && stored !== null && Object.keys(stored).length === 0) return defaultSettings
      return settingsSchema.parse(stored)
    } catch (failure) {
      const aside = `${file.path}.unreadable-${new Date(clock.now()).toISOString().replaceAll(':', '-')}`
      log.error('settings could not be read and were set aside', { aside, failure: describeFailure(failure) })
      renameSync(file.path, aside)
      return defaultSettings
    }
  }

  return {
    get: () => settings,
    update(change) {
      const next = change(settings)
      try {
        file.store = next
      } catch (failure) {
        log.error('settings could not be written', { failure: describeFailure(failure) })
        return fail('storage-failed')
      }
      settings = next
      return ok()
    },
  }
}
