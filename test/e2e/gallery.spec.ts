import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AxeBuilder } from '@axe-core/playwright'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { catalogue } from '../../shared/error-catalogue.ts'
import { putBridge } from './page-bridge.ts'
import { scenes } from './scenes/scenes.ts'
import { full, now, type Scene } from './scenes/world.ts'
import { serveWindow } from './window-server.ts'

const out = fileURLToPath(new URL('../../out/gallery/', import.meta.url))
const large = { width: 980, height: 640 }
const small = { width: 640, height: 420 }
/** Colours depend on the scheme and layout on the size, so three say all; two of them have all that axe looks at. */
const looks = [
  { colorScheme: 'light', viewport: large, hasAxe: false },
  { colorScheme: 'light', viewport: small, hasAxe: true },
  { colorScheme: 'dark', viewport: large, hasAxe: true },
] as const
/** A window of its own has one size, so its layout needs no look of its own. */
const looksOf = ({ size }: Scene) =>
  size ? (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, viewport: size, hasAxe: true })) : looks

/** The picture is of what its name says. */
async function expectShown(page: Page, { shows }: Scene): Promise<void> {
  for (const shown of shows) {
    const found = typeof shown === 'function' ? shown(page) : page.getByText(shown)
    await expect.soft(found.filter({ visible: true }).first(), 'what its name says is in sight').toBeInViewport()
  }
}

/**
 * Axe, loaded from an address, whose script Chromium keeps compiled. `AxeBuilder` hands its text to every document twice,
 * which takes longer than what it looks for.
 */
const axeFile = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const axePath = '/assets/axe.js'
type Axe = { run(options: object): ReturnType<AxeBuilder['analyze']> }

/** What axe has against the page. */
async function expectNoViolations(page: Page): Promise<void> {
  const found = await page.evaluate(async (axePath) => {
    await import(axePath)
    const { axe } = window as unknown as { readonly axe: Axe }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, axePath)
  // An open menu belongs to its button; axe's advice on landmarks (no rule of WCAG) knows that of dialogs only.
  expect.soft(found.filter((text) => !/^region: <div [^>]*role="menu"/.test(text))).toEqual([])
}

/** The sentences of a text. */
const sentences = (text: string) =>
  // Since when it fails may be the same of several.
  text.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.endsWith('.') && !sentence.startsWith('Since '))
/** Those of every error. */
const ofErrors = new Set(
  Object.values(catalogue).flatMap(({ message, hint }) => [...sentences(message), ...sentences(hint)]),
)

/** A window tells each failure once: no sentence of an error stands in it twice, nor any that is told in red. */
async function expectToldOnce(page: Page): Promise<void> {
  const { shown, bad } = await page.evaluate(() => {
    // What only a screen reader gets says what is seen, once more; a console's output is the server's.
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[role="status"][aria-live], .xterm') === null
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement && isSeen(node.parentElement)) texts.push(node.textContent ?? '')
    const bad = [...document.querySelectorAll<HTMLElement>('[data-tone="bad"], [role="alert"]')].filter(isSeen)
    return { shown: texts.join(' '), bad: bad.map((element) => element.innerText) }
  })
  const told = new Set([...ofErrors, ...bad.flatMap((text) => text.split('\n').flatMap(sentences))])
  const twice = [...told].filter((sentence) => shown.split(sentence).length > 2)
  expect.soft(twice, 'no sentence of an error is told twice').toEqual([])
}

/** What failed is read whole in a server's row. */
async function expectFailuresWhole(page: Page): Promise<void> {
  const cut = await page.locator('[role="gridcell"] [data-tone="bad"]').evaluateAll((words) =>
    words
      .filter((word) => {
        const text = document.createRange()
        text.selectNodeContents(word)
        const cell = word.closest('[role="gridcell"]')
        return cell !== null && text.getBoundingClientRect().right > cell.getBoundingClientRect().right
      })
      .map((word) => word.textContent),
  )
  expect.soft(cut, 'no failure in a row is cut').toEqual([])
}

type Shared = { readonly window: Awaited<ReturnType<typeof openWindow>> }

/** One page for all scenes of a worker, since to start one costs more than all else; each scene is a new document in it. */
async function openWindow(browser: Browser) {
  const server = await serveWindow({ [axePath]: readFileSync(axeFile, 'utf8') })
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await page.clock.setFixedTime(now)
  let visits = 0
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return {
    page,
    complaints,
    /** Brings the page to the scene, at the moment of the picture. */
    async show(scene: Scene): Promise<void> {
      // Nothing of the scene before stays: neither what is under the pointer nor, with an address of its own, its document.
      await page.mouse.move(-1, -1)
      const bridge = await putBridge(page, scene)
      await page.goto(`${server.url}?${scene.name}-${visits++}${scene.hash ?? ''}`)
      await bridge.dispose()
      await page.locator('[data-window]').waitFor()
      // What a picture shows of one server is loaded when it is first wanted.
      const { focus } = scene.state?.app ?? {}
      if (focus && 'ref' in focus && !('dialog' in focus)) await page.locator('[data-pane]').waitFor()
      await page.clock.runFor(400)
      await scene.act?.(page)
    },
    async close(): Promise<void> {
      await page.close()
      server.close()
    },
  }
}

const test = base.extend<object, Shared>({
  window: [
    async ({ browser }, use) => {
      const window = await openWindow(browser)
      await use(window)
      await window.close()
    },
    { scope: 'worker' },
  ],
})

/** Gives the page other colours, and the time in which a console that hears of them draws itself anew. */
async function turnTo(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const turn = await page.evaluateHandle((query) => {
    const heard = new Promise((resolve) => matchMedia(query).addEventListener('change', resolve, { once: true }))
    return { heard: heard.then(() => undefined) }
  }, `(prefers-color-scheme: ${colorScheme})`)
  await page.emulateMedia({ colorScheme })
  await turn.evaluate(({ heard }) => heard)
  await page.clock.runFor(100)
}

// Every second scene is loaded in dark and turned to light.
const drawn = scenes.map((scene, index) => ({ scene, looks: index % 2 ? looksOf(scene).toReversed() : looksOf(scene) }))
for (const { scene, looks } of drawn)
  test(scene.name, async ({ window: { page, complaints, show } }) => {
    // To come to a scene costs far more than its picture, so looks of one size share a document.
    for (const [viewport, looksOfSize] of Map.groupBy(looks, (look) => look.viewport)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: looksOfSize[0]?.colorScheme ?? null })
      await show(scene)
      for (const [index, { colorScheme, hasAxe }] of looksOfSize.entries()) {
        if (index > 0) await turnTo(page, colorScheme)
        await expectShown(page, scene)
        await page.screenshot({ path: `${out}${scene.name}-${colorScheme}-${viewport.width}.png` })

        expect.soft(complaints.splice(0), `${colorScheme} ${viewport.width}`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(overflow, 'nothing is wider than the window').toBeLessThanOrEqual(0)
        await expectToldOnce(page)
        await expectFailuresWhole(page)
        if (hasAxe) await expectNoViolations(page)
      }
    }
  })

for (const { colorScheme, viewport } of looks)
  test(`every icon is drawn in forced colours, ${colorScheme} ${viewport.width}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport, forcedColors: 'active' })
    const server = await serveWindow()
    const page = await context.newPage()
    await page.clock.install({ time: now })
    await putBridge(page, { state: full })
    await page.goto(server.url)
    await page.getByRole('checkbox', { name: 'Select Survival' }).click()
    await page.getByRole('region', { name: 'Selected servers' }).waitFor()
    // A narrow window shows a server in place of the list.
    if (viewport === large) {
      await page.getByRole('row', { name: /Survival/ }).click()
      await page.locator('[data-pane]').waitFor()
    }
    const [canvas, ...colours] = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'))
      probe.style.cssText = 'color: Canvas; forced-color-adjust: none'
      const icons = [...document.querySelectorAll('svg')].filter((icon) => icon.checkVisibility())
      return [getComputedStyle(probe).color, ...icons.map((icon) => getComputedStyle(icon).color)]
    })
    await page.screenshot({ path: `${out}forced-colors-${colorScheme}-${viewport.width}.png` })
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const value = Number(part) / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (colour: string) => {
      const [low = 0, high = 0] = [luminance(colour), luminance(canvas ?? '')].sort((a, b) => a - b)
      return (high + 0.05) / (low + 0.05)
    }
    expect(colours.length).toBeGreaterThan(20)
    // What is disabled is grey there too.
    expect(colours.filter((colour) => contrast(colour) < 3)).toEqual([])
    await context.close()
    server.close()
  })
