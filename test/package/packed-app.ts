import { readdir } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { extractFile, listPackage, statFile } from '@electron/asar'

/** The paths of a packed app. The fuses are in the executable, on macOS in Electron's framework. */
export type PackedApp = {
  readonly resources: string
  readonly asar: string
  readonly fused: string
}

/** Finds the unpacked app that `--dir` left in an output folder. */
export async function findPackedApp(output: string): Promise<PackedApp> {
  const entries = await readdir(output)
  const folder = entries.find((entry) => entry.endsWith('-unpacked') || entry.startsWith('mac'))
  if (folder === undefined) throw new Error(`No unpacked app in ${output}: ${entries.join(', ')}`)
  const base = join(output, folder)
  const contents = join(base, 'Servertray.app', 'Contents')
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework')
  const places = {
    darwin: { resources: join(contents, 'Resources'), fused: join(framework, 'Electron Framework') },
    win32: { resources: join(base, 'resources'), fused: join(base, 'Servertray.exe') },
    linux: { resources: join(base, 'resources'), fused: join(base, 'servertray') },
  }
  const place = process.platform === 'darwin' || process.platform === 'win32' ? places[process.platform] : places.linux
  return { ...place, asar: join(place.resources, 'app.asar') }
}

export type PackedFile = { readonly path: string; readonly size: number; readonly unpacked: boolean }

/** Every file of an asar, with forward slashes and no leading one. */
export function listFiles(asar: string): PackedFile[] {
  return listPackage(asar, { isPack: false }).flatMap((entry) => {
    const path = entry.split(sep).join(posix.sep).replace(/^\//, '')
    const stat = statFile(asar, path.split(posix.sep).join(sep))
    return 'size' in stat ? [{ path, size: stat.size, unpacked: stat.unpacked === true }] : []
  })
}

export function readText(asar: string, path: string): string {
  return extractFile(asar, path.split(posix.sep).join(sep)).toString('utf8')
}

/** The package.json inside an asar. */
export function readManifest(asar: string): Record<string, unknown> {
  return JSON.parse(readText(asar, 'package.json'))
}
