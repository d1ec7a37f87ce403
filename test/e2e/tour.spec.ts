import { steps } from '../tour/steps.ts'
import { launchApp } from './driver.ts'
import { test } from './fixture.ts'

test('the tour of the README holds', async () => {
  const app = await launchApp({ colorScheme: 'light', env: { SERVERTRAY_VAULT: 'memory' } })
  try {
    const page = await app.window()
    const picture = async () => undefined
    for (const step of steps) await test.step(step.name, () => step.run({ app, page, picture }))
  } finally {
    await app.dispose()
  }
})
