import { expect, it } from 'vitest'
import { maxWatchedByAge, watchedBackups } from '../../../../shared/backups/choices.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import type { KeepRule } from '../../../../shared/model/preferences-schema.ts'
import { defaultRestartChoices } from '../../../../shared/model/restart.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { restartChoices, scheduleView } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const [a, b] = ['home/a1b2c3d4', 'home/b1b2c3d4'].map((ref) => serverRefSchema.parse(ref)) as [never, never]
const first = restartChoices({ backupFirst: 'must' })
const rule: KeepRule = { newest: 3, days: 0 }
type Parts = Parameters<typeof appState>[0]

it.each<[string, Parts, string[]]>([
  ['nothing was chosen', {}, []],
  ['a keep rule', { preferences: { keepRules: { [a]: rule } } }, [a]],
  [
    'restarts of one server that back up first',
    { preferences: { restart: { all: defaultRestartChoices, servers: { [b]: first } } } },
    [b],
  ],
  [
    'restarts of one server that do not',
    { preferences: { restart: { all: first, servers: { [b]: restartChoices() } } } },
    [],
  ],
  ['all restarts, and no server of its own', { preferences: { restart: { all: first, servers: {} } } }, []],
  ['a planned restart that backs up first', { schedules: [scheduleView({ refs: [a, b], choices: first })] }, [a, b]],
  ['one that is paused', { schedules: [scheduleView({ refs: [a, b], choices: first, enabled: false })] }, []],
  [
    'several of these, each server once',
    { preferences: { keepRules: { [a]: rule } }, schedules: [scheduleView({ refs: [a, b], choices: first })] },
    [a, b],
  ],
])('%s', (_, parts, refs) => expect(watchedBackups(appState(parts), () => true)).toEqual(refs))

const many = Array.from({ length: maxWatchedByAge + 5 }, (_, n) =>
  serverView({ identifier: String(10_000_000 + n), name: `Server ${n}` }),
)
const ofAll = (days: 3 | null, more: Parts = {}, mayRead: Parameters<typeof watchedBackups>[1] = () => true) =>
  watchedBackups(appState({ ...more, servers: many, preferences: { backupDays: days, ...more.preferences } }), mayRead)

it('where an age was chosen, every server that may be read, as many as are bearable', () => {
  const [unreadable, first] = many
  expect(ofAll(null)).toEqual([])
  const watched = ofAll(3, {}, (ref) => ref !== unreadable?.ref)
  expect(watched).toHaveLength(maxWatchedByAge)
  expect(watched[0]).toBe(first?.ref)
})

it('what a person chose for a server comes first, and in any number', () => {
  const last = many.at(-1)?.ref ?? a
  const watched = ofAll(3, { preferences: { keepRules: { [last]: rule } } })
  expect(watched[0]).toBe(last)
  expect(watched).toHaveLength(maxWatchedByAge + 1)
})
