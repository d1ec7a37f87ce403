import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerState } from '../../shared/model/server-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import type { StateStore } from '../state/store.ts'
import { bytesText, isoTime } from './format.ts'
import type { Session } from './session.ts'

/** A command that waits for a server says at least this often what it sees, in milliseconds. */
const everyMs = 30_000
/** How often the progress of a download is told, in milliseconds. */
const downloadEveryMs = 5_000

/** Writes to standard error every so many milliseconds; nothing with `--json`. Returns what ends it. */
export function tellEvery({ stderr, clock, options }: Session, ms: number, words: () => string): () => void {
  if (options.json) return () => undefined
  let cancel = clock.after(ms, tell)
  function tell(): void {
    stderr.write(words())
    cancel = clock.after(ms, tell)
  }
  return () => cancel()
}

/**
 * Writes to standard error how a server does while a command waits for it: at each change of its state, and every 30 s.
 * With `--json` nothing is written. Returns what ends it.
 */
export function tellProgress(
  session: Session,
  store: Pick<StateStore, 'get' | 'subscribe'>,
  ref: ServerRef,
): () => void {
  let shown: ServerState = 'unknown'
  function words(): string {
    const { name = ref, state = 'unknown' } = store.get().servers[ref] ?? {}
    const still = state === shown ? 'still ' : ''
    const what =
      state === 'unknown' ? `The state of ${safeText(name)} is not known` : `${safeText(name)} is ${still}${state}`
    shown = state
    return `${isoTime(session.clock.now())} ${what}.\n`
  }
  let end = tellEvery(session, everyMs, words)
  function look(): void {
    if (session.options.json || (store.get().servers[ref]?.state ?? 'unknown') === shown) return
    session.stderr.write(words())
    end()
    end = tellEvery(session, everyMs, words)
  }
  const unsubscribe = store.subscribe(look)
  look()
  return () => {
    unsubscribe()
    end()
  }
}

/** Writes how far a download is, of so many bytes where that is known. Returns what ends it. */
export function tellDownload(session: Session, read: () => number, total: number | null): () => void {
  let before = 0
  return tellEvery(session, downloadEveryMs, () => {
    const now = read()
    const part = total === null || total === 0 ? '' : ` of ${bytesText(total)}`
    const pace = bytesText((now - before) / (downloadEveryMs / 1_000))
    before = now
    return `${bytesText(now)}${part}, ${pace} a second.\n`
  })
}
