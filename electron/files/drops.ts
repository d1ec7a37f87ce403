import { isAbsolute } from 'node:path'
import type { FilePath } from '../../shared/files/files.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'

/** How long the paths of a drop are kept for the page that it was on, in milliseconds. */
const keptMs = 60_000
/** Maximum number of drops that wait to be taken up. */
const mostDrops = 10

/** Most paths that a question names. */
const mostNamed = 8

/** The question about a drop. Only the page tells of it, so nothing of this computer goes anywhere without a yes. */
export function dropWords(paths: readonly string[], server: string, folder: FilePath) {
  const named = paths.slice(0, mostNamed).map((path) => safeText(path, 300))
  const more = paths.length > mostNamed ? [`and ${paths.length - mostNamed} more`] : []
  const what = paths.length === 1 ? 'This' : `These ${paths.length} files and folders`
  return {
    message: `Upload to ${server}?`,
    detail: `${what} will be sent to its folder ${safeText(folder, 300)}:\n\n${[...named, ...more].join('\n')}`,
    yes: 'Upload',
    look: 'go',
  } as const
}

/**
 * The paths of files that the pages of the app were given in drops, as their preload scripts tell. A page that was taken
 * over could name any: the person is asked about them, in a window that is none of that page's.
 */
export function createDrops({ clock, newId }: { clock: Pick<Clock, 'steady'>; newId: () => string }) {
  const drops = new Map<string, { pageId: number; paths: readonly string[]; at: number }>()

  return {
    /** Notes them for the page. Error: `upload-nothing`. */
    note(pageId: number, paths: readonly string[]): Result<{ drop: string }> {
      const absolute = paths.filter((path) => isAbsolute(path))
      if (absolute.length === 0) return fail('upload-nothing')
      const drop = newId()
      drops.set(drop, { pageId, paths: absolute, at: clock.steady() })
      for (const [id, { at }] of drops) {
        if (drops.size > mostDrops || clock.steady() - at > keptMs) drops.delete(id)
      }
      return ok({ drop })
    },
    /** The paths of a drop, once, for the page that it was on. Error: `unknown-upload`. */
    take(pageId: number, drop: string): Result<readonly string[]> {
      const found = drops.get(drop)
      if (found === undefined || found.pageId !== pageId || clock.steady() - found.at > keptMs) {
        return fail('unknown-upload')
      }
      drops.delete(drop)
      return ok(found.paths)
    },
  }
}
