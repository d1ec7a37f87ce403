import { createListeners } from '../../shared/listeners.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import type { Question } from '../../shared/model/question-schema.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { readBounded } from '../lib/read-bounded.ts'
import type { PickSave, SaveText } from '../lib/save-text.ts'
import { describeFailure } from '../log/logger.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { SettingsStore } from './settings.ts'

/** Asks the person for a file; null when they cancel. */
export type FilePicker = {
  readonly save: PickSave
  open(): Promise<string | null>
  /** Asks the person for a folder to save to; null when they cancel. */
  folder(title: string): Promise<string | null>
  /** Asks the person for files to upload, or for one folder; none when they cancel. */
  uploads(what: 'files' | 'folder'): Promise<readonly string[]>
  /** Asks the person about what a page wants to be done; it is asked beside that page. */
  confirm(
    question: Pick<Question, 'message' | 'detail' | 'yes'> & { about: string; look: 'go'; pageId: number },
  ): Promise<boolean>
}

type Deps = Pick<FeatureBasics, 'clock' | 'log' | 'newId'> & {
  settings: SettingsStore
  pickFile: Pick<FilePicker, 'open'>
  saveText: SaveText
}

/** The file type that the dialogs offer. */
export const settingsFilter = { name: 'Servertray settings', extensions: ['json'] }

/** What reads and writes such files is loaded when somebody exports or imports. */
const loadFormat = () => import('./export-file.ts')

/** Export and import of settings through files the person chooses. */
export function createImportExport({ settings, pickFile, saveText, clock, log, newId }: Deps) {
  const imports = createListeners()

  async function readChosen(path: string) {
    const { importSettings, maxImportBytes } = await loadFormat()
    try {
      const read = await readBounded(path, maxImportBytes)
      return typeof read === 'string' ? fail('import-refused') : importSettings(new TextDecoder().decode(read))
    } catch (failure) {
      log.warn('a file could not be imported', { failure: describeFailure(failure) })
      return fail('import-refused', { message: 'That file could not be read.' })
    }
  }

  return {
    /** Tells when settings were read from a file that the person chose. */
    onImported: imports.add,
    /** Writes the settings without tokens to a file; null when the person cancelled. */
    async exportToFile(): Promise<Result<{ file: string } | null>> {
      const { exportSettings } = await loadFormat()
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
      const path = await pickFile.open()
      if (path === null) return ok(null)
      const imported = await readChosen(path)
      if (!imported.ok) return imported
      const { mergeImported } = await loadFormat()
      let added: readonly KeyId[] = []
      let known = 0
      const written = settings.update((now) => {
        const merged = mergeImported(now, imported.value, newId)
        added = merged.added
        known = merged.known
        return merged.settings
      })
      if (!written.ok) return written
      imports.notify()
      return ok({ added: added.length, known })
    },
  }
}
