import type { Session as ElectronSession } from 'electron'
import type { Session } from './cdp.ts'

type RequestHandler = NonNullable<Parameters<ElectronSession['setPermissionRequestHandler']>[0]>
type CheckHandler = NonNullable<Parameters<ElectronSession['setPermissionCheckHandler']>[0]>
type Name = Parameters<RequestHandler>[1] & Parameters<CheckHandler>[1]

/** Electron's names of permissions, and Chromium's. */
const known: readonly (readonly [Name, string])[] = [
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['midi', 'midi'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['idle-detection', 'idle-detection'],
]

export type Permissions = {
  setRequestHandler(handler: RequestHandler | null): void
  setCheckHandler(handler: CheckHandler | null): void
  /** Applies what the app grants to a page at an address, before the page loads. */
  apply(browser: Session, contents: unknown, url: string, chromiumOrigin: string): Promise<void>
}

/**
 * Permissions of pages. The app's handlers are asked about every known permission before a page loads, as the protocol
 * has no way to ask when the page does. So a handler must answer at once, and always the same for the same page; a
 * later answer counts as a refusal.
 */
export function createPermissions(): Permissions {
  let requestHandler: RequestHandler | null = null
  let checkHandler: CheckHandler | null = null

  function isGranted(contents: unknown, name: Name, url: string): boolean {
    const details = { isMainFrame: true, requestingUrl: url }
    // The app gets the part of Electron's web contents that is there.
    const given = contents as Parameters<RequestHandler>[0]
    const { protocol, host } = new URL(url)
    const origin = `${protocol}//${host}`
    if (checkHandler !== null && !checkHandler(given, name, origin, details)) return false
    let answer = requestHandler === null
    requestHandler?.(
      given,
      name,
      (granted) => {
        answer = granted
      },
      details,
    )
    return answer
  }

  return {
    setRequestHandler(handler) {
      requestHandler = handler
    },
    setCheckHandler(handler) {
      checkHandler = handler
    },
    async apply(browser, contents, url, chromiumOrigin) {
      const settings = known.map(async ([name, permission]) => {
        const setting = isGranted(contents, name, url) ? 'granted' : 'denied'
        try {
          await browser.send('Browser.setPermission', {
            permission: { name: permission },
            setting,
            origin: chromiumOrigin,
          })
        } catch {
          // This Chromium does not know the permission, so no page can have it.
        }
      })
      await Promise.all(settings)
    },
  }
}
