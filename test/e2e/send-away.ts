import type { Page } from '@playwright/test'
import type { App } from './app.ts'
import { GoneError, until } from './until.ts'

/**
 * Carries out what sends a window away, and waits until it went. Its page may be gone before the driver heard that the
 * key or the button went up.
 */
export async function sendAway(app: App, page: Page, act: () => Promise<void>): Promise<void> {
  const { hash } = new URL(page.url())
  await act().catch((failure: unknown) => {
    if (!page.isClosed()) throw failure
  })
  const isGone = async () => !(await app.windows()).some(({ url }) => url.endsWith(hash))
  // An app that has ended took its windows with it.
  await until(`${hash} to go`, isGone).catch((failure: unknown) => {
    if (!(failure instanceof GoneError)) throw failure
  })
}
