import type { App, Session, WebContents } from 'electron'
import { isAppUrl } from './origin.ts'

/** Blocks navigation, new windows and webviews. */
function confine(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** Applies to every page that the app ever shows. Call before the first window. */
export function hardenPages(app: App): void {
  app.on('web-contents-created', (_event, contents) => confine(contents))
}

/** The window's only permission: to copy text to the clipboard. */
const grantedPermission = 'clipboard-sanitized-write'

/** Grants that permission to the app's own pages only, and blocks every request to other origins. */
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
