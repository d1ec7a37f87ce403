/** Tray, dialogs, notifications and the system, as a driver reads and moves them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../e2e/driver.ts'
import type { Fixture } from './fixture.ts'
import { launchFixture } from './fixture.ts'

let app: Fixture

beforeAll(async () => {
  app = await launchFixture()
  await app.report('show')
})
afterAll(() => app.dispose())

describe('the tray', () => {
  it('refuses clicks that a person could not make', async () => {
    await expect(app.tray.click('Headline')).rejects.toThrow('the menu item "Headline" is disabled')
    await expect(app.tray.click('Survival', 'Kill')).rejects.toThrow('no menu item "Kill"; there are: Restart')
  })
})

describe('the rest of the desk', () => {
  it('changes the theme for the app and for its pages', async () => {
    const page = await app.window()
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    expect(await isDark()).toBe(false)
    await app.setTheme('dark')
    expect(await app.report('theme')).toMatchObject({ dark: true })
    await until('the page to be dark', async () => ((await isDark()) ? true : undefined))
  })

  it('throws for what it does not have', async () => {
    await app.tray.click('Unimplemented')
    expect(await app.report('error')).toMatchObject({
      message: 'the stand-in does not implement AppStandIn.showAboutPanel',
    })
  })
})
