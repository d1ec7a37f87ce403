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
  it('is data', async () => {
    const { tooltip, image, menu } = await app.tray.view()
    expect(tooltip).toBe('Fixture')
    expect(image).toMatchObject({ isEmpty: true, width: 0, height: 0 })
    expect(menu.slice(0, 4)).toMatchObject([
      { label: 'Headline', enabled: false, type: 'normal' },
      { type: 'separator' },
      { label: 'Survival', type: 'submenu', submenu: [{ label: 'Restart', enabled: true, visible: true }] },
      { label: 'Toggle', type: 'checkbox', checked: false },
    ])
  })

  it('is clicked by labels', async () => {
    await app.tray.click('Survival', 'Restart')
    await app.report('restart')
    await app.tray.click('Toggle')
    expect(await app.report('toggle')).toMatchObject({ isOn: true })
  })

  it('refuses clicks that a person could not make', async () => {
    await expect(app.tray.click('Headline')).rejects.toThrow('the menu item "Headline" is disabled')
    await expect(app.tray.click('Survival', 'Kill')).rejects.toThrow('no menu item "Kill"; there are: Restart')
  })
})

describe('the rest of the desk', () => {
  it('holds a dialog until it is answered', async () => {
    await app.tray.click('Ask')
    const [box] = await until('the box', async () => {
      const boxes = await app.dialogs()
      return boxes.length > 0 ? boxes : undefined
    })
    expect(box).toMatchObject({ title: 'Save it?', buttons: ['Cancel', 'Save'] })
    expect(app.reports('answered')).toEqual([])
    await expect(app.answerDialog('Yes')).rejects.toThrow('no button "Yes"; there are: Cancel, Save')
    await app.answerDialog('Save')
    expect(await app.report('answered')).toMatchObject({ canceled: false })
    expect(await app.dialogs()).toEqual([])
  })

  it('shows a notification and carries its click', async () => {
    await app.tray.click('Notify')
    expect(await app.notifications()).toMatchObject([{ title: 'Down', body: 'Survival went offline', isOpen: true }])
    await app.clickNotification('Down')
    await app.report('notification-click')
    expect(await app.notifications()).toMatchObject([{ isOpen: false }])
  })

  it('notes a link instead of opening it', async () => {
    await app.tray.click('Link')
    expect(await app.openedLinks()).toEqual(['https://panel.example/'])
  })

  it('changes the theme for the app and for its pages', async () => {
    const page = await app.window()
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    expect(await isDark()).toBe(false)
    await app.setTheme('dark')
    expect(await app.report('theme')).toMatchObject({ dark: true })
    await until('the page to be dark', async () => ((await isDark()) ? true : undefined))
  })

  it('tells the app of waking up', async () => {
    await app.powerEvent('resume')
    await app.report('resume')
  })

  it('throws for what it does not have', async () => {
    await app.tray.click('Unimplemented')
    expect(await app.report('error')).toMatchObject({
      message: 'the stand-in does not implement AppStandIn.showAboutPanel',
    })
  })
})
