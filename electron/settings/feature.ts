import type { AppFolder } from '../../shared/model/settings-section.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import { logsFolder } from '../lib/profile.ts'
import type { SaveText } from '../lib/save-text.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { createImportExport, type FilePicker } from './import-export.ts'
import { createPreferenceEdits } from './preferences.ts'
import type { SettingsStore } from './settings.ts'

/** Opens a folder in the system's file manager. */
export type OpenFolder = (path: string) => Promise<Result<void>>

type Context = FeatureBasics & {
  settings: SettingsStore
  pickFile: FilePicker
  saveText: SaveText
  openFolder: OpenFolder
}

/** What a person chose, and their settings as a file. */
export function createSettingsFeature(context: Context) {
  const { settings, profile, openFolder } = context
  const preferences = createPreferenceEdits(context)
  const importExport = createImportExport(context)
  /** Where the app keeps what it keeps: absolute paths. */
  const paths: Readonly<Record<AppFolder, string>> = { profile, logs: logsFolder(profile) }
  preferences.load()
  const unsubscribe = settings.onForeignChange(preferences.load)

  return {
    api: { preferences, importExport },
    handlers: {
      ...preferences.handlers,
      'settings:export': () => importExport.exportToFile(),
      'settings:import': () => importExport.importFromFile(),
      'settings:places': () => ok(paths),
      'settings:openPlace': ({ place }) => openFolder(paths[place]),
    },
    dispose: unsubscribe,
  } satisfies FeatureOf<'settings'> & { api: unknown }
}
