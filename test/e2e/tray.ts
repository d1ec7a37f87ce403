import type { App, MenuItemView } from './app.ts'
import { until } from './until.ts'

/**
 * The tray's entry of a server, waited for until it fits: the tray follows the window by a moment. The headline may
 * begin with the server's name too.
 * @param fits what is waited for; any entry of the server by default
 */
export async function trayServer(
  app: App,
  name: string,
  fits: (item: MenuItemView) => boolean = () => true,
): Promise<MenuItemView> {
  return until(`${name} in the tray`, async () => {
    const menu = await app.tray.menu()
    const item = menu.find(({ label }) => label.startsWith(`${name}  ·  `))
    if (item !== undefined && fits(item)) return item
    throw new Error(`the tray had ${menu.map(({ label }) => label).join(' | ')}`)
  })
}

/** Waits until the tray says this of a server, behind its name. */
export const traySays = (app: App, name: string, words: RegExp) =>
  trayServer(app, name, ({ label }) => words.test(label.slice(`${name}  ·  `.length)))

/** Waits until the first line of the tray's menu says this. */
export const trayHeadline = (app: App, words: RegExp) =>
  until(`the tray to say ${words}`, async () => {
    const label = (await app.tray.menu())[0]?.label ?? ''
    if (words.test(label)) return label
    throw new Error(`it says ${label}`)
  })

/**
 * Clicks a signal of a server in the tray menu, once it is offered. The menu may change between the look and the click,
 * which then finds no such item and clicks nothing, so it is tried again.
 */
export async function clickTraySignal(app: App, name: string, signal: string): Promise<void> {
  const offersIt = ({ submenu }: MenuItemView) => submenu.some(({ label, enabled }) => label === signal && enabled)
  await until(`${signal} of ${name} in the tray`, async () => {
    const { label } = await trayServer(app, name, offersIt)
    await app.tray.click(label, signal)
    return true
  })
}
