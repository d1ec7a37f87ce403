import type { OnBeforeRequestListenerDetails } from 'electron'
import type { Addresses } from './addresses.ts'
import type { Session } from './cdp.ts'
import type { WebFrameMain } from './frames.ts'

/** A request that Chromium pauses until it is decided; the part of `Fetch.requestPaused` that is used here. */
type Paused = {
  requestId: string
  request: {
    url: string
    urlFragment?: string
    method: string
    headers: Record<string, string>
    postDataEntries?: { bytes?: string }[]
  }
  frameId: string
  resourceType: string
  redirectedRequestId?: string
}

export type ResourceType = OnBeforeRequestListenerDetails['resourceType']

export type PageRequest = {
  readonly id: number
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  readonly resourceType: ResourceType
  readonly frame: WebFrameMain | null
  readonly webContentsId: number | undefined
}

export type Decision = { readonly cancel?: boolean | undefined; readonly redirectURL?: string | undefined }

/** Who owns the frame that a request is for. */
export type Owner = {
  readonly webContentsId: number
  readonly frame: WebFrameMain
  /** Whether the page may navigate there. Called for documents of the main frame only. */
  mayNavigate(url: string, isRedirect: boolean): boolean
  /** Sets the permissions of a page at the address, before it loads. */
  permit(url: string, chromiumOrigin: string): Promise<void>
}

export type NetworkDeps = {
  readonly addresses: Addresses
  /** `foreign`: a page that the app did not open, which may load nothing. */
  ownerOf(frameId: string): Promise<Owner | 'foreign' | undefined>
  beforeRequest(request: PageRequest): Promise<Decision>
  /** The app's handler of a scheme. */
  handlerOf(scheme: string): ((request: Request) => Response | Promise<Response>) | undefined
}

const resourceTypes: Readonly<Record<string, ResourceType>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  Media: 'media',
  XHR: 'xhr',
  Fetch: 'xhr',
  EventSource: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
}

/** Header fields that may name the app's origin, as a handler or listener must see them. */
function headersForApp(headers: Readonly<Record<string, string>>, addresses: Addresses): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /^(origin|referer)$/i.test(name) ? addresses.toApp(value) : value,
    ]),
  )
}

function bodyOf({ request }: Paused): Buffer | undefined {
  const entries = request.postDataEntries ?? []
  return entries.length === 0
    ? undefined
    : Buffer.concat(entries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')))
}

/** Passes every request of every page through the app's handlers: navigation, `webRequest`, custom schemes. */
export function createNetwork(browser: Session, deps: NetworkDeps): { start(): Promise<void> } {
  const { addresses } = deps
  let lastId = 0

  async function refuse({ requestId }: Paused, errorReason: 'BlockedByClient' | 'Aborted' | 'Failed'): Promise<void> {
    await browser.send('Fetch.failRequest', { requestId, errorReason })
  }

  function toPageRequest(paused: Paused, owner: Owner | undefined, isMain: boolean): PageRequest {
    lastId += 1
    const documentType = isMain ? 'mainFrame' : 'subFrame'
    return {
      id: lastId,
      url: addresses.toApp(paused.request.url),
      method: paused.request.method,
      headers: headersForApp(paused.request.headers, addresses),
      body: bodyOf(paused),
      resourceType: paused.resourceType === 'Document' ? documentType : (resourceTypes[paused.resourceType] ?? 'other'),
      frame: owner?.frame ?? null,
      webContentsId: owner?.webContentsId,
    }
  }

  async function serve(paused: Paused, request: PageRequest, scheme: string): Promise<void> {
    const handler = deps.handlerOf(scheme)
    if (handler === undefined) return refuse(paused, 'Failed')
    let response: Response
    let body: Buffer
    try {
      const { url, method, headers } = request
      response = await handler(
        new Request(url, {
          method,
          headers,
          ...(request.body === undefined ? {} : { body: new Uint8Array(request.body) }),
        }),
      )
      body = Buffer.from(await response.arrayBuffer())
    } catch (failure) {
      console.error(`The handler of ${scheme}: failed for ${request.url}:`, failure)
      return refuse(paused, 'Failed')
    }
    if (response.type === 'error') return refuse(paused, 'Failed')
    await browser.send('Fetch.fulfillRequest', {
      requestId: paused.requestId,
      responseCode: response.status,
      responseHeaders: [...response.headers].map(([name, value]) => ({
        name,
        value: addresses.headerToChromium(value),
      })),
      body: body.toString('base64'),
    })
  }

  async function redirect({ requestId }: Paused, address: string): Promise<void> {
    await browser.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 307,
      responseHeaders: [{ name: 'Location', value: addresses.toChromium(address) }],
    })
  }

  /** Decides whether the page's main frame may navigate, and sets its permissions. */
  async function admit(paused: Paused, request: PageRequest, owner: Owner): Promise<boolean> {
    const url = request.url + (paused.request.urlFragment ?? '')
    if (!owner.mayNavigate(url, paused.redirectedRequestId !== undefined)) return false
    await owner.permit(request.url, new URL(paused.request.url).origin)
    return true
  }

  async function decide(paused: Paused): Promise<void> {
    const owner = await deps.ownerOf(paused.frameId)
    if (owner === 'foreign') return refuse(paused, 'BlockedByClient')
    const isMain = paused.resourceType === 'Document' && owner !== undefined && owner.frame.parent === null
    const request = toPageRequest(paused, owner, isMain)
    if (isMain && !(await admit(paused, request, owner))) return refuse(paused, 'Aborted')
    const { cancel, redirectURL } = await deps.beforeRequest(request)
    if (cancel === true) return refuse(paused, 'BlockedByClient')
    if (redirectURL !== undefined && redirectURL !== '') return redirect(paused, redirectURL)
    const scheme = addresses.schemeOf(request.url)
    if (scheme !== undefined) return serve(paused, request, scheme)
    await browser.send('Fetch.continueRequest', { requestId: paused.requestId })
  }

  return {
    async start() {
      browser.on('Fetch.requestPaused', (paused) => {
        decide(paused).catch(() => {
          // The request ended with its page.
        })
      })
      await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    },
  }
}
