import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import type { Journal } from '../../electron/jobs/journal.ts'
import { ok } from '../../shared/result.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { advanceUntil } from '../fixtures/open-core.ts'
import { storedKey } from '../fixtures/stored-key.ts'

const { survival: server, creative } = demoServers

const rig = setUpFakeDemo((demo) => {
  demo.panel.backups.setThrottle(null)
  // The clock that nobody sets, by which plans know sleep.
  vi.spyOn(performance, 'now').mockImplementation(demo.clock.elsewhere.now)
})
afterEach(() => void vi.restoreAllMocks())

/** What was on disk of backups, one writing after the other, with what undoes what the server was told. */
let kept: string[]
const journal: Journal = {
  write: ({ server: name, undo }) => kept.push([name, ...undo].join(' ')) > 0,
  remove: () => void kept.push(''),
  left: () => [],
}
beforeEach(() => {
  kept = []
})

/** A restart without warnings, on the clock of the panel. */
const start = (options: readonly string[], stopped?: AbortSignal) =>
  startCommand(['restart', server, '--warn', '', ...options], stopped)

const startCommand = (argv: readonly string[], stopped?: AbortSignal) =>
  startOn(rig, { argv, openJournal: () => journal, ...(stopped && { stopped }) })
const sent = () =>
  rig.demo.panel.requests().flatMap(({ method, path }) => {
    const what = /\/(backups|power)$/.exec(path)?.[1]
    return method === 'POST' && what !== undefined ? [what] : []
  })

it.each([
  [['restart', server, '--warn', '', '--backup-first']],
  [['backup', 'create', server, '--before', 'save-off', '--wait']],
])('%j is told to the server by another key where the first is refused', async (argv) => {
  const { baseUrl } = rig.demo
  const revoked = storedKey('revoked', 'ptlc_of-a-key-that-was-deleted', { baseUrl })
  const loadStoredKeys = async () => ok([revoked, storedKey('good', rig.token, { baseUrl })])
  const command = startOn(rig, { argv, env: {}, loadStoredKeys, openJournal: () => journal })
  expect(await command.end()).toMatchObject({ exit: 0 })
  expect(sent()[0]).toBe('backups')
  expect(kept).toEqual(['Survival', 'Survival save-on', 'Survival', ''])
})

describe('restart --backup-first', () => {
  it('restarts after a good backup, and tells of it', async () => {
    const { exit, stdout } = await start(['--backup-first']).end()
    expect(exit).toBe(0)
    expect(stdout).toMatch(
      /^Survival restarts now, after a backup\. Ctrl\+C cancels\.\n\S+Z Backup, made\n\S+Z Restart, sent\n/,
    )
    expect(sent()).toEqual(['backups', 'power'])
    // Begun, told not to save, told to save again, ended.
    expect(kept).toEqual(['Survival', 'Survival save-on', 'Survival', ''])
  })

  it.each([
    ['--backup-first', 8, ['backups']],
    ['--backup-first=anyway', 0, ['backups', 'power']],
  ])('%s where it fails', async (option, exit, requests) => {
    rig.demo.panel.backups.setTrap(server, 'backup-fails')
    const ended = await start([option, '--json']).end()
    expect(ended.exit).toBe(exit)
    expect(jsonLines(ended.stdout)[1]).toMatchObject({ kind: 'backup', result: 'failed', error: 'backup-failed' })
    if (exit !== 0) expect(jsonLines(ended.stderr)).toMatchObject([{ error: { code: 'restart-without-backup' } }])
    expect(sent()).toEqual(requests)
  })

  it('is cancelled while the backup is made, which the panel finishes by itself; the server saves again', async () => {
    rig.demo.panel.backups.setTrap(server, 'backup-stalls')
    const stopping = new AbortController()
    const command = start(['--backup-first'], stopping.signal)
    await advanceUntil(rig.demo.clock, () => sent().length > 0)
    stopping.abort()
    const { exit } = await command.end()
    expect(exit).toBe(7)
    expect(sent()).toEqual(['backups'])
    expect(rig.demo.panel.consoleLines(server).some((line) => withoutColours(line).endsWith('save-on'))).toBe(true)
    expect(kept.at(-1)).toBe('')
  })
})

describe('bulk restart --backup-first', () => {
  const bulk = (options: readonly string[], stopped?: AbortSignal) =>
    startCommand(['bulk', 'restart', server, creative, '--stagger', '0', ...options], stopped)
  const sentTo = (identifier: string) =>
    rig.demo.panel.requests().flatMap(({ method, path }) => {
      const [, id, what] = /\/servers\/([^/]+)\/(backups|power)$/.exec(path) ?? []
      return method === 'POST' && id === identifier && what !== undefined ? [what] : []
    })

  it('restarts each server after a backup of its own', async () => {
    const { exit, stdout } = await bulk(['--backup-first']).end()
    expect(stdout).toContain('Restart of 2 servers, after a backup. Ctrl+C gives up the rest.')
    expect(stdout).toContain('2 done')
    expect({ exit, survival: sentTo(server), creative: sentTo(creative) }).toEqual({
      exit: 0,
      survival: ['backups', 'power'],
      creative: ['backups', 'power'],
    })
    expect(kept.filter((names) => names.endsWith('save-on'))).toHaveLength(2)
    expect(kept.at(-1)).toBe('')
  })

  it.each([
    ['--backup-first', 8, ['backups'], 'failed'],
    ['--backup-first=anyway', 0, ['backups', 'power'], 'accepted'],
  ])('%s where one of them fails', async (option, exit, requests, outcome) => {
    rig.demo.panel.backups.setTrap(server, 'backup-fails')
    const ended = await bulk([option, '--json']).end()
    expect(ended.exit).toBe(exit)
    expect(jsonLines(ended.stdout)).toEqual([
      { identifier: server, name: 'Survival', outcome, ...(exit === 8 && { error: 'restart-without-backup' }) },
      { identifier: creative, name: expect.any(String), outcome: 'accepted' },
    ])
    expect([sentTo(server), sentTo(creative)]).toEqual([requests, ['backups', 'power']])
  })

  it('restarts nothing once it is stopped while backups are made', async () => {
    for (const one of [server, creative]) rig.demo.panel.backups.setTrap(one, 'backup-stalls')
    const stopping = new AbortController()
    const command = bulk(['--backup-first'], stopping.signal)
    await advanceUntil(rig.demo.clock, () => sent().length === 2)
    stopping.abort()
    const { exit, stdout } = await command.end()
    expect({ exit, sent: sent() }).toEqual({ exit: 7, sent: ['backups', 'backups'] })
    expect(stdout).toContain('2 cancelled')
  })
})
