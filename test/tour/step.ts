import type { Page } from 'playwright-core'
import type { App } from '../e2e/driver.ts'

/** What a step needs: the app, its window, and a way to keep a picture. */
export type Guide = {
  readonly app: App
  readonly page: Page
  picture(name: string, page?: Page): Promise<void>
}

/** One step of the tour: does something and says what was observed. Rejects when it does not hold. */
export type Step = { readonly name: string; run(guide: Guide): Promise<string> }
