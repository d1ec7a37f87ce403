import { expect, it } from 'vitest'
import { put } from '../../../../electron/state/updates.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { count, createReplay, poll, prefer, type Step, testHistories, wait } from './replay.ts'

const all = { quietKinds: [] }

/** Survival runs, and its players are counted, 20 s apart. */
const counts = (...onlines: readonly (number | null)[]) => [
  prefer(all),
  poll('running'),
  ...onlines.flatMap((online) => [count(online), wait(20)]),
]
const comeAndGo = [0, 2, 0].map((online) => count(online))
/** Its game does not answer, since now. */
const frozen = (): Step => (r) => r.count('Survival', null, { frozenSince: r.clock.now() })

const somebody = 'Somebody is on Survival'
const nobody = 'Nobody is on Survival any more'

testHistories([
  ['the first who joins, the last who leaves', counts(0, 1, 2, 1, 0, 0, 5), [somebody, nobody, somebody]],
  ['one who left while it was not known', counts(2, null, null, 0), [nobody]],
  ['somebody who was on before and after it was not known', counts(2, null, 3), []],
  ['a 0 that is not sure', [...counts(2), count(0, { isSure: false }), wait(20), count(1)], []],
  ['a count after a longer time than tells anything', [...counts(2), wait(20 * 60), count(0)], []],
  [
    'an end of its run, which is told as such or not at all',
    [...counts(2), poll('stopping', 'offline'), count(null), poll('starting', 'running'), count(0)],
    [],
  ],
  ['players where that was not chosen', [poll('running'), ...comeAndGo], []],
  [
    'a muted server',
    [...counts(), (r) => r.setPreferences({ quiet: [r.refOf('Survival')] }), ...comeAndGo, frozen()],
    [],
  ],
  [
    'a game that stops answering, told once, and again after it answered',
    [poll('running'), count(2), frozen(), frozen(), count(2), wait(60), frozen()],
    ['Survival does not answer players', 'Survival does not answer players'],
  ],
  ['a game that does not answer, of a server that does not run', [poll('running', 'stopping'), count(2), frozen()], []],
  [
    'a game that was silent before the app knew it, or where that was turned off',
    [poll('running'), frozen(), prefer({ quietKinds: ['frozen'] }), count(1), frozen()],
    [],
  ],
])

it('tells of players in words, with their time', async () => {
  const replay = createReplay(all)
  await replay.poll('Survival', 'running')
  for (const online of [0, 2, 0]) replay.count('Survival', online)
  replay.count('Survival', null, { frozenSince: 0 })
  expect(replay.shown.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^It was empty until \d\d:\d\d\.$/),
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
