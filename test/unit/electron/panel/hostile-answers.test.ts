import { describe, expect, it } from 'vitest'
import { listBackups } from '../../../../electron/backups/panel.ts'
import { serverFiles } from '../../../../electron/files/panel.ts'
import { createPanelClient } from '../../../../electron/panel/client.ts'
import { ok } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { hostileAnswers } from '../../../fixtures/hostile-answers.ts'

const id = 'a1b2c3d4'
/** In characters; a little below the bound in bytes, so that another one has to catch what is made of many values. */
const size = 10_000_000
const tooLarge = { ok: false, error: { code: 'answer-too-large' } }
const noList = { ok: false, error: { code: 'malformed-answer' } }

/** A client of a panel that answers with one text whatever it is asked for, but for a server's own facts. */
const clientOf = (text: string) =>
  createPanelClient({
    baseUrl: 'https://panel.home.example/api/client',
    readToken: async () => ok('ptlc_test'),
    clock: createFakeClock(),
    fetch: async (url) => new Response(String(url).endsWith(`/servers/${id}`) ? '{"attributes":{}}' : text),
  })

const repeat = (count: number, one: (index: number) => string) => Array.from({ length: count }, (_, i) => one(i)).join()

/** What is long by its texts alone is quickly read. */
const read: Readonly<Record<string, object>> = {
  'one long text': noList,
  'one long text of quotes': { ok: true, value: { servers: [], leftOut: { unusable: 1, beyondBound: 0 } } },
  'one long text of backslashes': { ok: true, value: { servers: [], leftOut: { unusable: 1, beyondBound: 0 } } },
  'one long key': { ok: true, value: { servers: [] } },
  'one long number': { ok: true, value: { servers: [] } },
  'one long blank': { ok: true, value: { servers: [] } },
  'a name as long as the answer': { ok: true, value: { servers: [{ identifier: id }] } },
  'long entries by a name of their own': noList,
}

describe('an answer that is made to be expensive to read', () => {
  it.each(Object.entries(hostileAnswers))('%s', async (name, answerOf) => {
    expect(await clientOf(answerOf(size)).listServers()).toMatchObject(read[name] ?? tooLarge)
  })

  it.each<[string, string]>([
    ['2,000 objects, no key twice', `{"data":[${repeat(2_000, (i) => `{"k${i}":0}`)}]}`],
    ['a key again and again', `{${repeat(20_000, () => '"k":0')}}`],
    ['31 objects of 10,000 keys', `[${repeat(31, () => `{${repeat(10_000, (i) => `"k${i}":0`)}}`)}]`],
  ])('%s', async (_name, text) => {
    expect(await clientOf(text).listServers()).toMatchObject(tooLarge)
  })

  it('of another kind may have half as many values', async () => {
    const backupsWith = (values: number) => `{"data":[${'0,'.repeat(values - 2)}0]}`
    expect(await listBackups(clientOf(backupsWith(150_000)).at(id, {}))).toMatchObject({ ok: true })
    expect(await listBackups(clientOf(backupsWith(150_001)).at(id, {}))).toMatchObject(tooLarge)
    expect(await clientOf('['.repeat(65)).readResources(id)).toMatchObject(tooLarge)
  })

  it('keeps of servers without end those that fit, and counts the others', async () => {
    const servers = repeat(140_000, (i) => `{"identifier":"${10_000_000 + i}"}`)
    const list = await clientOf(`[${servers}]`).listServers()
    expect(list).toMatchObject({ ok: true, value: { leftOut: { unusable: 0, beyondBound: 130_000 } } })
  })

  it('tells a web page as one, however many commas and brackets it has', async () => {
    const page = `<html><script>${'{[,'.repeat(300_000)}</script></html>`
    expect(await clientOf(page).listServers()).toMatchObject({ error: { code: 'not-json' } })
  })
})

describe('a large answer of an honest panel is read', () => {
  it('of 2,500 servers', async () => {
    const variable = {
      object: 'egg_variable',
      attributes: { name: 'V', env_variable: 'V', server_value: '[{,', rules: '' },
    }
    const data = Array.from({ length: 2_500 }, (_, i) => ({
      object: 'server',
      attributes: {
        identifier: String(10_000_000 + i),
        uuid: '00000000-0000-4000-8000-000000000000',
        name: `Server ${i}`,
        description: 'd'.repeat(1_200),
        limits: { memory: 4_096, swap: 0, disk: 20_480, io: 500, cpu: 200, threads: null, oom_disabled: true },
        feature_limits: { databases: 2, allocations: 1, backups: 3 },
        egg_features: ['eula', 'java_version', 'pid_limit'],
        relationships: {
          allocations: { object: 'list', data: Array.from({ length: 3 }, (_, port) => ({ attributes: { port } })) },
          variables: { object: 'list', data: Array.from({ length: 10 }, () => variable) },
        },
      },
    }))
    const text = JSON.stringify({ object: 'list', data })
    expect(text.length).toBeGreaterThan(6 * 1024 * 1024)
    const list = await clientOf(text).listServers()
    expect(list).toMatchObject({ ok: true, value: { servers: { length: 2_500 }, leftOut: { beyondBound: 0 } } })
  })

  it('of a folder of 10,000 entries whose names are full of brackets', async () => {
    const data = Array.from({ length: 10_000 }, (_, i) => ({
      object: 'file_object',
      attributes: {
        name: `[{,${i}"`,
        mode: '-rw-r--r--',
        mode_bits: '644',
        size: 1,
        is_file: true,
        is_symlink: false,
        mimetype: 'text/plain',
        created_at: '2024-01-01T00:00:00+00:00',
        modified_at: '2024-01-01T00:00:00+00:00',
      },
    }))
    const folder = await serverFiles(clientOf(JSON.stringify({ object: 'list', data })), id).list(filePath('/'))
    expect(folder).toMatchObject({ ok: true, value: { entries: { length: 10_000 } } })
  })
})
