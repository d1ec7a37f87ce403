import { signalName } from '../shared/model/describe-server.ts'
import type { AppState } from '../shared/state.ts'
import type { StateStore } from './state/store.ts'

/** What a person asked for and a panel's rate limit still holds back, each in a few words. */
export function unsentOf({ servers, consoles }: AppState): readonly string[] {
  return Object.values(servers).flatMap(({ ref, name, action }) => {
    const commands = consoles[ref]?.entries.filter(({ phase }) => phase === 'waiting') ?? []
    return [
      ...(action?.phase === 'waiting' ? [`${signalName[action.signal]} of ${name}`] : []),
      ...commands.map(() => `Command for ${name}`),
    ]
  })
}

/** The question before what is `unsent` is given up. */
export function quitWords(unsent: readonly string[]): { readonly message: string; readonly detail: string } {
  const isOne = unsent.length === 1
  return {
    message: `${isOne ? `${unsent[0]} was` : `${unsent.length} actions were`} not sent yet. Quit anyway?`,
    detail: isOne
      ? 'It waits for the panel’s rate limit. If you quit now, it is not sent.'
      : `They wait for a panel’s rate limit: ${unsent.join(', ')}. If you quit now, they are not sent.`,
  }
}

/**
 * Asks before a quit that would drop what waits for a rate limit. When all of it has been sent meanwhile, the
 * question is withdrawn and the app quits, as it was asked to.
 * @param deps.ask resolves true on a yes; withdraws the question when the signal says so
 * @param deps.quit asks for the end again
 * @param deps.onStay what follows on a no
 * @returns the listener for `before-quit`
 */
export function createQuitQuestion(deps: {
  store: StateStore
  ask: (unsent: readonly string[], withdraw: AbortSignal) => Promise<boolean>
  quit: () => void
  onStay: () => void
}): (event: { preventDefault(): void }) => void {
  const { store, ask, quit, onStay } = deps
  let phase: 'running' | 'asking' | 'ending' = 'running'

  async function settle(unsent: readonly string[]): Promise<void> {
    const sent = new AbortController()
    const unsubscribe = store.subscribe((state) => {
      if (unsentOf(state).length === 0) sent.abort()
    })
    // A question that cannot be asked keeps nobody from quitting.
    const isYes = await ask(unsent, sent.signal).catch(() => true)
    unsubscribe()
    phase = isYes || sent.signal.aborted ? 'ending' : 'running'
    if (phase === 'ending') quit()
    else onStay()
  }

  return (event) => {
    const unsent = unsentOf(store.get())
    if (phase === 'ending' || (phase === 'running' && unsent.length === 0)) return
    event.preventDefault()
    if (phase === 'asking') return
    phase = 'asking'
    void settle(unsent)
  }
}
