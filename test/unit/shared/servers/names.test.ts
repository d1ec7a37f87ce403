import { describe, expect, it } from 'vitest'
import { serverNames } from '../../../../shared/servers/names.ts'
import { appState, panelView } from '../../../fixtures/app-state.ts'
import { serverView } from '../../../fixtures/server-view.ts'

describe('the names of servers', () => {
  const panels = [panelView(), panelView({ id: 'club', name: 'Club & Co' })]
  const server = (name: string, identifier: string, panelId = 'home') => serverView({ name, identifier, panelId })
  const named = (servers: ReturnType<typeof server>[]) => {
    const nameOf = serverNames(appState({ panels, servers }))
    return servers.map(({ ref }) => nameOf(ref))
  }

  it.each([
    [
      'the same on two panels',
      [server('A', 'aaaaaaa1'), server('A', 'aaaaaaa1', 'club'), server('B', 'aaaaaaa2')],
      ['A (Home panel)', 'A (Club & Co)', 'B'],
    ],
    [
      'the same on one panel',
      [server('A', 'aaaaaaa1'), server('A', 'aaaaaaa2'), server('A', 'aaaaaaa3', 'club')],
      ['A (aaaaaaa1)', 'A (aaaaaaa2)', 'A (aaaaaaa3)'],
    ],
    [
      'alike but for case, width and what cannot be seen',
      [
        server('Arena', 'aaaaaaa1'),
        server('ARENA', 'aaaaaaa2'),
        server('Ａrena', 'aaaaaaa3'),
        server('Are\u200dna', 'aaaaaaa4'),
        server('Are\u00adna', 'aaaaaaa5'),
        server('Arena\u{e0031}', 'aaaaaaa6'),
        server('Arena\u3164', 'aaaaaaa7'),
        server('Arena\u2800', 'aaaaaaa8'),
      ],
      [
        ...['Arena (aaaaaaa1)', 'ARENA (aaaaaaa2)', 'Ａrena (aaaaaaa3)', 'Arena (aaaaaaa4)'],
        ...[5, 6, 7, 8].map((n) => `Arena (aaaaaaa${n})`),
      ],
    ],
    [
      'alike but for what joins emoji',
      [server('👨‍👩', 'aaaaaaa1'), server('👨👩', 'aaaaaaa2')],
      ['👨‍👩 (aaaaaaa1)', '👨👩 (aaaaaaa2)'],
    ],
    [
      'just what another one is called to tell it apart',
      [server('A', 'aaaaaaa1'), server('A', 'aaaaaaa1', 'club'), server('A (Home panel)', 'aaaaaaa2')],
      ['A (aaaaaaa1, 1)', 'A (Club & Co)', 'A (Home panel) (aaaaaaa2, 2)'],
    ],
    [
      'that also with its number',
      [
        server('A', 'aaaaaaa1'),
        server('A', 'aaaaaaa2'),
        server('A (aaaaaaa1)', 'bbbbbbb1'),
        server('a (AAAAAAA1, 1)', 'ccccccc1'),
      ],
      ['A (aaaaaaa1, 2)', 'A (aaaaaaa2)', 'A (aaaaaaa1) (bbbbbbb1, 3)', 'a (AAAAAAA1, 1)'],
    ],
    [
      'alike once they are cut',
      [server(`${'x'.repeat(50)}1`, 'aaaaaaa1'), server(`${'x'.repeat(50)}2`, 'aaaaaaa2')],
      [`${'x'.repeat(39)}… (aaaaaaa1)`, `${'x'.repeat(39)}… (aaaaaaa2)`],
    ],
  ])('%s', (_, servers, names) => expect(named(servers)).toEqual(names))

  it('go by another name where a server is not known, made safe and cut as well', () => {
    const nameOf = serverNames(appState({ panels }))
    const { ref } = server('A', 'aaaaaaa1')
    expect([nameOf(ref), nameOf(ref, `\u202e${'x'.repeat(50)}`)]).toEqual([ref, `${'x'.repeat(39)}…`])
  })
})
