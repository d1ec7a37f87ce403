import { expect, type Page, test } from '@playwright/test'
import { plainText } from '../../renderer/features/console/terminal-text.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'
import type { ConsoleLook } from '../../shared/model/preferences-schema.ts'
import { callsOf, pushTo, putBridge } from './page-bridge.ts'
import { openArea, survival } from './scenes/world.ts'
import { serveWindow } from './window-server.ts'

let server: Awaited<ReturnType<typeof serveWindow>>
test.beforeAll(async () => {
  server = await serveWindow()
})
test.afterAll(() => server.close())

const esc = String.fromCharCode(0x1b)
const line = (seq: number, text: string): ConsoleLine => ({ seq, at: Date.now(), kind: 'output', text })
const stream = { phase: 'open', retryAt: null, error: null } as const

/** The window with an open console that shows these texts: all of it, so that they have room in any system's font. */
async function openConsole(page: Page, texts: readonly string[], look: Partial<ConsoleLook> = {}): Promise<void> {
  const lines = texts.map((text, i) => line(i + 1, text))
  const state = openArea('console', { consoles: { [survival.ref]: { entries: [], stream } } })
  await putBridge(page, {
    state: {
      ...state,
      preferences: { ...state.preferences, console: { ...state.preferences.console, timestamps: false, ...look } },
    },
    answers: { 'console:watch': { ok: true, value: { lines, isCut: false } } },
  })
  await page.goto(server.url)
  await page
    .locator('.xterm-rows')
    .getByText(plainText(texts.at(-1) ?? ''))
    .first()
    .waitFor()
}
const shown = async (page: Page) => (await page.locator('.xterm-rows').innerText()).trimEnd()

test('hostile lines show as text and change nothing', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await openConsole(page, [
    `clip${esc}]52;c;cHduZWQ=\u0007board`,
    `title${esc}]0;pwned\u0007s`,
    `cursor${esc}[2A${esc}[1Gmoves${esc}[2J`,
    `questions${esc}[6n${esc}[c${esc}[>q${esc}]10;?\u0007${esc}P$q m${esc}\\ asked`,
    `link${esc}]8;;https://evil.example${esc}\\ed${esc}]8;;${esc}\\`,
    `\u202edlrow\u202c \u009b31mcsi \u0007bell\rreturn`,
    `other${esc}[?1049h screen${esc}c`,
    'last',
  ])
  expect((await shown(page)).split('\n')).toEqual([
    'clipboard',
    'titles',
    'cursormoves',
    'questions asked',
    'linked',
    'dlrow 31mcsi bellreturn',
    'other screen',
    'last',
  ])
  await page.locator('.xterm-screen').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('Control+v')
  expect(await page.title()).toBe('Servertray')
  const calls = ['servers:command', 'console:openLink', 'app:copyDiagnostics']
  for (const channel of calls) expect(await callsOf(page, channel)).toEqual([])
  expect(complaints).toEqual([])
})

test('a flood is drawn to its last line, and the window is worked with meanwhile', async ({ page }) => {
  await openConsole(page, ['first'])
  const last = 100_000
  const clicked = await page.evaluate(
    async ({ ref, last }) => {
      const { push } = window as unknown as { push(channel: string, message: unknown): void }
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Live')
      let clicked = 0
      button?.addEventListener('pointerdown', () => {
        clicked += 1
      })
      // As many at once as come in a thirtieth of a second at 20,000 a second.
      const batch = Math.round(20_000 / 30)
      for (let seq = 2; seq <= last; seq += batch) {
        const lines = Array.from({ length: Math.min(batch, last - seq + 1) }, (_, i) => {
          const text = `\u001b[34m[Server thread/INFO]\u001b[0m ${seq + i} ${'lorem ipsum '.repeat(6)}`
          return { seq: seq + i, at: Date.now(), kind: 'output', text }
        })
        push('console:lines', { ref, lines })
        button?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      }
      return clicked
    },
    { ref: survival.ref, last },
  )
  expect(clicked).toBe(Math.ceil((last - 1) / Math.round(20_000 / 30)))
  await page.locator('.xterm-rows').getByText(`${last} lorem`).first().waitFor()
})

test('light and dark follow the system while a console is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openConsole(page, [`${esc}[31mred`])
  // Where no font has letters of one width, each letter is an element of its own.
  const letters = page.locator('.xterm-rows > div').filter({ hasText: 'red' }).locator('span')
  const colour = () => letters.first().evaluate((element) => getComputedStyle(element).color)
  await expect.poll(colour).toBe('rgb(179, 38, 30)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colour).toBe('rgb(255, 123, 114)')
})

test('what was found takes the colours of light and dark too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openConsole(page, ['one match', 'another match', 'a match', 'the match'])
  await page.getByRole('button', { name: 'Find in the console' }).click()
  await page.getByLabel('Find in the console').last().fill('match')
  await page.getByText('4 of 4', { exact: true }).waitFor()
  /** How many letters have each colour behind them. */
  const marked = () =>
    page.locator('.xterm-rows').evaluate((rows) => {
      const count: Record<string, number> = {}
      for (const letters of rows.querySelectorAll('span')) {
        const colour = getComputedStyle(letters).backgroundColor
        if (colour !== 'rgba(0, 0, 0, 0)') count[colour] = (count[colour] ?? 0) + letters.innerText.length
      }
      return count
    })
  await expect.poll(marked).toEqual({ 'rgb(42, 61, 102)': 5, 'rgb(77, 63, 20)': 15 })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(marked).toEqual({ 'rgb(205, 218, 250)': 5, 'rgb(251, 227, 162)': 15 })
  await expect(page.getByText('4 of 4', { exact: true })).toBeVisible()
})

test('what is selected is copied, and nothing is typed into the console', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: async (text: string) => void Object.assign(window, { copied: text }),
    })
  })
  await openConsole(page, ['alpha beta'])
  await page.locator('.xterm-screen').dblclick({ position: { x: 10, y: 6 } })
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => (window as unknown as { copied?: string }).copied)).toBe('alpha')
  await page.keyboard.press('x')
  await expect(page.getByLabel('Command for Survival')).toHaveValue('x')
  expect(await shown(page)).toBe('alpha beta')
})

test('scrolled up it stays, tells what comes, and goes back to the end', async ({ page }) => {
  await openConsole(
    page,
    Array.from({ length: 200 }, (_, i) => `line ${i + 1}`),
  )
  await page.locator('.xterm-screen').hover()
  await page.mouse.wheel(0, -400)
  await expect.poll(() => shown(page)).not.toContain('line 200')
  const before = await shown(page)
  await pushTo(page, 'console:lines', { ref: survival.ref, lines: [line(201, 'line 201')] })
  await page.getByRole('button', { name: '1 new line' }).waitFor()
  expect(await shown(page)).toBe(before)
  await page.getByRole('button', { name: '1 new line' }).click()
  await expect.poll(() => shown(page)).toContain('line 201')
  await expect(page.getByRole('button', { name: '1 new line' })).toBeHidden()
})

test('without wrapping a long line is scrolled to, and the bar for up and down stays in sight', async ({ page }) => {
  await openConsole(page, [...Array.from({ length: 60 }, (_, i) => `line ${i}`), `${'wide '.repeat(60)}end`], {
    wraps: false,
  })
  const box = page.locator('[data-terminal]')
  const sizes = () => box.evaluate((element) => [element.scrollWidth, element.clientWidth])
  const [whole = 0, visible = 0] = await sizes()
  expect(whole).toBeGreaterThan(visible * 2)
  const bar = page.locator('[data-terminal] .scrollbar.vertical')
  const edge = async () => {
    const [inner, outer] = [await bar.boundingBox(), await box.boundingBox()]
    return Math.round((outer?.x ?? 0) + (outer?.width ?? 0) - (inner?.x ?? 0) - (inner?.width ?? 0))
  }
  expect(await edge()).toBe(0)
  await box.evaluate((element) => element.scrollTo({ left: 600 }))
  await expect.poll(edge).toBe(0)
})

test('Ctrl+F finds by keyboard, from the newest up, and Escape gives the keyboard back', async ({ page }) => {
  await openConsole(
    page,
    Array.from({ length: 200 }, (_, i) => `${i % 50 === 7 ? 'needle' : 'hay'} ${i}`),
  )
  await page.locator('.xterm-screen').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('Control+f')
  await page.keyboard.type('needle')
  await page.getByText('4 of 4').waitFor()
  await expect.poll(() => shown(page)).toContain('needle 157')
  await page.keyboard.press('Enter')
  await page.getByText('3 of 4').waitFor()
  await expect.poll(() => shown(page)).toContain('needle 107')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Find in the console' })).toBeHidden()
  await expect(page.locator('.xterm-helper-textarea')).toBeFocused()
})
