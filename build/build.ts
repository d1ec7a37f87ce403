/** Builds main, preload and renderer into `out/`, and puts the icons that the running app shows beside them. */
import { cp, mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import main from './vite/main.config.ts'
import preload from './vite/preload.config.ts'
import renderer from './vite/renderer.config.ts'

const icons = fileURLToPath(new URL('./icons/', import.meta.url))
const out = fileURLToPath(new URL('../out/icons/', import.meta.url))

for (const config of [main, preload, renderer]) {
  await build({ ...config, configFile: false, logLevel: 'warn' })
}
await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
await cp(`${icons}tray`, `${out}tray`, { recursive: true })
await cp(`${icons}linux/256x256.png`, `${out}app.png`)
