import { type Browser, chromium, type Page } from 'playwright-core'
import { putBridge } from '../e2e/page-bridge.ts'
import { answers, live } from '../e2e/scenes/console.ts'
import { manyFiles } from '../e2e/scenes/files.ts'
import { manyServers, openArea } from '../e2e/scenes/world.ts'
import { serveWindow } from '../e2e/window-server.ts'
import { headlessChromium } from '../fixtures/chromium.ts'
import { compared, type Figure, ms, quantile } from './figures.ts'

const viewport = { width: 980, height: 640 }
const query = 'stop 77'
const files = '[role="grid"][aria-label="Files"]'
const frames = 240
/** Twenty rows of the list, in pixels. */
const step = 640

type Probe = { drawn: Promise<number> }

/**
 * From a real press until the page has drawn what follows from it, in milliseconds, waits for the page included.
 * @param act makes the press
 * @param selector of what is to be drawn for the first time; left out for the next frame
 */
export async function drawnAfter(
  page: Page,
  event: 'keydown' | 'pointerdown',
  act: () => Promise<void>,
  selector: string | null = null,
): Promise<number> {
  await page.evaluate(
    ({ event, selector }) => {
      const drawn = new Promise<number>((resolve) => {
        const measure = ({ timeStamp }: Event) => {
          const look = () => {
            if (selector !== null && document.querySelector(selector) === null) requestAnimationFrame(look)
            else setTimeout(() => resolve(performance.now() - timeStamp))
          }
          requestAnimationFrame(look)
        }
        addEventListener(event, measure, { once: true, capture: true })
      })
      Object.assign(globalThis, { drawn })
    },
    { event, selector },
  )
  await act()
  return page.evaluate(() => (globalThis as unknown as Probe).drawn)
}

const keyTime = (page: Page, key: string, selector: string | null = null) =>
  drawnAfter(page, 'keydown', () => page.keyboard.press(key), selector)

/** The same key, so many times. */
async function keyTimes(page: Page, key: string, rounds: number): Promise<number[]> {
  const spent: number[] = []
  for (let round = 0; round < rounds; round += 1) spent.push(await keyTime(page, key))
  return spent
}

async function typingTimes(page: Page): Promise<number[]> {
  const spent: number[] = []
  for (const key of query) spent.push(await keyTime(page, key === ' ' ? 'Space' : key))
  return spent
}

/** Scrolls what holds the element by a step each frame; the time between the frames, in milliseconds. */
const frameTimes = (page: Page, selector: string) =>
  page.evaluate(
    async ({ selector, frames, step }) => {
      const scrolls = (box: Element) =>
        getComputedStyle(box).overflowY !== 'visible' && box.scrollHeight > box.clientHeight
      let scroller = document.querySelector(selector)
      while (scroller !== null && !scrolls(scroller)) scroller = scroller.parentElement
      if (scroller === null) throw new Error(`nothing scrolls ${selector}`)
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const spent: number[] = []
      let last = await nextFrame()
      for (let frame = 0; frame < frames; frame += 1) {
        scroller.scrollTop += step
        const now = await nextFrame()
        spent.push(now - last)
        last = now
      }
      if (scroller.scrollTop < step * (frames - 1)) throw new Error(`${selector} ended at ${scroller.scrollTop}`)
      return spent
    },
    { selector, frames, step },
  )

/** A page with nothing but this markup. */
async function barePage(browser: Browser, markup: string): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.setContent(markup)
  return page
}

/** The palette over 1,000 servers: opened by its keys, and filtered with each letter that is typed. */
async function measurePalette(browser: Browser, url: string): Promise<Figure[]> {
  const rounds = 20
  const page = await browser.newPage()
  await putBridge(page, { state: manyServers })
  await page.goto(url)
  await page.locator('[data-window]').waitFor()
  const [opened, typed]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    opened.push(await keyTime(page, 'Control+k'))
    await page.getByRole('option').first().waitFor()
    typed.push(...(await typingTimes(page)))
    const first = await page.getByRole('option').first().innerText()
    if (!first.startsWith('Stop Server 77')) throw new Error(`${query} found ${first}`)
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
  }
  const field = await barePage(browser, '<input autofocus>')
  const bareTimes: number[] = []
  for (let round = 0; round < rounds; round += 1) bareTimes.push(...(await typingTimes(field)))
  const bare = quantile(bareTimes, 0.95)
  const figure = (name: string, spent: readonly number[]): Figure => {
    const p95 = quantile(spent, 0.95)
    return compared({
      name: `${name}, 1,000 servers, p95 (≤ 50 ms)`,
      value: p95,
      reference: [bare, 'a bare field'],
      as: ms,
      most: 4,
      besides: p95 <= 50,
    })
  }
  // The first opening loads its code.
  return [figure('palette opened', opened.slice(1)), figure('letter typed until the list is drawn', typed)]
}

/** A server's view: from the pane, with a console that is drawn, to its full size. */
async function measureView(browser: Browser, url: string): Promise<Figure> {
  const rounds = 40
  const page = await browser.newPage({ viewport })
  await putBridge(page, { state: live, answers })
  await page.goto(url)
  await page.locator('.xterm-rows').getByText('time set day').waitFor()
  const spent: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.getByRole('button', { name: 'Open full' }).focus()
    spent.push(await keyTime(page, 'Enter'))
    await page.getByRole('button', { name: 'Back to the list' }).press('Enter')
    await page.getByRole('grid').waitFor()
  }
  // The key on a page whose one box takes the whole of it, and goes back.
  const markup =
    '<button autofocus onclick="this.nextElementSibling.toggleAttribute(`hidden`)">go</button><p>some text</p>'
  const bare = quantile(await keyTimes(await barePage(browser, markup), 'Enter', rounds), 0.95)
  const p95 = quantile(spent, 0.95)
  return compared({
    name: 'a server opened full from its pane, p95 (≤ 100 ms)',
    value: p95,
    reference: [bare, 'a bare box'],
    as: ms,
    most: 6,
    besides: p95 <= 100,
  })
}

/** A folder with 10,000 files: opened with the code that it needs, and scrolled. */
async function measureAreas(browser: Browser, url: string): Promise<Figure[]> {
  const rounds = 20
  const bare = await barePage(browser, '<button autofocus>go</button>')
  const bareTimes = await keyTimes(bare, 'Enter', rounds)
  const rows = '<p style="height:32px;margin:0">region.mca</p>'.repeat(10_000)
  await bare.setContent(`<div style="height:500px;overflow:auto">${rows}</div>`)
  const bareFrames = await frameTimes(bare, 'p')

  const page = await browser.newPage({ viewport })
  const answers = { 'files:list': { ok: true as const, value: { entries: manyFiles, leftOut: 0, denied: [] } } }
  await putBridge(page, { state: openArea('live'), answers })
  const opened: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(url)
    await page.locator('[data-pane]').waitFor()
    opened.push(await keyTime(page, 'Control+5', `${files} [data-row]`))
  }
  const scrolled = await frameTimes(page, files)

  const p95 = quantile(opened, 0.95)
  return [
    compared({
      name: 'the files of a server opened, 10,000 entries, p95 (≤ 150 ms)',
      value: p95,
      reference: [quantile(bareTimes, 0.95), 'a bare box'],
      as: ms,
      most: 9,
      besides: p95 <= 150,
    }),
    compared({
      name: 'a frame while 10,000 files are scrolled, p95',
      value: quantile(scrolled, 0.95),
      reference: [quantile(bareFrames, 0.95), 'a bare list'],
      as: ms,
      most: 1.25,
    }),
  ]
}

/** How soon the built window answers, on the bridge of the gallery. */
export async function measureWindow(): Promise<Figure[]> {
  const server = await serveWindow()
  const browser = await chromium.launch(headlessChromium())
  try {
    const { url } = server
    return [
      ...(await measurePalette(browser, url)),
      await measureView(browser, url),
      ...(await measureAreas(browser, url)),
    ]
  } finally {
    await browser.close()
    await server.close()
  }
}
