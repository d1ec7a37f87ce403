import type { Addresses } from './addresses.ts'
import type { Chromium } from './chromium.ts'
import type { NetworkDeps, Owner } from './network.ts'
import { createNetwork } from './network.ts'
import type { Page, PageEvents, PageOptions } from './page.ts'
import { openPage } from './page.ts'
import type { Permissions } from './permissions.ts'
import { openTarget } from './target.ts'
import type { WebContents } from './web-contents.ts'

/** How long a foreign page without a request is kept, in milliseconds. */
const settleMs = 500

export type Browser = {
  open(contents: WebContents, options: Omit<PageOptions, 'isHeaded'>, events: PageEvents): Promise<Page>
  /** Opens a page of the stand-in itself, which loads nothing. */
  openBare(options: Omit<PageOptions, 'isHeaded'>, events: PageEvents): Promise<Page>
  screenSize(): Promise<{ width: number; height: number }>
}

/** The pages of the running Chromium: those that the app opened, and no others. */
export async function createBrowser(
  chromium: Chromium,
  addresses: Addresses,
  permissions: Permissions,
  deps: Pick<NetworkDeps, 'beforeRequest' | 'handlerOf'>,
): Promise<Browser> {
  const { connection, isHeaded } = chromium
  const { browser } = connection
  const pages = new Map<string, { page: Page; contents: WebContents | undefined }>()
  /** Pages being opened: until they are identified, a new page may be one of them. */
  let opening: Promise<unknown> = Promise.resolve()
  const ours = new Set<string>()
  const foreign = new Set<string>()
  /** Callbacks for the refusal of a foreign page's first request. */
  const refusals = new Map<string, () => void>()

  async function closeForeign(targetId: string): Promise<void> {
    await opening
    if (ours.has(targetId)) return
    foreign.add(targetId)
    const refused = new Promise<void>((resolve) => refusals.set(targetId, resolve))
    // A page that is closed while a debugger holds it would never return control to its opener. Its first request shows
    // that it is free; a page without requests is given a moment.
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    await connection
      .session(sessionId)
      .send('Runtime.evaluate', { expression: '0' })
      .catch(() => {
        // Its document was replaced meanwhile, so nothing holds it; it is still to be closed.
      })
    await Promise.race([refused, new Promise((resolve) => setTimeout(resolve, settleMs).unref())])
    refusals.delete(targetId)
    await browser.send('Target.closeTarget', { targetId })
  }

  function isUntold(frameId: string): boolean {
    return !ours.has(frameId) && targets.has(frameId)
  }

  const targets = new Set<string>()
  browser.on('Target.targetCreated', ({ targetInfo: { targetId, type } }) => {
    if (type !== 'page') return
    targets.add(targetId)
    closeForeign(targetId).catch(() => {
      // It closed itself first.
    })
  })
  browser.on('Target.targetDestroyed', ({ targetId }) => {
    targets.delete(targetId)
    pages.delete(targetId)
  })

  async function ownerOf(frameId: string): Promise<Owner | 'foreign' | undefined> {
    if (isUntold(frameId)) await opening
    if (foreign.has(frameId) || isUntold(frameId)) {
      refusals.get(frameId)?.()
      return 'foreign'
    }
    for (const { page, contents } of pages.values()) {
      const frame = page.frames.get(frameId)
      if (frame === undefined || contents === undefined) continue
      return {
        webContentsId: contents.id,
        frame,
        mayNavigate: (url, isRedirect) => contents._mayNavigate(url, isRedirect),
        permit: (url, chromiumOrigin) => permissions.apply(browser, contents, url, chromiumOrigin),
      }
    }
    return undefined
  }

  function open(
    contents: WebContents | undefined,
    options: Omit<PageOptions, 'isHeaded'>,
    events: PageEvents,
  ): Promise<Page> {
    const opened = openTarget(chromium).then((targetId) => {
      ours.add(targetId)
      return openPage(connection, targetId, { ...options, isHeaded }, addresses, events)
    })
    opening = Promise.allSettled([opening, opened])
    return opened.then((page) => {
      pages.set(page.targetId, { page, contents })
      return page
    })
  }

  await browser.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })
  await createNetwork(browser, { addresses, ownerOf, ...deps }).start()

  return {
    open,
    openBare: (options, events) => open(undefined, options, events),
    async screenSize() {
      if (!isHeaded) return { width: 1920, height: 1080 }
      const { screenInfos } = await browser.send('Emulation.getScreenInfos')
      const primary = screenInfos.find((screen) => screen.isPrimary)
      return { width: primary?.width ?? 1920, height: primary?.height ?? 1080 }
    },
  }
}
