/** Builds main, preload and renderer into `out/`. */
import { build } from 'vite'
import main from './vite/main.config.ts'
import preload from './vite/preload.config.ts'
import renderer from './vite/renderer.config.ts'

for (const config of [main, preload, renderer]) {
  await build({ ...config, configFile: false, logLevel: 'warn' })
}
