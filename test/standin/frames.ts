import type { WebFrameMain as ElectronFrame } from 'electron'
import type { Addresses } from './addresses.ts'
import type { Session } from './cdp.ts'
import { preloadWorld } from './page/scripts.ts'
import { StrictEmitter } from './strict.ts'

type Shape = Pick<
  ElectronFrame,
  'url' | 'origin' | 'name' | 'routingId' | 'processId' | 'frameTreeNodeId' | 'detached' | 'isDestroyed'
>

/** A frame of a page. Its address comes from Chromium, so the page cannot fake it. */
export class WebFrameMain extends StrictEmitter implements Shape {
  url = ''
  origin = 'null'
  name = ''
  detached = false
  readonly processId = 0
  readonly routingId: number
  readonly frameTreeNodeId: number
  readonly parent: WebFrameMain | null

  constructor(number: number, parent: WebFrameMain | null) {
    super('WebFrameMain', ['dom-ready'])
    this.routingId = number
    this.frameTreeNodeId = number
    this.parent = parent
  }

  get top(): WebFrameMain {
    return this.parent?.top ?? this
  }

  isDestroyed(): boolean {
    return this.detached
  }
}

/** The execution context of a frame's preload. */
export type PreloadContext = { readonly session: Session; readonly id: number }

export type Frames = {
  readonly main: WebFrameMain
  all(): readonly WebFrameMain[]
  /** By Chromium's id. */
  get(frameId: string): WebFrameMain | undefined
  /** The frame whose preload sent a message. */
  ofContext(session: Session, contextId: number): WebFrameMain | undefined
  preloadOf(frame: WebFrameMain): PreloadContext | undefined
  /** Listens to a session's frame events. Call before its domains are enabled. */
  follow(session: Session): void
}

/** Keeps the tree of a page's frames, those in other processes too. */
export function createFrames(mainId: string, addresses: Addresses): Frames {
  let lastNumber = 0
  const frames = new Map<string, WebFrameMain>()
  const contexts = new Map<WebFrameMain, PreloadContext>()

  function add(id: string, parentId: string | undefined): WebFrameMain {
    const known = frames.get(id)
    if (known !== undefined) return known
    lastNumber += 1
    const parent = parentId === undefined ? null : (frames.get(parentId) ?? main)
    const frame = new WebFrameMain(lastNumber, parent)
    if (parent !== null) {
      // The address of a frame before its first navigation.
      frame.url = 'about:blank'
      frame.origin = parent.origin
    }
    frames.set(id, frame)
    return frame
  }

  function remove(frame: WebFrameMain): void {
    for (const child of frames.values()) if (child.parent === frame && !child.detached) remove(child)
    frame.detached = true
    contexts.delete(frame)
    for (const [id, known] of frames) if (known === frame) frames.delete(id)
  }

  /** Chromium writes an opaque origin as `://`, Electron as `null`. */
  function originOf(told: string): string {
    return told === '://' || told === '' ? 'null' : addresses.toApp(told)
  }

  const main: WebFrameMain = add(mainId, undefined)

  return {
    main,
    all: () => [...frames.values()],
    get: (id) => frames.get(id),
    ofContext(session, contextId) {
      return [...contexts].find(([, context]) => context.session === session && context.id === contextId)?.[0]
    },
    preloadOf: (frame) => contexts.get(frame),
    follow(session) {
      session.on('Page.frameAttached', ({ frameId, parentFrameId }) => add(frameId, parentFrameId))
      session.on('Page.frameDetached', ({ frameId, reason }) => {
        const frame = frames.get(frameId)
        // A swap only moves the frame to another process.
        if (frame !== undefined && reason !== 'swap') remove(frame)
      })
      session.on('Page.frameNavigated', ({ frame: told }) => {
        const frame = add(told.id, told.parentId)
        for (const child of [...frames.values()]) if (child.parent === frame) remove(child)
        frame.url = addresses.toApp(told.url + (told.urlFragment ?? ''))
        // An empty document has its parent's origin; whether it is sandboxed, its context tells.
        frame.origin = /^about:/.test(told.url) ? (frame.parent?.origin ?? 'null') : originOf(told.securityOrigin)
        frame.name = told.name ?? ''
      })
      session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
        const frame = frames.get(frameId)
        if (frame !== undefined) frame.url = addresses.toApp(url)
      })
      session.on('Runtime.executionContextCreated', ({ context }) => {
        const frameId = (context.auxData as { frameId?: string } | undefined)?.frameId
        const frame = frameId === undefined ? undefined : frames.get(frameId)
        if (frame === undefined) return
        // Told before any script of the document runs.
        frame.origin = originOf(context.origin)
        if (context.name === preloadWorld) contexts.set(frame, { session, id: context.id })
      })
      session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
        for (const [frame, context] of contexts) {
          if (context.session === session && context.id === executionContextId) contexts.delete(frame)
        }
      })
      session.on('Runtime.executionContextsCleared', () => {
        for (const [frame, context] of contexts) if (context.session === session) contexts.delete(frame)
      })
    },
  }
}
