import { describe, expect, it } from 'vitest'
import { createBulkRig } from '../../../fixtures/bulk-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'

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
