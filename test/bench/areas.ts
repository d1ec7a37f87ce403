import { chromium, type Page } from 'playwright-core'
import { putBridge } from '../e2e/page-bridge.ts'
import { manyFiles } from '../e2e/scenes/files.ts'
import { openArea } from '../e2e/scenes/world.ts'
import { serveWindow } from '../e2e/window-server.ts'
import { headlessChromium } from '../fixtures/chromium.ts'
import { compared, type Figure, ms, quantile } from './figures.ts'
import { keyTime } from './key-time.ts'

const files = '[role="grid"][aria-label="Files"]'
const rounds = 20
const frames = 240
/** Twenty rows of the list, in pixels. */
const step = 640

type Probe = { drawn: Promise<number> }

/** From the press of a key until an element is drawn for the first time, in milliseconds. */
async function timeUntilDrawn(page: Page, key: string, selector: string): Promise<number> {
  await page.evaluate((selector) => {
    const drawn = new Promise<number>((resolve) => {
      const watch = ({ timeStamp }: Event) => {
        const look = () => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look)
          else setTimeout(() => resolve(performance.now() - timeStamp))
        }
        requestAnimationFrame(look)
      }
      addEventListener('keydown', watch, { once: true, capture: true })
    })
    Object.assign(globalThis, { drawn })
  }, selector)
  await page.keyboard.press(key)
  return page.evaluate(() => (globalThis as unknown as Probe).drawn)
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

/** A folder with 10,000 files: opened with the code that it needs, and scrolled. */
export async function measureAreas(): Promise<Figure[]> {
  const server = await serveWindow()
  const browser = await chromium.launch(headlessChromium())
  try {
    const bare = await browser.newPage({ viewport: { width: 980, height: 640 } })
    await bare.setContent('<button autofocus>go</button>')
    const bareTimes: number[] = []
    for (let round = 0; round < rounds; round += 1) bareTimes.push(await keyTime(bare, 'Enter'))
    const rows = '<p style="height:32px;margin:0">region.mca</p>'.repeat(10_000)
    await bare.setContent(`<div style="height:500px;overflow:auto">${rows}</div>`)
    const bareFrames = await frameTimes(bare, 'p')

    const page = await browser.newPage({ viewport: { width: 980, height: 640 } })
    const answers = { 'files:list': { ok: true as const, value: { entries: manyFiles, leftOut: 0, denied: [] } } }
    await putBridge(page, { state: openArea('live'), answers })
    const opened: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(server.url)
      await page.locator('[data-pane]').waitFor()
      opened.push(await timeUntilDrawn(page, 'Control+5', `${files} [data-index]`))
    }
    const scrolled = await frameTimes(page, files)

    const p95 = quantile(opened, 0.95)
    const frame = quantile(scrolled, 0.95)
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
        value: frame,
        reference: [quantile(bareFrames, 0.95), 'a bare list'],
        as: ms,
        most: 1.25,
      }),
    ]
  } finally {
    await browser.close()
    server.close()
  }
}
