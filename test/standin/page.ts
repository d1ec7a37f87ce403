import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Addresses } from './addresses.ts'
import type { Connection, Session } from './cdp.ts'
import type { Frames, WebFrameMain } from './frames.ts'
import { createFrames } from './frames.ts'
import type { PageScripts } from './page/scripts.ts'
import { bindingName, contextMenuName, entryName, preloadWorld } from './page/scripts.ts'
import { isEmptyPage } from './target.ts'

export type Bounds = { x: number; y: number; width: number; height: number }

/** What a page tells the window that shows it. */
export type PageEvents = {
  message(frame: WebFrameMain, text: string): void
  /** A person asked for a menu where the page shows none: what is there, as JSON. */
  contextMenu(details: string): void
  loaded(): void
  windowOpened(details: { url: string; frameName: string; features: string }): void
  /** The main frame navigated to an address whose request Chromium does not show (`mailto:` and such). */
  leaving(url: string): void
  /** Its process has crashed; `how` is Chromium's name for it, such as `crashed` or `oom`, and a code. */
  crashed(how: string): void
  /** The page has gone without `close`. */
  gone(): void
}

export type PageOptions = {
  readonly scripts: PageScripts
  readonly bounds: Bounds
  readonly isShown: boolean
  readonly isHeaded: boolean
  readonly colorScheme: 'light' | 'dark'
}

export type Page = {
  readonly targetId: string
  readonly session: Session
  readonly frames: Frames
  /** Sends a text to the preload of a frame; lost where there is none. */
  deliver(frame: WebFrameMain, text: string): void
  /** Lets the preload of the main frame know where files are that a driver is about to drop. */
  noteDrop(paths: readonly string[]): Promise<void>
  navigate(url: string): Promise<string | undefined>
  setBounds(bounds: Bounds): Promise<void>
  setShown(isShown: boolean): Promise<void>
  setColorScheme(scheme: 'light' | 'dark'): Promise<void>
  close(): Promise<void>
}

/** Ignores that a call came too late for its target, whose end is told by an event. */
async function ignoreGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch {
    // The target has gone.
  }
}

/** What a page sees of a dropped file, by which the preload knows it again: name, size and time. */
function droppedFile(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return JSON.stringify([basename(path), size, Math.floor(mtimeMs)])
}

async function prepare(session: Session, options: PageOptions, isTop: boolean): Promise<void> {
  const { scripts } = options
  const setUp: Promise<unknown>[] = [session.send('Page.enable'), session.send('Runtime.enable')]
  if (isTop) {
    setUp.push(
      session.send('Runtime.addBinding', { name: bindingName, executionContextName: preloadWorld }),
      session.send('Runtime.addBinding', { name: contextMenuName, executionContextName: preloadWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.preloadHost, worldName: preloadWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.preload, worldName: preloadWorld }),
    )
  }
  setUp.push(
    session.send('Target.setAutoAttach', {
      autoAttach: true,
      // Frames of other origins run in other processes, which wait until they are prepared too.
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'iframe' }],
    }),
    session.send('Runtime.runIfWaitingForDebugger'),
  )
  await Promise.all(setUp)
}

/** Makes an empty page ready to load the app: scripts, frames, size and colours in place. */
export async function openPage(
  connection: Connection,
  targetId: string,
  options: PageOptions,
  addresses: Addresses,
  events: PageEvents,
): Promise<Page> {
  const { browser } = connection
  const { bounds, isHeaded } = options
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  const frames = createFrames(targetId, addresses)
  let isClosing = false
  let lastBounds = bounds
  let isPlaced = options.isShown || !isHeaded

  function follow(part: Session): void {
    frames.follow(part)
    part.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      const frame = frames.ofContext(part, executionContextId)
      if (name === bindingName && frame !== undefined) events.message(frame, payload)
      if (name === contextMenuName && frame !== undefined) events.contextMenu(payload)
    })
    part.on('Target.attachedToTarget', ({ sessionId: childId }) => {
      const child = connection.session(childId)
      follow(child)
      void ignoreGone(prepare(child, options, false))
    })
  }

  follow(session)
  session.on('Page.loadEventFired', () => {
    if (!isEmptyPage(frames.main.url)) events.loaded()
  })
  session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
    events.windowOpened({
      url,
      frameName: windowName === '_blank' ? '' : windowName,
      features: windowFeatures.join(','),
    })
  })
  session.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
    if (frameId === targetId && !/^(https?|about|blob|data|javascript):/i.test(url)) events.leaving(url)
  })
  browser.on('Target.targetCrashed', (told) => {
    if (told.targetId === targetId) events.crashed(`${told.status}, code ${told.errorCode}`)
  })
  browser.on('Target.targetDestroyed', (told) => {
    if (told.targetId === targetId && !isClosing) events.gone()
  })

  const setColorScheme = (scheme: 'light' | 'dark') =>
    ignoreGone(
      session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] }),
    )

  const setFocused = (enabled: boolean) => ignoreGone(session.send('Emulation.setFocusEmulationEnabled', { enabled }))

  async function windowId(): Promise<number> {
    return (await browser.send('Browser.getWindowForTarget', { targetId })).windowId
  }

  /** The page gets the size; the window's frame is Chromium's own and is added to it. */
  async function placeWindow({ x, y, width, height }: Bounds): Promise<void> {
    if (isHeaded) {
      const id = await windowId()
      await browser.send('Browser.setWindowBounds', { windowId: id, bounds: { left: x, top: y } })
      await browser.send('Browser.setContentsSize', { windowId: id, width, height })
    } else {
      await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    }
  }

  async function showWindow(isShown: boolean): Promise<void> {
    const state = { windowState: isShown ? ('normal' as const) : ('minimized' as const) }
    await browser.send('Browser.setWindowBounds', { windowId: await windowId(), bounds: state })
    if (!isShown) return
    // A minimised window cannot be sized, so this waited until now.
    if (!isPlaced) await placeWindow(lastBounds)
    isPlaced = true
    await session.send('Page.bringToFront')
  }

  await Promise.all([
    prepare(session, options, true),
    isPlaced ? placeWindow(bounds) : showWindow(false),
    setColorScheme(options.colorScheme),
    isHeaded ? undefined : setFocused(options.isShown),
  ])

  async function tell(frame: WebFrameMain, text: string): Promise<void> {
    const context = frames.preloadOf(frame)
    const expression = `globalThis.${entryName}(${JSON.stringify(text)})`
    await context?.session.send('Runtime.evaluate', { expression, contextId: context.id })
  }

  return {
    targetId,
    session,
    frames,
    deliver(frame, text) {
      void ignoreGone(tell(frame, text))
    },
    async noteDrop(paths) {
      const files = paths.map((path) => [droppedFile(path), path])
      await tell(frames.main, JSON.stringify({ kind: 'dropped', files }))
    },
    async navigate(url) {
      return (await session.send('Page.navigate', { url })).errorText
    },
    setBounds(next) {
      lastBounds = next
      return isPlaced ? ignoreGone(placeWindow(next)) : Promise.resolve()
    },
    // A headless page has no window; whether it counts as shown is kept in the window object.
    setShown: (isShown) => (isHeaded ? ignoreGone(showWindow(isShown)) : setFocused(isShown)),
    setColorScheme,
    async close() {
      isClosing = true
      await ignoreGone(browser.send('Target.closeTarget', { targetId }))
    },
  }
}
