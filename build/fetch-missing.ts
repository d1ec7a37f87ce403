import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../electron/lib/clock.ts'
import { fetchElectron, fetchLimits } from './electron-fetch.ts'
import { createProgress } from './progress.ts'

/** Tries again where the last download failed within a day. */
export const fetchFlag = '--fetch-electron'

/** The signals with which a person or the system ends a program. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The outcome; `absence` is why Electron is still missing, in words. */
export type FetchOutcome =
  | { readonly kind: 'here' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'absent'; readonly absence: string }

/**
 * Downloads Electron with a line of progress, until it is here, it fails, or a signal ends it.
 * @param question.electronFolder the folder of the npm package `electron`
 */
export async function fetchMissing(question: {
  readonly env: NodeJS.ProcessEnv
  readonly electronFolder: string
  readonly isAsked: boolean
}): Promise<FetchOutcome> {
  const { env } = question
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const signal of endSignals) process.on(signal, onSignal)
  const progress = createProgress('Downloading Electron', process.stdout, systemClock)
  try {
    const fetched = await fetchElectron({
      ...question,
      cacheFolder: join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'servertray-electron'),
      clock: systemClock,
      limits: fetchLimits,
      signal: stop.signal,
      onProgress: progress.show,
    })
    if (fetched.kind !== 'failed') return fetched.kind === 'fetched' ? { kind: 'here' } : fetched
    const when = new Date(fetched.at).toLocaleString()
    const absence = `Electron could not be fetched (${when}): ${fetched.reason}. npm start -- ${fetchFlag} tries again`
    return { kind: 'absent', absence }
  } finally {
    progress.end()
    for (const signal of endSignals) process.off(signal, onSignal)
  }
}
