import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a worked-in project holds that must never ship. */
const decoys = [
  '.env',
  'README.md',
  'biome.json',
  'tsconfig.json',
  'electron/main.ts',
  'renderer/main.tsx',
  'shared/state/state.ts',
  'test/unit/some.test.ts',
  'test/standin/electron.ts',
  'build/build.ts',
  'out/tour/1-first-run.png',
  'out/standin/index.js',
  'out/main/main.js.map',
  'out/renderer/assets/index.css.map',
]
/** What must ship of it, beside the manifest and the keychain. */
export const shipped = ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html', 'out/icons/tray.png']

/** A small project with this project's own package.json, packaging configuration, licence and node_modules. */
export async function writeSampleProject(folder: string): Promise<void> {
  for (const file of [...decoys, ...shipped]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `// ${file}\n`)
  }
  for (const file of [
    'package.json',
    'package-lock.json',
    'electron-builder.yml',
    'LICENSE',
    'build/icons',
    'build/entitlements.mac.plist',
    'build/installer.nsh',
    'build/app.servertray.metainfo.xml',
    'build/entitlements.mac-adhoc.plist',
  ]) {
    await cp(join(root, file), join(folder, file), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
}
