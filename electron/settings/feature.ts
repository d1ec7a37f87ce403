import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { AppFolder } from '../../shared/model/settings-section.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
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

/** Without the global shortcut, which is taken from the system first (`app/shortcut.ts`). */
type SettingsChannel = Exclude<
  Extract<InvokeChannel, `${'settings' | 'preferences' | 'commands'}:${string}`> | 'servers:pin' | 'servers:setQuiet',
  'preferences:setShortcut'
>

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
      'servers:pin': ({ ref, pinned }) => preferences.pin(ref, pinned),
      'servers:setQuiet': ({ ref, quiet }) => preferences.setQuiet(ref, quiet),
      'commands:save': (command) => preferences.saveCommand(command),
      'commands:drop': ({ id }) => preferences.dropCommand(id),
      'preferences:mute': ({ choice }) => preferences.mute(choice),
      'preferences:set': (choices) => preferences.set(choices),
      'preferences:setRestart': ({ ref, choices }) => preferences.setRestart(ref, choices),
      'preferences:setKeepRule': ({ ref, rule }) => preferences.setKeepRule(ref, rule),
      'preferences:setArea': ({ ref, area }) => preferences.setArea(ref, area),
      'preferences:setIdleStop': ({ ref, stop }) => preferences.setIdleStop(ref, stop),
      'preferences:setFrozenRestart': ({ ref, restarts }) => preferences.setFrozenRestart(ref, restarts),
      'settings:export': () => importExport.exportToFile(),
      'settings:import': () => importExport.importFromFile(),
      'settings:places': () => ok(paths),
      'settings:openPlace': ({ place }) => openFolder(paths[place]),
    },
    dispose: unsubscribe,
  } satisfies Feature<SettingsChannel> & { api: unknown }
}
