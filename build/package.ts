/**
 * `npm run package`: builds the app, makes installers for this platform and an npm package of the command line. With
 * `-- --dir` only the unpacked app and that package, with `-- --cli` only the package.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { packCli } from './cli/pack-cli.ts'
import { chooseElectron, electronReachable } from './electron-source.ts'
import { checkLinuxFiles, layOutDeb } from './linux-files.ts'
import { isSigned, pack } from './pack.ts'

const { values } = parseArgs({
  options: { dir: { type: 'boolean', default: false }, cli: { type: 'boolean', default: false } },
})
const { env } = process
const projectDir = fileURLToPath(new URL('../', import.meta.url))

/** What can be judged of the Linux packages without making one. */
async function checkLayout(): Promise<void> {
  const folder = readdirSync(join(projectDir, 'dist')).find((name) => /^linux.*-unpacked$/.test(name))
  if (folder === undefined) return
  const tree = mkdtempSync(join(tmpdir(), 'servertray-tree-'))
  await layOutDeb(projectDir, join(projectDir, 'dist', folder), tree)
  for (const { tool, problem, skipped } of checkLinuxFiles(tree)) {
    console.log(skipped === null ? `${tool}: ${problem ?? 'nothing to say'}` : `Skipped: ${skipped}`)
    if (problem !== null) process.exitCode = 1
  }
  rmSync(tree, { recursive: true, force: true })
}

async function packApp(): Promise<void> {
  await import('./build.ts')
  const electron = await chooseElectron({
    wish: env.SERVERTRAY_ELECTRON_PLACEHOLDER,
    dir: values.dir,
    platform: process.platform,
    reachable: () => electronReachable(env),
  })
  if (electron.kind === 'placeholder') {
    console.log(
      `A placeholder stands for Electron (${electron.reason}): the result shows the layout and does not start.`,
    )
  }
  const signed = isSigned(process.platform, env)
  if (!signed) console.log('Not signed: there is no certificate for this system (CSC_LINK, CSC_NAME, WIN_CSC_LINK).')
  await pack({ projectDir, dir: values.dir, electron, signed })
  if (values.dir && process.platform === 'linux') await checkLayout()
}

if (!values.cli) await packApp()
const tarball = await packCli(join(projectDir, 'dist'))
console.log(`The command line: npm install -g ${tarball}`)
