import type { Page } from 'playwright-core'

type Probe = { drawn: Promise<number> }

/** From a real key press until the page has drawn what follows from it, in milliseconds. */
export async function keyTime(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    const drawn = new Promise<number>((resolve) => {
      const measure = ({ timeStamp }: Event) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
      addEventListener('keydown', measure, { once: true, capture: true })
    })
    Object.assign(globalThis, { drawn })
  })
  await page.keyboard.press(key)
  return page.evaluate(() => (globalThis as unknown as Probe).drawn)
}
