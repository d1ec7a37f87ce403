/**
 * `npm run pictures`: takes the pictures of README and docs/ from the built app, on a fresh profile and the demo panel.
 * Writes .github/pictures/, and exits with 1 where they are larger together than a page should load.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { launchApp } from '../e2e/driver.ts'
import { headlessChromium } from '../fixtures/chromium.ts'
import { encodeFilm } from './film.ts'
import { filmFrames, type Stage, stills } from './scenes.ts'

const folder = fileURLToPath(new URL('../../.github/pictures/', import.meta.url))
/** In bytes. */
const most = 1_500_000

async function withStage(scheme: Stage['scheme'], play: (stage: Stage) => Promise<void>): Promise<void> {
  const app = await launchApp({ args: ['--demo'], colorScheme: scheme, env: { SERVERTRAY_VAULT: 'memory' } })
  const browser = await chromium.launch(headlessChromium())
  try {
    const page = await app.window()
    const desktop = await browser.newPage({ viewport: { width: 980, height: 640 } })
    await play({ app, page, desktop, scheme })
  } finally {
    await browser.close()
    await app.dispose()
  }
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const scheme of ['light', 'dark'] as const) {
  await withStage(scheme, async (stage) => {
    for (const { name, take } of stills) writeFileSync(join(folder, `${name}-${scheme}.png`), await take(stage))
  })
}
await withStage('light', async (stage) => {
  writeFileSync(join(folder, 'restart.gif'), await encodeFilm(await filmFrames(stage)))
})

const sizes = readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
for (const { name, bytes } of sizes) console.log(`${name}: ${Math.round(bytes / 1_000)} kB`)
const whole = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
console.log(`${Math.round(whole / 1_000)} kB in all, of at most ${most / 1_000}.`)
process.exitCode = whole > most ? 1 : 0
