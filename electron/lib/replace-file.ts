import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Nothing is left of what could not take its place. */
function drop(fresh: string): void {
  try {
    rmSync(fresh, { force: true })
  } catch {
    // Why it could not be written is what is told.
  }
}

/** Writes a file whole or not at all, readable by its owner only. Throws what the system says. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const fresh = `${path}.new`
  try {
    writeFileSync(fresh, content, { mode: 0o600, flush: true })
    renameSync(fresh, path)
  } catch (failure) {
    drop(fresh)
    throw failure
  }
}
