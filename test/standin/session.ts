import type {
  Session as ElectronSession,
  WebContents as ElectronWebContents,
  OnBeforeRequestListenerDetails,
} from 'electron'
import { choices } from './choices.ts'
import type { Decision, PageRequest } from './network.ts'
import type { Permissions } from './permissions.ts'
import type { ProtocolApi } from './protocol.ts'
import { strict } from './strict.ts'
import type { WebContents } from './web-contents.ts'

type BeforeRequestListener = (details: OnBeforeRequestListenerDetails, answer: (decision: Decision) => void) => void

export type SessionParts = {
  readonly session: { readonly defaultSession: ElectronSession; fromPartition(name: string): ElectronSession }
  /** The decision of the app's `onBeforeRequest` listener; allowed where there is none. */
  beforeRequest(request: PageRequest): Promise<Decision>
}

/**
 * Whether an address matches Electron's patterns, of which the stand-in supports one form: a scheme or `*`, anything
 * after it.
 */
function matches(url: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern === '<all_urls>' || pattern === '*://*/*') return true
    const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
    return new RegExp(`^${source}$`).test(url)
  })
}

/** Another session, for requests of the main process. */
function createPartition() {
  const requests = new Set<{ abort(): void }>()
  return strict('session', {
    _requests: requests,
    closeAllConnections() {
      for (const request of [...requests]) request.abort()
      return Promise.resolve()
    },
  } satisfies Pick<ElectronSession, 'closeAllConnections'> & { _requests: unknown })
}

/** The default session: its schemes, its view of every request, its permissions. */
export function createSession(
  protocol: ProtocolApi,
  permissions: Permissions,
  contentsById: (id: number) => WebContents | undefined,
): SessionParts {
  const partitions = new Map<string, ReturnType<typeof createPartition>>()
  let listener: BeforeRequestListener | null = null
  let patterns: readonly string[] = ['<all_urls>']

  function onBeforeRequest(
    filter: { urls: string[] } | BeforeRequestListener | null,
    given?: BeforeRequestListener | null,
  ): void {
    patterns = typeof filter === 'function' || filter === null ? ['<all_urls>'] : filter.urls
    listener = typeof filter === 'function' ? filter : (given ?? null)
  }

  const defaultSession = strict('session.defaultSession', {
    protocol,
    webRequest: strict('session.defaultSession.webRequest', { onBeforeRequest }),
    resolveProxy: (_url: string) => Promise.resolve(choices.routes),
    setPermissionRequestHandler: permissions.setRequestHandler,
    setPermissionCheckHandler: permissions.setCheckHandler,
  } satisfies Partial<Record<keyof ElectronSession, unknown>>)

  return {
    session: strict('session', {
      // The app gets the part that is there; the rest throws.
      defaultSession: defaultSession as unknown as ElectronSession,
      fromPartition: (name: string) => {
        const known = partitions.get(name) ?? createPartition()
        partitions.set(name, known)
        return known as unknown as ElectronSession
      },
    }),
    beforeRequest(request) {
      const heard = listener
      if (heard === null || !matches(request.url, patterns)) return Promise.resolve({})
      const { id, url, method, resourceType, webContentsId, frame } = request
      const contents = webContentsId === undefined ? undefined : contentsById(webContentsId)
      const details = {
        id,
        url,
        method,
        resourceType,
        referrer: request.headers.Referer ?? '',
        timestamp: Date.now(),
        uploadData: request.body === undefined ? [] : [{ bytes: request.body }],
        frame: frame as unknown as OnBeforeRequestListenerDetails['frame'] & object,
        ...(webContentsId === undefined ? {} : { webContentsId }),
        ...(contents === undefined ? {} : { webContents: contents as unknown as ElectronWebContents }),
      }
      return new Promise((resolve) => heard(details, resolve))
    },
  }
}
