import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fail, type Result } from '../../shared/result.ts'
import { failureCodeOf } from './failure-code.ts'

/** How long to wait for another program, and after which age a lock cannot be of one that is still writing. */
const waitMs = 2_000
const staleMs = 30_000
const namelessMs = 500
const stepMs = 10

/** Runs `work`; undefined where it fails with one of `codes`. */
function unless<T>(codes: readonly string[], work: () => T): T | undefined {
  try {
    return work()
  } catch (failure) {
    if (codes.includes(failureCodeOf(failure))) return undefined
    throw failure
  }
}

/** Sleeps for a moment without giving way: what is waited for so takes milliseconds, so it is rare and short. */
export const pause = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs)

/** The owner written in the lock when that owner is dead; null while it lives, or where the lock has gone. */
function staleOwner(path: string): string | null {
  const owner = unless(['ENOENT'], () => readFileSync(path, 'utf8'))
  const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (owner === undefined || madeAt === undefined) return null
  // One that lies ahead is as old as one behind: the clock was set back since.
  const age = Math.abs(Date.now() - madeAt)
  const pid = Number.parseInt(owner, 10)
  // A program that was killed between making the lock and writing its name leaves it empty.
  if (!(pid > 0)) return age > namelessMs ? owner : null
  return !isAlive(pid) || age > staleMs ? owner : null
}

/** Takes a dead program's lock away, and puts it back when another program was quicker and it is theirs. */
function breakLock(path: string, owner: string): void {
  const taken = `${path}.${crypto.randomUUID()}`
  const isTaken = unless(['ENOENT'], () => {
    renameSync(path, taken)
    return true
  })
  if (isTaken !== true) return
  if (readFileSync(taken, 'utf8') !== owner) unless(['EEXIST', 'EPERM', 'ENOTSUP'], () => linkSync(taken, path))
  rmSync(taken, { force: true })
}

/** True when the lock is ours now. Throws where no file can be made, and leaves none behind. */
function take(path: string, owner: string): boolean {
  try {
    writeFileSync(path, owner, { mode: 0o600, flag: 'wx' })
    return true
  } catch (failure) {
    if (failureCodeOf(failure) === 'EEXIST') return false
    // On a full disk the file is made, but its text has no room.
    if (failureCodeOf(failure) === 'ENOSPC') rmSync(path, { force: true })
    throw failure
  }
}

/**
 * Runs `work` while no other program does so under the same lock file. A program that was killed leaves its
 * lock behind; it is taken over as soon as its process has gone. Throws where no file can be made.
 * Fails with `settings-busy` after two seconds.
 */
export function withLock<T>(path: string, work: () => Result<T>): Result<T> {
  const owner = `${process.pid} ${crypto.randomUUID()}`
  const end = performance.now() + waitMs
  while (!take(path, owner)) {
    const stale = staleOwner(path)
    if (stale !== null) breakLock(path, stale)
    else if (performance.now() > end) return fail('settings-busy')
    else pause()
  }
  try {
    return work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** Whether a process of that id runs here, whoever started it. The system gives an id anew once its process has ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (failure) {
    return failureCodeOf(failure) === 'EPERM'
  }
}
