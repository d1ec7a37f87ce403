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

/** No permission is granted to pages, and no request of theirs leaves the app's own origin. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({
      cancel: !isAppUrl(details.url) && !details.url.startsWith('data:') && !details.url.startsWith('devtools:'),
    })
  })
}
