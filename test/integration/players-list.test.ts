import { expect, it } from 'vitest'
import { ok } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'

const rig = setUpCoreRig()
const { seen } = rig
const from = { pageId: 1 }

/** Lets these be on, and nobody else. */
function only(...names: readonly string[]): void {
  const { games } = rig.demo.panel
  games.hold(rig.identifier, true)
  for (const name of games.players(rig.identifier)) games.leave(rig.identifier, name)
  for (const name of names) games.join(rig.identifier, name)
}

const count = () => rig.core.store.get().players[rig.ref]?.count ?? null

/** *Ask the server (list)*, to its answer. */
async function askList(): Promise<void> {
  expect(await seen(rig.core.handlers['players:askList']({ ref: rig.ref }, from))).toEqual(ok())
  await rig.until(() => count()?.source === 'list-command')
}

it.each([
  ['with its console open', true],
  ['with its console closed, which is opened for it', false],
])('a server that a person asked for its list, %s, has the count of its answer', async (_what, isOpen) => {
  only('Ada', 'mira')
  if (isOpen) {
    rig.look(rig.ref)
    await rig.until(() => rig.phase(rig.ref) === 'open')
    await rig.clock.advance(5_000)
  }
  expect(count()).toBeNull()
  await askList()
  expect(count()).toMatchObject({ online: 2, max: 20, names: ['Ada', 'mira'], source: 'list-command', isSure: false })
  // The console's lines count on from there.
  rig.demo.panel.games.join(rig.identifier, 'pim')
  await rig.until(() => count()?.online === 3)
  expect(count()).toMatchObject({ names: ['Ada', 'mira', 'pim'], source: 'console' })
})
