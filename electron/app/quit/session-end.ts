import { app, powerMonitor } from 'electron'
import type { Clock } from '../../lib/clock.ts'

/**
 * How long after the system's word the session is taken to end, in milliseconds: nothing tells that a log-out was called
 * off, by another program or the person. macOS waits a minute for them.
 */
const endsWithinMs = 60_000

/**
 * Tells whether the session is ending: the person logs out, or the computer shuts down. Nothing may ask then, since
 * the system would wait for the answer, or kill the app; on disk is what a next start must know. Windows ends the app
 * without `before-quit`.
 */
export function watchSessionEnd(clock: Pick<Clock, 'after'>): () => boolean {
  let isEnding = false
  let stopWaiting = () => {}
  // Linux and macOS.
  powerMonitor.on('shutdown', () => {
    isEnding = true
    stopWaiting()
    stopWaiting = clock.after(endsWithinMs, () => {
      isEnding = false
    })
  })
  // How a session of Linux ends the programs in it. A listener of Node's takes the place of Electron's own.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopWaiting()
      isEnding = true
      app.quit()
    })
  }
  return () => isEnding
}
