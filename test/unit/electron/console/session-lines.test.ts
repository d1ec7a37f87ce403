import { describe, expect, it } from 'vitest'
import type { createModelNode } from '../../../fixtures/model-node.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { busiestMinute, createSessionRig, gap } from '../../../fixtures/session-rig.ts'

describe('the lines of a session', () => {
  it('shows what was printed before, then what is printed', async () => {
    const { node, lines, open, clock, states } = createSessionRig()
    for (let i = 1; i <= 200; i += 1) node.print(`line ${i}`)
    await open()
    expect(lines).toEqual(node.log.slice(-150))
    node.print('live')
    await clock.advance(100)
    expect(lines.at(-1)).toBe('live')
    expect(states[0]).toBe('running')
  })

  it('marks where lines were lost', async () => {
    const { node, lines, open, clock } = createSessionRig()
    node.print('before')
    await open()
    node.cut()
    for (let i = 1; i <= 160; i += 1) node.print(`meanwhile ${i}`)
    await clock.advance(5_000)
    expect(lines).toEqual(['before', gap, ...node.log.slice(-150)])
  })

  it('marks nothing for a server that was and is offline', async () => {
    const { node, lines, open, clock } = createSessionRig()
    node.print('before')
    await open()
    node.setState('offline')
    await clock.advance(100)
    node.cut()
    await clock.advance(10_000)
    expect(lines).toEqual(['before'])
  })

  it.each<[string, Partial<ReturnType<typeof createModelNode>['faults']>]>([
    ['comes late', { replayAfterMs: 3_000 }],
    ['stalls half way', { stallMs: 1_000 }],
    ['breaks half way', { breaksInReplay: 1 }],
    ['breaks half way, again and again', { breaksInReplay: 4 }],
  ])('shows every line once where the replay %s', async (_, faults) => {
    const { node, lines, open, clock } = createSessionRig()
    for (let i = 1; i <= 150; i += 1) node.print(`line ${i}`)
    await open()
    Object.assign(node.faults, faults)
    node.cut()
    for (let i = 151; i <= 170; i += 1) node.print(`line ${i}`)
    await clock.advance(120_000)
    expect(lines).toEqual(node.log)
  })
})

describe('hours', () => {
  const hours = sizeOf({ short: 6, long: 24 })

  it('of drops every few minutes and tokens of ten loses no line, repeats none, and stays within its tokens', async () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed / 2 ** 31
    }
    const { node, clock, lines, session } = createSessionRig({ random })
    let printed = 0
    let drops = 0
    let isDown = false
    for (let second = 0; second < hours * 3_600; second += 2) {
      node.print(`line ${++printed}`)
      if (isDown) {
        node.setDown(false)
        isDown = false
      }
      if (random() < 2 / 200) {
        drops += 1
        // Some networks tell, some only fall silent.
        if (random() < 0.3) node.setDown(true)
        else node.cut()
        isDown = true
      }
      await clock.advance(2_000)
    }
    await clock.advance(120_000)
    expect(drops).toBeGreaterThan(12 * hours)
    expect(lines.filter((line) => line !== gap)).toEqual(node.log)
    expect(lines.filter((line) => line === gap)).toEqual([])
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
    expect(clock.pending()).toBeLessThan(20)
    session.dispose()
  }, 120_000)
})
