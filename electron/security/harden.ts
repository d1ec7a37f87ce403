import type { App, Session, WebContents } from 'electron'
import { isAppUrl } from './origin.ts'

/** Keeps every page where it is: no navigation away, no windows of its own, no webviews. */
function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Applies to whatever page the app ever shows. Call before the first window. */
export function hardenPages(app: App): void {
  app.on('web-contents-created', (_event, contents) => confine(contents))
}

/** The one permission the window needs: to put a server's identifier on the clipboard. */
const grantedPermission = 'clipboard-sanitized-write'

/** Pages of the app get the one permission, others none, and no request of theirs leaves the app's own origin. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(permission === grantedPermission && isAppUrl(details.requestingUrl))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === grantedPermission && isAppUrl(origin),
  )
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({
      cancel: !isAppUrl(details.url) && !details.url.startsWith('data:') && !details.url.startsWith('devtools:'),
    })
  })
}
