import { expect, it } from 'vitest'
import { watchedBackups } from '../../../../shared/model/backup-watch.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import { defaultRestartChoices } from '../../../../shared/model/restart.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { restartChoices, scheduleView } from '../../../fixtures/plan-view.ts'

const [a, b] = ['home/a1b2c3d4', 'home/b1b2c3d4'].map((ref) => serverRefSchema.parse(ref)) as [never, never]
const first = restartChoices({ backupFirst: 'must' })
const rule = { newest: 3, days: 0, daily: false }
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
])('%s', (_, parts, refs) => expect(watchedBackups(appState(parts))).toEqual(refs))
