import type { ServerRef } from '../../shared/model/identifier.ts'
import { ok } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import { createLater } from '../lib/later.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'
import { changeServer } from '../state/updates.ts'
import { createLearner } from './learn.ts'

/** Delay before what was learned is written, in milliseconds: many servers are read at once. */
const saveAfterMs = 100

type Context = { store: StateStore; clock: Clock; settings: Pick<SettingsStore, 'get'> }
type Uses = { preferences: Pick<PreferenceEdits, 'expectOff'> }

/** Which servers are off on purpose, so that they raise no alarm: learned, and as a person says. */
export function createExpectedOffFeature(
  { store, clock, settings }: Context,
  { preferences }: Uses,
): Feature<'servers:setExpectedOff'> {
  const learn = createLearner(new Set(settings.get().keys.map(({ id }) => id)))
  let learned = new Map<ServerRef, boolean>()

  const saving = createLater(clock, saveAfterMs, () => {
    const changes = learned
    learned = new Map()
    if (changes.size > 0) preferences.expectOff(changes)
  })

  // Compared with what was seen last, not with what the store passes: where another listener changes the state while it is
  // told of a change, the store passes the newer change first.
  let seen = store.get()
  const unsubscribe = store.subscribe(() => {
    const before = seen
    seen = store.get()
    for (const [ref, isOff] of learn(before, seen)) learned.set(ref, isOff)
    if (learned.size > 0) saving.soon()
  })

  return {
    handlers: {
      'servers:setExpectedOff': ({ ref, expectedOff }) => {
        saving.now()
        const written = preferences.expectOff(new Map([[ref, expectedOff]]))
        if (!written.ok || !expectedOff) return written
        // The person has seen how it went down.
        store.update(changeServer(ref, (server) => ({ ...server, unexpectedStop: null })))
        return ok()
      },
    },
    dispose() {
      unsubscribe()
      saving.now()
    },
  }
}
