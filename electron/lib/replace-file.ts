import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { failureCodeOf } from './failure-code.ts'
import { pause } from './lock.ts'

/** Whether another program holds a file, as virus scanners do on Windows with what is new. */
export const isHeld = (failure: unknown) => ['EPERM', 'EACCES', 'EBUSY'].includes(failureCodeOf(failure))

/** Moves a file over another one; while one of them is held again, after so many pauses at most: about a second. */
function moveOver(move: () => void, pauses = 100): void {
  try {
    move()
  } catch (failure) {
    if (!isHeld(failure) || pauses === 0) throw failure
    pause()
    moveOver(move, pauses - 1)
  }
}

/**
 * Writes a file whole or not at all, readable by its owner only. Throws what the system says.
 * @param move gives a file another name; the system's by default
 */
export function replaceFile(path: string, content: string | Uint8Array, move = renameSync): void {
  const fresh = `${path}.new`
  try {
    writeFileSync(fresh, content, { mode: 0o600, flush: true })
    moveOver(() => move(fresh, path))
  } catch (failure) {
    // Nothing is left of what could not take its place.
    try {
      rmSync(fresh, { force: true })
    } catch {
      // Why it could not be written is what is told.
    }
    throw failure
  }
}
