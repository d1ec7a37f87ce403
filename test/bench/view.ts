import { chromium, type Page } from 'playwright-core'
import { putBridge } from '../e2e/page-bridge.ts'
import { answers, live } from '../e2e/scenes/console.ts'
import { serveWindow } from '../e2e/window-server.ts'
import { headlessChromium } from '../fixtures/chromium.ts'
import { compared, type Figure, ms, quantile } from './figures.ts'
import { keyTime } from './key-time.ts'

const rounds = 40

/** The key on a page whose one box takes the whole of it, and goes back. */
async function bareTimes(page: Page): Promise<number[]> {
  await page.setContent(
    '<button autofocus onclick="this.nextElementSibling.toggleAttribute(`hidden`)">go</button><p>some text</p>',
  )
  await page.locator('button').focus()
  const spent: number[] = []
  for (let round = 0; round < rounds; round += 1) spent.push(await keyTime(page, 'Enter'))
  return spent
}

/** A server's view: from the pane, with a console that is drawn, to its full size. */
export async function measureView(): Promise<Figure> {
  const server = await serveWindow()
  const browser = await chromium.launch(headlessChromium())
  try {
    const page = await browser.newPage({ viewport: { width: 980, height: 640 } })
    await putBridge(page, { state: live, answers })
    await page.goto(server.url)
    await page.locator('.xterm-rows').getByText('time set day').waitFor()
    const spent: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await page.getByRole('button', { name: 'Open full' }).focus()
      spent.push(await keyTime(page, 'Enter'))
      await page.getByRole('button', { name: 'Back to the list' }).press('Enter')
      await page.getByRole('grid').waitFor()
    }
    const bare = quantile(await bareTimes(await browser.newPage()), 0.95)
    const p95 = quantile(spent, 0.95)
    return compared({
      name: 'a server opened full from its pane, p95 (≤ 100 ms)',
      value: p95,
      reference: [bare, 'a bare box'],
      as: ms,
      most: 6,
      besides: p95 <= 100,
    })
  } finally {
    await browser.close()
    await server.close()
  }
}
