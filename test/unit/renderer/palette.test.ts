import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '../../../renderer/features/palette/entries.ts'
import type { Entry } from '../../../renderer/features/palette/entry.ts'
import { find, indexOf, match, target } from '../../../renderer/features/palette/find.ts'
import type { PlanPhase } from '../../../shared/model/restart-schema.ts'
import { fold, wordsOf } from '../../../shared/model/search.ts'
import { anyCharacter } from '../../fixtures/any-character.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { planView } from '../../fixtures/plan-view.ts'
import { serverView } from '../../fixtures/server-view.ts'

const score = (text: string, query: string) => match(target(text), wordsOf(query))
const fits = (text: string, query: string) => score(text, query) !== null

/** What players and owners call their servers, and what nobody should. */
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', ' ', '-', 'é', 'ß', 'Σ', 'ς', 'İ', 'ﬁ', '𝐒', '\u0301', '\u202e', '🎮'),
  }),
)

describe('fitting', () => {
  test.each([
    ['Restart Survival', 'surv rest'],
    ['Restart Survival', 'rstrt'],
    ['Restart Café', 'cafe'],
    ['Restart Survival', ''],
  ])('%j has %j', (text, query) => expect(fits(text, query)).toBe(true))

  test.each([
    ['Restart Survival', 'lavivrus'],
    ['abc', 'abcd'],
  ])('%j has no %j', (text, query) => expect(fits(text, query)).toBe(false))

  test.each([
    ['beginnings of words', 'rs', 'Restart Survival', 'Parson'],
    ['letters in a row', 'urv', 'Survxx', 'Surxvx'],
    ['the beginning of all', 'st', 'Stop Alpha', 'Alpha Stop'],
    ['the shorter text', 'surv', 'Survival', 'Survival Two'],
  ])('%s count more', (_, query, better, worse) => {
    expect(score(better, query) ?? 0).toBeGreaterThan(score(worse, query) ?? 0)
  })

  const isSubsequence = (text: string, word: string) => {
    let at = -1
    return Array.from({ length: word.length }, (_, i) => word[i] ?? '').every((letter) => {
      at = text.indexOf(letter, at + 1)
      return at !== -1
    })
  }

  test('is having the letters of each word in their order, no more and no less', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, query) => {
        expect(fits(text, query)).toBe(wordsOf(query).every((word) => isSubsequence(fold(text), word)))
      }),
      { numRuns: 500 },
    )
  })
})

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  label,
  detail: '',
  reason: null,
  isInitial: false,
  penalty: 0,
  run: () => {},
  ...more,
})
const look = (entries: readonly Entry[], query: string, recent: readonly string[] = []) =>
  find(indexOf(entries, new Map()), query, recent).map(({ id }) => id)

describe('finding', () => {
  test('ties stay in their order, also with the same name', () => {
    const twins = ['1', '2', '3'].map((id) => entry('Restart Survival', { id }))
    expect(look(twins, 'surv')).toEqual(['1', '2', '3'])
    expect(look([...twins].reverse(), 'surv')).toEqual(['3', '2', '1'])
  })

  test('what cannot be done stands behind what can', () => {
    const off = entry('Restart Survival', { id: 'off', reason: 'offline, use Start' })
    expect(look([off, entry('Restart Survival', { id: 'on' })], 'restart surv')).toEqual(['on', 'off'])
  })

  test('what was done before stands in front', () => {
    const [a, b] = [entry('Restart Alpha', { id: 'a' }), entry('Restart Alpin', { id: 'b' })]
    expect(look([a, b], 'alp', ['b'])).toEqual(['b', 'a'])
  })

  test('an identifier or a panel narrows it down, from its beginning', () => {
    const home = entry('Restart Survival', { id: 'home', detail: 'a1b2c3d4 · Home panel' })
    const club = entry('Restart Survival', { id: 'club', detail: 'e17ac055 · Club panel' })
    expect(look([home, club], 'surv club')).toEqual(['club'])
    expect(look([home, club], 'a1b2')).toEqual(['home'])
    expect(look([home, club], 'b2c3')).toEqual([])
    expect(look([home, club], 'panel')).toEqual(['home', 'club'])
  })

  test('with nothing typed, only what stands first, and before it what was done before, the newest first', () => {
    const entries = [entry('open', { isInitial: true }), entry('a'), entry('b'), entry('c')]
    expect(look(entries, '')).toEqual(['open'])
    expect(look(entries, ' \t', ['c', 'gone', 'a'])).toEqual(['c', 'a', 'open'])
  })

  test('gives each entry at most once, never throws, and always the same', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 12 }), hostile, (labels, query) => {
        const entries = labels.map((label, i) => entry(label, { id: String(i) }))
        const found = look(entries, query)
        expect(new Set(found).size).toBe(found.length)
        expect(look(entries, query)).toEqual(found)
        if (wordsOf(query).length > 0)
          expect(new Set(found)).toEqual(new Set(entries.filter(({ label }) => fits(label, query)).map(({ id }) => id)))
      }),
    )
  })
})

describe('entries', () => {
  const now = 1_000
  const survival = serverView({ state: 'running', name: 'Survival' })
  const modded = serverView({ state: 'offline', name: 'Modded', identifier: '90c4ee12' })
  const base = { panels: [panelView()], keys: [keyView()], servers: [survival, modded] }
  const list = (more: Parameters<typeof appState>[0] = {}, wish: Partial<Parameters<typeof entriesOf>[1]> = {}) =>
    entriesOf(appState({ ...base, ...more }), { picked: [], hasPages: true, now, ...wish })
  const reasons = (entries: readonly Entry[], name: string) =>
    Object.fromEntries(
      entries.flatMap(({ label, reason }) => (label.includes(name) && reason !== null ? [[label, reason]] : [])),
    )
  const pinned = (refs: (typeof survival.ref)[]) => ({ preferences: { pinned: refs } })

  test('every id is there once, and names the server in its detail', () => {
    const entries = list({}, { picked: [survival.ref, modded.ref] })
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    expect(entries.find(({ id }) => id === `restart ${survival.ref}`)?.detail).toBe('a1b2c3d4 · Home panel')
  })

  test('what cannot be done now says why', () => {
    expect(reasons(list({ servers: [survival] }), 'Survival')).toEqual({ 'Start Survival': 'already running' })
    expect(reasons(list({ servers: [modded] }), 'Modded')).toMatchObject({ 'Kill Modded…': 'already offline' })
  })

  test('a countdown can be postponed until its last command is out, and cancelled; one that has ended cannot', () => {
    const deeds = (phase: PlanPhase) =>
      list({ plans: [planView({ ref: survival.ref, phase })] })
        .filter(({ id }) => /^(?:postpone|cancel) /.test(id))
        .map(({ label, reason }) => [label, reason])
    expect(deeds('counting')).toEqual([
      ['Postpone the restart of Survival by 5 min', null],
      [expect.stringMatching(/^Cancel restart of Survival, \d+:\d\d left$/), null],
    ])
    expect(deeds('last-command')[0]?.[1]).toBe('it restarts in a moment')
    for (const phase of ['signalling', 'watching', 'done', 'missed'] as const) expect(deeds(phase)).toEqual([])
  })

  test('dots say which signals ask first', () => {
    const confirm = { start: 'never', stop: 'players', restart: 'ask', asked: true } as const
    const labels = list({ preferences: { confirm } }).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['Restart Survival…', 'Stop Survival…', 'Kill Survival…']))
    expect(labels).not.toContain('Start Survival…')
  })

  test('a planned restart holds back only another plan, until it has ended', () => {
    const plan = planView({ ref: survival.ref })
    expect(reasons(list({ plans: [plan] }), 'Survival')).toMatchObject({
      'Restart Survival with warning…': 'planned already',
    })
    expect(reasons(list({ plans: [{ ...plan, phase: 'missed' }] }), 'with warning')).not.toHaveProperty(
      'Restart Survival with warning…',
    )
  })

  test('saved commands of a server and of all, but none that asks for something, and none without Console', () => {
    const saved = (id: string, ref: typeof survival.ref | null, text: string) => ({ id, ref, text })
    const preferences = {
      savedCommands: [
        saved('1', survival.ref, 'save-all'),
        saved('2', null, 'list'),
        saved('3', null, 'kick {player}'),
        saved('4', modded.ref, 'whitelist'),
      ],
    }
    const sends = (more: Parameters<typeof appState>[0]) =>
      list(more).flatMap(({ label, reason }) => (label.startsWith('Send “') ? [[label, reason]] : []))
    expect(sends({ preferences })).toEqual([
      ['Send “save-all” to Survival', null],
      ['Send “list” to Survival', null],
      ['Send “whitelist” to Modded', 'Server is not running'],
      ['Send “list” to Modded', 'Server is not running'],
    ])
    const keys = [keyView({ declared: ['power'] })]
    expect(sends({ preferences, keys, servers: [survival] }).map(([, reason]) => reason)).toEqual([
      'Key lacks Console',
      'Key lacks Console',
    ])
  })

  test('pinned servers stand first; a pinned one can be unpinned', () => {
    const labels = list(pinned([modded.ref])).map(({ label }) => label)
    expect(labels.indexOf('Open console of Modded')).toBeLessThan(labels.indexOf('Open console of Survival'))
    expect(labels).toContain('Unpin Modded')
    expect(labels).toContain('Pin Survival')
  })

  test('the ticked servers are offered together, without those that are gone', () => {
    const gone = serverView({ identifier: 'ffffffff' }).ref
    const bulk = list({}, { picked: [survival.ref, gone] }).filter(({ label }) => label.includes('selected'))
    expect(bulk.map(({ label }) => label)).toEqual([
      'Start 1 selected server…',
      'Stop 1 selected server…',
      'Restart 1 selected server…',
      'Send a command to 1 selected server…',
      'Kill 1 selected server…',
      'Restart 1 selected server with warning…',
    ])
    expect(list({}, { picked: [gone] }).some(({ label }) => label.includes('selected'))).toBe(false)
  })

  test.each<[Parameters<typeof appState>[0], string, string | undefined]>([
    [{ preferences: { muted: { until: null } } }, 'unmute', 'Unmute notifications'],
    [{ app: { startAtLogin: 'off' } }, 'start at login', 'Turn on start at login'],
    [{ app: { startAtLogin: 'on' } }, 'login', 'Turn off start at login'],
    [{ app: { startAtLogin: 'unavailable' } }, 'start at login', undefined],
  ])('%j: %j finds %j first', (more, query, label) => {
    expect(find(indexOf(list(more), new Map()), query, [])[0]?.label).toBe(label)
  })

  test('without servers there is nothing to plan or to select; without ticks nothing to clear', () => {
    const labels = (more: Parameters<typeof appState>[0], picked: (typeof survival.ref)[] = []) =>
      list(more, { picked }).map(({ label }) => label)
    expect(labels({ servers: [] })).not.toEqual(expect.arrayContaining(['Plan a restart…']))
    expect(labels({ servers: [] })).not.toEqual(expect.arrayContaining(['Select all']))
    expect(labels({})).not.toContain('Clear the selection')
    expect(labels({}, [survival.ref])).toContain('Clear the selection')
  })

  test('a window without pages offers neither pages nor the selection', () => {
    const entries = list({}, { picked: [survival.ref], hasPages: false })
    const ofWindow = /^(?:page|settings|refresh|bulk|add key|attention|select|start at login|list)\b/
    expect(entries.filter(({ id }) => ofWindow.test(id))).toEqual([])
    expect(entries.some(({ label }) => label === 'Mute notifications for 1 h')).toBe(true)
    expect(entries.length).toBeGreaterThan(0)
  })

  /** Words that actions have too, or nearly. */
  const words = [
    'delta',
    'lobby',
    'restart',
    'start',
    'stop',
    'kill',
    'back',
    'up',
    'now',
    'of',
    'files',
    'send',
    'with',
  ]
  const names = fc.oneof(
    fc
      .array(fc.constantFrom(...words, 'smp', 'st', 'r', '2'), { minLength: 1, maxLength: 3 })
      .map((all) => all.join(' ')),
    hostile,
  )

  test('a name that is typed leads to its console, whatever it is made of and whatever was done before', () => {
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), fc.nat(3), (all, one) => {
        const name = all[one % all.length] ?? ''
        fc.pre(wordsOf(name).length > 0)
        const servers = all.map((each, i) => serverView({ state: 'running', name: each, identifier: `90c4ee1${i}` }))
        const recent = servers.map(({ ref }) => `restart ${ref}`)
        const [first] = find(indexOf(list({ servers }), new Map()), name, recent)
        const told = servers.find(({ ref }) => first?.id === `open console ${ref}`)?.name ?? ''
        expect(wordsOf(told)).toEqual(wordsOf(name))
      }),
      { numRuns: 300 },
    )
  })

  test('a name alone, and Enter does no harm', () => {
    const first = (query: string, more?: Parameters<typeof appState>[0]) =>
      find(indexOf(list(more), new Map()), query, [])[0]?.label
    expect(first('survival')).toBe('Open console of Survival')
    expect(first('kill surv')).toBe('Kill Survival…')
    expect(first('surviv home')).toBe('Open console of Survival')
    for (const name of ['', '‮', 'x'.repeat(200), 'Kill'])
      expect(first(name || 'console', { servers: [{ ...survival, name }] })).not.toMatch(/^(?:Kill|Stop)/)
  })
})
