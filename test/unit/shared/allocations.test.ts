import { expect, test } from 'vitest'
import { hasStartedSince } from '../../../shared/allocations/allocations.ts'
import { serverView } from '../../fixtures/server-view.ts'

const at = 1_000_000
const up = (uptimeMs: number | null) => ({ cpuPercent: 1, memoryBytes: 1, diskBytes: 1, uptimeMs })
const hour = 3_600_000

test.each<[string, number | null, Parameters<typeof serverView>[0], boolean]>([
  ['the same run', hour, { state: 'running', observedAt: at + 60_000, resources: up(hour + 60_000) }, false],
  ['read before', hour, { state: 'offline', observedAt: at - 1, resources: null }, false],
  ['never read', hour, { state: 'running', observedAt: null, resources: null }, false],
  ['not known', hour, { state: 'unknown', observedAt: at + 60_000, resources: up(1) }, false],
  ['down since', hour, { state: 'offline', observedAt: at + 1, resources: null }, true],
  ['starting since', hour, { state: 'starting', observedAt: at + 1, resources: null }, true],
  ['stopping', hour, { state: 'stopping', observedAt: at + 60_000, resources: up(hour + 60_000) }, false],
  ['a shorter uptime', hour, { state: 'running', observedAt: at + 15_000, resources: up(9_000) }, true],
  [
    'a later run, of which it was not known',
    null,
    { state: 'running', observedAt: at + hour, resources: up(60_000) },
    true,
  ],
  ['no uptime', hour, { state: 'running', observedAt: at + hour, resources: up(null) }, false],
  ['no reading of it', null, { state: 'running', observedAt: at + hour, resources: null }, false],
  ['perhaps begun before', null, { state: 'running', observedAt: at + 60_000, resources: up(60_000) }, false],
])('%s', (_, uptimeMs, server, started) => {
  expect(hasStartedSince({ at, uptimeMs }, serverView(server))).toBe(started)
})
