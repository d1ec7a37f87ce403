import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fail, ok, type Result } from '../../shared/result.ts'
import { failureCodeOf } from '../lib/failure-code.ts'

const run = promisify(execFile)
/** The desktop's own helpers end at once. */
const options = { timeout: 10_000 }

/** The file name of a program's entry. */
const entryName = /^\w[\w.+-]*\.desktop$/

/** Where programs' entries are, the person's own first. */
function entryPath(entry: string): string {
  const { XDG_DATA_HOME, XDG_DATA_DIRS } = process.env
  const shares = [
    XDG_DATA_HOME || join(homedir(), '.local/share'),
    ...(XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':'),
  ]
  const paths = shares.map((share) => join(share, 'applications', entry))
  return paths.find((path) => existsSync(path)) ?? entry
}

/**
 * Opens a file in the program for plain text, on Linux: `xdg-open` looks into the file, and on some desktops starts one
 * that runs it. Neither helper is a shell. Error: `editor-not-opened`.
 */
export async function openAsText(path: string): Promise<Result<void>> {
  try {
    const { stdout } = await run('xdg-mime', ['query', 'default', 'text/plain'], options)
    const entry = stdout.trim()
    if (!entryName.test(entry)) return fail('editor-not-opened')
    await run('gtk-launch', [entry, path], options).catch((failure: unknown) => {
      if (failureCodeOf(failure) !== 'ENOENT') throw failure
      return run('gio', ['launch', entryPath(entry), path], options)
    })
    return ok()
  } catch {
    return fail('editor-not-opened')
  }
}
