import { expect, test } from './fixture.ts'
import { until } from './until.ts'

const choose = (choices: object) => ({ SERVERTRAY_STANDIN_CHOICES: JSON.stringify(choices) })
const laptop = { x: 0, y: 0, width: 1_440, height: 900 }
const second = { x: 1_440, y: 0, width: 1_920, height: 1_080 }

test('the window comes back maximised, and on a screen that is there', async ({ start }) => {
  const { app } = await start({ env: choose({ displays: [laptop, second] }) })
  await app.sizeWindow('maximized')
  await app.closeWindow()
  await app.quit()
  const { profile } = app
  const next = await start({ profile, env: choose({ displays: [laptop] }) })
  await until('the window to be maximised', async () => (await next.app.windows())[0]?.isMaximized)
})

test('a second start that is hidden opens nothing', async ({ start }) => {
  const { app } = await start()
  await app.closeWindow()
  await until('the window to go', async () => (await app.windows())[0]?.isVisible === false)
  await app.secondInstance(['servertray', '--hidden'])
  await app.secondInstance(['servertray', '--hidden', '--demo'])
  expect((await app.windows())[0]?.isVisible).toBe(false)
  await app.secondInstance(['servertray'])
  await until('the window', async () => (await app.windows())[0]?.isVisible)
})
