import { describe, expect, it } from 'vitest'
import { bulkCounts, countsText } from '../../../../shared/bulk/words.ts'
import { command, createBulkRig, power } from '../../../fixtures/bulk-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'

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
