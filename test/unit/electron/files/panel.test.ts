import { describe, expect, it } from 'vitest'
import { readFileName, readFolder, serverFiles } from '../../../../electron/files/panel.ts'
import { createPanelClient } from '../../../../electron/panel/client.ts'
import { maxFolderEntries, rootPath } from '../../../../shared/files/files.ts'
import { ok } from '../../../../shared/result.ts'
import { doNow } from '../../../fixtures/do-now.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { filePath } from '../../../fixtures/file-entry.ts'

const asIs = (text: string) => text
const told = (more: Readonly<Record<string, unknown>> = {}) => ({
  object: 'file_object',
  attributes: {
    name: 'server.properties',
    mode: '-rw-r--r--',
    mode_bits: '644',
    size: 1_230,
    is_file: true,
    is_symlink: false,
    mimetype: 'text/plain; charset=utf-8',
    created_at: '2026-01-01T00:00:00+00:00',
    modified_at: '2026-02-01T10:00:00+01:00',
    ...more,
  },
})
const folder = (...data: unknown[]) => ({ object: 'list', data })
const one = (more: Readonly<Record<string, unknown>>) => doNow(readFolder(folder(told(more)), asIs)).value?.entries[0]

it('tells a file as the panel does', () => {
  expect(doNow(readFolder(folder(told()), asIs)).value).toEqual({
    entries: [
      {
        name: 'server.properties',
        isFile: true,
        isSymlink: false,
        size: 1_230,
        modifiedAt: Date.UTC(2026, 1, 1, 9),
        mode: '-rw-r--r--',
        modeBits: '644',
      },
    ],
    leftOut: 0,
  })
})

describe('names', () => {
  it.each([' a ', '..a', 'a\\b', 'new\nline', 'right\u202eleft', '<img src=x onerror=alert(1)>', '__proto__'])(
    'keeps %j as it is, so that it can be asked for',
    (name) => {
      expect(one({ name })?.name).toBe(name)
    },
  )

  it.each(['..', '.', '', '/etc/passwd', '../../x', 'a/b', 'a\0b', '\ud800', 'x'.repeat(256), 7])(
    'leaves out %j',
    (name) => {
      expect(doNow(readFolder(folder(told({ name }), told()), asIs)).value).toMatchObject({ entries: [{}], leftOut: 1 })
    },
  )

  it('leaves out what quotes the token, and what comes twice', () => {
    const hide = (text: string) => text.replace('ptlc_secret', '…')
    const list = doNow(readFolder(folder(told({ name: 'ptlc_secret.txt' }), told(), told({ size: 1 })), hide)).value
    expect(list).toMatchObject({ entries: [{ name: 'server.properties', size: 1_230 }], leftOut: 2 })
  })
})

it.each<[string, Readonly<Record<string, unknown>>, unknown]>([
  ['no size', { size: -1 }, { size: null }],
  ['no time', { modified_at: 'yesterday' }, { modifiedAt: null }],
  ['a mode that is none', { mode: 7, mode_bits: '999' }, { mode: '', modeBits: null }],
  ['an unsafe mode', { mode: '-rw\u202e\n' }, { mode: '-rw' }],
  ['no word of a link', { is_symlink: 'maybe' }, { isSymlink: false }],
])('with %s', (_, more, expected) => {
  expect(one(more)).toMatchObject(expected as object)
})

it('reads all entries, also more than are shown: what is there already is looked for among them', () => {
  const many = Array.from({ length: maxFolderEntries + 7 }, (_, n) => told({ name: `${n}.txt` }))
  expect(doNow(readFolder(folder(...many), asIs)).value).toMatchObject({ entries: { length: many.length }, leftOut: 0 })
})

it('reads nothing of a folder with more entries than any answer of an honest panel has', () => {
  const data = Array.from({ length: 50_001 }, (_, n) => ({ attributes: { name: `${n}`, is_file: true } }))
  expect(doNow(readFolder({ data }, asIs)).value).toBeNull()
  expect(doNow(readFolder({ data: data.slice(1) }, asIs)).value).not.toBeNull()
})

it.each([null, { data: {} }])('%j is no folder', (answer) => {
  expect(doNow(readFolder(answer, asIs)).value).toBeNull()
})

it('reads the name of a new file', () => {
  expect(readFileName(told({ name: 'archive.tar.gz' }), asIs)).toBe('archive.tar.gz')
  expect(readFileName(told({ name: '../archive.tar.gz' }), asIs)).toBeNull()
  expect(readFileName('nothing', asIs)).toBeNull()
})

describe('calls', () => {
  const id = 'a1b2c3d4'
  const uuid = 'a1b2c3d4-0000-4000-8000-000000000001'
  const base = 'https://panel.home.example/api/client/servers'

  function setUp(attributes: object, type: string) {
    const asked: string[] = []
    const client = createPanelClient({
      baseUrl: 'https://panel.home.example/api/client',
      readToken: async () => ok('ptlc_test'),
      clock: createFakeClock(),
      async fetch(url) {
        asked.push(String(url))
        if (String(url) === `${base}/${id}`) return Response.json({ attributes })
        return new Response('<!DOCTYPE html>', { headers: { 'content-type': type } })
      },
    })
    return { asked, files: serverFiles(client, id) }
  }

  it('go by the full uuid, asked for once: under the short name panels trim the names of files', async () => {
    const { asked, files } = setUp({ uuid }, 'text/plain')
    await files.read(filePath('/a '))
    await files.remove(rootPath, [])
    expect(asked).toEqual([
      `${base}/${id}`,
      `${base}/${uuid}/files/contents?file=%2Fa%20`,
      `${base}/${uuid}/files/delete`,
    ])
  })

  it('go by the short name where the panel tells no uuid', async () => {
    const { asked, files } = setUp({}, 'text/plain')
    expect(await files.read(filePath('/a'))).toMatchObject({ ok: true })
    expect(asked.at(-1)).toBe(`${base}/${id}/files/contents?file=%2Fa`)
  })

  it('take no page, such as one to sign in at, for a file', async () => {
    const { files } = setUp({ uuid }, 'text/html; charset=utf-8')
    expect(await files.read(filePath('/a'))).toMatchObject({ ok: false, error: { code: 'not-json' } })
  })
})
