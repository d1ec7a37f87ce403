import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../shared/result.ts'
import { command, createBulkRig, power } from '../../../fixtures/bulk-rig.ts'

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

  it('pauses, and goes on', async () => {
    const { begin, clock, bulks, bulk, sent } = createBulkRig()
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
    expect(bulks.cancel(bulk().id, false, 'window')).toMatchObject({ error: { code: 'plan-past' } })
  })

  it('waits for the rate budget', async () => {
    const { begin, clock, room, sent } = createBulkRig()
    room.at = clock.steady() + 30_000
    begin(command, 0)
    await clock.advance(31_000)
    expect(sent[0]).toBe('save-all a1b2c3d0 @30')
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

  it('goes on at its pace when the clock is set back', async () => {
    const { begin, clock, skew, sent } = createBulkRig()
    begin(command, 5_000)
    await clock.advance(1_000)
    skew.ms = -3_600_000
    await clock.advance(20_000)
    expect(sent).toHaveLength(3)
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
