/** `npm run package`: builds the app and makes installers for this platform; with `-- --dir` only the unpacked app. */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chooseElectron, electronReachable } from './electron-source.ts'
import { pack } from './pack.ts'

const { values } = parseArgs({ options: { dir: { type: 'boolean', default: false } } })
const { env } = process

await import('./build.ts')

const electron = await chooseElectron({
  wish: env.SERVERTRAY_ELECTRON_PLACEHOLDER,
  dir: values.dir,
  platform: process.platform,
  reachable: () => electronReachable(env),
})
if (electron.kind === 'placeholder') {
  console.log(`A placeholder stands for Electron (${electron.reason}): the result shows the layout and does not start.`)
}
const signed = Boolean(env.CSC_LINK ?? env.CSC_NAME ?? env.WIN_CSC_LINK)
if (!signed) console.log('Not signed: no certificate is set in CSC_LINK, CSC_NAME or WIN_CSC_LINK.')

const projectDir = fileURLToPath(new URL('../', import.meta.url))
await pack({ projectDir, dir: values.dir, electron, signed })
