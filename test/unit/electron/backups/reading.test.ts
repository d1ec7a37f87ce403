import { expect, it } from 'vitest'
import type { OnServer } from '../../../../electron/areas/area.ts'
import { createBackupReading } from '../../../../electron/backups/reading.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { put } from '../../../../electron/state/updates.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { fail } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun } from '../../../fixtures/backup-view.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const servers = [serverView({ identifier: 'a1b2c3d4' }), serverView({ identifier: 'b1b2c3d4' })] as const
const [one, two] = [servers[0].ref, servers[1].ref]

function setUp() {
  const clock = createFakeClock()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers }))
  const read: ServerRef[] = []
  const on: OnServer = async (ref) => {
    read.push(ref)
    return fail('timeout')
  }
  let tell = (_ref: ServerRef) => {}
  const end = new AbortController()
  const client = createFakeClient()
  createBackupReading({
    store,
    clock,
    clientFor: () => client,
    on,
    end: end.signal,
    consoles: {
      onBackupEnded(listener) {
        tell = listener
        return () => undefined
      },
    },
    gameFor: () => null,
    backgroundPause: { isPaused: () => false, onEnd: () => () => undefined },
  })
  return { clock, store, read, end, tell: (ref: ServerRef) => tell(ref) }
}

it('reads the list a second after the machine’s word, once for each server', async () => {
  const { clock, read, tell } = setUp()
  for (const ref of [one, one, two, one]) tell(ref)
  await clock.advance(900)
  expect(read).toEqual([])
  await clock.advance(200)
  expect(read).toEqual([one, two])
})

it('reads no more often than every 15 seconds, whatever the machine says, and not less', async () => {
  const { clock, read, tell } = setUp()
  for (let second = 0; second < 60; second += 1) {
    tell(one)
    await clock.advance(1_000)
  }
  expect(read).toHaveLength(4)
})

it('reads nothing where the end is looked for anyway, nor once the app ends', async () => {
  const { clock, store, read, end, tell } = setUp()
  store.update(put('backupRuns', backupRun({ ref: one, endedAt: null })))
  tell(one)
  tell(two)
  await clock.advance(20_000)
  expect(read).toEqual([two])
  tell(two)
  end.abort()
  await clock.advance(20_000)
  expect(read).toEqual([two])
})
