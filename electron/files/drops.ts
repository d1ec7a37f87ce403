import { basename, dirname, isAbsolute, normalize } from 'node:path'
import type { FilePath } from '../../shared/files/files.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'

/** How long the paths of a drop are kept for the page that it was on, in milliseconds. */
const keptMs = 60_000
/** The longest path of any system, so that none is told without its end. */
const mostCharacters = 32_768

/** Most names that a question tells, shared by the folders that they are in; at least one of each. */
const mostNamed = 8

/**
 * The question about a drop. Only the page tells of it, so nothing of this computer goes anywhere without a yes. It names
 * every folder that something comes from, so that nothing from elsewhere hides among what was dropped.
 */
export function dropWords(paths: readonly string[], server: string, folder: FilePath) {
  const bySource = Map.groupBy(paths, (path) => dirname(path))
  const most = Math.max(1, Math.floor(mostNamed / bySource.size))
  const sources = [...bySource].map(([source, inside]) => {
    const names = inside.slice(0, most).map((path) => safeText(basename(path) || path))
    const more = inside.length > most ? [`and ${inside.length - most} more`] : []
    return `From ${safeText(source, mostCharacters)}:\n${[...names, ...more].join('\n')}`
  })
  const what = paths.length === 1 ? 'This' : `These ${paths.length} files and folders`
  return {
    message: `Upload to ${server}?`,
    detail: [`${what} will be sent to its folder ${safeText(folder, 300)}.`, ...sources].join('\n\n'),
    yes: 'Upload',
    look: 'go',
  } as const
}

/**
 * The paths of files that each page of the app was given in its last drop, as its preload script tells. A page that was
 * taken over could name any: the person is asked about them, in a window that is none of that page's.
 */
export function createDrops({ clock, newId }: { clock: Pick<Clock, 'steady'>; newId: () => string }) {
  const drops = new Map<number, { drop: string; paths: readonly string[]; at: number }>()

  return {
    /** Notes them for the page. Error: `upload-nothing`. */
    note(pageId: number, paths: readonly string[]): Result<{ drop: string }> {
      // `game/../.ssh` would be told as something of the game's.
      const absolute = paths.filter((path) => isAbsolute(path)).map(normalize)
      if (absolute.length === 0) return fail('upload-nothing')
      const drop = newId()
      for (const [page, { at }] of drops) if (clock.steady() - at > keptMs) drops.delete(page)
      drops.set(pageId, { drop, paths: absolute, at: clock.steady() })
      return ok({ drop })
    },
    /** The paths of a drop, once, for the page that it was on. Error: `unknown-upload`. */
    take(pageId: number, drop: string): Result<readonly string[]> {
      const found = drops.get(pageId)
      if (found?.drop !== drop || clock.steady() - found.at > keptMs) return fail('unknown-upload')
      drops.delete(pageId)
      return ok(found.paths)
    },
  }
}
