import { describe, expect, it, test } from 'vitest'
import { nextTurn } from '../../../../electron/restart/bulk.ts'
import type { BulkOutcome } from '../../../../shared/bulk/contract.ts'
import { bulkCounts, countsText } from '../../../../shared/bulk/words.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { command, createBulkRig, power } from '../../../fixtures/bulk-rig.ts'
import { waitsUntilGivenUp } from '../../../fixtures/fake-client.ts'
import { bulkView, restartChoices } from '../../../fixtures/plan-view.ts'

describe('a bulk action', () => {
  it('goes to one server after another, and ends with the last outcome', async () => {
    const { begin, clock, sent, end, bulk, summary } = createBulkRig()
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

  it('keeps servers half a second apart where no time was chosen between them', async () => {
    const { begin, clock, sent, bulk } = createBulkRig()
    begin(power, 0)
    await clock.advance(3_000)
    expect(sent).toEqual(['a1b2c3d0 @0', 'a1b2c3d1 @0.5', 'a1b2c3d2 @1'])
    expect(bulk().staggerMs).toBe(500)
  })

  it('waits for each outcome, one at a time', async () => {
    const { begin, clock, sent, end } = createBulkRig()
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
      const { begin, clock, client, sent, summary } = createBulkRig()
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

  it('goes on after one that failed', async () => {
    const { begin, clock, client, bulk, summary } = createBulkRig()
    let calls = 0
    client.answers.command = async () => (++calls === 2 ? fail('server-not-running') : ok())
    begin(command, 0)
    await clock.advance(2_000)
    expect(summary()).toBe('2 done, 1 failed')
    expect(bulk().items[1]).toMatchObject({ outcome: 'failed', error: { code: 'server-not-running' } })
  })

  it('all pause before a sleep, and each goes on only when it is told to', async () => {
    const { begin, clock, bulks, store, sent, sleepWatch } = createBulkRig()
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
    const { begin, clock, bulks, bulk, sent } = createBulkRig()
    begin(command, 5_000)
    await clock.advance(4_900)
    clock.set(8 * 3_600_000)
    await clock.advance(60_000)
    expect([sent.length, bulk().phase]).toEqual([1, 'paused'])
    bulks.resume(bulk().id)
    await clock.advance(11_000)
    expect([sent.length, bulk().phase]).toEqual([3, 'done'])
  })

  it('gives up the rest at once, and says of the one that is out what came of it', async () => {
    const { begin, clock, bulks, bulk, client, sent, summary } = createBulkRig()
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
    expect(bulks.cancel(bulk().id, false, 'window')).toMatchObject({ error: { code: 'too-late' } })
  })

  it.each([power, command])('gives up what waits for a rate limit when it is cancelled: %o', async (work) => {
    const { begin, clock, bulks, bulk, client, sent, summary } = createBulkRig()
    Object.assign(client.answers, { power: waitsUntilGivenUp, command: waitsUntilGivenUp })
    begin(work, 0)
    await clock.advance(1)
    bulks.cancel(bulk().id, false, 'window')
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
    expect(bulk()).toMatchObject({ phase: 'cancelled', endedAt: expect.any(Number) })
    expect(summary()).toBe('3 cancelled')
  })

  it('makes no request after the end of the app', async () => {
    const { begin, clock, bulks, client, sent } = createBulkRig()
    client.answers.command = async () => {
      await clock.sleep(1_000)
      return ok()
    }
    begin(command, 0)
    bulks.dispose()
    await clock.advance(60_000)
    expect(sent).toHaveLength(1)
  })

  it('is kept when it has ended, but not for ever', async () => {
    const { begin, clock, store } = createBulkRig(1)
    for (let i = 0; i < 30; i += 1) {
      begin(command, 0)
      await clock.advance(10)
    }
    const kept = Object.values(store.get().bulks)
    // Ten beside the newest.
    expect(kept).toHaveLength(11)
    expect(kept.at(-1)?.endedAt).toBe(clock.now() - 10)
  })

  it('is dismissed once it has ended', async () => {
    const { begin, clock, bulks, bulk } = createBulkRig()
    begin(command, 1_000)
    expect(bulks.dismiss(bulk().id)).toMatchObject({ error: { code: 'plan-running' } })
    await clock.advance(5_000)
    expect(bulks.dismiss(bulk().id).ok).toBe(true)
    expect(() => bulk()).toThrow()
  })
})

/** The app was killed during a bulk action, and is started again with what stood on disk. */
const killed = (rig: ReturnType<typeof createBulkRig>) => createBulkRig(3, rig.file.get().bulks)

describe('after the app was killed', () => {
  it('tells what was done, what is not known and what was not done, and sends nothing again', async () => {
    const before = createBulkRig()
    before.begin(power, 5_000)
    await before.clock.advance(1_000)
    before.end(0)
    await before.clock.advance(5_000)
    const after = killed(before)
    after.bulks.load()
    const [bulk] = Object.values(after.store.get().bulks)
    expect(bulk).toMatchObject({
      phase: 'cancelled',
      endedAt: after.clock.now(),
      items: [
        { outcome: 'confirmed', error: null },
        { outcome: 'unconfirmed', error: { message: 'Servertray ended before it was known what came of it.' } },
        { outcome: 'cancelled', error: { message: 'Servertray ended before its turn, so nothing was sent.' } },
      ],
    })
    await after.clock.advance(3_600_000)
    expect(after.sent).toEqual([])
    expect(after.file.get().bulks).toEqual([])
  })

  it.each([power, command])('has on disk what is being sent before it goes out: %o', async (work) => {
    const rig = createBulkRig(1)
    let onDisk: string | undefined
    const answer = async () => {
      onDisk = rig.file.get().bulks[0]?.items[0]?.outcome
      return { ok: true as const, value: undefined }
    }
    Object.assign(rig.client.answers, { power: answer, command: answer })
    rig.begin(work, null)
    await rig.clock.advance(1)
    expect(onDisk).toBe('running')
  })

  it('follows countdowns that go on, to their end', async () => {
    const before = createBulkRig(2)
    const work = { kind: 'restart', choices: restartChoices({ warnings: [] }), when: { inSeconds: 600 } } as const
    before.begin(work, 1_000)
    await before.clock.advance(500)
    const after = killed(before)
    const [ref] = after.refs
    if (ref === undefined) throw new Error('there is no server')
    const planned = after.plans.start({
      ref,
      choices: work.choices,
      zeroAt: after.clock.now() + 60_000,
      origin: 'window',
    })
    after.bulks.load()
    expect(after.bulk().items.map(({ outcome }) => outcome)).toEqual(['running', 'cancelled'])
    if (planned.ok) after.plans.cancel(planned.value.id, false, 'window')
    expect(after.bulk()).toMatchObject({ phase: 'cancelled', endedAt: after.clock.now() })
    expect(countsText(bulkCounts(after.bulk()))).toBe('2 cancelled')
  })
})

describe('a bulk action', () => {
  it('restarts with warnings, each server in its turn, and takes back those that count', async () => {
    const { begin, clock, bulks, bulk, sent, store, summary } = createBulkRig()
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
    const { begin, clock, bulk, sent, store } = createBulkRig()
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
    const { begin, clock, bulks, bulk, sent, summary } = createBulkRig()
    const choices = restartChoices({ players: { rule: 'when-empty', otherwise: 'skip' } })
    begin({ kind: 'restart', choices, when: { at: clock.now() + 20_000 } }, null)
    await clock.advance(1)
    bulks.pause(bulk().id)
    await clock.advance(60_000)
    bulks.resume(bulk().id)
    await clock.advance(20_000)
    expect(sent).toEqual([])
    expect(summary()).toBe('2 failed, 1 cancelled')
  })

  it('tells only players of a cancellation who were told of the restart', async () => {
    const { begin, clock, bulks, bulk, sent } = createBulkRig(1)
    const choices = restartChoices({ warnings: [10], text: 'warn {time}', cancelText: 'never mind' })
    begin({ kind: 'restart', choices, when: { inSeconds: 60 } }, 5_000)
    await clock.advance(8_000)
    bulks.cancel(bulk().id, true, 'window')
    await clock.advance(60_000)
    expect(sent).toEqual([])
  })
})

const item = (outcome: BulkOutcome, i: number) => ({
  ref: serverRefSchema.parse(`home/0000000${i}`),
  outcome,
  error: null,
})

test.each([
  ['until each is done: the one before runs', null, 'running', { kind: 'idle' }],
  ['until each is done: it is', null, 'confirmed', { kind: 'go', index: 1 }],
  // A panel that tells no state must not see the whole group go down at once.
  ['until each is done: that is not seen', null, 'unconfirmed', { kind: 'wait', until: 5_000 }],
  ['5 s apart: the one before runs', 5_000, 'running', { kind: 'wait', until: 5_000 }],
] as const)('%s', (_, staggerMs, before, turn) => {
  const bulk = bulkView([item(before, 1), item('waiting', 2)], { staggerMs })
  const context = { now: 1_000, lastAt: 0, isSending: false, roomAt: () => 0 }
  expect(nextTurn(bulk, context)).toEqual(turn)
})
