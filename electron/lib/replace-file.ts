import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file whole or not at all, readable by its owner only. Throws what the system says. */
export function replaceFile(path: string, text: string): void {
  const fresh = `${path}.new`
  writeFileSync(fresh, text, { mode: 0o600, flush: true })
  renameSync(fresh, path)
}
