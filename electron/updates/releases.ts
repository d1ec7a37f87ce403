import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { UpdateAbility } from '../../shared/updates/contract.ts'
import { parseJson } from '../lib/parse-json.ts'

/**
 * Where this build's releases are, as `build/pack.ts` writes it beside the app: the page that a person downloads them
 * from, and whether this build is signed, so that the system or the updater can tell a foreign one.
 */
const releasesSchema = z.object({ page: z.url({ protocol: /^https$/ }), isSigned: z.boolean() })
export type Releases = z.infer<typeof releasesSchema>

/** Null where this build does not know of any. @param resources the folder beside the app's code */
export function readReleases(resources: string): Releases | null {
  try {
    return releasesSchema.parse(parseJson(readFileSync(join(resources, 'releases.json'), 'utf8')))
  } catch {
    return null
  }
}

export function isWritable(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * What a build can do about new versions. On Windows and macOS only a signed one takes another in its own place: what
 * is not signed could not be told from a foreign one. An AppImage replaces itself where its folder lets it; what a
 * package manager installed is its own to replace.
 */
export function abilityOf(build: {
  isPackaged: boolean
  platform: NodeJS.Platform
  releases: Releases | null
  /** The AppImage that runs, and whether it can be replaced; null for none. */
  appImage: { isReplaceable: boolean } | null
}): UpdateAbility {
  const { isPackaged, platform, releases, appImage } = build
  if (!isPackaged || releases === null) return 'none'
  const takesItsPlace = platform === 'linux' ? appImage?.isReplaceable : releases.isSigned
  return takesItsPlace ? 'itself' : 'page'
}
