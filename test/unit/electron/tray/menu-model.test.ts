import { describe, expect, it } from 'vitest'
import type { MenuItem } from '../../../../electron/tray/menu-model.ts'
import { menuModel, menuName, trayReading, trayTooltip } from '../../../../electron/tray/menu-model.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ServerView } from '../../../../shared/model/server.ts'
import { aKey, anAction, aPanel, aServer, aState, keyId, panelId } from '../../../fixtures/state.ts'

/** A menu as indented text, which is how a person reads it: `-` separators, `(x)` for what cannot be clicked. */
function drawn(items: readonly MenuItem[], indent = ''): string[] {
  return items.flatMap((item) => drawnItem(item, indent))
}

function drawnItem(item: MenuItem, indent: string): string[] {
  switch (item.kind) {
    case 'separator':
      return [`${indent}-`]
    case 'text':
      return [`${indent}(x) ${item.label}`]
    case 'action':
      return [`${indent}${item.enabled ? '' : '(x) '}${item.label}`]
    case 'submenu':
      return [`${indent}${item.label} >`, ...drawn(item.items, `${indent}  `)]
  }
}

const submenu = (server: ServerView) =>
  drawn(menuModel(aState({ servers: [server] }), 0))
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())

describe('menuModel', () => {
  it('has a headline, the servers with their signals, Open and Quit', () => {
    expect(drawn(menuModel(aState(), 0))).toEqual([
      '(x) 1 running',
      '-',
      'Survival  ·  Running >',
      '  Restart',
      '  (x) Start (already running)',
      '  Stop',
      '  Kill…',
      '  -',
      '  Open console',
      '-',
      'Open Servertray',
      'Quit',
    ])
  })

  it('says of each signal that no key of the server has Power, until what was learned has expired', () => {
    const key = aKey({ learned: [{ permission: 'power', has: false, at: 0 }] })
    const restart = (now: number) => drawn(menuModel(aState({ keys: [key] }), now))[3]
    expect(restart(1)).toBe('  (x) Restart (key lacks Power)')
    expect(restart(24 * 3_600_000)).toBe('  Restart')
  })

  it('offers the other key after a refusal, while it is there', () => {
    const other = aKey({ id: keyId('club'), label: 'Club & Co' })
    const error = appError('permission-lacking', { status: 403 })
    const server = aServer({ action: anAction({ phase: 'refused', error, otherKeyId: other.id }) })
    const state = aState({ keys: [aKey(), other], servers: [server] })
    expect(drawn(menuModel(state, 0))).toContain('  Restart with Club && Co')
    expect(drawn(menuModel(aState({ servers: [server] }), 0)).join()).not.toContain('with')
  })

  it('works with no servers at all', () => {
    expect(drawn(menuModel(aState({ servers: [] }), 0))).toEqual(['(x) No servers', '-', 'Open Servertray', 'Quit'])
  })

  it('offers the last used server first, but not one that is gone', () => {
    const state = aState()
    const used = { ...state, app: { ...state.app, lastUsed: aServer().ref } }
    expect(drawn(menuModel(used, 0))[2]).toBe('Restart Survival')
    expect(drawn(menuModel({ ...used, servers: {} }, 0))).not.toContain('Restart Survival')
  })

  it('puts the servers of each panel into a submenu when there are more than twelve', () => {
    const servers = Array.from({ length: 13 }, (_, index) => aServer({ id: `server${10 + index}` }))
    const club = aServer({ id: 'clubclub', panelId: panelId('club'), name: 'Anarchy' })
    const panels = [aPanel(), aPanel({ id: panelId('club'), name: 'Club' })]
    const lines = drawn(menuModel(aState({ panels, keys: [aKey()], servers: [...servers, club] }), 0))
    expect(lines).toContain('panel.home.example  ·  13 >')
    expect(lines).toContain('Club  ·  1 >')
    expect(lines).toContain('  Anarchy  ·  Running >')
  })

  it.each([
    [
      'offline',
      { state: 'offline' },
      ['(x) Restart (offline, use Start)', 'Start', '(x) Stop (already offline)', '(x) Kill… (already offline)'],
    ],
    ['unknown', { state: 'unknown' }, ['Restart', 'Start', 'Stop', 'Kill…']],
    [
      'suspended',
      { state: 'unknown', condition: 'suspended' },
      [
        '(x) Restart (held by the panel)',
        '(x) Start (held by the panel)',
        '(x) Stop (held by the panel)',
        '(x) Kill… (held by the panel)',
      ],
    ],
    [
      'acted on',
      { action: anAction() },
      [
        '(x) Restart (another action is running)',
        '(x) Start (another action is running)',
        '(x) Stop (another action is running)',
        'Kill…',
      ],
    ],
  ] satisfies [string, Partial<ServerView>, string[]][])('says why a signal makes no sense: %s', (_, change, lines) => {
    expect(submenu(aServer(change)).slice(0, 4)).toEqual(lines)
  })

  it('says what became of an action that failed', () => {
    const action = anAction({ phase: 'refused', error: appError('permission-lacking') })
    expect(submenu(aServer({ action }))[0]).toBe('(x) This key lacks the permission for that.')
  })
})

describe('menuName', () => {
  it.each([
    ['Creative & Plots', 'Creative && Plots'],
    ['x'.repeat(41), `${'x'.repeat(39)}…`],
    ['🎮'.repeat(41), `${'🎮'.repeat(39)}…`],
    ['plain', 'plain'],
  ])('%s', (name, shown) => expect(menuName(name)).toBe(shown))
})

describe('trayReading', () => {
  it.each([
    ['ok', [aServer()]],
    ['attention', [aServer(), aServer({ id: 'bbbbbbbb', state: 'offline' })]],
    ['attention', [aServer({ action: anAction({ phase: 'stalled' }) })]],
    ['busy', [aServer({ state: 'offline' }), aServer({ id: 'bbbbbbbb', action: anAction() })]],
    ['unknown', [aServer({ state: 'unknown' })]],
    ['unknown', [aServer(), aServer({ id: 'bbbbbbbb', state: 'unknown' })]],
    ['unknown', []],
  ] as const)('%s', (reading, servers) => expect(trayReading(aState({ servers: [...servers] }))).toBe(reading))
})

describe('trayTooltip', () => {
  it('counts in words', () => {
    const servers = [aServer(), aServer({ id: 'bbbbbbbb', state: 'offline' })]
    expect(trayTooltip(aState({ servers }))).toBe('Servertray: 1 running, 1 offline')
  })
})
