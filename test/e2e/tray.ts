import type { App, MenuItemView } from './app.ts'
import { until } from './until.ts'

/** The tray's entry of a server, whatever its state word; the headline may begin with its name too. Rejects when there is none. */
export async function trayServer(app: App, name: string): Promise<MenuItemView> {
  const menu = await app.tray.menu()
  const item = menu.find(({ label }) => label.startsWith(`${name}  ·  `))
  if (item === undefined) throw new Error(`no ${name} in the tray: ${menu.map(({ label }) => label).join(' | ')}`)
  return item
}

/**
 * Clicks a signal of a server in the tray menu. The menu may change between the look and the click, which
 * then finds no such item and clicks nothing, so it is tried again.
 */
export async function clickTraySignal(app: App, name: string, signal: string): Promise<void> {
  await until(`${signal} of ${name} in the tray`, async () => {
    const { label } = await trayServer(app, name)
    return app.tray.click(label, signal).then(
      () => true,
      () => false,
    )
  })
}
