import { spawn } from 'node:child_process'
import { remedyFor } from '../test/standin/last-words.ts'
import { whyNoDisplay } from './display.ts'

export type ElectronQuestion = {
  readonly executable: string
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly isRoot: boolean
  /** How long Electron may take to print its version, in milliseconds. */
  readonly limitMs?: number
}

/** What keeps Electron from running, and what fixes that; each as a part of a sentence. */
export type Trouble = { readonly what: string; readonly remedy: string }

const runs = 'once that is mended, it runs'

/** The trouble behind the output of an Electron that ended at once. */
function troubleOf(said: string): Trouble {
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(said)?.[1]
  if (library !== undefined) {
    return {
      what: `does not start: the library ${library} is missing`,
      remedy: 'with its libraries (Debian: libnss3 libgtk-3-0 libgbm1 libasound2), it runs',
    }
  }
  if (/sandbox|namespace/i.test(said)) {
    return {
      what: 'does not start: this system does not let its sandbox work',
      remedy:
        'where unprivileged user namespaces are allowed, or its chrome-sandbox belongs to root with mode 4755, it runs',
    }
  }
  const last = said.trim().split('\n').at(-1) ?? ''
  return { what: `does not start: ${remedyFor(said) ?? (last === '' ? 'it says nothing' : last)}`, remedy: runs }
}

/** Runs Electron with `--version`, which loads its libraries and sets up its sandbox without showing anything. */
function tellsVersion(executable: string, env: NodeJS.ProcessEnv, limitMs: number): Promise<Trouble | null> {
  const { promise, resolve } = Promise.withResolvers<Trouble | null>()
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env
  // A process group of its own, so that its children end with it.
  const hasGroup = process.platform !== 'win32'
  const child = spawn(executable, ['--version'], { env: rest, stdio: ['ignore', 'ignore', 'pipe'], detached: hasGroup })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-8_192)
  })
  const limit = setTimeout(() => {
    resolve({ what: `does not start: it hangs for more than ${limitMs / 1_000} s`, remedy: runs })
    if (child.pid !== undefined) process.kill(hasGroup ? -child.pid : child.pid, 'SIGKILL')
  }, limitMs)
  child.once('error', (failure) => resolve({ what: `does not start: ${failure.message}`, remedy: runs }))
  child.once('close', (code) => resolve(code === 0 ? null : troubleOf(said)))
  return promise.finally(() => clearTimeout(limit))
}

/**
 * Why the installed Electron cannot show the app; null where it can. It is never tried without its sandbox, which only
 * a person may turn off, with ELECTRON_DISABLE_SANDBOX.
 */
export async function whyElectronCannotRun(question: ElectronQuestion): Promise<Trouble | null> {
  const { executable, env, platform, isRoot, limitMs = 20_000 } = question
  if (platform === 'linux' && isRoot && !env.ELECTRON_DISABLE_SANDBOX) {
    return { what: 'has no sandbox as root', remedy: 'as another user it runs' }
  }
  const display = await whyNoDisplay(env, platform)
  if (display !== null) {
    return { what: `cannot show a window: ${display}`, remedy: 'with a display, or xvfb-run, it runs' }
  }
  return tellsVersion(executable, env, limitMs)
}
