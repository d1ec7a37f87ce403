import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
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

/** What a settings file holds; an empty one has the defaults. Throws where the text is none of ours. */
function parseSettings(stored: unknown): Settings {
  const isNew = typeof stored === 'object' && stored !== null && Object.keys(stored).length === 0
  return isNew ? defaultSettings : settingsSchema.parse(stored)
}

/** True where the text itself is broken, and not merely out of reach for now. */
function isBroken(failure: unknown): boolean {
  return failure instanceof SyntaxError || failure instanceof z.ZodError
}

/**
 * The settings at `path` for a program that is not the app: the file is read and never touched. A file that
 * is not there gives the defaults; one that cannot be read is `storage-failed`.
 */
export function readSettings(path: string): Result<Settings> {
  try {
    return ok(parseSettings(JSON.parse(readFileSync(path, 'utf8'))))
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return ok(defaultSettings)
    return fail('storage-failed', {
      message: 'The settings of Servertray could not be read.',
      hint: 'Start Servertray and look at its keys, or set SERVERTRAY_URL and SERVERTRAY_TOKEN.',
    })
  }
}

/**
 * Settings over one file. A file whose text is broken is set aside under a dated name, never overwritten,
 * and the app starts with defaults. Throws where the file cannot be opened at all: it may be whole.
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
    return { file, settings: parseSettings(file.store) }
  }

  function loadOrSetAside(): { file: SettingsFile; settings: Settings } {
    try {
      return load()
    } catch (failure) {
      if (!isBroken(failure)) throw failure
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
