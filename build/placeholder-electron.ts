import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Marks the fuse wire inside Electron's binary: sentinel, one byte version, one byte length, one character a fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** The fuses in the order of the wire, each with Electron's own default. */
const electronDefaults = {
  runAsNode: true,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: true,
  enableNodeCliInspectArguments: true,
  enableEmbeddedAsarIntegrityValidation: false,
  onlyLoadAppFromAsar: false,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: true,
}
export type Fuses = Readonly<Record<keyof typeof electronDefaults, boolean>>

/**
 * Writes a folder with the layout of Electron for Linux but without its program, for machines where Electron cannot be
 * downloaded. Its "binary" is a fuse wire only, so that flipping the fuses can be tested.
 */
export async function writePlaceholderElectron(folder: string): Promise<void> {
  const wire = Object.values(electronDefaults)
    .map((on) => (on ? '1' : '0'))
    .join('')
  await mkdir(join(folder, 'locales'), { recursive: true })
  await mkdir(join(folder, 'resources'), { recursive: true })
  await writeFile(join(folder, 'electron'), `${sentinel}\u0001${String.fromCharCode(wire.length)}${wire}`, 'latin1')
  await chmod(join(folder, 'electron'), 0o755)
  for (const locale of ['de', 'en-GB', 'en-US']) await writeFile(join(folder, 'locales', `${locale}.pak`), '')
}

/** The fuses of a packed binary, Electron's or the placeholder's; undefined where it has no fuse wire. */
export function readFuses(binary: Buffer): Fuses | undefined {
  const at = binary.indexOf(sentinel, 0, 'latin1')
  if (at < 0) return undefined
  const on = (index: number) => binary[at + sentinel.length + 2 + index] === '1'.charCodeAt(0)
  return {
    runAsNode: on(0),
    enableCookieEncryption: on(1),
    enableNodeOptionsEnvironmentVariable: on(2),
    enableNodeCliInspectArguments: on(3),
    enableEmbeddedAsarIntegrityValidation: on(4),
    onlyLoadAppFromAsar: on(5),
    loadBrowserProcessSpecificV8Snapshot: on(6),
    grantFileProtocolExtraPrivileges: on(7),
  }
}
