import { describe, expect, it } from 'vitest'
import type { ServerCondition } from '../../../../shared/model/server-schema.ts'
import { entry, lobby, lobbyPage, readListPage } from '../../../fixtures/list-page.ts'

describe('readListPage', () => {
  it.each<[unknown, unknown]>([
    ['x', null],
    [{}, { cpuPercent: null, memoryBytes: null, diskBytes: null }],
    [
      { cpu: 0, memory: 0, disk: -1 },
      { cpuPercent: null, memoryBytes: null, diskBytes: null },
    ],
    [
      { cpu: 200, memory: 2, disk: 'x' },
      { cpuPercent: 200, memoryBytes: 2 * 1_024 ** 2, diskBytes: null },
    ],
  ])('reads the limits %j', (limits, read) => {
    const answer = { object: 'list', data: [entry({ ...lobby, limits })] }
    expect(readListPage(answer)?.servers[0]?.limits).toEqual(read)
  })

  it.each<[unknown]>([
    [null],
    [{}],
    [{ identifier: 12345678 }],
    [{ identifier: 'a1b2c3d' }],
    [{ identifier: 'a1b2c3d4\n' }],
    [{ identifier: '../a1b2c' }],
    [{ identifier: 'a1b2\u200bc3d' }],
    [{ identifier: 'a1b2\ud800c3d' }],
  ])('leaves %j out and counts it', (bad) => {
    expect(readListPage([bad, lobby])).toEqual({ ...lobbyPage, unusable: 1 })
  })

  it.each(['ab-d_234', 'ab.d:234', 'äöü漢字🎮xy', 'a b%c?d#', '--------', '........'])(
    'takes the identifier %j',
    (identifier) => {
      expect(readListPage([{ identifier, name: 'Lobby' }])?.servers[0]).toMatchObject({ identifier, name: 'Lobby' })
    },
  )

  it('reads as many as there is room for, and counts the rest', () => {
    const servers = Array.from({ length: 30 }, (_, i) => ({ identifier: String(10_000_000 + i) }))
    expect(readListPage([...servers, 0], 10)).toMatchObject({ beyond: 20, unusable: 1 })
    expect(readListPage([...servers, 0], 10)?.servers).toHaveLength(10)
  })

  it.each<[unknown, string]>([
    [undefined, 'a1b2c3d4'],
    [42, 'a1b2c3d4'],
    [' \u200b ', 'a1b2c3d4'],
    ['\u202eevil\u202c', 'evil'],
    ['\u001b[31mred', '[31mred'],
    ['Grüße 🎮', 'Grüße 🎮'],
  ])('names %j %j', (name, shown) => {
    expect(readListPage([{ identifier: 'a1b2c3d4', name }])?.servers[0]?.name).toBe(shown)
  })

  it.each<[Record<string, unknown>, ServerCondition | null]>([
    [{ status: 'suspended' }, 'suspended'],
    [{ is_suspended: true }, 'suspended'],
    [{ is_suspended: true, is_transferring: true }, 'suspended'],
    [{ is_node_under_maintenance: true, status: 'installing' }, 'maintenance'],
    [{ status: 'installing' }, 'installing'],
    [{ status: 'install_failed', is_installing: true }, 'install-failed'],
    [{ is_installing: true }, 'installing'],
    [{ status: 'restoring_backup' }, 'restoring'],
    [{ is_transferring: true }, 'transferring'],
    // It holds the server on the one panel that calls it an installation.
    [{ status: 'reinstall_failed', is_installing: false }, null],
    [{ status: 'reinstall_failed', is_installing: true }, 'install-failed'],
    [{ status: 5, is_suspended: 'yes' }, null],
  ])('reads the condition of %j', (attributes, condition) => {
    const answer = { object: 'list', data: [entry({ ...lobby, ...attributes })] }
    expect(readListPage(answer)?.servers[0]?.condition).toBe(condition)
  })
})
