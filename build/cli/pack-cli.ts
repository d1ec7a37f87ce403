import { execFile } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import config from '../vite/cli.config.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bundle = join(root, 'out', 'cli')

const { version, license, author, dependencies } = manifest
const keytar = '@github/keytar'

const cliManifest = {
  name: 'servertray-cli',
  version,
  description: 'Your game servers at the command line: state, power and a console.',
  license,
  author,
  type: 'module',
  bin: { servertray: 'servertray.js' },
  // AbortSignal.any came with 20.3.
  engines: { node: '>=20.3' },
  dependencies: { [keytar]: dependencies[keytar] },
}

/** Bundles the command line and makes an npm package of it. Returns the path of the tarball, in `output`. */
export async function packCli(output: string): Promise<string> {
  await build({ ...config, configFile: false, logLevel: 'warn' })
  await writeFile(join(bundle, 'package.json'), `${JSON.stringify(cliManifest, null, 2)}\n`)
  await copyFile(join(root, 'LICENSE'), join(bundle, 'LICENSE'))
  // The page of the command line, which links to no other file: none of them comes with the package.
  await copyFile(join(root, 'docs/command-line.md'), join(bundle, 'README.md'))
  await mkdir(output, { recursive: true })
  const isWindows = process.platform === 'win32'
  // On Windows npm is a script, which only a shell runs; quoted, the folder may have spaces in its name.
  const folder = isWindows ? `"${output}"` : output
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: bundle, shell: isWindows })
  return join(output, `${cliManifest.name}-${version}.tgz`)
}
