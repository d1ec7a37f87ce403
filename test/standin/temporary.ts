import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a process runs, including those of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM'
  }
}

/** Leaves a folder to which something still writes: the Chromium of a process that was just killed, while it ends. */
function removeIfUnused(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // A later process removes it.
  }
}

/**
 * A private folder for this process, named after its id, so that later processes remove what killed ones left behind.
 */
export function makeTemporaryFolder(kind: 'chromium' | 'instance'): string {
  const prefix = `servertray-${kind}-`
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid > 0 && !isAlive(pid)) removeIfUnused(join(tmpdir(), name))
  }
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
}
