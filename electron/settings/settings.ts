import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'
import type { Settings } from './schema.ts'
import { defaultSettings, settingsSchema } from './schema.ts'

/** The part of electron-store (and of conf, its base) that is used: the whole file as one value. */
export type SettingsFile = { get store(): unknown; set store(value: Settings) }

export type SettingsStore = {
  get(): Settings
  /** Writes the changed settings at once; on failure nothing changes, in memory either. */
  update(change: (settings: Settings) => Settings): Result<void>
}

/** The settings file in a profile folder, and what it is opened with, whichever class opens it. */
export const settingsFileName = 'settings'
export const settingsPath = (profile: string) => join(profile, `${settingsFileName}.json`)
export const settingsFileOptions = {
  clearInvalidConfig: false,
  configFileMode: 0o600,
} as const

/**
 * Settings over one file. A file that cannot be read is set aside under a dated name, never overwritten,
 * and the app starts with defaults.
 * @param deps.open opens the file at `path`; may throw where its text is broken
 */
export function createSettings(deps: {
  open: () => SettingsFile
  path: string
  clock: Clock
  log: Logger
}): SettingsStore {
  const { open, path, clock, log } = deps

  function load(): { file: SettingsFile; settings: Settings } {
    const file = open()
    const stored = file.store
    const isNew = typeof stored === 'object' && stored !== null && Object.keys(stored).length === 0
    return { file, settings: isNew ? defaultSettings : settingsSchema.parse(stored) }
  }

  function loadOrSetAside(): { file: SettingsFile; settings: Settings } {
    try {
      return load()
    } catch (failure) {
      const aside = `${path}.unreadable-${new Date(clock.now()).toISOString().replaceAll(':', '-')}`
      log.error('settings could not be read and were set aside', { aside, failure: describeFailure(failure) })
      renameSync(path, aside)
      return load()
    }
  }

  const loaded = loadOrSetAside()
  const { file } = loaded
  let { settings } = loaded

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
