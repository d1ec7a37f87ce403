import { describe, expect, it } from 'vitest'
import { readSocketStats, readStats } from '../../../../electron/panel/envelope.ts'
import type { ServerState } from '../../../../shared/model/server-schema.ts'

describe('readStats', () => {
  const resources = { cpu_absolute: 150.5, memory_bytes: 1, disk_bytes: 2, uptime: 3, network_rx_bytes: 4 }
  const read = { cpuPercent: 150.5, memoryBytes: 1, diskBytes: 2, uptimeMs: 3 }
  const stats = (word: unknown, usage: unknown = resources) => ({
    object: 'stats',
    attributes: { current_state: word, resources: usage },
  })

  it.each<[unknown, ServerState]>([
    ['offline', 'offline'],
    ['stopped', 'offline'],
    ['starting', 'starting'],
    ['running', 'running'],
    ['stopping', 'stopping'],
  ])('reads %j as %s', (word, state) => {
    expect(readStats(stats(word))).toEqual({ state, resources: read, isLost: false })
  })

  it.each(['missing', 'paused', 'RUNNING', '', null, 7, 'toString'])('reads %j as unknown, without figures', (word) => {
    expect(readStats(stats(word))).toEqual({ state: 'unknown', resources: null, isLost: word === 'missing' })
  })

  it('reads a state whose figures are missing or wrong', () => {
    expect(readStats(stats('running', null))?.resources).toBeNull()
    expect(readStats(stats('running', { cpu_absolute: 'x', memory_bytes: -1, disk_bytes: null }))?.resources).toEqual({
      cpuPercent: null,
      memoryBytes: null,
      diskBytes: null,
      uptimeMs: null,
    })
  })

  it('reads numbers that are written as texts', () => {
    const texts = { cpu_absolute: '12.5', memory_bytes: ' 1024 ', disk_bytes: '1e3', uptime: '' }
    const told = { cpuPercent: 12.5, memoryBytes: 1_024, diskBytes: 1_000, uptimeMs: null }
    expect(readStats(stats('running', texts))?.resources).toEqual(told)
    expect(readSocketStats(JSON.stringify({ state: 'running', ...texts }))?.resources).toEqual(told)
  })

  it.each([null, [], {}, { attributes: null }, 'x'])('takes %j for no answer', (answer) => {
    expect(readStats(answer)).toBeNull()
  })
})
