import { describe, expect, it } from 'vitest'
import { type Bunch, nextLooks, type Watched } from '../../../../electron/servers/poll-order.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const refs = ['a', 'b', 'c'].map((letter) => serverView({ identifier: letter.repeat(8) }).ref)
const [a, b, c] = refs as [Watched['ref'], Watched['ref'], Watched['ref']]
const now = 1_000_000
const watched = (ref: Watched['ref'], more: Partial<Watched> = {}): Watched => ({
  ref,
  isForeground: false,
  isUrgent: false,
  knownAt: now - 500_000,
  askedAt: now - 100_000,
  notBefore: 0,
  ...more,
})

const look = (servers: readonly Watched[], last: Bunch, at: number, most: number) => {
  const count = servers.filter(({ isForeground }) => !isForeground).length
  return nextLooks(servers, { count, last, now: at, most, isAtRest: false })
}

describe('nextLooks', () => {
  it.each<[string, Watched[], ReturnType<typeof nextLooks>]>([
    ['nobody where there is none', [], { at: Number.POSITIVE_INFINITY }],
    ['none before its panel has something new', [watched(a, { notBefore: now + 5_000 })], { at: now + 5_000 }],
    [
      'one in view as soon as its panel has something new',
      [watched(a, { isForeground: true, askedAt: now - 20_000 })],
      { ask: [a] },
    ],
    ['one that nobody sees not before its time', [watched(a, { askedAt: now - 20_000 })], { at: now + 10_000 }],
    [
      'what was acted on before all',
      [watched(a, { askedAt: null, isForeground: true, knownAt: 0 }), watched(b, { isUrgent: true })],
      { ask: [a] },
    ],
    [
      'what was acted on before what is late',
      [watched(a, { askedAt: 0 }), watched(b, { isUrgent: true })],
      { ask: [b] },
    ],
    [
      'who waits far too long before who is in view',
      [watched(a, { askedAt: now - 290_000 }), watched(b, { isForeground: true, askedAt: now - 25_000 })],
      { ask: [a] },
    ],
    ['the one that waits longest', [watched(b, { askedAt: now - 101_000 }), watched(a), watched(c)], { ask: [b] }],
    [
      'one never asked after one that waits longer',
      [watched(b), watched(a, { askedAt: null, knownAt: now - 50_000 })],
      { ask: [b] },
    ],
  ])('picks %s', (_, servers, next) => {
    expect(look(servers, { at: 0, asked: 1 }, now, 1)).toEqual(next)
  })

  it('spreads those that nobody sees over their time, and holds none in view back for it', () => {
    const rest = [watched(a), watched(b), watched(c)]
    const one = (at: number) => ({ at, asked: 1 })
    expect(look(rest, one(now - 9_999), now, 1)).toEqual({ at: now + 1 })
    expect(look(rest, one(now - 10_000), now, 1)).toEqual({ ask: [a] })
    expect(look([...rest, watched(a, { isForeground: true })], one(now), now, 1)).toEqual({ ask: [a] })
  })

  it('chooses a whole bunch at once, and any number of those in view or acted on beside it', () => {
    const waiting = Array.from({ length: 60 }, (_, i) =>
      watched(serverView({ identifier: String(10_000_000 + i) }).ref, { askedAt: now - 80_000 + i }),
    )
    const longest = waiting.map(({ ref }) => ref)
    const over = { at: 0, asked: 4 }
    expect(look(waiting, over, now, 9)).toEqual({ ask: longest.slice(0, 4) })
    expect(look(waiting, over, now, 3)).toEqual({ ask: longest.slice(0, 3) })
    const inView = [a, b, c].map((ref) => watched(ref, { isForeground: true }))
    expect(look([...waiting, ...inView], over, now, 9)).toEqual({ ask: [a, b, c, ...longest.slice(0, 4)] })
    const urgent = [b, c].map((ref) => watched(ref, { isUrgent: true }))
    expect(look([...waiting, ...urgent], over, now, 9)).toEqual({ ask: [b, c, ...longest.slice(0, 4)] })
  })

  it('asks none for as much longer after a bunch of several', () => {
    const waiting = Array.from({ length: 60 }, (_, i) =>
      watched(serverView({ identifier: String(10_000_000 + i) }).ref),
    )
    expect(look(waiting, { at: now, asked: 4 }, now, 1)).toEqual({ at: now + 4_000 })
    expect(look(waiting, { at: now, asked: 4 }, now + 4_000, 1)).toEqual({ ask: [waiting[0]?.ref] })
  })
})

describe('nextLooks of a fleet at rest', () => {
  const over = { at: 0, asked: 4 }
  const look = (servers: Iterable<Watched>, most = 4, last = over) =>
    nextLooks(servers, { count: 60, last, now, most, isAtRest: true })

  it.each<[string, Watched[], ReturnType<typeof nextLooks>]>([
    ['those asked longest ago, in their order', [watched(b), watched(a), watched(c)], { ask: [b, a, c] }],
    ['none before its panel has something new', [watched(a, { notBefore: now + 5_000 }), watched(b)], { ask: [b] }],
    ['none twice in its time', [watched(a), watched(b, { askedAt: now - 59_999 })], { ask: [a] }],
    ['nobody until the first is due', [watched(a, { askedAt: now - 40_000 })], { at: now + 20_000 }],
    ['nobody where there is none', [], { at: Number.POSITIVE_INFINITY }],
  ])('picks %s', (_, servers, next) => {
    expect(look(servers)).toEqual(next)
  })

  it('looks at no more than it asks, a bunch at most and as many as may be under way', () => {
    let looked = 0
    function* fleet() {
      for (;;) {
        looked += 1
        yield watched(a)
      }
    }
    expect(look(fleet(), 9)).toEqual({ ask: [a, a, a, a] })
    expect(look(fleet(), 2)).toEqual({ ask: [a, a] })
    expect(look(fleet(), 0)).toEqual({ at: Number.POSITIVE_INFINITY })
    expect(looked).toBeLessThan(11)
  })

  it('asks none for as much longer after a bunch of several', () => {
    const last = { at: now - 3_999, asked: 4 }
    expect(look([watched(a)], 4, last)).toEqual({ at: now + 1 })
    expect(look([watched(a)], 0, last)).toEqual({ at: now + 1 })
  })
})
