import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerState } from '../../shared/model/server-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import type { StateStore } from '../state/store.ts'
import type { Session } from './session.ts'

/** A command that waits says at least this often what it sees, in milliseconds. */
const everyMs = 30_000

/**
 * Writes to standard error how a server does while a command waits for it: at each change of its state, and every 30 s.
 * With `--json` nothing is written. Returns what ends it.
 */
export function tellProgress(
  { stderr, clock, options }: Session,
  store: Pick<StateStore, 'get' | 'subscribe'>,
  ref: ServerRef,
): () => void {
  if (options.json) return () => undefined
  let cancel = () => {}
  let shown: ServerState = 'unknown'
  function tell(): void {
    const { name = ref, state = 'unknown' } = store.get().servers[ref] ?? {}
    const still = state === shown ? 'still ' : ''
    const what =
      state === 'unknown' ? `The state of ${safeText(name)} is not known` : `${safeText(name)} is ${still}${state}`
    shown = state
    stderr.write(`${new Date(clock.now()).toISOString()} ${what}.\n`)
    cancel()
    cancel = clock.after(everyMs, tell)
  }
  const look = () => {
    if ((store.get().servers[ref]?.state ?? 'unknown') !== shown) tell()
  }
  const unsubscribe = store.subscribe(look)
  cancel = clock.after(everyMs, tell)
  look()
  return () => {
    unsubscribe()
    cancel()
  }
}
