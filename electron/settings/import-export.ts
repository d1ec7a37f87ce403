import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { KeyId } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { PickSave, SaveText } from '../lib/save-text.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'
import { exportSettings, type Imported, importSettings, maxImportBytes, mergeImported } from './export-file.ts'
import type { SettingsStore } from './settings.ts'

/** Asks the person for a file; null when they cancel. */
export type FilePicker = {
  readonly save: PickSave
  open(): Promise<string | null>
  /** Asks the person for a folder to save to; null when they cancel. */
  folder(title: string): Promise<string | null>
  /** Asks the person for files to upload, or for one folder; none when they cancel. */
  uploads(what: 'files' | 'folder'): Promise<readonly string[]>
}

type Deps = {
  settings: SettingsStore
  pick: Pick<FilePicker, 'open'>
  saveText: SaveText
  clock: Clock
  log: Logger
  newId: () => string
  /** Called with the ids of the keys that an import added. */
  onImported: (keyIds: readonly KeyId[]) => void
}

/** The file type that the dialogs offer. */
export const settingsFilter = { name: 'Servertray settings', extensions: ['json'] }

/** A file's text; null for one that is no plain file, or too large. No more than the bound is ever read. */
async function readSmall(path: string): Promise<string | null> {
  // Non-blocking, so that a pipe without a writer does not hang.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > maxImportBytes) return null
    // The file may grow after its size was read, so the bound is checked again.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxImportBytes + 1), 0, maxImportBytes + 1, 0)
    return bytesRead > maxImportBytes ? null : buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Export and import of settings through files the person chooses. */
export function createImportExport(deps: Deps) {
  const { settings, pick, saveText, clock, log, newId, onImported } = deps

  async function readChosen(path: string): Promise<Result<Imported>> {
    try {
      const text = await readSmall(path)
      return text === null ? fail('import-refused') : importSettings(text)
    } catch (failure) {
      log.warn('a file could not be imported', { failure: describeFailure(failure) })
      return fail('import-refused', { message: 'That file could not be read.' })
    }
  }

  return {
    /** Writes the settings without tokens to a file; null when the person cancelled. */
    exportToFile(): Promise<Result<{ file: string } | null>> {
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      return saveText({
        title: 'Export settings',
        name: `servertray-settings-${day}.json`,
        filter: settingsFilter,
        text: () => exportSettings(settings.get()),
      })
    },
    /** Takes in the panels and keys of a file; null when the person cancelled. */
    async importFromFile(): Promise<Result<{ added: number; known: number } | null>> {
      const path = await pick.open()
      if (path === null) return ok(null)
      const imported = await readChosen(path)
      if (!imported.ok) return imported
      let added: readonly KeyId[] = []
      let known = 0
      const written = settings.update((now) => {
        const merged = mergeImported(now, imported.value, newId)
        added = merged.added
        known = merged.known
        return merged.settings
      })
      if (!written.ok) return written
      onImported(added)
      return ok({ added: added.length, known })
    },
  }
}

export type ImportExport = ReturnType<typeof createImportExport>
