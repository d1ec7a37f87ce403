import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failureCodeOf } from '../lib/failure-code.ts'
import type { Settings } from './schema.ts'
import { readDocument, type SettingsDocument } from './schema.ts'

/** The part of electron-store (and of conf, its base) that the app uses: writes of a whole file, atomic. */
export type JsonFile = { get store(): unknown; set store(value: Settings) }
/** Opens a file of the profile folder by its name without `.json`. */
export type OpenFile = (name: string) => JsonFile

/** Options for electron-store and conf alike. */
export const settingsFileOptions = {
  clearInvalidConfig: false,
  configFileMode: 0o600,
} as const

const mainName = 'settings'
const backupName = 'settings.backup'
const unfinished = /^(?:settings(?:\.backup|\.damaged-.+)?|ciphertexts)\.json\.(?:tmp-.*|new)$/

/** The settings file of a profile folder. */
export const settingsPath = (folder: string) => join(folder, `${mainName}.json`)

type FolderContent =
  | SettingsDocument
  | { readonly kind: 'missing' }
  | { readonly kind: 'inaccessible'; readonly failure: unknown }

/** The settings file and its backup in one folder. Writes throw what the system says; reads never do. */
export function createSettingsFolder({ folder, open }: { folder: string; open: OpenFile }) {
  const main = settingsPath(folder)
  const backup = join(folder, `${backupName}.json`)
  // Opened at the first write, since opening reads the file and throws where it is damaged.
  const opened = new Map<string, JsonFile>()

  function read(path: string): FolderContent {
    try {
      return readDocument(readFileSync(path, 'utf8'))
    } catch (failure) {
      return failureCodeOf(failure) === 'ENOENT' ? { kind: 'missing' } : { kind: 'inaccessible', failure }
    }
  }

  function write(name: string, settings: Settings): void {
    const file = opened.get(name) ?? open(name)
    opened.set(name, file)
    file.store = settings
  }

  return {
    exists: () => existsSync(folder),
    read: () => read(main),
    readBackup: () => read(backup),
    write: (settings: Settings) => write(mainName, settings),
    writeBackup(settings: Settings) {
      const { kind } = read(backup)
      if (kind === 'newer') return
      // A damaged backup cannot be opened, and is worth nothing beside a good settings file.
      if (kind === 'broken') rmSync(backup)
      write(backupName, settings)
    },
    /** Renames the file to a dated name that is free; returns that name. */
    setAside(now: Date): string {
      const dated = `settings.damaged-${now.toISOString().replaceAll(':', '-')}`
      const isTaken = existsSync(join(folder, `${dated}.json`))
      const name = `${dated}${isTaken ? `-${crypto.randomUUID()}` : ''}.json`
      renameSync(main, join(folder, name))
      return name
    },
    /** Removes what interrupted writes left behind. Only for the holder of the lock, while nobody else writes. */
    removeLeftovers() {
      for (const name of readdirSync(folder)) if (unfinished.test(name)) rmSync(join(folder, name), { force: true })
    },
  }
}
