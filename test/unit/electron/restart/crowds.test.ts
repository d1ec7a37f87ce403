import { describe, expect, it } from 'vitest'
import { momentOf } from '../../../../electron/lib/instant.ts'
import { followOnlinePlayers, isEmpty } from '../../../../electron/restart/online-players.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { PlayerCount } from '../../../../shared/model/players-schema.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { first, setUpPlayersPoller } from '../../../fixtures/players-poller-rig.ts'
import { playerCount, playersHold } from '../../../fixtures/players-view.ts'

/**
 * How long after the first zero that the game told to what waits for it that is known to be empty, in milliseconds.
 * @param beginMs when it begins to wait, after the game was first asked
 * @param answerMs how long each of the game's answers takes, one after the other, again and again
 */
async function knownAfter(beginMs: number, answerMs: readonly number[]): Promise<number> {
  const { answer, clock, counted, poller, store } = setUpPlayersPoller()
  /** When the game answered, by its own clock. */
  const toldAt: number[] = []
  answer(async () => {
    const ms = answerMs[toldAt.length % answerMs.length] ?? 0
    await clock.sleep(ms / 2)
    toldAt.push(clock.steady())
    await clock.sleep(ms / 2)
    return counted(0)
  })
  await clock.advance(beginMs)
  const crowds = followOnlinePlayers({ store, clock, watchPlayers: poller.watch })
  const beganAt = clock.steady()
  for (;;) {
    // A plan looks at its players once a second, and whenever a count comes.
    crowds.follow(new Set([first.ref]), momentOf(clock))
    if (isEmpty(crowds.of(first.ref), momentOf(clock))) break
    const before = store.get().players
    for (let i = 0; i < 20 && store.get().players === before; i += 1) await clock.advance(50)
  }
  const firstTold = toldAt.find((at) => at > beganAt - 20_000) ?? 0
  crowds.dispose()
  return clock.steady() - Math.max(firstTold, beganAt - 20_000)
}

const phases = [0, 300, 5_000, 11_111, 19_900, 20_000, 20_100, 33_000, 61_500, 299_000]
const answers: readonly (readonly number[])[] = [[2], [40, 5], [5, 40], [300, 20, 90], [20, 600], [600, 20], [500]]

it.each(answers.map((ms) => [ms]))('two zeros are known within 21 s at any time, with answers of %j ms', async (ms) => {
  const known: number[] = []
  for (const phase of phases) known.push(await knownAfter(phase, ms))
  expect(known.filter((after) => after > 21_000)).toEqual([])
})

describe('a last look', () => {
  const count = (at: number, online = 0) => playerCount({ at, online })

  /** What a look comes to where the questions that are put are answered like this, and how long it took. */
  async function look(...answers: readonly ((clock: FakeClock) => Promise<PlayerCount | null>)[]) {
    const clock = createFakeClock()
    const store = createStore(appState({ servers: [first] }))
    const asks = [...answers]
    const hold = playersHold({ ask: () => asks.shift()?.(clock) ?? new Promise(() => undefined) })
    const crowds = followOnlinePlayers({ store, clock, watchPlayers: () => hold })
    crowds.follow(new Set([first.ref]), momentOf(clock))
    const beganAt = clock.steady()
    let tookMs: number | null = null
    void crowds.look(first.ref).then(() => {
      tookMs = clock.steady() - beganAt
    })
    while (tookMs === null) await clock.advance(50)
    const { look: made, newest } = crowds.of(first.ref)
    return { answer: made?.answer, online: newest?.online, tookMs, left: asks.length }
  }

  it('waits for the answer, a second at most', async () => {
    const soon = await look(async (clock) => count(clock.now(), 2))
    expect(soon).toEqual({ answer: 'told', online: 2, tookMs: 0, left: 0 })
    expect(await look()).toEqual({ answer: 'unanswered', online: undefined, tookMs: 1_000, left: 0 })
  })

  it('asks once more where the first question may be lost', async () => {
    const lost = () => new Promise<null>(() => undefined)
    const told = await look(lost, async (clock) => count(clock.now(), 1))
    expect(told).toEqual({ answer: 'told', online: 1, tookMs: 500, left: 0 })
  })

  it('tells a count of before from a new one', async () => {
    expect(await look(async (clock) => count(clock.now() - 5_000))).toMatchObject({ answer: 'before', online: 0 })
    expect(await look(async () => null)).toMatchObject({ answer: 'unanswered' })
  })
})
