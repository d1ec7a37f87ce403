import { describe, expect, it } from 'vitest'
import type { MenuItem } from '../../../../electron/tray/menu.ts'
import { menuModel } from '../../../../electron/tray/menu-model.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ServerView } from '../../../../shared/model/server.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import type { AppState } from '../../../../shared/state/state.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun } from '../../../fixtures/backup-view.ts'
import { planView, restartChoices } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

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

const server = (more: Parameters<typeof serverView>[0] = {}) => serverView({ state: 'running', ...more })
const others = (count: number, panelId = 'home') =>
  Array.from({ length: count }, (_, index) =>
    server({ panelId, identifier: `${panelId}${1000 + index}`.slice(-8), name: `${panelId} ${index + 1}` }),
  )

function state(parts: Parameters<typeof appState>[0] = {}): AppState {
  return appState({ panels: [panelView()], keys: [keyView()], servers: [server()], ...parts })
}

const menuOf = (parts?: Parameters<typeof appState>[0], now = 0) => drawn(menuModel(state(parts), now))
/** The lines at the top, between the headline and what every menu ends with. */
const serverLines = (parts?: Parameters<typeof appState>[0]) => {
  const lines = menuOf(parts).filter((line) => !line.startsWith(' '))
  return lines.slice(2, lines.indexOf('Open Servertray') - 1)
}
/** The submenu of the one server. */
const submenu = (view: ServerView, now = 0) => {
  const lines = menuOf({ servers: [view] }, now)
  return lines.slice(3, lines.indexOf('-', 3)).map((line) => line.trim())
}

const ending = [
  'Open Servertray',
  'Mute notifications >',
  '  For 1 h',
  '  For 4 h',
  '  For 8 h',
  '  Until I unmute',
  'Settings…',
  'Quit',
]

describe('menuModel', () => {
  it('has a headline, the servers with their signals, and what belongs to the app', () => {
    expect(menuOf()).toEqual([
      '(x) 1 running',
      '-',
      'Survival  ·  Running >',
      '  Restart',
      '  Restart with warning…',
      '  (x) Start (already running)',
      '  Stop',
      '  Kill…',
      '  -',
      '  Back up now',
      '  Open console',
      '-',
      ...ending,
    ])
  })

  it('works with no servers at all', () => {
    expect(menuOf({ servers: [] })).toEqual(['(x) No servers', '-', ...ending])
  })

  it('says in the headline that there is no network', () => {
    expect(menuOf({ app: { online: false } })[0]).toBe('(x) No network · 1 running')
  })

  it('says of each signal that the keys of the server lack Power by their owner’s word', () => {
    expect(menuOf({ keys: [keyView({ declared: [] })] })[3]).toBe('  (x) Restart (key lacks Power)')
  })

  it('says that the panel refused it, for minutes, and lets it be tried again all the while', () => {
    const keys = [keyView({ learned: [{ permission: 'power', has: false, at: 0 }] })]
    const restart = (now: number) => menuOf({ keys }, now)[3]
    expect(restart(1)).toBe(`  Restart (was refused ${clockTime(0)})`)
    expect(restart(5 * 60_000)).toBe('  Restart')
  })

  const lacking = appError('permission-lacking', { status: 403, message: 'Home lacks Power.' })
  const dead = appError('token-refused', { status: 401, message: 'Home: refused.' })
  const refusedOnce = [{ permission: 'power', has: false, at: 0 } as const]
  const failing = { kind: 'failing', since: 0, error: dead } as const
  it.each([
    ['a refusal that stands', lacking, { learned: refusedOnce }, true],
    ['Power worked since', lacking, { learned: [{ permission: 'power', has: true, at: 1 } as const] }, false],
    ['forgotten', lacking, { learned: [] }, false],
    ['a token that is refused', dead, { health: failing }, true],
    ['a token that works again', dead, {}, false],
    ['a failure of another kind', appError('panel-failed', { message: 'Home lacks Power.' }), {}, true],
  ] as const)('tells a refusal as long as it is true: %s', (_, error, change, isTold) => {
    const key = keyView({ ...change, learned: 'learned' in change ? [...change.learned] : [] })
    const servers = [server({ action: powerAction({ phase: 'refused', error, keyId: key.id }) })]
    expect(menuOf({ keys: [key], servers }, 2)).toEqual(
      isTold
        ? expect.arrayContaining([`  (x) ${error.message}`])
        : expect.not.arrayContaining([`  (x) ${error.message}`]),
    )
  })

  it('offers the other key after a refusal, while it is there', () => {
    const other = keyView({ id: 'club', label: 'Club & Co' })
    const error = appError('permission-lacking', { status: 403 })
    const servers = [server({ action: powerAction({ phase: 'refused', error, otherKeyId: other.id }) })]
    expect(menuOf({ keys: [keyView(), other], servers })).toContain('  Restart with Club && Co')
    expect(menuOf({ servers }).join()).not.toContain('with Club')
  })

  it('offers the last used server first, but not one that is gone', () => {
    const app = { lastUsed: server().ref }
    expect(menuOf({ app })[2]).toBe('Restart Survival')
    expect(menuOf({ app, servers: [] })).not.toContain('Restart Survival')
    const servers = [server({ state: 'offline' })]
    expect(menuOf({ app, servers })[2]).toBe('(x) Restart Survival (offline, use Start)')
  })

  it('says by dots which signals ask first', () => {
    const confirm = { start: 'never', stop: 'players', restart: 'ask', asked: true } as const
    const preferences = { confirm }
    const app = { lastUsed: server().ref }
    const running = menuOf({ preferences, app })
    expect(running[2]).toBe('Restart Survival…')
    expect(running).toEqual(expect.arrayContaining(['  Restart…', '  Stop…', '  Kill…']))
    const starting = menuOf({ preferences, servers: [server({ state: 'starting' })] })
    expect(starting.some((line) => line.includes('Stop…'))).toBe(false)
  })

  it.each([
    [
      'offline',
      { state: 'offline' },
      [
        '(x) Restart (offline, use Start)',
        '(x) Restart with warning… (offline, use Start)',
        'Start',
        '(x) Stop (already offline)',
        '(x) Kill… (already offline)',
      ],
    ],
    ['unknown', { state: 'unknown' }, ['Restart', 'Restart with warning…', 'Start', 'Stop', 'Kill…']],
    ['suspended', { state: 'unknown', condition: 'suspended' }, ['(x) Suspended by the panel', '-', 'Open console']],
    [
      'acted on',
      { action: powerAction({ phase: 'accepted' }) },
      [
        '(x) Restart (another action is running)',
        '(x) Restart with warning… (another action is running)',
        '(x) Start (another action is running)',
        '(x) Stop (another action is running)',
        'Kill…',
      ],
    ],
  ] satisfies [string, Parameters<typeof serverView>[0], string[]][])(
    'says why a signal makes no sense: %s',
    (_, change, lines) => {
      expect(submenu(server(change)).slice(0, 5)).toEqual(lines)
    },
  )

  it('says what became of an action that failed', () => {
    const action = powerAction({ phase: 'refused', error: appError('permission-lacking') })
    expect(submenu(server({ action }))[0]).toBe('(x) This key lacks the permission for that.')
  })

  it('says why the backups of a server need a person', () => {
    const { ref } = server()
    const health = { newestGoodAt: 0, failedAt: 5, readAt: 10 }
    expect(menuOf({ backupHealth: { [ref]: health } }, 20)).toContain('  (x) Last backup failed')
    const held = server({ condition: 'restoring' })
    expect(menuOf({ servers: [held], backupHealth: { [ref]: health } }, 20)).not.toContain('  (x) Last backup failed')
  })

  it('does not count the seconds, so that a menu changes only when something happened', () => {
    const servers = [server({ action: powerAction({ phase: 'accepted' }) })]
    const acting = state({ servers, plans: [planView({ ref: server().ref, zeroAt: 100_000 })] })
    expect(menuModel(acting, 60_000)).toEqual(menuModel(acting, 0))
    expect(menuOf({ servers })[2]).toBe('Survival  ·  Restarting… >')
  })
})

describe('a planned restart', () => {
  const minute = 60_000
  const planned = (more: Parameters<typeof planView>[0], now = 0) => {
    const plan = planView({ ref: server().ref, zeroAt: 9 * minute, ...more })
    const lines = menuOf({ plans: [plan] }, now)
    return {
      headline: lines[0],
      row: lines[2],
      items: lines.slice(3, lines.indexOf('  -', 3)).map((line) => line.trim()),
    }
  }

  it('tells its time in the headline and in its server’s line, and can be changed there', () => {
    const at = clockTime(9 * minute)
    expect(planned({})).toEqual({
      headline: `(x) Survival restarts ${at} · 1 running`,
      row: `Survival  ·  Running, restarts ${at} >`,
      items: [`(x) Restarts ${at}`, 'Postpone 5 min', 'Restart now', 'Cancel restart'],
    })
  })

  it('says that it waits for an empty server, and until when', () => {
    const choices = restartChoices({ players: { rule: 'when-empty', otherwise: 'restart' } })
    const when = `when empty, at the latest ${clockTime(9 * minute)}`
    const { headline, row, items } = planned({ choices, waiting: { online: 3, since: 0 } })
    expect(headline).toBe(`(x) Survival restarts ${when} · 1 running`)
    expect(row).toBe(`Survival  ·  Running, restarts ${when} >`)
    expect(items[0]).toBe(`(x) Restarts ${when}`)
  })

  it('offers no plain Restart beside Restart now', () => {
    const lines = menuOf({ plans: [planView({ ref: server().ref, zeroAt: 9 * minute })] })
    expect(lines.filter((line) => line.includes('Restart'))).toEqual([
      `  (x) Restarts ${clockTime(9 * minute)}`,
      '  Restart now',
    ])
  })

  it('cannot be postponed once its last command is out', () => {
    const { items } = planned({ phase: 'last-command', zeroAt: 5_000 })
    expect(items).toEqual([
      `(x) Restarts ${clockTime(5_000)}`,
      '(x) Postpone 5 min',
      '(x) Restart now',
      'Cancel restart',
    ])
  })

  it('is offered when it was missed', () => {
    const { headline, items } = planned({ phase: 'missed', zeroAt: 0 }, minute)
    expect(headline).toBe('(x) 1 running · 1 needs attention')
    expect(items).toEqual([`(x) Restart at ${clockTime(0)} missed`, 'Run now', 'Dismiss'])
  })

  it.each(['done', 'failed', 'cancelled', 'signalling', 'watching'] as const)('says nothing when it is %s', (phase) => {
    expect(planned({ phase }).items[0]).toBe('Restart')
  })

  it('is one of several', () => {
    const plans = [planView({ id: 'a' }), planView({ id: 'b', zeroAt: 50_000 })]
    expect(menuOf({ plans })[0]).toBe(`(x) 2 restarts planned, next ${clockTime(50_000)} · 1 running`)
  })
})

describe('a stalled action', () => {
  const stalled = (signal: 'restart' | 'stop' | 'kill', more = {}) =>
    server({ state: 'stopping', action: powerAction({ signal, phase: 'stalled' }), ...more })

  it('offers Retry and Kill in its place, and says why the rest must wait', () => {
    expect(submenu(stalled('stop'))).toEqual([
      'Retry stop',
      'Kill…',
      '-',
      '(x) Restart (still stopping)',
      '(x) Restart with warning… (still stopping)',
      '(x) Start (still stopping)',
      '(x) Stop (still stopping)',
      '-',
      'Back up now',
      'Open console',
    ])
    expect(menuOf({ servers: [stalled('stop')] })[2]).toBe('Survival  ·  Stop stalled >')
  })

  it('does not offer what the panel would refuse', () => {
    expect(submenu(stalled('restart', { condition: 'suspended' }))).toEqual([
      '(x) Suspended by the panel',
      '-',
      'Open console',
    ])
  })

  it('has nothing above a kill', () => {
    expect(submenu(stalled('kill'))[4]).toBe('Kill…')
  })
})

describe('a backup', () => {
  const last = (parts: Parameters<typeof menuOf>[0]) => {
    const lines = menuOf(parts)
    return lines.slice(lines.indexOf('  -') + 1, lines.lastIndexOf('  Open console')).map((line) => line.trim())
  }
  it.each<[string, Parameters<typeof menuOf>[0], string[]]>([
    ['is offered', {}, ['Back up now']],
    ['is not where the panel has none', { panels: [panelView({ dialect: 'core' })] }, []],
    [
      'is not with a key that may only look',
      { keys: [keyView({ declared: ['power', 'backups-view'] })] },
      ['(x) Back up now (key lacks Backups: full)'],
    ],
    ['is not while one is made', { backupRuns: [backupRun()] }, ['(x) Back up now (one is being made)']],
  ])('%s', (_, parts, items) => {
    expect(last(parts)).toEqual(items)
  })
})

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
    [0, 0],
    [1, 1],
    [12, 12],
    [13, 1],
    [200, 1],
  ])('%i servers of one panel take %i lines', (count, lines) => {
    const servers = others(count)
    expect(serverLines({ servers }).filter((line) => line !== '-')).toHaveLength(lines)
    // All of them are in the menu, wherever.
    expect(menuOf({ servers }).filter((line) => line.endsWith('·  Running >'))).toHaveLength(count)
  })

  it('has a submenu for each panel when there are more than twelve, and pinned ones stay in front', () => {
    const servers = [...others(13), ...others(2, 'club')]
    const pinned = [servers[4], servers[13]].flatMap((one) => one?.ref ?? [])
    expect(serverLines({ panels: [panelView(), club], servers, preferences: { pinned } })).toEqual([
      'home 5  ·  Running >',
      'club 1  ·  Running >',
      '-',
      'Home panel  ·  12 >',
      'Club  ·  1 >',
    ])
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

describe('mute', () => {
  const muteLines = (until: number | null, now: number) => {
    const lines = menuOf({ preferences: { muted: { until } } }, now)
    return lines.slice(lines.indexOf('Open Servertray') + 1, lines.indexOf('Settings…'))
  }
  const choices = ['  For 1 h', '  For 4 h', '  For 8 h', '  Until I unmute']

  it('says until when, and can be turned off', () => {
    expect(muteLines(1_000, 999)).toEqual([`Muted until ${clockTime(1_000)} >`, '  Unmute', '  -', ...choices])
    expect(muteLines(null, 0)[0]).toBe('Muted until you unmute >')
  })

  it('is over when its time has come', () => {
    expect(muteLines(1_000, 1_000)).toEqual(['Mute notifications >', ...choices])
  })
})
