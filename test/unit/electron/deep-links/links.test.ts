import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLinks, type DeepLink, linksOf, parseDeepLink, requestOf } from '../../../../electron/deep-links/links.ts'
import { hostileArgv } from '../../../fixtures/hostile-links.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const survival = serverView()

describe('parseDeepLink', () => {
  it.each([
    ['servertray://open/a1b2c3d4', 'open'],
    ['servertray://restart/a1b2c3d4', 'restart'],
    // Some systems add the slash of an empty path.
    ['servertray://restart/a1b2c3d4/', 'restart'],
  ])('reads %s', (text, kind) => {
    expect(parseDeepLink(text)).toEqual({ kind, identifier: 'a1b2c3d4' })
  })

  it.each(['ab-d_234', 'ab.d:234', 'a b%c?d#', 'äöü漢字🎮xy'])('reads the identifier %j, escaped', (identifier) => {
    const text = `servertray://open/${encodeURIComponent(identifier)}`
    expect(parseDeepLink(text)).toEqual({ kind: 'open', identifier })
  })

  it.each([
    '',
    'servertray://open/..%2Fa1b2c',
    'servertray://open/a1b2c3%',
    'servertray://open/a1b2c3d%0a',
    'servertray://open/a1b2%E2%80%AEc3d',
    'servertray://kill/a1b2c3d4',
    'servertray://restart/a1b2c3d',
    'servertray://restart/a1b2c3d45',
    'servertray://restart/a1b2c3d4?confirmed=1',
    'servertray://user@restart/a1b2c3d4',
    'servertray://restart/a1b2c3d4\n',
    ' servertray://restart/a1b2c3d4',
    'http://restart/a1b2c3d4',
  ])('refuses %j', (text) => {
    expect(parseDeepLink(text)).toBeNull()
  })

  /** True where a link was read; what it leads to shows a server or asks, and nothing else. */
  function isHarmlessLink(text: string): boolean {
    const link = parseDeepLink(text)
    if (link === null) return false
    expect(decodeURIComponent(text)).toBe(
      `servertray://${link.kind}/${link.identifier}${text.endsWith('/') ? '/' : ''}`,
    )
    const request = requestOf(link, [survival], 1)
    const dialog = link.kind === 'restart' ? { dialog: 'confirm-restart' } : { isFull: true }
    if ('focus' in request) expect(request.focus).toEqual({ ref: survival.ref, at: 1, ...dialog })
    return true
  }

  it('leads to nothing but a look or a question, whatever stands in 5,000 starts', () => {
    let read = 0
    fc.assert(
      fc.property(hostileArgv, (argv) => {
        read += linksOf(argv).filter(isHarmlessLink).length
      }),
      { numRuns: sizeOf({ short: 300, long: 5_000 }) },
    )
    expect(read).toBeGreaterThan(100)
  })
})

describe('requestOf', () => {
  const link = { kind: 'restart', identifier: survival.identifier } as const
  it.each([
    ['no server', []],
    ['servers of two panels', [survival, serverView({ panelId: 'club' })]],
  ])('refuses where %s fits', (_, servers) => {
    expect(requestOf(link, servers, 1)).toEqual({ refused: expect.stringContaining('a1b2c3d4') })
  })
})

const link = (identifier: string) => ({ kind: 'restart', identifier }) as const

it('keeps the newest link until somebody follows, then hands over each', () => {
  const followed: DeepLink[] = []
  const links = createLinks(createTestLog())
  for (const text of ['servertray://restart/a1b2c3d4', 'servertray://restart/b1b2c3d4', 'servertray://kill/c1b2c3d4']) {
    links.put(text)
  }
  links.open((one) => followed.push(one))
  expect(followed).toEqual([link('b1b2c3d4')])
  links.put('servertray://restart/d1b2c3d4')
  links.put('servertray://restart/d1b2c3d4?yes')
  links.put('servertray://restart/e1b2c3d4')
  expect(followed.slice(1)).toEqual([link('d1b2c3d4'), link('e1b2c3d4')])
})
