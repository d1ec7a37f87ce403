import { accessSync, constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { UpdateAbility } from '../../shared/updates/contract.ts'
import { parseJson } from '../lib/parse-json.ts'
import { readText } from '../lib/read-text.ts'

/**
 * Where this build's releases are, as `build/pack.ts` writes it beside the app: the page that a person downloads them
 * from, and whether this build is signed, so that the system or the updater can tell a foreign one.
 */
const releasesSchema = z.object({ page: z.url({ protocol: /^https$/ }), isSigned: z.boolean() })
export type Releases = z.infer<typeof releasesSchema>

/** Null where this build does not know of any. @param resources the folder beside the app's code */
export const readReleases = (resources: string): Releases | null =>
  releasesSchema.safeParse(parseJson(readText(join(resources, 'releases.json')))).data ?? null

/**
 * Whether electron-updater knows whose signature to look for: without `publisherName` in this file it takes any file on
 * Windows, with no check (`NsisUpdater.js`, `verifySignature`). @param resources the folder beside the app's code
 */
export const namesPublisher = (resources: string): boolean =>
  /^publisherName:/m.test(readText(join(resources, 'app-update.yml')))

export function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * What a build can do about new versions. On Windows and macOS only a signed one takes another in its own place, and on
 * Windows one that names its publisher: what is not signed could not be told from a foreign one. An AppImage replaces
 * itself where its folder lets it; what a package manager installed is its own to replace.
 */
export function abilityOf(build: {
  isPackaged: boolean
  platform: NodeJS.Platform
  releases: Releases | null
  namesPublisher: boolean
  /** The AppImage that runs, and whether it can be replaced; null for none. */
  appImage: { isReplaceable: boolean } | null
}): UpdateAbility {
  const { isPackaged, platform, releases, appImage } = build
  if (!isPackaged || releases === null) return 'none'
  const isSigned = releases.isSigned && (platform !== 'win32' || build.namesPublisher)
  const takesItsPlace = platform === 'linux' ? appImage?.isReplaceable : isSigned
  return takesItsPlace ? 'itself' : 'page'
}
