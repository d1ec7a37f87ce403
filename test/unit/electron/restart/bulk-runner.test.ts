import { afterEach, describe, expect, it } from 'vitest'
import { createCommands } from '../../../../electron/console/commands.ts'
import { createSleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import { createBulkRunner } from '../../../../electron/restart/bulk-runner.ts'
import { createPlanRunner } from '../../../../electron/restart/plan-runner.ts'
import { createPower } from '../../../../electron/servers/power.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeAction, changeServer, setKeyHealth } from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import type { BulkWork } from '../../../../shared/model/bulk.ts'
import { bulkCounts, countsText } from '../../../../shared/model/bulk-summary.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

const power: BulkWork = { kind: 'power', signal: 'restart' }
const command: BulkWork = { kind: 'command', text: 'save-all' }

function setUp(count = 3) {
  const clock = createFakeClock()
  const servers = Array.from({ length: count }, (_, i) =>
    serverView({ identifier: `a1b2c3d${i}`, name: `Server ${i}`, state: 'running' }),
  )
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers }))
  const client = createFakeClient()
  const room = { at: 0 }
  const sent: string[] = []
  const start = clock.now()
  const note = (what: string) => void sent.push(`${what} @${(clock.now() - start) / 1_000}`)
  const noting = {
    ...client,
    backgroundAt: () => room.at,
    sendPower: (id: string) => {
      note(id)
      return client.answers.power()
    },
    sendCommand: (id: string, text: string) => {
      note(`${text} ${id}`)
      return client.answers.command()
    },
  }
  let ids = 0
  const skew = { ms: 0 }
  const skewed = { ...clock, now: () => clock.now() + skew.ms }
  const parts = { store, clock: skewed, newId: () => `id-${++ids}`, clientFor: () => noting }
  const signals = createPower(parts)
  const consoles = { echo: () => undefined, sendCommand: () => null }
  const commands = createCommands({ ...parts, consoles, history: { add: () => undefined } })
  const file = { get: () => ({ plans: [], runs: {}, frozen: {} }), change: () => undefined }
  const plans = createPlanRunner({
    ...parts,
    power: signals,
    commands,
    watchPlayers: () => () => undefined,
    backUp: async () => ok(),
    file,
  })
  const sleepWatch = createSleepWatch(skewed)
  const bulks = createBulkRunner({ ...parts, sleepWatch, power: signals, commands, plans })
  endings.push(bulks.dispose, plans.dispose)
  const refs = servers.map(({ ref }) => ref)
  const bulk = () => {
    const view = Object.values(store.get().bulks)[0]
    if (view === undefined) throw new Error('there is no bulk')
    return view
  }
  return {
    clock,
    skew,
    store,
    client,
    room,
    sent,
    bulks,
    sleepWatch,
    refs,
    bulk,
    begin: (work: BulkWork, staggerMs: number | null) => bulks.start({ work, refs, staggerMs, origin: 'window' }),
    summary: () => countsText(bulkCounts(bulk())),
    /** The last action of a server came to its end. */
    end(index: number, phase: 'confirmed' | 'stalled' = 'confirmed') {
      const ref = refs[index]
      const action = ref && store.get().servers[ref]?.action
      if (ref && action) store.update(changeAction(ref, action.id, { phase }))
    },
  }
}

describe('a bulk action', () => {
  it('goes to one server after another, and ends with the last outcome', async () => {
    const { begin, clock, sent, end, bulk, summary } = setUp()
    begin(power, 5_000)
    await clock.advance(12_000)
    expect(sent).toEqual(['a1b2c3d0 @0', 'a1b2c3d1 @5', 'a1b2c3d2 @10'])
    expect(bulk()).toMatchObject({ phase: 'running', endedAt: null })
    end(0)
    end(2, 'stalled')
    end(1)
    expect(bulk()).toMatchObject({ phase: 'done', endedAt: clock.now() })
    expect(summary()).toBe('2 done, 1 stalled')
  })

  it('waits for each outcome, one at a time', async () => {
    const { begin, clock, sent, end } = setUp()
    begin(power, null)
    await clock.advance(60_000)
    expect(sent).toEqual(['a1b2c3d0 @0'])
    end(0)
    await clock.advance(1)
    expect(sent).toEqual(['a1b2c3d0 @0', 'a1b2c3d1 @60'])
  })

  it.each([power, command])(
    'sends nothing with a key that the panel refused, and no more once it does: %o',
    async (work) => {
      const refusal = fail('token-refused', { status: 401 })
      const { begin, clock, client, sent, summary } = setUp()
      Object.assign(client.answers, { power: async () => refusal, command: async () => refusal })
      begin(work, 1_000)
      await clock.advance(10_000)
      expect(sent).toHaveLength(1)
      expect(summary()).toBe('3 failed')
      begin(work, 1_000)
      await clock.advance(10_000)
      expect(sent).toHaveLength(1)
    },
  )

  it.each([
    ['restart', ['a1b2c3d0', 'a1b2c3d2'], 'cancelled', 'server-was-off'],
    ['start', ['a1b2c3d0', 'a1b2c3d1', 'a1b2c3d2'], 'running', undefined],
  ] as const)('a %s of a server that was just seen to be off', async (signal, sent, outcome, code) => {
    const part = setUp()
    const [, off] = part.refs
    if (off !== undefined) {
      const now = part.clock.now()
      part.store.update(changeServer(off, (one) => ({ ...one, state: 'offline', observedAt: now })))
    }
    part.begin({ kind: 'power', signal }, 5_000)
    await part.clock.advance(20_000)
    expect(part.sent.map((one) => one.split(' ')[0])).toEqual(sent)
    const [, item] = part.bulk().items
    expect([item?.outcome, item?.error?.code]).toEqual([outcome, code])
  })

  it.each([
    ['never', null, 'cancelled'],
    ['long ago', 61_000, 'cancelled'],
    ['just', 1_000, 'running'],
  ] as const)('looks before a restart at a server that was %s read', async (_when, agoMs, outcome) => {
    const part = setUp(1)
    const [ref] = part.refs
    const observedAt = agoMs === null ? null : part.clock.now() - agoMs
    if (ref !== undefined) part.store.update(changeServer(ref, (one) => ({ ...one, observedAt })))
    part.client.answers.resources = async () => ok({ state: 'offline', resources: null, freshForMs: 20_000 })
    part.begin(power, null)
    await part.clock.advance(1_000)
    expect(part.bulk().items[0]?.outcome).toBe(outcome)
    expect(part.sent).toHaveLength(outcome === 'running' ? 1 : 0)
  })

  it('does not look with a key that the panel refused', async () => {
    const part = setUp(2)
    const refused = { kind: 'failing', since: 0, error: appError('token-refused') } as const
    for (const { id } of Object.values(part.store.get().keys)) part.store.update(setKeyHealth(id, refused))
    part.begin(power, null)
    await part.clock.advance(1_000)
    expect(part.client.calls).toEqual([])
    expect(part.sent).toEqual([])
  })

  it('keeps the servers apart by their signals, however long the look before one takes', async () => {
    const part = setUp(2)
    const [first, second] = part.refs
    part.client.answers.resources = async () => {
      await part.clock.sleep(15_000)
      return fail('timeout')
    }
    if (first !== undefined) part.store.update(changeServer(first, (one) => ({ ...one, observedAt: null })))
    const soon = part.clock.now() + 15_000
    if (second !== undefined) part.store.update(changeServer(second, (one) => ({ ...one, observedAt: soon })))
    part.begin(power, 5_000)
    await part.clock.advance(30_000)
    expect(part.sent).toEqual(['a1b2c3d0 @15', 'a1b2c3d1 @20'])
  })

  it('restarts where that look fails', async () => {
    const part = setUp(1)
    part.client.answers.resources = async () => fail('timeout')
    part.begin(power, null)
    await part.clock.advance(1_000)
    expect(part.sent).toHaveLength(1)
  })

  it.each([
    [
      'was given up',
      'cancelled',
      ({ bulks, bulk }: ReturnType<typeof setUp>) => bulks.cancel(bulk().id, false, 'window'),
    ],
    ['was paused by sleep', 'waiting', ({ clock }: ReturnType<typeof setUp>) => clock.set(8 * 3_600_000)],
  ] as const)('sends no restart that %s during the look before it', async (_how, outcome, interrupt) => {
    const part = setUp(1)
    part.client.answers.resources = async () => {
      await part.clock.sleep(5_000)
      return ok({ state: 'running', resources: null, freshForMs: 20_000 })
    }
    part.begin(power, null)
    await part.clock.advance(1_000)
    interrupt(part)
    await part.clock.advance(10_000)
    expect([part.sent.length, part.bulk().items[0]?.outcome]).toEqual([0, outcome])
    if (outcome !== 'waiting') return
    part.bulks.resume(part.bulk().id)
    await part.clock.advance(10_000)
    expect(part.sent).toHaveLength(1)
  })

  it('goes on after one that failed', async () => {
    const { begin, clock, client, bulk, summary } = setUp()
    let calls = 0
    client.answers.command = async () => (++calls === 2 ? fail('server-not-running') : ok())
    begin(command, 0)
    await clock.advance(1)
    expect(summary()).toBe('2 done, 1 failed')
    expect(bulk().items[1]).toMatchObject({ outcome: 'failed', error: { code: 'server-not-running' } })
  })

  it('all pause before a sleep, and each goes on only when it is told to', async () => {
    const { begin, clock, bulks, store, sent, sleepWatch } = setUp()
    begin(command, 5_000)
    begin(command, 5_000)
    await clock.advance(1)
    sleepWatch.note()
    await clock.advance(8 * 3_600_000)
    expect(sent).toHaveLength(2)
    const [first, second] = Object.values(store.get().bulks)
    expect([first?.phase, second?.phase]).toEqual(['paused', 'paused'])
    bulks.resume(second?.id ?? '')
    await clock.advance(11_000)
    expect(sent).toHaveLength(4)
    sleepWatch.note()
    expect(Object.values(store.get().bulks).map(({ phase }) => phase)).toEqual(['paused', 'done'])
  })

  it('pauses by itself after a sleep that nobody told of', async () => {
    const { begin, clock, bulks, bulk, sent } = setUp()
    begin(command, 5_000)
    await clock.advance(4_900)
    clock.set(8 * 3_600_000)
    await clock.advance(60_000)
    expect([sent.length, bulk().phase]).toEqual([1, 'paused'])
    bulks.resume(bulk().id)
    await clock.advance(11_000)
    expect([sent.length, bulk().phase]).toEqual([3, 'done'])
  })

  it('pauses, and goes on', async () => {
    const { begin, clock, bulks, bulk, sent } = setUp()
    begin(command, 5_000)
    await clock.advance(1)
    bulks.pause(bulk().id)
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
    bulks.resume(bulk().id)
    await clock.advance(6_000)
    expect(sent).toHaveLength(3)
    expect(bulk().phase).toBe('done')
  })

  it('gives up the rest at once, and says of the one that is out what came of it', async () => {
    const { begin, clock, bulks, bulk, client, sent, summary } = setUp()
    let answer: () => void = () => undefined
    client.answers.command = () =>
      new Promise((resolve) => {
        answer = () => resolve(ok())
      })
    begin(command, 0)
    await clock.advance(1)
    expect(bulks.cancel(bulk().id, false, 'window').ok).toBe(true)
    expect(bulk()).toMatchObject({ phase: 'cancelled', endedAt: null })
    answer()
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
    expect(bulk()).toMatchObject({ phase: 'cancelled', endedAt: expect.any(Number) })
    expect(summary()).toBe('1 done, 2 cancelled')
    expect(bulks.cancel(bulk().id, false, 'window')).toMatchObject({ error: { code: 'plan-past' } })
  })

  it('waits for the rate budget', async () => {
    const { begin, clock, room, sent } = setUp()
    room.at = clock.steady() + 30_000
    begin(command, 0)
    await clock.advance(31_000)
    expect(sent[0]).toBe('save-all a1b2c3d0 @30')
  })

  it('restarts with warnings, each server in its turn, and takes back those that count', async () => {
    const { begin, clock, bulks, bulk, sent, store, summary } = setUp()
    const choices = restartChoices({ warnings: [10], text: 'warn {time}', cancelText: 'never mind' })
    begin({ kind: 'restart', choices, when: { inSeconds: 12 } }, 5_000)
    await clock.advance(8_000)
    bulks.cancel(bulk().id, true, 'window')
    await clock.advance(60_000)
    expect(sent).toEqual([
      'warn 10 seconds a1b2c3d0 @2',
      'warn 10 seconds a1b2c3d1 @7',
      'never mind a1b2c3d0 @8',
      'never mind a1b2c3d1 @8',
    ])
    expect(summary()).toBe('3 cancelled')
    expect(Object.values(store.get().plans).map(({ phase }) => phase)).toEqual(['cancelled', 'cancelled'])
  })

  it('lets each server wait by itself for one time, none for the one before', async () => {
    const { begin, clock, bulk, sent, store } = setUp()
    const choices = restartChoices({ warnings: [10], players: { rule: 'when-empty', otherwise: 'restart' } })
    const at = clock.now() + 60_000
    begin({ kind: 'restart', choices, when: { at } }, null)
    await clock.advance(11_000)
    expect(Object.values(store.get().plans).map(({ zeroAt, phase }) => [zeroAt - at, phase])).toEqual([
      [0, 'counting'],
      [5_000, 'counting'],
      [10_000, 'counting'],
    ])
    expect(bulk().staggerMs).toBe(5_000)
    await clock.advance(48_000)
    const signals = () => sent.filter((text) => text.startsWith('a1b2'))
    expect(signals()).toEqual([])
    await clock.advance(30_000)
    expect(signals()).toEqual(['a1b2c3d0 @60', 'a1b2c3d1 @65', 'a1b2c3d2 @70'])
  })

  it('fails where that time is over before its turn', async () => {
    const { begin, clock, bulks, bulk, sent, summary } = setUp()
    const choices = restartChoices({ players: { rule: 'when-empty', otherwise: 'skip' } })
    begin({ kind: 'restart', choices, when: { at: clock.now() + 20_000 } }, null)
    bulks.pause(bulk().id)
    await clock.advance(60_000)
    bulks.resume(bulk().id)
    await clock.advance(20_000)
    expect(sent).toEqual([])
    expect(summary()).toBe('2 failed, 1 cancelled')
  })

  it('makes no request after the end of the app', async () => {
    const { begin, clock, bulks, client, sent } = setUp()
    client.answers.command = async () => {
      await clock.sleep(1_000)
      return ok()
    }
    begin(command, 0)
    bulks.dispose()
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
  })

  it('goes on at its pace when the clock is set back', async () => {
    const { begin, clock, skew, sent } = setUp()
    begin(command, 5_000)
    await clock.advance(1_000)
    skew.ms = -3_600_000
    await clock.advance(20_000)
    expect(sent).toHaveLength(3)
  })

  it('is kept when it has ended, but not for ever', async () => {
    const { begin, clock, store } = setUp(1)
    for (let i = 0; i < 30; i += 1) {
      begin(command, 0)
      await clock.advance(10)
    }
    const kept = Object.values(store.get().bulks)
    // Ten beside the newest.
    expect(kept).toHaveLength(11)
    expect(kept.at(-1)?.endedAt).toBe(clock.now() - 10)
  })

  it('tells only players of a cancellation who were told of the restart', async () => {
    const { begin, clock, bulks, bulk, sent } = setUp(1)
    const choices = restartChoices({ warnings: [10], text: 'warn {time}', cancelText: 'never mind' })
    begin({ kind: 'restart', choices, when: { inSeconds: 60 } }, 5_000)
    await clock.advance(8_000)
    bulks.cancel(bulk().id, true, 'window')
    await clock.advance(60_000)
    expect(sent).toEqual([])
  })

  it('is dismissed once it has ended', async () => {
    const { begin, clock, bulks, bulk } = setUp()
    begin(command, 1_000)
    expect(bulks.dismiss(bulk().id)).toMatchObject({ error: { code: 'plan-running' } })
    await clock.advance(5_000)
    expect(bulks.dismiss(bulk().id).ok).toBe(true)
    expect(() => bulk()).toThrow()
  })
})
