import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failureCodeOf } from '../lib/failure-code.ts'
import { replaceFile } from '../lib/replace-file.ts'
import {
  type CiphertextStore,
  createCiphertextStore,
  readCiphertexts,
  withoutCiphertexts,
  writeCiphertexts,
} from './ciphertexts.ts'
import { readDocument, type SettingsDocument } from './document.ts'
import type { Settings } from './schema.ts'

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
const copies = /^settings\.(?:backup|damaged-.+)\.json$/
const unfinished = /^(?:settings(?:\.backup|\.damaged-.+)?|ciphertexts)\.json\.(?:tmp-.*|new)$/

/** The settings file of a profile folder. */
export const settingsPath = (folder: string) => join(folder, `${mainName}.json`)

type Found = Extract<SettingsDocument, { kind: 'settings' }>

type Reading =
  | SettingsDocument
  | { readonly kind: 'missing' }
  | { readonly kind: 'inaccessible'; readonly failure: unknown }

/** The settings file and its backup in one folder. Writes throw what the system says; reads never do. */
export function createSettingsFolder({ folder, open }: { folder: string; open: OpenFile }) {
  const main = settingsPath(folder)
  const backup = join(folder, `${backupName}.json`)
  // Opened at the first write, since opening reads the file and throws where it is damaged.
  const opened = new Map<string, JsonFile>()

  function read(path: string): Reading {
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
    /** Copies the file unchanged, in its own version, but without ciphertexts. */
    copyToBackup() {
      replaceFile(backup, withoutCiphertexts(readFileSync(main, 'utf8')))
    },
    /** Moves the ciphertexts of an older version's settings into their own file; those already there stay. */
    moveCiphertexts({ settings, ciphertexts }: Found) {
      const accounts = new Set<string>([
        ...settings.keys.map(({ id }) => id),
        ...settings.pendingDeletions.map(({ keyId }) => keyId),
      ])
      const wanted = Object.entries(ciphertexts).filter(([account]) => accounts.has(account))
      if (wanted.length > 0) writeCiphertexts(folder, { ...Object.fromEntries(wanted), ...readCiphertexts(folder) })
    },
    /** Renames the file to a dated name that is free; returns that name. */
    setAside(now: Date): string {
      const dated = `settings.damaged-${now.toISOString().replaceAll(':', '-')}`
      const isFree = (name: string) => !existsSync(join(folder, name))
      const names = [`${dated}.json`, ...Array.from({ length: 99 }, (_, i) => `${dated}-${i + 2}.json`)]
      const name = names.find(isFree) ?? `${dated}-${crypto.randomUUID()}.json`
      renameSync(main, join(folder, name))
      return name
    },
    /** Removes ciphertexts from the backups of older versions. Call after `moveCiphertexts`. */
    cleanCopies() {
      for (const name of readdirSync(folder).filter((one) => copies.test(one))) {
        const path = join(folder, name)
        const text = readFileSync(path, 'utf8')
        const clean = withoutCiphertexts(text)
        if (clean !== text) replaceFile(path, clean)
      }
    },
    /** Removes what interrupted writes left behind. Only for the holder of the lock, while nobody else writes. */
    removeLeftovers() {
      for (const name of readdirSync(folder)) if (unfinished.test(name)) rmSync(join(folder, name), { force: true })
    },
  }
}

/** The ciphertext store of a profile folder, including ciphertexts that an older version's settings still hold. */
export function openCiphertexts(folder: string): CiphertextStore {
  return createCiphertextStore(folder, () => {
    const path = settingsPath(folder)
    const main = existsSync(path) ? readDocument(readFileSync(path, 'utf8')) : null
    return main?.kind === 'settings' ? main.ciphertexts : {}
  })
}
