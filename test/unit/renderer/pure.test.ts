import fc from 'fast-check'
import { assert, describe, expect, test } from 'vitest'
import { announcements } from '../../../renderer/app/announcements.ts'
import { createHistory, remember, step } from '../../../renderer/features/console/use-history.ts'
import {
  addressHelp,
  fieldOf,
  foundWords,
  healthWords,
  mendToken,
  wayOut,
} from '../../../renderer/features/keys/messages.ts'
import { holdStill, listServers, withHeadings } from '../../../renderer/parts/servers/list.ts'
import { describeOutcome } from '../../../renderer/parts/servers/messages.ts'
import type { Wish } from '../../../renderer/state/view.ts'
import { bytes, count, day, hostOf, percent, when } from '../../../renderer/ui/format.ts'
import { catalogue } from '../../../shared/error-catalogue.ts'
import { appError, type ErrorCode } from '../../../shared/errors.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import { tokenDoubt } from '../../../shared/keys/token.ts'
import type { PowerAction } from '../../../shared/model/power-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { powerAction, serverView } from '../../fixtures/server-view.ts'

const now = new Date(2026, 0, 15, 12, 4).getTime()
const codes = Object.keys(catalogue) as ErrorCode[]

describe('formats', () => {
  test.each([
    [0, '0 B'],
    [Number.NaN, '0 B'],
    [900, '900 B'],
    [2_048, '2.0 kB'],
    [3_113_851_290, '2.9 GB'],
    [429_916_160, '410 MB'],
    [5e15, '4547 TB'],
  ])('%d bytes are %s', (size, text) => expect(bytes(size)).toBe(text))

  test.each([
    [0, '0 %'],
    [Number.NaN, '0 %'],
    [0.4, '< 1 %'],
    [38.2, '38 %'],
    [412.6, '413 %'],
  ])('%d percent is %s', (value, text) => expect(percent(value)).toBe(text))

  test.each([
    [now - 10_000, 'just now'],
    [now + 10_000, 'just now'],
    [now - 130_000, '2 min ago'],
    [now - 59 * 60_000, '59 min ago'],
    [now - 3 * 3_600_000, '09:04'],
    [now - 24 * 3_600_000, '14 Jan, 12:04'],
  ])('%d is %s', (at, text) => expect(when(at, now)).toBe(text))

  test('counts and hosts', () => {
    expect([count(0, 'server'), count(1, 'server'), count(1_200, 'entry', 'entries')]).toEqual([
      '0 servers',
      '1 server',
      '1,200 entries',
    ])
    expect(
      ['https://a.example:8443/api/client', 'a.example', 'a.example/panel', 'a.example:8443/', 'a b', ''].map(hostOf),
    ).toEqual(['a.example:8443', 'a.example', 'a.example', 'a.example:8443', 'a b', ''])
    expect(day(new Date(2026, 0, 3).getTime())).toBe('3 Jan 2026')
  })
})

describe('tokens', () => {
  test.each([
    ['line-break', 'join'],
    ['inner-space', 'join'],
    ['too-short', 'use'],
    ['application-key', 'use'],
    ['strange-character', null],
    ['empty', null],
  ] as const)('%s leaves the way %s', (doubt, way) => expect(wayOut(doubt)).toBe(way))

  test('a mended token has no white space', () => {
    fc.assert(
      fc.property(fc.string(), (raw) => {
        const doubt = tokenDoubt(mendToken(raw))
        return doubt === null || wayOut(doubt) !== 'join'
      }),
    )
  })
})

describe('console history', () => {
  test('going up and down the same number of times comes back to the draft', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), fc.nat(12), (lines, draft, steps) => {
        let history = createHistory(lines)
        let shown = draft
        const moves = Array.from({ length: steps }, () => step(history, -1, shown) && move(-1)).filter(Boolean).length
        function move(by: -1 | 1) {
          const moved = step(history, by, shown)
          if (moved === null) return false
          history = moved.history
          shown = moved.text
          return true
        }
        for (let i = 0; i < moves; i++) move(1)
        expect(shown).toBe(draft)
        expect(step(history, 1, shown)).toBeNull()
      }),
    )
  })

  test('takes what came in the place of its line for the text of the person', () => {
    const back = step(createHistory(['old', 'new']), -1, '')
    assert(back)
    expect(step(back.history, 1, 'chosen')).toBeNull()
    expect(step(back.history, -1, 'chosen')).toMatchObject({ text: 'new', history: { draft: 'chosen' } })
  })

  test('keeps the last 500 and no immediate repeats', () => {
    const lines = Array.from({ length: 550 }, (_, i) => `line ${i}`)
    const history = remember(createHistory([...lines, 'line 549']), 'line 549')
    expect(history.lines).toEqual(lines.slice(50))
  })
})

describe('the list', () => {
  const refs = ['c', 'a', 'b'].map((letter) => serverView({ identifier: letter.repeat(8) }).ref)
  const [c, a, b] = refs as [(typeof refs)[0], (typeof refs)[0], (typeof refs)[0]]

  test.each([
    [[c, a], [a, b, c], () => true, [c, a, b]],
    [[c, a, b], [a, b], (ref: string) => ref !== c, [a, b]],
    [[c, a], [a], () => true, [c, a]],
    [[], [a, b], () => true, [a, b]],
  ])('holds still %#', (shown, wanted, exists, expected) => {
    expect(holdStill(shown, wanted, exists)).toEqual(expected)
  })

  const plain: Wish = { filter: { kind: 'all' }, query: '', sort: { by: 'name', reversed: false }, mark: null }
  const load = (cpuPercent: number, memoryBytes: number) => ({ cpuPercent, memoryBytes, diskBytes: 0, uptimeMs: 0 })
  const listed = appState({
    panels: [panelView(), panelView({ id: 'club', name: 'Club panel' })],
    servers: [
      serverView({ name: 'Survival 10', identifier: '1'.repeat(8), state: 'running', resources: load(5, 900) }),
      serverView({ name: 'survival 2', identifier: '2'.repeat(8), state: 'offline' }),
      serverView({ name: 'Creative', identifier: '3'.repeat(8), state: 'running', resources: load(80, 100) }),
      serverView({ name: 'Arena', identifier: '4'.repeat(8), panelId: 'club', state: 'starting' }),
    ],
  })
  const [ten, two, creative, arena] = Object.values(listed.servers)
  const names = (wish: Partial<Wish>, state = listed) =>
    listServers(state, { ...plain, ...wish }, now).map((ref) => state.servers[ref]?.name)

  test.each<[string, Partial<Wish>, string[]]>([
    ['by name, panel by panel', {}, ['Creative', 'survival 2', 'Survival 10', 'Arena']],
    [
      'by name, the other way round',
      { sort: { by: 'name', reversed: true } },
      ['Survival 10', 'survival 2', 'Creative', 'Arena'],
    ],
    [
      'by CPU, the greatest first',
      { sort: { by: 'cpu', reversed: false } },
      ['Creative', 'Survival 10', 'Arena', 'survival 2'],
    ],
    [
      'by state, what needs a person first',
      { sort: { by: 'state', reversed: false } },
      ['survival 2', 'Arena', 'Creative', 'Survival 10'],
    ],
    ['of one mark', { mark: 'running' }, ['Creative', 'Survival 10']],
    ['of what needs a person', { filter: { kind: 'attention' } }, ['survival 2']],
    ['of one panel', { filter: { kind: 'panel', id: panelView({ id: 'club' }).id } }, ['Arena']],
    ['that is pinned: none', { filter: { kind: 'pinned' } }, []],
    ['searched', { query: 'SURV run' }, ['Survival 10']],
    ['searched by identifier', { query: '3333' }, ['Creative']],
    ['searched by panel', { query: 'club' }, ['Arena']],
  ])('is sorted %s', (_, wish, expected) => {
    expect(names(wish)).toEqual(expected)
  })

  test('is searched as the palette is: without accents and invisible characters', () => {
    const state = appState({
      panels: [panelView()],
      servers: [serverView({ name: 'Caf\u00e9 \u{1d412}ky\u200bBlock' })],
    })
    expect(listServers(state, { ...plain, query: 'cafe skyblock' }, now)).toHaveLength(1)
  })

  test('has pinned servers first, in the order of the pins, each group under its heading', () => {
    const pinned = [arena, two].flatMap((server) => server?.ref ?? [])
    const state = { ...listed, preferences: { ...listed.preferences, pinned } }
    expect(names({}, state)).toEqual(['Arena', 'survival 2', 'Creative', 'Survival 10'])
    expect(names({ filter: { kind: 'pinned' } }, state)).toEqual(['Arena', 'survival 2'])
    const lines = withHeadings(state, listServers(state, plain, now))
    expect(lines.map((line) => (line.kind === 'heading' ? line.group : line.ref))).toEqual([
      'pinned',
      arena?.ref,
      two?.ref,
      'home',
      creative?.ref,
      ten?.ref,
    ])
  })

  test.each<[string, Partial<Wish>, string[]]>([
    ['CPU', { sort: { by: 'cpu', reversed: false } }, ['Arena', 'survival 2', 'Creative', 'Survival 10']],
    ['state', { sort: { by: 'state', reversed: false } }, ['survival 2', 'Arena', 'Creative', 'Survival 10']],
    ['name in one panel', { filter: { kind: 'panel', id: panelView().id } }, ['survival 2', 'Creative', 'Survival 10']],
  ])('has pinned servers first by %s', (_, wish, expected) => {
    const pinned = [arena, two].flatMap((server) => server?.ref ?? [])
    expect(names(wish, { ...listed, preferences: { ...listed.preferences, pinned } })).toEqual(expected)
  })

  test('has no heading where there is one group', () => {
    const one = appState({ panels: [panelView()], servers: [serverView()] })
    expect(withHeadings(one, listServers(one, plain, now))).toMatchObject([{ kind: 'server' }])
  })

  test('the order by name does not depend on states', () => {
    const all = (state: 'running' | 'offline') => ({
      ...listed,
      servers: Object.fromEntries(Object.entries(listed.servers).map(([ref, server]) => [ref, { ...server, state }])),
    })
    expect(names({}, all('running'))).toEqual(names({}, all('offline')))
  })
})

describe('outcomes', () => {
  const known = appState()
  const refused = (code: ErrorCode, changedAt = now) =>
    serverView({ action: powerAction({ phase: 'refused', changedAt, error: appError(code) }) })

  test.each(codes)('%s of a call after which the panel may have acted is not confirmed', (code) => {
    const error = appError(code, { mayHaveActed: true })
    expect(describeOutcome(known, serverView(), { error, at: now }, now)?.text).toMatch(/^Action not confirmed\./)
  })

  const unconfirmed = (code: ErrorCode) =>
    serverView({ action: powerAction({ phase: 'unconfirmed', changedAt: now, error: appError(code) }) })

  test.each(codes)('what ended unconfirmed with %s reads neither as accepted nor as refused', (code) => {
    const outcome = describeOutcome(known, unconfirmed(code), null, now)
    expect(outcome).toMatchObject({ tone: 'bad', hint: catalogue[code].hint })
    expect(outcome?.text).toBe(`Restart not confirmed. ${catalogue[code].message}`)
  })

  test.each(codes)('%s has words, a hint and a field', (code) => {
    const outcome = describeOutcome(known, refused(code), null, now)
    expect(outcome?.text).toContain(catalogue[code].message)
    expect(outcome?.hint).toBe(catalogue[code].hint)
    expect(['address', 'token', 'label', 'form']).toContain(fieldOf(code))
    const health = healthWords({ kind: 'failing', since: now, error: appError(code) }, now)
    expect(health.word).not.toBe('')
    expect(health.hint).toBe(catalogue[code].hint)
  })

  test.each<[string, Partial<PowerAction>, Partial<ServerView>, boolean]>([
    ['a stop, of a server that is off since', { signal: 'stop' }, { state: 'offline' }, true],
    ['a stop, of one that was off before', { signal: 'stop' }, { state: 'offline', observedAt: now - 1 }, false],
    ['a start, of one that runs', { signal: 'start' }, { state: 'running' }, true],
    ['a restart, of one that runs', {}, { state: 'running' }, false],
    ['a stop that the panel held, of one that it holds no more', { error: appError('server-unavailable') }, {}, true],
    ['the same while it is held', { error: appError('server-unavailable') }, { condition: 'installing' }, false],
    ['one that a machine did not hear, which answers again', { error: appError('node-unreachable') }, {}, true],
    ['one that is not known to have worked', { phase: 'unconfirmed', error: appError('node-unreachable') }, {}, false],
    ['one that did not reach a panel, which answers again', { error: appError('connection-refused') }, {}, true],
    ['one while the panel was in maintenance', { error: appError('panel-failed', { status: 503 }) }, {}, true],
    ['one that the panel failed at', { error: appError('panel-failed', { status: 500 }) }, {}, false],
  ])('a refusal is told until it is over: %s', (_, action, server, isOver) => {
    const key = keyView({ health: { kind: 'works', at: now + 2 } })
    const of = powerAction({
      phase: 'refused',
      changedAt: now,
      keyId: key.id,
      error: appError('panel-refused'),
      ...action,
    })
    const seen = serverView({ state: 'running', observedAt: now + 1, action: of, ...server })
    expect(describeOutcome(appState({ keys: [key] }), seen, null, now + 3) === null).toBe(isOver)
  })

  test('a refusal that says little is told with the words that came with it', () => {
    const error = appError('machine-refused', { status: 400, detail: 'not enough disk space' })
    const server = serverView({ action: powerAction({ phase: 'refused', changedAt: now, error }) })
    expect(describeOutcome(known, server, null, now)).toMatchObject({
      text: 'Restart refused. The machine that runs this server refused it.',
      hint: '“not enough disk space” Try again in a minute. If it keeps happening, tell your host.',
    })
  })

  test('an outcome is shown for a limited time', () => {
    expect(describeOutcome(known, refused('timeout', now - 2 * 3_600_000), null, now)).toBeNull()
    const confirmed = serverView({ action: powerAction({ phase: 'confirmed', changedAt: now - 61_000 }) })
    expect(describeOutcome(known, confirmed, null, now)).toBeNull()
    const stalled = serverView({ action: powerAction({ phase: 'stalled', changedAt: 0 }) })
    expect(describeOutcome(known, stalled, null, now)?.text).toBe('Restart stalled. It did not come back in time.')
  })

  test('a call error is told unless the action tells the same', () => {
    const call = (code: ErrorCode, at = now) => ({ error: appError(code), at })
    expect(describeOutcome(known, serverView(), call('unknown-server'), now)?.text).toContain('no longer in the list')
    expect(describeOutcome(known, refused('timeout'), call('timeout'), now)?.text).toMatch(/^Restart/)
    expect(describeOutcome(known, unconfirmed('timeout'), call('timeout'), now)?.text).toMatch(/^Restart/)
    expect(describeOutcome(known, serverView(), call('action-running', now - 2 * 3_600_000), now)).toBeNull()
    const later = serverView({ action: powerAction({ phase: 'confirmed', startedAt: now + 1, changedAt: now + 2 }) })
    expect(describeOutcome(known, later, call('permission-lacking'), now + 3)?.text).toMatch(/^Restarted/)
  })
})

describe('what is announced', () => {
  const servers = ['A', 'B', 'C', 'D'].map((name) => serverView({ name, identifier: name.repeat(8) }))
  const before = appState({ servers })
  const change = (n: number) =>
    appState({ servers: servers.map((server, i) => (i < n ? { ...server, state: 'running' as const } : server)) })

  test.each([
    [0, ''],
    [1, 'A: Running'],
    [3, 'A: Running. B: Running. C: Running'],
    [4, '4 servers changed state.'],
  ])('%d changes', (n, text) => expect(announcements(before, change(n), now)).toBe(text))

  test('not the passing of time, and not servers that came or went', () => {
    const running = powerAction({ startedAt: now - 5_000 })
    const acting = appState({ servers: [serverView({ action: running })] })
    const later = appState({ servers: [serverView({ action: { ...running, phase: 'accepted' } })] })
    expect(announcements(acting, later, now)).toBe('')
    expect(announcements(appState(), before, now)).toBe('')
  })

  test('a refusal while it is one, and not once the key works again', () => {
    const error = appError('token-refused', { status: 401 })
    const ends = (phase: 'accepted' | 'refused', more: Partial<PowerAction> = {}) =>
      serverView({ action: powerAction({ phase, keyId: keyView().id, changedAt: now, ...more }) })
    const known = (server: ServerView, health: KeyView['health']) =>
      appState({ keys: [keyView({ health })], servers: [server] })
    const failing = { kind: 'failing', since: now, error } as const
    const sent = known(ends('accepted'), failing)
    const refused = ends('refused', { error })
    expect(announcements(sent, known(refused, failing), now)).toMatch(/^Survival: Restart refused/)
    const works = { kind: 'works', at: now } as const
    expect(announcements(sent, known(refused, works), now)).toBe('Survival: Unknown')
    // The next reading of the server tells nothing of it either.
    expect(announcements(known(refused, failing), known({ ...refused, observedAt: now }, works), now)).toBe('')
  })
})

describe('words about keys', () => {
  test.each([
    ['panel.example', null, 'The page where you see your servers, as in your browser.'],
    ['http://10.0.0.1', null, 'Not encrypted. Allowed only for this computer and private networks.'],
    ['http://10.0.0.1', 'http://10.0.0.1/api/client', 'Found the client API at http://10.0.0.1/api/client'],
  ])('under the address %s', (address, found, text) => expect(addressHelp(address, found)).toBe(text))

  test.each([
    [[], 'Works, but this key reaches no servers yet'],
    [['A'], 'Works: 1 server (A)'],
    [['A', 'B', 'C', 'D', 'E'], 'Works: 5 servers (A, B, C and 2 more)'],
  ])('found %j', (names, text) => expect(foundWords(names)).toBe(text))

  test('rate limits and lost connections carry a time', () => {
    const failing = (code: ErrorCode, retryAfterMs?: number) =>
      healthWords(
        { kind: 'failing', since: now, error: appError(code, retryAfterMs === undefined ? {} : { retryAfterMs }) },
        now,
      ).word
    expect(failing('rate-limited', 600_000)).toBe('Rate-limited until 12:14')
    expect(failing('rate-limited')).toBe('Rate-limited')
    expect(failing('host-not-found')).toContain('Unreachable since 12:04')
    expect(failing('token-refused')).toBe('Refused: deleted or wrong (401)')
  })
})
