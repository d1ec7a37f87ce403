import { isAbsolute } from 'node:path'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'

/** How long the paths of a drop are kept for the page that it was on, in milliseconds. */
const keptMs = 60_000
/** Maximum number of drops that wait to be taken up. */
const mostDrops = 10

/** The paths of files that the system gave the pages of the app in drops. */
export function createDrops({ clock, newId }: { clock: Pick<Clock, 'steady'>; newId: () => string }) {
  const drops = new Map<string, { pageId: number; paths: readonly string[]; at: number }>()

  return {
    /** Notes them for the page; from its preload script alone. Error: `upload-nothing`. */
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
