import { describe, expect, it } from 'vitest'
import {
  createBackup,
  linkToBackup,
  listBackups,
  listRestores,
  readBackup,
  removeBackup,
  renameBackup,
  restoreBackup,
  toggleLock,
} from '../../electron/backups/panel.ts'
import type { PanelClient } from '../../electron/panel/client.ts'
import { maxBackups } from '../../shared/backups/backups.ts'
import { type BackupId, backupIdSchema } from '../../shared/backups/contract.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import type { Result } from '../../shared/result.ts'
import { errorOf, id, list, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { type Behaviour, empty, htmlPage, json, refusal, serverList } from '../fixtures/fault-panel.ts'

const { panel, clock, clientOf } = setUpFaultPanel()
const server = `/api/client/servers/${id}`
const uuid = (n: number) => backupIdSchema.parse(`${String(n).padStart(8, '0')}-1111-4222-8333-444455556666`)
const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'
const at = (client = clientOf()) => client.at(id, {})
const paths = () => panel().requests.map(({ method, path }) => `${method} ${path.replace(server, '')}`)

type Attributes = Readonly<Record<string, unknown>>

/** A good backup as Pterodactyl tells it (the panel's API, part 2, *Backups*). */
const told = (n: number, more: Attributes = {}): Attributes => ({
  uuid: uuid(n),
  is_successful: true,
  is_locked: false,
  name: `Backup ${n}`,
  ignored_files: [],
  checksum: `sha1:${sha1}`,
  bytes: 1_000 + n,
  created_at: '2026-03-01T04:00:00+00:00',
  completed_at: '2026-03-01T04:05:00+00:00',
  ...more,
})
const item = (attributes: Attributes) => ({ object: 'backup', attributes })
const page = (attributes: readonly Attributes[], current: number, totals: { pages: number; total: number }) =>
  json(200, {
    object: 'list',
    data: attributes.map(item),
    meta: {
      backup_count: 3,
      pagination: { total: totals.total, per_page: 50, current_page: current, total_pages: totals.pages },
    },
  })
const one = (attributes: readonly Attributes[]) => page(attributes, 1, { pages: 1, total: attributes.length })

describe('the list of backups', () => {
  it('is read over its pages, and comes newest first', async () => {
    panel().respond(
      page([told(1), told(2)], 1, { pages: 2, total: 3 }),
      page([told(3, { created_at: '2026-03-02T04:00:00+02:00', is_locked: true })], 2, { pages: 2, total: 3 }),
    )
    const read = unwrap(await listBackups(at()))
    expect(read).toMatchObject({ counted: 3, leftOut: 0 })
    expect(read.backups.map(({ name, isLocked }) => [name, isLocked])).toEqual([
      ['Backup 3', true],
      ['Backup 1', false],
      ['Backup 2', false],
    ])
    expect(read.backups[0]?.createdAt).toBe(Date.UTC(2026, 2, 2, 2))
    expect(paths()).toEqual(['GET /backups?page=1&per_page=50', 'GET /backups?page=2&per_page=50'])
  })

  it.each<[string, Attributes, Attributes]>([
    [
      'a good one',
      {},
      { state: 'good', bytes: 1_001, sha1, isScheduled: null, completedAt: Date.UTC(2026, 2, 1, 4, 5) },
    ],
    ['one of Pelican, made by a schedule', { is_scheduled: true }, { isScheduled: true }],
    [
      'one that is made now',
      { completed_at: null, is_successful: false, bytes: 0, checksum: null },
      { state: 'pending', bytes: null, sha1: null, completedAt: null },
    ],
    ['a failed one', { is_successful: false, bytes: 0, checksum: null }, { state: 'failed', bytes: null }],
    ['one that is good and unfinished', { completed_at: null }, { state: 'unknown' }],
    ['one without a word on its success', { is_successful: undefined }, { state: 'unknown' }],
    ['one whose end can’t be read', { completed_at: 'yesterday' }, { state: 'unknown', completedAt: null }],
    ['one whose begin can’t be read', { created_at: 1_700_000_000 }, { state: 'good', createdAt: null }],
    ['switches as numbers', { is_locked: 1, is_successful: 1 }, { isLocked: true, state: 'good' }],
    ['another checksum', { checksum: `md5:${sha1}` }, { sha1: null }],
    ['a checksum in capitals', { checksum: `sha1:${sha1.toUpperCase()}` }, { sha1 }],
    ['a size below zero', { bytes: -5 }, { bytes: null }],
    ['a name of markup and marks', { name: 'a\u202eb\u0000\n\tc' }, { name: 'ab c' }],
    ['no name', { name: null }, { name: 'Unnamed backup' }],
  ])('tells %s', async (_, more, expected) => {
    panel().respond(one([told(1, more)]))
    expect(unwrap(await listBackups(at())).backups[0]).toMatchObject(expected)
  })

  it.each<[string, unknown]>([
    ['no id', { ...told(1), uuid: undefined }],
    ['an id that leads elsewhere', { ...told(1), uuid: '../../account' }],
    ['no word on its lock', { ...told(1), is_locked: 'maybe' }],
    ['no attributes', null],
  ])('counts an entry with %s as left out', async (_, attributes) => {
    panel().respond(json(200, { data: [item(told(2)), { object: 'backup', attributes }] }))
    const read = unwrap(await listBackups(at()))
    expect(read.backups).toHaveLength(1)
    expect(read).toMatchObject({ leftOut: 1, counted: null })
  })

  it('ends where a panel repeats itself, or claims pages without end', async () => {
    panel().respond(page([told(1)], 1, { pages: 999_999, total: 999_999 }))
    const read = unwrap(await listBackups(at()))
    expect(read.backups).toHaveLength(1)
    expect(panel().requests).toHaveLength(2)
  })

  it('keeps so many backups and counts the rest', async () => {
    const many = Array.from({ length: maxBackups + 5 }, (_, n) => told(n))
    panel().respond(one(many))
    const read = unwrap(await listBackups(at()))
    expect(read.backups).toHaveLength(maxBackups)
    expect(read.leftOut).toBe(5)
  })

  it.each<[string, Behaviour, string]>([
    ['a panel that answers with a page', htmlPage(404), 'not-on-panel'],
    ['an answer that is no list', json(200, { data: {} }), 'malformed-answer'],
  ])('fails with %s', async (_, behaviour, code) => {
    panel().respond(behaviour)
    expect(errorOf(await listBackups(at())).code).toBe(code)
  })

  it('shows no token in names', async () => {
    panel().respond(one([told(1, { name: `x ${token}` })]))
    expect(JSON.stringify(await listBackups(at()))).not.toContain(token)
  })
})

describe('a new backup', () => {
  const create = (client: PanelClient) =>
    createBackup(client.at(id, {}), { name: 'Before 1.21', isLocked: true, ignored: 'logs/\n*.zip' })

  it('goes out once, with its switches as JSON has them', async () => {
    panel().respond(json(200, item(told(1, { completed_at: null, is_successful: false, is_locked: false }))))
    expect(unwrap(await create(clientOf()))).toMatchObject({ state: 'pending', isLocked: false })
    expect(paths()).toEqual(['POST /backups'])
    expect(JSON.parse(panel().requests[0]?.body ?? '')).toEqual({
      name: 'Before 1.21',
      is_locked: true,
      ignored: 'logs/\n*.zip',
    })
  })

  it('leaves its name to the panel where none is given', async () => {
    panel().respond(json(200, {}))
    expect(unwrap(await createBackup(at(), { name: '', isLocked: false, ignored: '' }))).toBeNull()
    expect(JSON.parse(panel().requests[0]?.body ?? '')).toEqual({ is_locked: false })
  })

  it('says when the panel takes the next one, and holds nothing else back', async () => {
    const detail = 'Only 2 backups may be generated within a 600 second span of time.'
    panel().respond(
      refusal(429, 'TooManyRequestsHttpException', detail, { 'retry-after': '420', date: new Date().toUTCString() }),
      json(200, serverList([])),
    )
    const client = clientOf()
    const error = errorOf(await create(client))
    const again = clockTime(clock().now() + 420_000)
    expect(error).toMatchObject({ code: 'rate-limited', retryAfterMs: 420_000, detail })
    expect(error.hint).toBe(`The panel takes this again at ${again}.`)
    unwrap(await list(client))
    expect(clock().slept).toEqual([])
    expect(paths()).toEqual(['POST /backups', 'GET /api/client'])
  })
})

describe('what is done to a backup', () => {
  const backup: BackupId = uuid(7)

  it.each<[string, (client: PanelClient) => Promise<Result<unknown>>, string, string]>([
    ['lock', (client) => toggleLock(client.at(id, {}), backup), `POST /backups/${backup}/lock`, ''],
    [
      'rename',
      (client) => renameBackup(client.at(id, {}), backup, 'a/b'),
      `PUT /backups/${backup}/rename`,
      '{"name":"a/b"}',
    ],
    ['delete', (client) => removeBackup(client.at(id, {}), backup), `DELETE /backups/${backup}`, ''],
    [
      'restore',
      (client) => restoreBackup(client.at(id, {}), backup, false),
      `POST /backups/${backup}/restore`,
      '{"truncate":false}',
    ],
  ])('%s goes out once', async (_, act, path, body) => {
    panel().respond(empty(204))
    unwrap(await act(clientOf()))
    expect(paths()).toEqual([path])
    expect(panel().requests[0]?.body).toBe(body)
  })

  it('takes no other backup for the one that was asked for', async () => {
    panel().respond(json(200, item(told(8))))
    expect(errorOf(await readBackup(at(), backup)).code).toBe('malformed-answer')
  })
})

describe('what the activity tells of restores', () => {
  const entry = (more: Attributes = {}) => ({
    object: 'activity_log',
    attributes: {
      id: 'a1',
      event: 'server:backup.restore-complete',
      properties: { name: 'Nightly\u202e' },
      timestamp: '2026-03-01T04:00:00+01:00',
      ...more,
    },
  })

  it('is asked for with the newest first, in all spellings', async () => {
    panel().respond(
      json(200, { data: [entry(), entry({ id: 'a2', event: 'server.backup.restore-failed', properties: [] })] }),
    )
    expect(unwrap(await listRestores(at()))).toEqual([
      { id: 'a2', event: 'server.backup.restore-failed', at: Date.UTC(2026, 2, 1, 3), name: null },
      { id: 'a1', event: 'server:backup.restore-complete', at: Date.UTC(2026, 2, 1, 3), name: 'Nightly' },
    ])
    expect(paths()).toEqual([
      'GET /activity?sort=-timestamp&include=actor&page=1&per_page=100&filter%5Bevent%5D=restore',
    ])
  })
})

describe('the link to an archive', () => {
  const backup = uuid(7)
  const link = (url: unknown) => json(200, { object: 'signed_url', attributes: { url } })

  it.each<[unknown, string]>([
    ['http://node.example.com/download', 'download-unsafe'],
    ['file:///etc/passwd', 'download-unsafe'],
    ['https://me:pass@node.example.com/x', 'download-unsafe'],
    [`https://node.example.com/${'x'.repeat(9_000)}`, 'download-unsafe'],
    ['no address', 'download-unsafe'],
    [null, 'malformed-answer'],
  ])('is not followed where it is %s', async (url, code) => {
    panel().respond(link(url))
    expect(errorOf(await linkToBackup(at(), backup)).code).toBe(code)
  })
})
