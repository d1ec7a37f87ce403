import { createStore } from 'zustand/vanilla'
import type { AppError } from '../../shared/error-schema.ts'
import type { Bridge } from '../../shared/ipc/contract.ts'
import { initialState } from '../../shared/state/initial-state.ts'
import type { StatePatch } from '../../shared/state/state-patch.ts'
import { applyPatch } from '../../shared/state/state-patch.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { attempt } from '../bridge/bridge.ts'

type MirrorState = {
  /** True once a snapshot was received; until then `state` is empty. */
  readonly loaded: boolean
  readonly revision: number
  readonly state: AppState
  /** Why the last request for a snapshot failed. */
  readonly error: AppError | null
}

const emptyState = initialState({ version: '', platform: '', lastUsed: null })

/**
 * The window's copy of the app's state: a snapshot, then patches in order of revision. Patches that arrive before the
 * snapshot are applied after it; a gap between revisions causes a new snapshot.
 */
export function createMirror(bridge: Bridge) {
  const store = createStore<MirrorState>(() => ({ loaded: false, revision: 0, state: emptyState, error: null }))
  let early: StatePatch[] = []
  let asking = false
  let disposed = false

  const take = (patch: StatePatch) => {
    const { revision, state } = store.getState()
    if (patch.to <= revision) return
    if (patch.from === revision) store.setState({ revision: patch.to, state: applyPatch(state, patch) })
    else void ask()
  }

  const ask = async () => {
    if (asking) return
    asking = true
    const result = await attempt(() => bridge.call('state:snapshot'))
    asking = false
    if (disposed) return
    const waiting = early
    early = []
    if (!result.ok) return store.setState({ error: result.error })
    store.setState({ ...result.value, loaded: true, error: null })
    for (const patch of waiting.sort((a, b) => a.from - b.from)) take(patch)
  }

  const unsubscribe = bridge.on['state:patch']((patch) => {
    if (asking || !store.getState().loaded) early.push(patch)
    else take(patch)
  })

  return {
    store,
    /** Asks for a snapshot, as at start and after a gap. */
    ask,
    dispose(): void {
      disposed = true
      unsubscribe()
    },
  }
}
