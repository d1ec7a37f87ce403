import { describe, expect, it } from 'vitest'
import { menuModel } from '../../../../electron/tray/menu-model.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun } from '../../../fixtures/backup-view.ts'
import { menuOf, server, state } from '../../../fixtures/drawn-menu.ts'
import { planView, restartChoices } from '../../../fixtures/plan-view.ts'
import { powerAction, type serverView } from '../../../fixtures/server-view.ts'

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

  it('says that the panel refused it, for minutes, and lets it be tried again all the while', () => {
    const keys = [keyView({ learned: [{ permission: 'power', has: false, at: 0 }] })]
    const restart = (now: number) => menuOf({ keys }, now)[3]
    expect(restart(1)).toBe(`  Restart (was refused ${clockTime(0)})`)
    expect(restart(5 * 60_000)).toBe('  Restart')
  })

  const lacking = appError('permission-lacking', { status: 403, message: 'Home lacks Power.' })
  const refusedOnce = [{ permission: 'power', has: false, at: 0 } as const]
  it.each([
    ['a refusal that stands', lacking, { learned: refusedOnce }, true],
    ['Power worked since', lacking, { learned: [{ permission: 'power', has: true, at: 1 } as const] }, false],
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
      'whose installation failed',
      { state: 'offline', condition: 'install-failed' },
      ['(x) Install failed', 'Reinstall…', '-', 'Open console'],
    ],
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

  it('says that it restarts after its backup, and can only be cancelled', () => {
    const { headline, items } = planned({ phase: 'backing-up', zeroAt: 5_000 })
    expect(headline).toBe('(x) Survival restarts after its backup · 1 running')
    expect(items).toEqual(['(x) Restarts after its backup', '(x) Postpone 5 min', '(x) Restart now', 'Cancel restart'])
  })

  it('offers no plain Restart beside Restart now', () => {
    const lines = menuOf({ plans: [planView({ ref: server().ref, zeroAt: 9 * minute })] })
    expect(lines.filter((line) => line.includes('Restart'))).toEqual([
      `  (x) Restarts ${clockTime(9 * minute)}`,
      '  Restart now',
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

  it('does not offer again what the server’s machine would drop once more', () => {
    expect(submenu(stalled('restart')).slice(0, 2)).toEqual(['(x) Retry restart (still stopping)', 'Kill…'])
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
})
