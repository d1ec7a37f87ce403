import { app, powerMonitor } from 'electron'

/**
 * Tells whether the session is ending: the person logs out, or the computer shuts down. Nothing may ask then, since
 * the system would wait for the answer, or kill the app; on disk is what a next start must know. Windows ends the app
 * without `before-quit`.
 */
export function watchSessionEnd(): () => boolean {
  let isEnding = false
  // Linux and macOS.
  powerMonitor.on('shutdown', () => {
    isEnding = true
  })
  // How a session of Linux ends the programs in it. A listener of Node's takes the place of Electron's own.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isEnding = true
      app.quit()
    })
  }
  return () => isEnding
}
