/** Finds the runtime for the built app: Electron's binary, or the stand-in where that is missing or cannot run. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Trouble, whyElectronCannotRun } from './electron-check.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

export type Runtime =
  | { readonly kind: 'electron'; readonly executable: string; readonly because: string }
  | { readonly kind: 'standin'; readonly because: string }

/** The main script that both runtimes run. */
export const mainScript = join(root, 'out', 'main', 'main.js')
/** Where Electron looks for the app. */
export const appFolder = root
const register = join(root, 'test', 'standin', 'register.ts')

/** The folder of the npm package `electron`. */
export const electronFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))

function binaryName(folder: string): string {
  const file = join(folder, 'path.txt')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  if (process.platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron')
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** Where the `electron` package would look for its binary, without its attempt to download it. */
function binaryPath(env: NodeJS.ProcessEnv): string {
  return join(env.ELECTRON_OVERRIDE_DIST_PATH || join(electronFolder, 'dist'), binaryName(electronFolder))
}

/**
 * Whether Electron is wanted, missing, and may be downloaded. A configured folder without a binary is an error, nothing
 * to download into.
 */
export function lacksElectron(env: NodeJS.ProcessEnv): boolean {
  return env.SERVERTRAY_RUNTIME !== 'standin' && !env.ELECTRON_OVERRIDE_DIST_PATH && !existsSync(binaryPath(env))
}

export type RuntimeHints = {
  /** Why Electron is missing, where that is known. */
  readonly absence?: string
  /** Finds out why the installed Electron cannot run; tests replace it. */
  readonly whyNot?: (executable: string) => Promise<Trouble | null>
}

/**
 * The runtime that `SERVERTRAY_RUNTIME` forces, unchecked; otherwise Electron where it is installed and can run.
 * @throws Error when Electron is forced and missing
 */
export async function findRuntime(env: NodeJS.ProcessEnv, hints: RuntimeHints = {}): Promise<Runtime> {
  const executable = binaryPath(env)
  const {
    absence = `Electron's binary is not at ${executable}`,
    whyNot = (executable) =>
      whyElectronCannotRun({ executable, env, platform: process.platform, isRoot: process.getuid?.() === 0 }),
  } = hints
  const wanted = env.SERVERTRAY_RUNTIME ?? ''
  if (wanted === 'standin') return { kind: 'standin', because: 'SERVERTRAY_RUNTIME asks for it' }
  if (wanted !== '' && wanted !== 'electron') {
    throw new Error(`SERVERTRAY_RUNTIME is "${wanted}"; set it to electron or standin, or leave it out.`)
  }
  const isHere = existsSync(executable)
  if (wanted === 'electron') {
    if (!isHere) throw new Error(`SERVERTRAY_RUNTIME asks for Electron. ${absence}.`)
    return { kind: 'electron', executable, because: 'SERVERTRAY_RUNTIME asks for it' }
  }
  if (!isHere) return { kind: 'standin', because: absence }
  const trouble = await whyNot(executable)
  if (trouble === null) return { kind: 'electron', executable, because: 'its binary is here' }
  return { kind: 'standin', because: `Electron is here but ${trouble.what}; ${trouble.remedy}` }
}

/** One line that says which runtime is used and why. */
export function describeRuntime(runtime: Runtime): string {
  return runtime.kind === 'electron'
    ? `Runtime: Electron (${runtime.because}).`
    : `Runtime: the stand-in for Electron, on Chromium. ${runtime.because}.`
}

export type Command = { readonly file: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }

/** The command that starts the app, or another main script, on a runtime. */
export function commandFor(
  runtime: Runtime,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  script: string = mainScript,
): Command {
  // Set by tools that are Electron apps themselves; with it Electron would run as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env
  if (runtime.kind === 'electron') {
    // Given the folder, Electron reads name and version from package.json.
    return { file: runtime.executable, args: [script === mainScript ? appFolder : script, ...args], env: rest }
  }
  // The stand-in shows the tray itself, whatever the desktop has.
  const shown = { SERVERTRAY_TRAY: 'shown', ...rest }
  return { file: process.execPath, args: ['--import', pathToFileURL(register).href, script, ...args], env: shown }
}
