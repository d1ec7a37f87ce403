import { expect, it } from 'vitest'
import type { BegunBackup, BegunWork } from '../../../../electron/backups/begun.ts'
import { createBackupRuns } from '../../../../electron/backups/runs.ts'
import type { Ask } from '../../../../electron/servers/ask.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { server } from '../../../fixtures/plan-rig.ts'

/** What a next start is told of a backup whose one request ends so while the app ends. */
async function keptAfter(answer: Result<never>): Promise<BegunBackup | null> {
  let kept: BegunBackup | null = null
  const answered = Promise.withResolvers<Result<never>>()
  const asked = Promise.withResolvers<void>()
  const ask: Ask = () => {
    asked.resolve()
    return answered.promise
  }
  const runs = createBackupRuns({
    store: createStore(appState({ servers: [server] })),
    clock: createFakeClock(),
    newId: () => 'run-1',
    ask,
    sendToSave: async () => ok(),
    watchSave: async () => ({ settle: async () => undefined, close: () => undefined }),
    canMakeRoom: async () => ok(),
    makeRoom: async () => ok(),
    onBackupEnded: () => () => undefined,
    begun: {
      put(one: BegunWork) {
        kept = one.kind === 'backup' ? one : null
      },
      change(_kind, _id, more) {
        kept = kept && { ...kept, ...more }
      },
      drop() {
        kept = null
      },
    },
    noteEnd: () => undefined,
  })
  const begun = runs.start(server.ref, { name: '', isLocked: false, before: [] }, 'window')
  await asked.promise
  const ended = runs.dispose()
  answered.resolve(answer)
  await Promise.all([begun, ended])
  return kept
}

it.each<[string, Result<never>, null | 'asked' | 'not-asked']>([
  ['that the panel refused', fail('rate-limited'), null],
  ['that may have been begun', fail('timeout', { mayHaveActed: true }), 'asked'],
  ['that never reached the panel', fail('connection-refused'), 'not-asked'],
  ['that was cut before it was sent', fail('cancelled'), 'not-asked'],
])('of a backup %s while the app ends the next start is told what is true', async (_, answer, expected) => {
  const kept = await keptAfter(answer)
  expect(kept && (kept.askedAt === null ? 'not-asked' : 'asked')).toBe(expected)
})
