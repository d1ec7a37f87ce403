import { describe, expect, it } from 'vitest'
import type { Asked } from '../../../../electron/players/ask.ts'
import {
  type Attempts,
  afterAsking,
  blocksUdp,
  isHeld,
  nextAt,
  reasonOf,
} from '../../../../electron/players/backoff.ts'

const target = { address: '203.0.112.9', port: 27_015 }
const silent: Asked = { unknown: 'no-answer', isUdpSilent: true }
const refused: Asked = { unknown: 'no-answer', isUdpSilent: false }
const told: Asked = { reading: { online: 0, max: 5, names: [] } }

const tried = (...all: Asked[]) => {
  const attempts = all.reduce<Attempts | null>((so, asked, i) => afterAsking(so, target, asked, i * 1_000), null)
  if (attempts === null) throw new Error('nothing was asked')
  return attempts
}

describe('nextAt', () => {
  it.each<[string, Attempts, number, number]>([
    ['an answer', tried(told), 60_000, 20_000],
    ['a failure', tried(silent), 60_000, 20_000],
    ['two failures', tried(silent, refused), 61_000, 21_000],
    ['three failures', tried(silent, refused, silent), 902_000, 902_000],
    ['a fourth', tried(silent, silent, silent, silent), 903_000, 903_000],
    ['an answer between', tried(silent, silent, told, silent), 63_000, 23_000],
  ])('after %s', (_, attempts, usual, lookedAt) => {
    expect([nextAt(attempts, false), nextAt(attempts, true)]).toEqual([usual, lookedAt])
    expect(isHeld(attempts)).toBe(usual > 100_000)
  })

  it('begins anew at another target', () => {
    const elsewhere = afterAsking(tried(silent, silent), { ...target, port: 27_016 }, silent, 5)
    expect(elsewhere.failures).toBe(1)
  })
})

describe('blocksUdp', () => {
  const at = (address: string, asked: Asked) => afterAsking(null, { address, port: 1 }, asked, 0)
  it.each<[string, Attempts[], boolean]>([
    ['two machines are silent', [at('203.0.112.1', silent), at('203.0.112.2', silent)], true],
    [
      'one machine is, at two ports',
      [at('203.0.112.1', silent), afterAsking(null, target, silent, 0)].map((one) => ({ ...one, target })),
      false,
    ],
    ['one of them refuses', [at('203.0.112.1', silent), at('203.0.112.2', refused)], false],
    ['one of them answers', [at('203.0.112.1', silent), at('203.0.112.2', silent), at('203.0.112.3', told)], false],
    ['nothing was asked', [], false],
  ])('where %s', (_, attempts, isBlocked) => expect(blocksUdp(attempts)).toBe(isBlocked))
})

describe('reasonOf', () => {
  it.each<[string, Attempts, boolean, unknown]>([
    ['silence', tried(silent), false, 'no-answer'],
    ['silence of all', tried(silent), true, 'udp-blocked'],
    ['a refusal while others are silent', tried(refused), true, 'no-answer'],
    ['no number', tried({ unknown: 'not-told', isUdpSilent: false }), true, 'not-told'],
    ['an answer', tried(told), true, null],
  ])('of %s', (_, attempts, isBlocked, reason) => expect(reasonOf(attempts, isBlocked)).toBe(reason))
})
