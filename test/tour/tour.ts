/**
 * `npm run tour`: does the main job on the built app, on a fresh profile and the demo panel, without a person.
 * Prints a line a step, keeps pictures under out/tour/, and exits with 1 when a step does not hold.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchApp } from '../e2e/driver.ts'
import { steps } from './steps.ts'

const folder = fileURLToPath(new URL('../../out/tour/', import.meta.url))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const app = await launchApp({ colorScheme: 'light', env: { SERVERTRAY_VAULT: 'memory' } })
let pictures = 0
let failed = false
try {
  const page = await app.window()
  const picture = async (name: string, of = page) => {
    pictures += 1
    await of.screenshot({ path: join(folder, `${String(pictures).padStart(2, '0')}-${name}.png`) })
  }
  for (const [index, step] of steps.entries()) {
    const startedAt = performance.now()
    const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
    const label = `${index + 1}/${steps.length} ${step.name}`
    try {
      const observed = await step.run({ app, page, picture })
      console.log(`ok    ${label} (${seconds()}): ${observed}`)
    } catch (failure) {
      await picture(`failed-${index + 1}`).catch(() => undefined)
      console.error(`FAILED ${label} (${seconds()}): ${failure instanceof Error ? failure.message : String(failure)}`)
      failed = true
      break
    }
  }
} catch (failure) {
  console.error(`FAILED before the first step: ${failure instanceof Error ? failure.message : String(failure)}`)
  failed = true
} finally {
  await app.dispose()
}
if (failed) console.error(app.output())
console.log(failed ? 'The tour did not hold.' : `The tour holds. ${pictures} pictures under out/tour/.`)
process.exitCode = failed ? 1 : 0
