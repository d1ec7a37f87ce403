import { beforeEach, expect, it } from 'vitest'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type ConsoleRig, setUpConsoleRig } from '../fixtures/console-rig.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { advanceUntil } from '../fixtures/open-core.ts'
import { isLongRun } from '../fixtures/run.ts'

const begin = setUpConsoleRig()
const from = { pageId: 1 }

let clock: FakeClock
let rig: ConsoleRig
let ref: ServerRef
beforeEach(async () => {
  clock = createFakeClock()
  rig = await begin({ clock })
  await advanceUntil(clock, () => rig.server().state === 'running')
  ref = rig.server().ref
})

/** Lets these be on, and nobody else. */
function only(...names: readonly string[]): void {
  const { games } = rig.demo.panel
  const { identifier } = rig.server()
  games.hold(identifier, true)
  for (const name of games.players(identifier)) games.leave(identifier, name)
  for (const name of names) games.join(identifier, name)
}

const count = () => rig.core.store.get().players[ref]?.count ?? null
const answers = () =>
  rig.demo.panel.consoleLines(rig.server().identifier).filter((line) => line.includes('players online:'))

/** *Ask the server (list)*, to its answer. */
async function askList(): Promise<void> {
  let sent: Result<void> | undefined
  void Promise.resolve(rig.core.handlers['players:askList']({ ref }, from)).then((result) => {
    sent = result
  })
  await advanceUntil(clock, () => sent !== undefined)
  expect(sent).toEqual(ok())
  await advanceUntil(clock, () => count()?.source === 'list-command')
}

it.each([
  ['with its console open', true],
  ['with its console closed, which is opened for it', false],
])('a server that a person asked for its list, %s, has the count of its answer', async (_what, isOpen) => {
  only('Ada', 'mira')
  if (isOpen) {
    rig.look(ref)
    await advanceUntil(clock, () => rig.phase(ref) === 'open')
    await clock.advance(5_000)
  }
  expect(count()).toBeNull()
  await askList()
  expect(count()).toMatchObject({ online: 2, max: 20, names: ['Ada', 'mira'], source: 'list-command', isSure: false })
  // The console's lines count on from there.
  rig.demo.panel.games.join(rig.server().identifier, 'pim')
  await advanceUntil(clock, () => count()?.online === 3)
  expect(count()).toMatchObject({ names: ['Ada', 'mira', 'pim'], source: 'console' })
})

it('nobody on its list is a count of 0, though never a sure one', async () => {
  only()
  await askList()
  expect(count()).toMatchObject({ online: 0, names: [], isSure: false })
})

it('the console that was opened for the list is closed again, and its count stays, growing older', async () => {
  only('Ada')
  await askList()
  const told = count()
  await advanceUntil(clock, () => rig.phase(ref) !== 'open', 5 * 60_000)
  expect(count()).toEqual(told)
  // Its age ends it after many minutes, which only the long run waits for, in steps of 50 ms.
  if (isLongRun) await advanceUntil(clock, () => count() === null, 20 * 60_000)
  expect(answers()).toHaveLength(1)
})
