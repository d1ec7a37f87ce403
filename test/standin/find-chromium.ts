import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { isExecutable } from '../fixtures/executable.ts'

export type ChromiumBinary = {
  readonly executable: string
  /** True for a Chromium with windows, on a machine with a display that answers. */
  readonly isHeaded: boolean
  /** The environment that the binary needs. */
  readonly env: Readonly<Record<string, string>>
}

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const macApps = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']
const windowsApps = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

function systemCandidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      macApps.map((app) => join(folder, app)),
    )
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    )
    return folders.flatMap((folder) => windowsApps.map((app) => join(folder, app)))
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Where Linux keeps the fonts of the system. */
const systemFonts = '/etc/fonts/fonts.conf'

/**
 * A configuration of fontconfig with the system's fonts and those of the packaged Chromium, which the package's own
 * configuration does not find. Without any font Chromium dies when it draws its first word.
 */
export function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
  <include ignore_missing="yes">${systemFonts}</include>
</fontconfig>
`
}

/** Where Chromium is unpacked: `SERVERTRAY_STANDIN_CACHE` where set, as by a test that gives the app another home. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return env.SERVERTRAY_STANDIN_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'servertray-stand-in')
}

/**
 * Unpacks with the package's own code, in a process whose temporary folder is `folder`: the code always unpacks into
 * the temporary folder, and reuses whatever is there, even half a file.
 */
function unpackInto(folder: string, archives: 'chromium' | 'libraries', packageFolder: string): void {
  const entry = JSON.stringify(join(packageFolder, 'build', 'index.js'))
  const script =
    archives === 'chromium'
      ? `const { default: chromium } = await import(${entry}); await chromium.executablePath()`
      : `const { inflate } = await import(${entry}); await inflate(${JSON.stringify(join(packageFolder, 'bin', 'al2023.tar.br'))})`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Chromium of @sparticuz/chromium did not unpack: ${stderr}`)
}

/** Why the binary does not start, in the loader's words; undefined where it does. */
function probe(executable: string, env: Readonly<Record<string, string>>): string | undefined {
  const { status, stderr, error } = spawnSync(executable, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  })
  return status === 0 ? undefined : (error?.message ?? stderr)
}

/** To be raised when the content of the unpacked folder changes, so that an older one is not reused. */
const layout = 2

/** The headless Chromium of the npm package, unpacked once per version and user. */
function packagedChromium(env: NodeJS.ProcessEnv): ChromiumBinary {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const cache = cacheFolder(env)
  const folder = join(cache, `chromium-${version}-${layout}`)
  const fonts = 'fonts.conf'
  if (!existsSync(folder)) {
    console.error('Unpacking Chromium, once.')
    mkdirSync(cache, { recursive: true, mode: 0o700 })
    const half = mkdtempSync(join(cache, 'unpacking-'))
    try {
      unpackInto(half, 'chromium', packageFolder)
      if (probe(join(half, 'chromium'), {}) !== undefined) unpackInto(half, 'libraries', packageFolder)
      writeFileSync(join(half, fonts), fontConfiguration(folder))
      // A rename is atomic; the first of two processes wins.
      if (!existsSync(folder)) renameSync(half, folder)
    } catch (failure) {
      if (!existsSync(folder)) throw failure
    } finally {
      rmSync(half, { recursive: true, force: true })
    }
  }
  const libraries = join(folder, 'al2023', 'lib')
  const chromiumEnv = {
    FONTCONFIG_FILE: join(folder, fonts),
    ...(existsSync(libraries)
      ? { LD_LIBRARY_PATH: [libraries, env.LD_LIBRARY_PATH].filter((path) => path !== undefined).join(delimiter) }
      : {}),
  }
  return { executable: join(folder, 'chromium'), isHeaded: false, env: chromiumEnv }
}

/**
 * The Chromium to run: `SERVERTRAY_CHROMIUM` where set; the system's own, with windows, where there is a display;
 * otherwise the headless one of the npm package.
 */
export function findChromium(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, hasDisplay: boolean): ChromiumBinary {
  const isHeaded = hasDisplay && env.SERVERTRAY_HEADLESS !== '1'
  const named = env.SERVERTRAY_CHROMIUM
  if (named !== undefined && named !== '') return { executable: named, isHeaded, env: {} }
  const system = systemCandidates(env, platform).find(isExecutable)
  if (system !== undefined && isHeaded) return { executable: system, isHeaded, env: {} }
  if (platform === 'linux' && process.arch === 'x64') return packagedChromium(env)
  if (system !== undefined) return { executable: system, isHeaded: false, env: {} }
  throw new Error('The stand-in needs Chromium, Google Chrome or Microsoft Edge: install one, then start again.')
}
