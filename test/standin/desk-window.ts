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

/** The desk's content as sections of text and buttons, dialogs first. */
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
        ...notification.view().buttons.map((label, i) => ({ label, press: () => notification.press(i), depth: 0 })),
        { label: 'Dismiss', press: () => notification.close(), depth: 0 },
      ],
    }))
  const trays = [...desk.trays].map((tray) => ({
    heading: 'Tray',
    text: tray.view().tooltip,
    buttons: menuButtons(tray.view().menu, [], (path) => {
      tray.open(path.slice(0, -1))
      tray.choose(path.at(-1) ?? '')?.()
    }),
  }))
  return [...boxes, ...notifications, ...trays]
}

type DrawnButton = { readonly label: string; readonly id: number | null; readonly depth: number }
type DrawnSection = { readonly heading: string; readonly text: string; readonly buttons: readonly DrawnButton[] }

/** Draws the sections; runs inside the page. Submenus fold, and stay as they were when drawn anew. */
function draw(sections: readonly DrawnSection[], style: string): void {
  const press = Reflect.get(globalThis, 'deskPress') as (id: string) => void
  const unfolded = new Set([...document.querySelectorAll('details[open]')].map((one) => one.id))

  function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
    const made = document.createElement(name)
    made.textContent = text
    return made
  }

  function drawButton({ label, id }: DrawnButton): HTMLButtonElement {
    const button = element('button', label)
    button.disabled = id === null
    button.onclick = () => press(String(id))
    return button
  }

  /** Items deeper than the one before them are folded under it. */
  function drawItems(buttons: readonly DrawnButton[], parent: HTMLElement, path: string): void {
    for (let index = 0; index < buttons.length; index += 1) {
      const button = buttons[index] as DrawnButton
      let end = index + 1
      while ((buttons[end]?.depth ?? -1) > button.depth) end += 1
      if (end === index + 1) {
        parent.append(drawButton(button))
        continue
      }
      const fold = element('details')
      fold.id = `${path}/${index}`
      fold.open = unfolded.has(fold.id)
      fold.append(element('summary', button.label))
      drawItems(buttons.slice(index + 1, end), fold, fold.id)
      parent.append(fold)
      index = end - 1
    }
  }

  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [sheet]
  document.title = 'Servertray: tray'
  document.body.replaceChildren(
    ...sections.map(({ heading, text, buttons }, index) => {
      const section = element('section')
      section.append(element('h2', heading), element('p', text))
      drawItems(buttons, section, String(index))
      return section
    }),
  )
}

/** Plain and close to the app's own look, in both themes. */
const style = `
  :root { color-scheme: light dark; font: 13px/1.45 system-ui, sans-serif; }
  body { margin: 12px; background: Canvas; color: CanvasText; }
  section { border: 1px solid color-mix(in srgb, CanvasText 16%, Canvas); border-radius: 8px; padding: 8px; margin-bottom: 12px; }
  h2 { font-size: 13px; margin: 4px 8px; }
  p { margin: 4px 8px 8px; opacity: .75; }
  button, summary { display: block; box-sizing: border-box; width: 100%; border: 0; border-radius: 5px; padding: 5px 8px;
    background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; list-style: none; }
  summary::after { content: '▸'; float: right; opacity: .6; }
  details[open] > summary::after { content: '▾'; }
  details > :not(summary) { margin-left: 12px; width: calc(100% - 12px); }
  button:hover:enabled, summary:hover { background: color-mix(in srgb, CanvasText 8%, Canvas); }
  button:disabled { opacity: .55; cursor: default; }
`

/**
 * For a person at a display: a small window with the tray menu, and with the dialogs and notifications that Electron
 * leaves to the system. Closing it quits the app, which could not be reached any more.
 */
export async function showDeskWindow(desk: Desk, browser: Browser, app: { quit(): void }): Promise<Page> {
  const config = { binding: '', entry: '', platform: '', arch: '', versions: {} }
  const { width: screenWidth } = await browser.screenSize()
  const page = await browser.openBare(
    {
      scripts: pageScripts('', config),
      // At the right edge, where trays are, at Chromium's minimum width.
      bounds: { x: Math.max(0, screenWidth - 500), y: 0, width: 500, height: 600 },
      isShown: true,
      colorScheme: 'light',
    },
    {
      message() {},
      contextMenu() {},
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
    await page.session.send('Runtime.evaluate', {
      expression: `(${draw})(${JSON.stringify(drawn)}, ${JSON.stringify(style)})`,
    })
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
