import type { Browser } from './browser.ts'
import type { Desk, MenuItemView } from './desk.ts'
import { pageScripts } from './page/scripts.ts'
import type { Page } from './page.ts'

/** One thing a person can press. */
type Button = { readonly label: string; readonly press: (() => void) | undefined; readonly depth: number }
type Section = { readonly heading: string; readonly text: string; readonly buttons: readonly Button[] }

/** Menus write a letter to press as `&x`, and a real ampersand as `&&`. */
function withoutMnemonics(label: string): string {
  return label.replace(/&(.)/g, '$1')
}

function menuButtons(
  items: readonly MenuItemView[],
  path: readonly string[],
  click: (path: readonly string[]) => void,
): Button[] {
  return items
    .filter((item) => item.visible && item.type !== 'separator')
    .flatMap((item) => {
      const here = [...path, item.label]
      const mark = item.checked ? '✓ ' : ''
      const press = item.enabled && item.submenu.length === 0 ? () => click(here) : undefined
      return [
        { label: mark + withoutMnemonics(item.label), press, depth: path.length },
        ...menuButtons(item.submenu, here, click),
      ]
    })
}

/** The desk as sections of text and buttons, dialogs first. */
function deskSections(desk: Desk): readonly Section[] {
  const boxes = [...desk.boxes.values()].map(({ view, answer }) => ({
    heading: view.message,
    text: view.detail,
    buttons: view.buttons.map((label, index) => ({ label, press: () => answer(index), depth: 0 })),
  }))
  const notifications = [...desk.notifications.values()]
    .filter((notification) => notification.view().isOpen)
    .map((notification) => ({
      heading: notification.view().title,
      text: notification.view().body,
      buttons: [
        { label: 'Open', press: () => notification.click(), depth: 0 },
        { label: 'Dismiss', press: () => notification.close(), depth: 0 },
      ],
    }))
  const trays = [...desk.trays].map((tray) => ({
    heading: 'Tray',
    text: tray.view().tooltip,
    buttons: menuButtons(tray.view().menu, [], (path) => tray.find(path).click()),
  }))
  return [...boxes, ...notifications, ...trays]
}

/** Draws the sections; runs inside the page. */
function draw(
  sections: readonly {
    heading: string
    text: string
    buttons: readonly { label: string; id: number | null; depth: number }[]
  }[],
): void {
  const press = Reflect.get(globalThis, 'deskPress') as (id: string) => void
  document.title = 'Servertray: tray'
  document.body.replaceChildren(
    ...sections.map(({ heading, text, buttons }) => {
      const section = document.createElement('section')
      const title = document.createElement('h2')
      title.textContent = heading
      const paragraph = document.createElement('p')
      paragraph.textContent = text
      section.append(title, paragraph)
      for (const { label, id, depth } of buttons) {
        const button = document.createElement('button')
        button.textContent = label
        button.disabled = id === null
        button.style.cssText = `display:block;width:calc(100% - ${depth}em);margin:2px 0 2px ${depth}em;text-align:left`
        button.onclick = () => press(String(id))
        section.append(button)
      }
      return section
    }),
  )
}

/**
 * For a person at a display: a small window with the tray menu, and with the dialogs and notifications that
 * Electron would leave to the system. Closing it quits the app, as nothing else would show it any more.
 */
export async function showDeskWindow(desk: Desk, browser: Browser, app: { quit(): void }): Promise<Page> {
  const config = { binding: '', entry: '', platform: '', arch: '', versions: {} }
  const { width: screenWidth } = await browser.screenSize()
  const page = await browser.openBare(
    {
      scripts: pageScripts('', config, false),
      hasPreloadInFrames: false,
      // At the right edge, where trays are, as narrow as Chromium lets a window be.
      bounds: { x: Math.max(0, screenWidth - 500), y: 0, width: 500, height: 600 },
      isShown: true,
      colorScheme: 'light',
    },
    {
      message() {},
      loaded() {},
      windowOpened() {},
      leaving() {},
      crashed: () => app.quit(),
      gone: () => app.quit(),
    },
  )
  let presses: (() => void)[] = []

  async function redraw(): Promise<void> {
    presses = []
    const drawn = deskSections(desk).map(({ heading, text, buttons }) => ({
      heading,
      text,
      buttons: buttons.map(({ label, press, depth }) => ({
        label,
        depth,
        id: press === undefined ? null : presses.push(press) - 1,
      })),
    }))
    await page.session.send('Runtime.evaluate', { expression: `(${draw})(${JSON.stringify(drawn)})` })
  }

  await page.session.send('Runtime.addBinding', { name: 'deskPress' })
  page.session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === 'deskPress') presses[Number(payload)]?.()
  })
  desk.isWatched = true
  desk.onChange(() => {
    redraw().catch(() => {
      // The window has gone, and the app with it.
    })
  })
  await redraw()
  return page
}
