import Conf from 'conf'
import { type OpenFile, settingsFileOptions } from './folder.ts'

/** Opens settings files without Electron, through the class that electron-store stands on. */
export const openPlainFile =
  (folder: string): OpenFile =>
  (name) =>
    new Conf({ ...settingsFileOptions, cwd: folder, configName: name, projectName: 'Servertray' })
