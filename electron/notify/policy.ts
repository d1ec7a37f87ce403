import type { AppError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { AppState } from '../../shared/state.ts'

export type Notice = { readonly ref: ServerRef; readonly title: string; readonly body: string }

const signalNouns: Readonly<Record<PowerSignal, string>> = {
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  kill: 'Kill',
}

/** The same for an action that left nothing in the state: it was held back, or its server has gone. */
export function noticeOfUnsent(state: AppState, ref: ServerRef, signal: PowerSignal, error: AppError): Notice | null {
  const server = state.servers[ref]
  // A cancelled one made way for another, as the person wanted.
  if (error.code === 'cancelled' || server?.action?.error === error) return null
  const title = `${signalNouns[signal]} of ${server?.name ?? ref} was not sent`
  return { ref, title, body: `${error.message} ${error.hint}` }
}

function noticeOf(before: ServerView | undefined, after: ServerView): Notice | null {
  const { action } = after
  if (action === null || action.origin !== 'tray' || action.phase === before?.action?.phase) return null
  const noun = signalNouns[action.signal]
  if (action.phase === 'stalled') {
    return {
      ref: after.ref,
      title: `${noun} of ${after.name} is taking long`,
      body: 'Open Servertray to look at it or to kill it.',
    }
  }
  if (action.error === null) return null
  const title =
    action.phase === 'refused' ? `${noun} of ${after.name} was refused` : `${noun} of ${after.name}: no answer`
  return { ref: after.ref, title, body: `${action.error.message} ${action.error.hint}` }
}

/** What to tell a person who has no window open: actions from the tray that failed or take long. */
export function noticesFor(before: AppState, after: AppState): Notice[] {
  if (before.servers === after.servers) return []
  return Object.values(after.servers).flatMap((server) => {
    const earlier = before.servers[server.ref]
    const notice = earlier === server ? null : noticeOf(earlier, server)
    return notice === null ? [] : [notice]
  })
}
