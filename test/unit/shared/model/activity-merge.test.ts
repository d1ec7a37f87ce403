import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ActivityEntry, ActivityEvent } from '../../../../shared/model/activity.ts'
import { mergedActivity, type PanelPart } from '../../../../shared/model/activity-merge.ts'
import type { PanelActivityLine } from '../../../../shared/model/panel-activity.ts'

const start = 10_000_000
const key = { kind: 'account', name: 'demo', isKey: true } as const
const robin = { kind: 'account', name: 'robin', isKey: false } as const
const nobody = { kind: 'nobody' } as const

const line = (event: string, at: number, more: Partial<PanelActivityLine> = {}): PanelActivityLine => ({
  id: `${event} ${at}`,
  event,
  at: start + at,
  text: event,
  tone: 'plain',
  actor: key,
  hides: false,
  ...more,
})
const entry = (event: ActivityEvent, at: number): ActivityEntry => ({
  id: `app ${at}`,
  at: start + at,
  ref: null,
  name: 'Survival',
  event,
})
const restart = (since: number | undefined, more: object = {}): ActivityEvent => ({
  kind: 'power',
  signal: 'restart',
  origin: 'tray',
  phase: 'confirmed',
  why: null,
  ...(since !== undefined && { since: start + since }),
  ...more,
})
const part = (lines: readonly PanelActivityLine[], hasMore = false): PanelPart => ({ lines, hasMore })
const seen = (...[entries, panel, kind = 'all']: [ActivityEntry[], PanelPart | null, ('all' | 'app' | 'power')?]) =>
  mergedActivity(entries, panel, kind).map((row) =>
    row.source === 'app' ? `${row.entry.id}${row.line === null ? '' : ` = ${row.line.id}`}` : row.line.id,
  )

describe('the two lists as one', () => {
  it.each<[string, ActivityEvent, number, readonly PanelActivityLine[], readonly string[]]>([
    [
      'a restart, by when it was asked for',
      restart(0),
      90_000,
      [line('server:power.restart', 2_000)],
      ['app 90000 = server:power.restart 2000'],
    ],
    [
      'an old entry, near its end',
      restart(undefined),
      9_000,
      [line('server:power.restart', 0)],
      ['app 9000 = server:power.restart 0'],
    ],
    ['another signal', restart(0), 0, [line('server:power.stop', 0)], ['app 0', 'server:power.stop 0']],
    [
      'somebody else at the same time',
      restart(0),
      0,
      [line('server:power.restart', 0, { actor: robin })],
      ['app 0', 'server:power.restart 0'],
    ],
    [
      'a clock that is far off',
      restart(0),
      0,
      [line('server:power.restart', 31_000)],
      ['server:power.restart 31000', 'app 0'],
    ],
    [
      'a refused one, which the panel has not',
      restart(0, { phase: 'refused' }),
      0,
      [line('server:power.restart', 1)],
      ['server:power.restart 1', 'app 0'],
    ],
    [
      'of two the nearer one',
      restart(0),
      0,
      [line('server:power.restart', 20_000), line('server:power.restart', 1_000)],
      ['server:power.restart 20000', 'app 0 = server:power.restart 1000'],
    ],
    [
      'a command, with or without a key',
      { kind: 'command', origin: 'window' },
      0,
      [line('server:console.command', 9_000, { actor: robin, hides: true })],
      ['app 0 = server:console.command 9000'],
    ],
    [
      'a backup, begun and made',
      { kind: 'backup', phase: 'done', origin: 'window', why: null, since: start },
      300_000,
      [line('server:backup.complete', 280_000, { actor: nobody }), line('server:backup.start', 1_000)],
      ['app 300000 = server:backup.start 1000'],
    ],
    [
      'a backup of a schedule meanwhile',
      { kind: 'backup', phase: 'done', origin: 'window', why: null, since: start },
      300_000,
      [line('server:backup.start', 100_000, { actor: nobody })],
      ['app 300000', 'server:backup.start 100000'],
    ],
    [
      'a restore that failed, with its dot',
      { kind: 'restore', phase: 'failed', origin: 'window', why: null, since: start },
      100_000,
      [line('server.backup.restore-failed', 90_000, { actor: nobody }), line('server:backup.restore', 60_000)],
      ['app 100000 = server:backup.restore 60000'],
    ],
    [
      'as many as a keep rule deleted',
      { kind: 'keep', count: 2, names: 'a, b', origin: 'window' },
      0,
      [line('server:backup.delete', 2), line('server:backup.delete', 1), line('server:backup.delete', 20_000)],
      ['server:backup.delete 20000', 'app 0 = server:backup.delete 1'],
    ],
    [
      'a schedule of the panel',
      { kind: 'panel-schedule', act: 'paused', schedule: 'N', origin: 'window' },
      0,
      [line('server:schedule.update', 1)],
      ['app 0 = server:schedule.update 1'],
    ],
    [
      'a reinstall, where it was asked for',
      { kind: 'reinstall', phase: 'asked', origin: 'window', why: null, since: start },
      2_000,
      [line('server:reinstall', 1_000)],
      ['app 2000 = server:reinstall 1000'],
    ],
    [
      'the end of a reinstall, of which the panel tells nothing',
      { kind: 'reinstall', phase: 'done', origin: 'window', why: null, since: start },
      2_000,
      [line('server:reinstall', 1_000)],
      ['app 2000', 'server:reinstall 1000'],
    ],
    [
      'what the panel never tells',
      { kind: 'crashed' },
      0,
      [line('server:power.start', 1)],
      ['server:power.start 1', 'app 0'],
    ],
  ])('tell once: %s', (_what, event, at, lines, expected) => {
    expect(seen([entry(event, at)], part(lines))).toEqual(expected)
  })

  it('gives each line to one entry only', () => {
    const entries = [entry(restart(0), 0), entry(restart(5_000), 5_000)]
    expect(seen(entries, part([line('server:power.restart', 100)]))).toHaveLength(2)
    expect(seen(entries, part([line('server:power.restart', 5_100), line('server:power.restart', 100)]))).toEqual([
      'app 5000 = server:power.restart 5100',
      'app 0 = server:power.restart 100',
    ])
  })

  it('lets older entries of the app wait for older lines of the panel', () => {
    const entries = [entry({ kind: 'crashed' }, 0), entry({ kind: 'back' }, 20_000)]
    expect(seen(entries, part([line('server:reinstall', 10_000)], true))).toEqual([
      'app 20000',
      'server:reinstall 10000',
    ])
    expect(seen(entries, part([line('server:reinstall', 10_000)]))).toHaveLength(3)
    expect(seen(entries, null)).toEqual(['app 20000', 'app 0'])
  })

  it('shows what is asked for', () => {
    const entries = [entry({ kind: 'command', origin: 'cli' }, 0), entry(restart(1), 1)]
    const panel = part([line('server:reinstall', 2)], true)
    expect(seen(entries, panel, 'app')).toEqual(['app 1', 'app 0'])
    expect(seen(entries, part([]), 'power')).toEqual(['app 1'])
  })

  it('loses no line and no entry, and keeps the order of time', () => {
    const at = fc.integer({ min: 0, max: 100_000 })
    const lines = fc.uniqueArray(at).map((times) => times.map((time) => line('server:power.restart', time)))
    const entries = fc.uniqueArray(at).map((times) => times.map((time) => entry(restart(time), time)))
    fc.assert(
      fc.property(lines, entries, (told, kept) => {
        const rows = mergedActivity(kept, part(told.toSorted((a, b) => b.at - a.at)), 'all')
        const times = rows.map((row) => row.at)
        expect(times).toEqual(times.toSorted((a, b) => b - a))
        expect(rows.filter(({ source }) => source === 'app')).toHaveLength(kept.length)
        expect(new Set(rows.flatMap((row) => row.line?.id ?? [])).size).toBe(told.length)
      }),
    )
  })
})
