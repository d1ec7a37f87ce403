/** Finds what runs the built app: Electron's own binary, or the stand-in where that cannot be had. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

export type Runtime =
  | { readonly kind: 'electron'; readonly executable: string; readonly because: string }
  | { readonly kind: 'standin'; readonly because: string }

/** The main script that both runtimes run. */
export const mainScript = join(root, 'out', 'main', 'main.js')
/** Where Electron looks for the app. */
export const appFolder = root
const register = join(root, 'test', 'standin', 'register.ts')

/** How long a first download of Electron may take before the app starts without it, in milliseconds. */
const downloadLimitMs = 20_000

function electronFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}

function binaryName(folder: string): string {
  const file = join(folder, 'path.txt')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  if (process.platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron')
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** Where the `electron` package would look for its binary, without its attempt to download it. */
function binaryPath(env: NodeJS.ProcessEnv): string {
  const folder = electronFolder()
  return join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), binaryName(folder))
}

/** Lets the `electron` package fetch its binary, within the limit. True when it ended well. */
function download(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(process.execPath, [join(electronFolder(), 'install.js')], { env, stdio: 'ignore' })
  const limit = setTimeout(() => child.kill('SIGKILL'), downloadLimitMs)
  child.once('error', () => resolve(false))
  child.once('close', (code) => {
    clearTimeout(limit)
    resolve(code === 0)
  })
  return promise
}

/**
 * `SERVERTRAY_RUNTIME` forces one; otherwise Electron where its binary is there or can be fetched.
 * @throws Error when Electron is forced and cannot be had
 */
export async function findRuntime(env: NodeJS.ProcessEnv, { mayDownload }: { mayDownload: boolean }): Promise<Runtime> {
  const wanted = env.SERVERTRAY_RUNTIME ?? ''
  if (wanted === 'standin') return { kind: 'standin', because: 'SERVERTRAY_RUNTIME asks for it' }
  if (wanted !== '' && wanted !== 'electron') {
    throw new Error(`SERVERTRAY_RUNTIME is "${wanted}"; set it to electron or standin, or leave it out.`)
  }
  const executable = binaryPath(env)
  if (existsSync(executable)) return { kind: 'electron', executable, because: 'its binary is here' }
  // A folder that was named and has no binary is a mistake to be told, not one to download into.
  if (mayDownload && !env.ELECTRON_OVERRIDE_DIST_PATH && (await download(env)) && existsSync(executable)) {
    return { kind: 'electron', executable, because: 'its binary was downloaded' }
  }
  if (wanted === 'electron') throw new Error(`Electron's binary is not at ${executable} and was not downloaded.`)
  return { kind: 'standin', because: "Electron's binary is not here and cannot be had" }
}

/** One line that says which runtime is used and why. */
export function describeRuntime(runtime: Runtime): string {
  return runtime.kind === 'electron'
    ? `Runtime: Electron (${runtime.because}).`
    : `Runtime: the stand-in for Electron, on Chromium (${runtime.because}).`
}

export type Command = { readonly file: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }

/** The command that starts the app, or another main script, on a runtime. */
export function commandFor(
  runtime: Runtime,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  script: string = mainScript,
): Command {
  // Set by tools that are Electron apps themselves; it would turn Electron into a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env
  if (runtime.kind === 'electron') {
    // Given the folder, Electron reads name and version from package.json.
    return { file: runtime.executable, args: [script === mainScript ? appFolder : script, ...args], env: rest }
  }
  // The stand-in shows the tray itself, whatever the desktop has.
  const shown = { SERVERTRAY_TRAY: 'shown', ...rest }
  return { file: process.execPath, args: ['--import', pathToFileURL(register).href, script, ...args], env: shown }
}
