import { expect, it } from 'vitest'
import { put } from '../../../../electron/state/updates.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { createReplay, type Replay, testHistories } from './replay.ts'

const all = { quietKinds: [] }

/** Survival runs, and is read on and on. */
async function runs(r: Replay): Promise<void> {
  r.setPreferences(all)
  await r.poll('Survival', 'running')
}

/** Counts, 20 s apart. */
async function counts(r: Replay, ...onlines: readonly (number | null)[]): Promise<void> {
  await runs(r)
  for (const online of onlines) {
    r.count('Survival', online)
    await r.wait(20)
  }
}

const somebody = 'Somebody is on Survival'
const nobody = 'Nobody is on Survival any more'

testHistories([
  ['a first count, which is no news', (r) => counts(r, 3, 4, 2), []],
  ['the first who joins, the last who leaves', (r) => counts(r, 0, 1, 2, 1, 0, 0, 5), [somebody, nobody, somebody]],
  ['one who left while it was not known', (r) => counts(r, 2, null, null, 0), [nobody]],
  ['what becomes not known', (r) => counts(r, 0, 3, null, null), [somebody]],
  ['somebody who was on before and after it was not known', (r) => counts(r, 2, null, 3), []],
  [
    'a 0 that is not sure',
    async (r) => {
      await counts(r, 2)
      r.count('Survival', 0, { isSure: false })
      await r.wait(20)
      r.count('Survival', 1)
    },
    [],
  ],
  [
    'a count after a longer time than tells anything',
    async (r) => {
      await counts(r, 2)
      await r.wait(20 * 60)
      r.count('Survival', 0)
    },
    [],
  ],
  [
    'an end of its run, which is told as such or not at all',
    async (r) => {
      await counts(r, 2)
      await r.poll('Survival', 'stopping', 'offline')
      r.count('Survival', null)
      await r.poll('Survival', 'starting', 'running')
      r.count('Survival', 0)
    },
    [],
  ],
  [
    'players where that was not chosen',
    async (r) => {
      await r.poll('Survival', 'running')
      for (const online of [0, 2, 0]) r.count('Survival', online)
    },
    [],
  ],
  [
    'a muted server',
    async (r) => {
      await runs(r)
      r.setPreferences({ quiet: [r.refOf('Survival')] })
      for (const online of [0, 2, 0]) r.count('Survival', online)
      r.count('Survival', null, { frozenSince: r.clock.now() })
    },
    [],
  ],
  [
    'a game that stops answering, told once, and again after it answered',
    async (r) => {
      await r.poll('Survival', 'running')
      const [first, second] = [r.clock.now(), r.clock.now() + 60_000]
      r.count('Survival', 2)
      r.count('Survival', null, { frozenSince: first })
      r.count('Survival', null, { frozenSince: first })
      r.count('Survival', 2)
      await r.wait(60)
      r.count('Survival', null, { frozenSince: second })
    },
    ['Survival does not answer players', 'Survival does not answer players'],
  ],
  [
    'a game that does not answer, of a server that does not run',
    async (r) => {
      await r.poll('Survival', 'running', 'stopping')
      r.count('Survival', 2)
      r.count('Survival', null, { frozenSince: r.clock.now() })
    },
    [],
  ],
  [
    'a game that was silent before the app knew it, or where that was turned off',
    async (r) => {
      await r.poll('Survival', 'running')
      r.count('Survival', null, { frozenSince: r.clock.now() })
      r.setPreferences({ quietKinds: ['frozen'] })
      r.count('Survival', 1)
      r.count('Survival', null, { frozenSince: r.clock.now() })
    },
    [],
  ],
])

it('tells of players in words, with their time', async () => {
  const replay = createReplay(all)
  await replay.poll('Survival', 'running')
  for (const online of [0, 2, 0]) replay.count('Survival', online)
  replay.count('Survival', null, { frozenSince: 0 })
  expect(replay.shown.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Nobody was on before \d\d:\d\d\.$/),
    expect.stringMatching(/^The last player left at \d\d:\d\d\.$/),
    expect.stringMatching(/has not answered since \d\d:\d\d\. Open its console/),
  ])
  replay.dispose()
})

it('tells when a server restarts whose game stopped answering, in place of what was told before', async () => {
  const replay = createReplay(all)
  const { store, clock, refOf } = replay
  await replay.poll('Survival', 'running')
  replay.count('Survival', 2)
  replay.count('Survival', null, { frozenSince: 7 })
  const plan = planView({ ref: refOf('Survival'), origin: 'frozen', zeroAt: clock.now() + 300_000 })
  store.update(put('plans', plan))
  store.update(put('plans', { ...plan, zeroAt: plan.zeroAt + 300_000 }))
  // Nobody asked for the others, or they are over as they are shown.
  store.update(put('plans', { ...plan, id: 'planned', origin: 'schedule' }))
  store.update(put('plans', { ...plan, id: 'over', zeroAt: clock.now() }))
  const [first, second, ...others] = replay.shown
  expect(others).toEqual([])
  expect(second?.id).toBe(first?.id)
  expect(second?.body).toMatch(/since \d\d:\d\d\. It restarts at \d\d:\d\d unless you cancel that\.$/)
  replay.dispose()
})
