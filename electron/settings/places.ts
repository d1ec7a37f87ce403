import type { Place } from '../../shared/model/settings-section.ts'
import type { Result } from '../../shared/result.ts'
import { logsFolder } from '../lib/profile.ts'

/** Opens a folder in the system's file manager. */
export type OpenFolder = (path: string) => Promise<Result<void>>

/** Where the app keeps what it keeps: absolute paths. */
export function createPlaces(profile: string, openFolder: OpenFolder) {
  const paths: Readonly<Record<Place, string>> = { profile, logs: logsFolder(profile) }
  return { paths, open: (place: Place) => openFolder(paths[place]) }
}
