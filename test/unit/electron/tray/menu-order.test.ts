import { describe, expect, it } from 'vitest'
import type { MenuItem } from '../../../../electron/tray/menu.ts'
import { menuModel } from '../../../../electron/tray/menu-model.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { type appState, panelView } from '../../../fixtures/app-state.ts'
import { drawn, menuOf, server, state } from '../../../fixtures/drawn-menu.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const others = (count: number, panelId = 'home') =>
  Array.from({ length: count }, (_, index) =>
    server({ panelId, identifier: `${panelId}${1000 + index}`.slice(-8), name: `${panelId} ${index + 1}` }),
  )

/** The lines at the top, between the headline and what every menu ends with. */
const serverLines = (parts?: Parameters<typeof appState>[0]) => {
  const lines = menuOf(parts).filter((line) => !line.startsWith(' '))
  return lines.slice(2, lines.indexOf('Open Servertray') - 1)
}

describe('the order of the servers', () => {
  const club = panelView({ id: 'club', name: 'Club' })
  const named = (name: string, identifier: string, panelId = 'home') => server({ name, identifier, panelId })

  it('is by panel, and by name in each', () => {
    const servers = [
      named('Zeta', 'aaaaaaa1', 'club'),
      named('Arena 10', 'aaaaaaa2'),
      named('arena 9', 'aaaaaaa3'),
      named('Beta', 'aaaaaaa4', 'club'),
    ]
    expect(serverLines({ panels: [panelView(), club], servers })).toEqual(
      ['arena 9', 'Arena 10', 'Beta', 'Zeta'].map((name) => `${name}  ·  Running >`),
    )
  })

  it('has pinned servers first, in the order of the pins, and each once', () => {
    const servers = [named('A', 'aaaaaaa1'), named('B', 'aaaaaaa2'), named('C', 'aaaaaaa3')]
    const gone = named('Gone', 'aaaaaaa9')
    const pinned = [servers[2], gone, servers[1]].flatMap((one) => one?.ref ?? [])
    expect(serverLines({ servers, preferences: { pinned } })).toEqual(
      ['C', 'B', '-', 'A'].map((name) => (name === '-' ? '-' : `${name}  ·  Running >`)),
    )
    expect(serverLines({ servers: servers.slice(1), preferences: { pinned } })).toHaveLength(2)
  })

  it.each([
    [12, 12],
    [13, 1],
    [200, 1],
  ])('%i servers of one panel take %i lines', (count, lines) => {
    const servers = others(count)
    expect(serverLines({ servers }).filter((line) => line !== '-')).toHaveLength(lines)
    // All of them are in the menu, wherever.
    expect(menuOf({ servers }).filter((line) => line.endsWith('·  Running >'))).toHaveLength(count)
  })

  it('folds the pinned ones too when they are more than twelve', () => {
    const servers = others(14)
    const pinned = servers.slice(0, 13).map(({ ref }) => ref)
    expect(serverLines({ servers, preferences: { pinned } })).toEqual(['Pinned  ·  13 >', '-', 'Home panel  ·  1 >'])
  })
})

describe('a large fleet', () => {
  const fleet = (count: number, stateOf: (index: number) => Partial<ServerView> = () => ({})) =>
    Array.from({ length: count }, (_, i) =>
      serverView({ state: 'running', identifier: String(10_000_000 + i), name: `S${i}`, ...stateOf(i) }),
    )
  const countItems = (items: readonly MenuItem[]): number =>
    items.reduce((sum, item) => sum + 1 + (item.kind === 'submenu' ? countItems(item.items) : 0), 0)

  it('shows pinned servers, those to look at and the last used one, and leaves the rest to the window', () => {
    const crashed = { state: 'offline', unexpectedStop: { how: 'crashed', at: 0 } } as const
    const servers = fleet(201, (i) => (i === 7 || i === 3 ? crashed : {}))
    const pinned = [servers[3], servers[5]].flatMap((one) => one?.ref ?? [])
    const model = state({ servers, preferences: { pinned } })
    const lines = drawn(menuModel({ ...model, app: { ...model.app, lastUsed: servers[9]?.ref ?? null } }, 0))
    const top = lines.filter((line) => !line.startsWith(' '))
    expect(top.slice(2, top.indexOf('Open Servertray') - 1)).toEqual([
      'Restart S9 (10000009)',
      '-',
      `S3 (10000003)  ·  Crashed ${clockTime(0)} >`,
      'S5 (10000005)  ·  Running >',
      '-',
      `S7 (10000007)  ·  Crashed ${clockTime(0)} >`,
      '-',
      'S9 (10000009)  ·  Running >',
      '-',
      'More in the window…',
    ])
  })

  it('has no more lines with 10,000 servers, all pinned and all crashed, than with a few hundred', () => {
    const lines = (count: number) => {
      const servers = fleet(count, () => ({ state: 'offline', unexpectedStop: { how: 'crashed', at: 0 } }))
      return countItems(menuModel(state({ servers, preferences: { pinned: servers.map(({ ref }) => ref) } }), 0))
    }
    expect(lines(10_000)).toBe(lines(300))
  })
})
