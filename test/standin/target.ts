import { randomUUID } from 'node:crypto'
import type { Chromium } from './chromium.ts'

/** Chromium's command line takes no `about:blank` for a window of its own. */
const emptyPage = 'data:text/html,empty-'

/** Whether a target still has the page that it was opened with. */
export const isEmptyPage = (url: string) => url === '' || url === 'about:blank' || url.startsWith(emptyPage)

/**
 * Opens an empty page. With a display it has a window without a browser's bars, which only Chromium's command line
 * opens; its target is known by the address.
 * @returns the id of its target
 */
export async function openTarget({ connection, isHeaded, openAppWindow }: Chromium): Promise<string> {
  const { browser } = connection
  if (!isHeaded) return (await browser.send('Target.createTarget', { url: 'about:blank' })).targetId
  const url = `${emptyPage}${randomUUID()}`
  const found = Promise.withResolvers<string>()
  const look = ({ targetInfo }: { targetInfo: { targetId: string; url: string } }) => {
    if (targetInfo.url === url) found.resolve(targetInfo.targetId)
  }
  browser.on('Target.targetCreated', look)
  browser.on('Target.targetInfoChanged', look)
  try {
    if (await openAppWindow(url)) return await found.promise
    return (await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true })).targetId
  } finally {
    browser.off('Target.targetCreated', look)
    browser.off('Target.targetInfoChanged', look)
  }
}
