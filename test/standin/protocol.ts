import type { CustomScheme, Protocol } from 'electron'
import { notImplemented, strict } from './strict.ts'

type Handler = Parameters<Protocol['handle']>[1]

export type ProtocolApi = Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>

export type ProtocolParts = {
  readonly protocol: ProtocolApi
  /** The schemes registered as standard and secure, which are those that Chromium can be made to load. */
  schemes(): ReadonlySet<string>
  handlerOf(scheme: string): Handler | undefined
}

/**
 * Electron's `protocol`.
 * @param isReady whether the app is ready, from when Electron accepts no more privileges
 */
export function createProtocol(isReady: () => boolean): ProtocolParts {
  const schemes = new Set<string>()
  const handlers = new Map<string, Handler>()

  function registerSchemesAsPrivileged(customSchemes: CustomScheme[]): void {
    if (isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges } of customSchemes) {
      if (privileges?.standard !== true || privileges.secure !== true) {
        throw notImplemented(`the scheme ${scheme}: without the privileges standard and secure`)
      }
      schemes.add(scheme)
    }
  }

  function handle(scheme: string, handler: Handler): void {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    if (!schemes.has(scheme)) throw notImplemented(`protocol.handle('${scheme}') for a scheme that is not privileged`)
    handlers.set(scheme, handler)
  }

  return {
    protocol: strict('protocol', {
      registerSchemesAsPrivileged,
      handle,
    } satisfies ProtocolApi),
    schemes: () => schemes,
    handlerOf: (scheme) => handlers.get(scheme),
  }
}
