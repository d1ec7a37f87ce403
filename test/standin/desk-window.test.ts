/** The window that stands for tray, dialogs and notifications where a person sits at a display. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { until } from '../e2e/driver.ts'
import { createAddresses } from './addresses.ts'
import { createBrowser } from './browser.ts'
import type { Chromium } from './chromium.ts'
import { launchChromium } from './chromium.ts'
import { createDesk } from './desk.ts'
import { showDeskWindow } from './desk-window.ts'
import { createDialog } from './dialog.ts'
import { createMenu } from './menu.ts'
import { nativeImage } from './native-image.ts'
import { NotificationStandIn } from './notification.ts'
import type { Page } from './page.ts'
import { createPermissions } from './permissions.ts'
import { TrayStandIn } from './tray.ts'

const desk = createDesk()
const clicked: string[] = []
let quits = 0
let chromium: Chromium
let page: Page

const app = {
  quit: () => {
    quits += 1
  },
  getName: () => 'Fixture',
}

async function inPage<T>(expression: string): Promise<T> {
  const { result } = await page.session.send('Runtime.evaluate', { expression, returnByValue: true })
  return result.value
}

const buttons = () =>
  inPage<string[]>(`[...document.querySelectorAll('button, summary')].map((button) => button.textContent)`)
const press = (label: string) =>
  inPage<void>(
    `[...document.querySelectorAll('button')].find((button) => button.textContent === ${JSON.stringify(label)}).click()`,
  )
const shown = (label: string) => until(label, async () => ((await buttons()).includes(label) ? true : undefined))

beforeAll(async () => {
  chromium = await launchChromium({ withEndpoint: false })
  const browser = await createBrowser(
    chromium,
    createAddresses(() => new Set()),
    createPermissions(),
    {
      beforeRequest: () => Promise.resolve({}),
      handlerOf: () => undefined,
    },
  )
  page = await showDeskWindow(desk, browser, app)
})
afterAll(() => chromium.kill())

describe('the desk window', () => {
  it('lists the tray menu and carries clicks', async () => {
    const tray = new TrayStandIn(desk, nativeImage.createFromPath('none.png'))
    tray.setToolTip('8 servers')
    tray.setContextMenu(
      createMenu(app, () => undefined).buildFromTemplate([
        { label: '<b>Headline</b> && more', enabled: false },
        { type: 'separator' },
        { label: 'Survival', submenu: [{ label: 'Restart', click: () => clicked.push('restart') }] },
        { label: 'Hidden', visible: false },
        { role: 'quit' },
      ]),
    )
    await shown('Restart')
    expect(await buttons()).toEqual(['<b>Headline</b> & more', 'Survival', 'Restart', 'Quit'])
    expect(await inPage('document.body.innerText')).toContain('8 servers')
    expect(await inPage(`document.querySelector('button').disabled`)).toBe(true)
    await press('Restart')
    await until('the click', () => (clicked.includes('restart') ? true : undefined))
    await press('Quit')
    await until('the quit', () => (quits === 1 ? true : undefined))
  })

  it('shows a dialog until it is answered', async () => {
    const answer = createDialog(desk).showSaveDialog({ title: 'Save it?' })
    await shown('Save')
    await press('Save')
    expect(await answer).toMatchObject({ canceled: false })
    await until('the dialog to go', async () => ((await buttons()).includes('Save') ? undefined : true))
  })

  it('shows a notification until it is opened', async () => {
    const notification = new NotificationStandIn(desk, { title: 'Down' })
    notification.on('click', () => clicked.push('notification'))
    notification.show()
    await shown('Open')
    await press('Open')
    await until('the click', () => (clicked.includes('notification') ? true : undefined))
    await until('the notification to go', async () => ((await buttons()).includes('Open') ? undefined : true))
  })

  it('shows the buttons of a notification where the system does, and tells which was pressed', async () => {
    const system = vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
    onTestFinished(() => system.mockRestore())
    const actions = ['Restart', 'Mute 1 h'].map((text) => ({ type: 'button' as const, text }))
    const notification = new NotificationStandIn(desk, { title: 'Down', actions })
    notification.on('action', ({ actionIndex }: { actionIndex: number }) => clicked.push(`action ${actionIndex}`))
    notification.show()
    await shown('Mute 1 h')
    await press('Mute 1 h')
    await until('the press', () => (clicked.includes('action 1') ? true : undefined))
    await until('the notification to go', async () => ((await buttons()).includes('Mute 1 h') ? undefined : true))
  })

  it('quits the app when a person closes it', async () => {
    await chromium.connection.browser.send('Target.closeTarget', { targetId: page.targetId })
    await until('the quit', () => (quits === 2 ? true : undefined))
  })
})
