import { type ServerIdentifier, serverRef } from '../../shared/model/identifier.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import type { SaveGuard } from './save-guard.ts'
import type { SaveJournals } from './save-journals.ts'

/**
 * When the first look comes, since lists of servers are here by then, and how far the later ones are apart, in
 * milliseconds.
 */
const firstLookMs = 5_000
const lookEveryMs = 60_000

type Deps = {
  store: Pick<StateStore, 'get'>
  clock: Pick<Clock, 'after'>
  journals: Pick<SaveJournals, 'takeOver' | 'dispose'>
  adopt: SaveGuard['adopt']
}

/** Takes over servers of the app's panels that a killed command of the command line left without saving. */
export function createSaveTakeover({ store, clock, journals, adopt }: Deps) {
  let cancel = () => {}

  /** The server here; null where no panel of the app has it, so that it is left to a command that reaches it. */
  function refOf({ baseUrl, identifier }: { baseUrl: string; identifier: ServerIdentifier }) {
    const { panels, servers } = store.get()
    const refs = Object.values(panels).flatMap((panel) =>
      panel.baseUrl === baseUrl ? [serverRef(panel.id, identifier)] : [],
    )
    return refs.find((ref) => servers[ref] !== undefined) ?? null
  }

  function look(): void {
    journals.takeOver(
      (one) => refOf(one) !== null,
      (all) =>
        adopt(
          all.flatMap(({ name, undo, isUndoSent, ...address }) => {
            const ref = refOf(address)
            return ref === null ? [] : [{ ref, name, undo, isUndoSent }]
          }),
        ),
    )
    cancel = clock.after(lookEveryMs, look)
  }

  return {
    load() {
      cancel = clock.after(firstLookMs, look)
    },
    dispose() {
      cancel()
      journals.dispose()
    },
  }
}
