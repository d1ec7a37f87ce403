import { describe, expect, it } from 'vitest'
import type { Asked } from '../../../../electron/players/ask.ts'
import {
  afterAsking,
  type Attempts,
  blocksUdp,
  isHeld,
  nextAt,
  reasonOf,
} from '../../../../electron/players/backoff.ts'

const target = { address: '203.0.112.9', port: 27_015 }
const silent: Asked = { unknown: 'no-answer', isUdpSilent: true }
const refused: Asked = { unknown: 'no-answer', isUdpSilent: false }
const told: Asked = { reading: { online: 0, max: 5, names: [] } }

const after = (...all: Asked[]) => {
  const attempts = all.reduce<Attempts | null>((so, asked, i) => afterAsking(so, target, asked, i * 1_000), null)
  if (attempts === null) throw new Error('nothing was asked')
  return attempts
}

describe('nextAt', () => {
  it.each<[string, Attempts, number, number]>([
    ['an answer', after(told), 60_000, 20_000],
    ['a failure', after(silent), 60_000, 20_000],
    ['two failures', after(silent, refused), 61_000, 21_000],
    ['three failures', after(silent, refused, silent), 902_000, 902_000],
    ['a fourth', after(silent, silent, silent, silent), 903_000, 903_000],
    ['an answer between', after(silent, silent, told, silent), 63_000, 23_000],
  ])('after %s', (_, attempts, usual, lookedAt) => {
    expect([nextAt(attempts, false), nextAt(attempts, true)]).toEqual([usual, lookedAt])
    expect(isHeld(attempts)).toBe(usual > 100_000)
  })

  it('begins anew at another target', () => {
    const elsewhere = afterAsking(after(silent, silent), { ...target, port: 27_016 }, silent, 5)
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
    ['silence', after(silent), false, 'no-answer'],
    ['silence of all', after(silent), true, 'udp-blocked'],
    ['a refusal while others are silent', after(refused), true, 'no-answer'],
    ['no number', after({ unknown: 'not-told', isUdpSilent: false }), true, 'not-told'],
    ['an answer', after(told), true, null],
  ])('of %s', (_, attempts, isBlocked, reason) => expect(reasonOf(attempts, isBlocked)).toBe(reason))
})
