import { describe, expect, it } from 'vitest'
import type { ActivityEntry, ActivityEvent } from '../../../../shared/model/activity.ts'
import type { PanelActivityLine } from '../../../../shared/model/panel-activity.ts'
import { startedBy } from '../../../../shared/model/started-by.ts'

const begun = 10_000_000
const robin = { kind: 'account', name: 'robin', isKey: false } as const
const line = (signal: string, at: number): PanelActivityLine => ({
  id: `${at}`,
  event: `server:power.${signal}`,
  at: begun + at,
  text: '',
  tone: 'plain',
  actor: robin,
  hides: false,
})
const power = (more: Partial<Extract<ActivityEvent, { kind: 'power' }>>, at: number): ActivityEntry => ({
  id: `${at}`,
  at: begun + at,
  ref: null,
  name: '',
  event: { kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null, ...more },
})
const seen = (kind: 'crashed' | 'stopped', at: number): ActivityEntry => ({ ...power({}, at), event: { kind } })
const minute = 60_000

describe('who began a run', () => {
  it.each<[string, ActivityEntry[], PanelActivityLine[], object]>([
    ['nobody', [], [], { kind: 'nobody' }],
    ['the panel’s own page', [], [line('restart', -20_000)], { kind: 'panel', how: 'restart', actor: robin }],
    ['the last of several', [], [line('start', -5_000), line('restart', -60_000)], { kind: 'panel', how: 'start' }],
    ['a stop is no start', [], [line('stop', -1_000), line('kill', -2_000)], { kind: 'nobody' }],
    ['one of a run before', [], [line('restart', -11 * minute)], { kind: 'nobody' }],
    ['one of after', [], [line('restart', 2 * minute)], { kind: 'nobody' }],
    ['the app', [power({ since: begun - 30_000 }, 9_000)], [], { kind: 'app', at: begun - 30_000, origin: 'tray' }],
    ['the app, which the panel tells too', [power({}, -9_000)], [line('restart', -10_000)], { kind: 'app' }],
    ['somebody after the app', [power({}, -5 * minute)], [line('restart', -minute)], { kind: 'panel' }],
    [
      'the app was refused',
      [power({ phase: 'refused' }, -9_000)],
      [line('start', -8_000)],
      { kind: 'panel', how: 'start' },
    ],
    ['a crash since the app’s start', [power({}, -6 * minute), seen('crashed', -minute)], [], { kind: 'nobody' }],
    ['a stop since the app’s start', [power({}, -6 * minute), seen('stopped', -minute)], [], { kind: 'nobody' }],
    [
      'a crash since anybody’s start',
      [power({}, -6 * minute), seen('crashed', -minute)],
      [line('restart', -6 * minute)],
      { kind: 'nobody' },
    ],
    [
      'somebody after a crash',
      [power({}, -6 * minute), seen('crashed', -minute)],
      [line('restart', -6 * minute), line('start', -20_000)],
      { kind: 'panel', how: 'start', at: begun - 20_000 },
    ],
    ['the app after a crash', [seen('crashed', -minute), power({}, -5_000)], [], { kind: 'app' }],
    ['the app’s own stop since', [power({}, -6 * minute), power({ signal: 'stop' }, -minute)], [], { kind: 'nobody' }],
    [
      'a restart from elsewhere that the app saw as a stop',
      [seen('stopped', -20_000)],
      [line('restart', -30_000)],
      { kind: 'panel', how: 'restart', actor: robin },
    ],
    [
      'a restart from elsewhere that the app saw as a crash, after a long stop',
      [seen('crashed', -20_000)],
      [line('restart', -110_000)],
      { kind: 'panel', how: 'restart' },
    ],
    [
      'a start by a clock that is behind',
      [seen('stopped', -20_000)],
      [line('start', -70_000)],
      { kind: 'panel', how: 'start' },
    ],
    ['a start of before the end', [seen('crashed', -20_000)], [line('start', -90_000)], { kind: 'nobody' }],
    [
      'a crash since the app’s restart, which the panel tells too',
      [power({}, -40_000), seen('crashed', -20_000)],
      [line('restart', -41_000)],
      { kind: 'nobody' },
    ],
    ['an end of after', [seen('crashed', 5 * minute)], [line('restart', -20_000)], { kind: 'panel', how: 'restart' }],
    ['the app, before an end of after', [power({}, -9_000), seen('stopped', 5 * minute)], [], { kind: 'app' }],
    ['the app stopped it', [power({ signal: 'stop' }, -9_000)], [], { kind: 'nobody' }],
  ])('%s', (_what, entries, lines, expected) => expect(startedBy(begun, entries, lines)).toMatchObject(expected))
})
