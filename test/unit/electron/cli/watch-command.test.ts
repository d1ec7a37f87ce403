import { expect, it } from 'vitest'
import { createChanges } from '../../../../electron/cli/watch-command.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const resources = (uptimeMs: number) => ({ cpuPercent: 1, memoryBytes: 1, diskBytes: 1, uptimeMs })
const read = (observedAt: number, uptimeMs: number, more: Partial<ServerView> = {}) =>
  serverView({ state: 'running', observedAt, resources: resources(uptimeMs), ...more })

/** The changes that the last of these readings tells. */
function lastOf(...servers: readonly ServerView[]) {
  const changesOf = createChanges()
  const states = [appState({ servers: [] }), ...servers.map((server) => appState({ servers: [server] }))]
  let last: readonly unknown[] = []
  for (const [index, state] of states.entries()) {
    const before = states[index - 1]
    if (before !== undefined) last = changesOf(state, before).map(({ from, to, reason }) => ({ from, to, reason }))
  }
  return last
}

it.each([
  ['a first look', [read(0, 600_000)], [{ from: '-', to: 'running', reason: 'listed' }]],
  ['one that wavers by a cache', [read(0, 600_000), read(60_000, 640_000)], []],
  [
    'one that dropped while nothing was read',
    [read(0, 600_000), serverView({ state: 'unknown', observedAt: 30_000 }), read(60_000, 5_000)],
    [{ from: 'unknown', to: 'running', reason: 'restarted' }],
  ],
  [
    'a stop that was seen',
    [read(0, 600_000), serverView({ state: 'offline', observedAt: 60_000 }), read(90_000, 5_000)],
    [{ from: 'offline', to: 'running', reason: 'read' }],
  ],
])('tells %s', (_what, servers, changes) => {
  expect(lastOf(...servers)).toEqual(changes)
})
