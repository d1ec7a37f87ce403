import { chromium, type Page } from 'playwright-core'
import { putBridge } from '../e2e/page-bridge.ts'
import { manyServers } from '../e2e/scenes/world.ts'
import { serveWindow } from '../e2e/window-server.ts'
import { headlessChromium } from '../fixtures/chromium.ts'
import { compared, type Figure, ms, quantile } from './figures.ts'
import { keyTime } from './key-time.ts'

const rounds = 20
const query = 'stop 77'

async function typingTimes(page: Page): Promise<number[]> {
  const spent: number[] = []
  for (const key of query) spent.push(await keyTime(page, key === ' ' ? 'Space' : key))
  return spent
}

/** Keys typed into a field of a page that has nothing else. */
async function bareTimes(page: Page): Promise<number[]> {
  const spent: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.setContent('<input autofocus>')
    await page.locator('input').focus()
    spent.push(...(await typingTimes(page)))
  }
  return spent
}

/** The palette over 1,000 servers: opened by its keys, and filtered with each letter that is typed. */
export async function measurePalette(): Promise<Figure[]> {
  const server = await serveWindow()
  const browser = await chromium.launch(headlessChromium())
  try {
    const page = await browser.newPage()
    await putBridge(page, { state: manyServers })
    await page.goto(server.url)
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
    const bare = quantile(await bareTimes(await browser.newPage()), 0.95)
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
  } finally {
    await browser.close()
    await server.close()
  }
}
