import { describe, expect, it } from 'vitest'
import type { Backup } from '../../../../../electron/demo-panel/backups/backup.ts'
import type { Database } from '../../../../../electron/demo-panel/databases/databases.ts'
import type { Entry } from '../../../../../electron/demo-panel/machine/file-tree.ts'
import {
  backupParts,
  crumbs,
  databaseParts,
  fileParts,
  folderParts,
} from '../../../../../electron/demo-panel/pages/kept-parts.ts'

const at = new Date(2026, 0, 3, 14, 4).getTime()
const server = 'a1b2c3d4'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const entry = (content: Uint8Array | null, more: Partial<Entry> = {}): Entry => ({
  content,
  createdAt: at,
  modifiedAt: at,
  ...more,
})

/** The texts of the cells, row by row. */
const cellsOf = (markup: string) =>
  [...markup.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh] [^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
  )
/** The paths that links lead to. */
const pathsOf = (markup: string) =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    new URL(href.replaceAll('&amp;', '&'), 'http://panel.example').searchParams.get('path'),
  )

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  '&lt;b&gt;',
  'a b%2f?path=/etc&x=#top',
  '\u202etxt.exe',
  '\u001b[31mred',
  'x'.repeat(5_000),
  '\ud800',
] as const

const tag =
  /^<\/?(?:a|b|h1|nav|p|path|pre|span|svg|table|tbody|td|th|thead|time|tr)(?: (?!on)[a-zA-Z-]+="[^"<>]*")*\/?>$/

/** Only tags and attributes of ours, links to the server's own files, and no character that hides something. */
function expectHarmless(markup: string) {
  for (const [one] of markup.matchAll(/<[^>]*>?/g)) expect(one).toMatch(tag)
  for (const [, href = ''] of markup.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^\/server\/a1b2c3d4\/files/)
  for (const hidden of ['\u001b', '\u202e']) expect(markup).not.toContain(hidden)
  for (const text of cellsOf(markup).flat()) expect([...text].length).toBeLessThan(800)
}

describe('a folder', () => {
  it('tells names, sizes in plain units and times, with a link to each', () => {
    const { markup } = folderParts(server, '/plugins', [
      ['World Edit', entry(null)],
      ['config.yml', entry(bytesOf('a'.repeat(3_000)))],
      ['empty', entry(bytesOf(''))],
      ['huge.log', entry(bytesOf('a'), { fillerBytes: 104 * 1_024 ** 2 })],
    ])
    expect(cellsOf(markup)).toEqual([
      ['Name', 'Size', 'Changed'],
      ['World Edit', '–', '3 Jan 2026, 14:04'],
      ['config.yml', '2.9 kB', '3 Jan 2026, 14:04'],
      ['empty', '0 B', '3 Jan 2026, 14:04'],
      ['huge.log', '104 MB', '3 Jan 2026, 14:04'],
    ])
    expect(markup).toContain(`<time datetime="${new Date(at).toISOString()}">`)
    expect(pathsOf(markup)).toEqual([
      null,
      '/plugins/World Edit',
      '/plugins/config.yml',
      '/plugins/empty',
      '/plugins/huge.log',
    ])
  })

  it.each(hostile)('is safe with %j in it', (name) => {
    const { markup } = folderParts(server, `/${name}`, [[name, entry(bytesOf(name))]])
    expectHarmless(markup)
    expect(pathsOf(markup).at(-1)).toBe(`/${name}/${name}`.toWellFormed())
  })

  it.each(['\u200b', ' ', '\u202e\u2066'])('gives a word to a name that cannot be seen: %j', (name) => {
    expect(cellsOf(folderParts(server, '', [[name, entry(null)]]).markup)[1]?.[0]).toBe('No visible name')
  })

  it('says that it is empty, and how many are left out', () => {
    expect(folderParts(server, '', []).markup).toContain('No files here.')
    const many = Array.from({ length: 1_250 }, (_, n) => [`f${n}`, entry(null)] as const)
    const { markup } = folderParts(server, '', many)
    expect(cellsOf(markup)).toHaveLength(251)
    expect(markup).toContain('And 1,000 more.')
  })

  it.each([
    ['', [], 'All files'],
    ['/world', [null], 'All files / world'],
    ['/world/region/r.0.0.mca', [null, '/world', '/world/region'], 'All files / world / region / r.0.0.mca'],
  ])('shows the way to %j', (path, links, words) => {
    const { markup } = crumbs(server, path)
    expect(pathsOf(markup)).toEqual(links)
    expect(markup.replaceAll(/<[^>]*>/g, '')).toBe(words)
  })
})

describe('a file', () => {
  const shownOf = (content: Uint8Array, more: Partial<Entry> = {}) =>
    fileParts(server, '/f', entry(content, more), content).markup
  const linesOf = (markup: string) => /<pre[^>]*>(.*)<\/pre>/s.exec(markup)?.[1]

  it.each([0, 1, 2, 3])('begins with a whole character where it is cut, %i bytes later', (later) => {
    const lines = linesOf(shownOf(bytesOf(`${'😀'.repeat(20_000)}\n${'a'.repeat(later)}`)))
    expect(lines?.startsWith('😀')).toBe(true)
  })

  it('is shown as text', () => {
    const markup = shownOf(bytesOf('motd=<b>Hi</b> & "you"\n\tpvp = true'))
    expect(linesOf(markup)).toBe('motd=&lt;b&gt;Hi&lt;/b&gt; &amp; &quot;you&quot;\n\tpvp = true\n')
    expect(markup).toContain('34 B, changed <time')
  })

  it('is bounded in lines and bytes, and says so', () => {
    const markup = shownOf(bytesOf(`first\n${'a'.repeat(100_000)}\nlast`))
    expect(markup).toContain('98 kB, changed')
    expect(markup).toContain('Here is its end, 64 kB.')
    expect(linesOf(markup)).toBe(`${'a'.repeat(500)}\nlast\n`)
    expect(shownOf(bytesOf('end'), { fillerBytes: 1_024 ** 3 })).toContain('Here is its end, 3 B.')
  })

  it.each([
    ['with zero bytes in it', Uint8Array.of(0x50, 0x4b, 0), 'This is not a text file'],
    ['that is empty', new Uint8Array(), 'The file is empty.'],
  ])('%s says so', (_what, content, words) => expect(shownOf(content)).toContain(words))

  it.each(hostile)('is safe with %j in it', (text) => expectHarmless(shownOf(bytesOf(text))))
})

const backup = (more: Partial<Backup>): Backup => ({
  uuid: 'u',
  name: 'Nightly',
  ignored: [],
  isLocked: false,
  isSuccessful: true,
  isScheduled: false,
  createdAt: at,
  completedAt: at,
  stored: { archive: { bytes: 5 * 1_024 ** 2, sha1: '', parts: () => [] }, entries: new Map() },
  ...more,
})

describe('backups', () => {
  it('tell state, lock, size and time, the newest first', () => {
    const { markup } = backupParts([
      backup({ isLocked: true }),
      backup({ name: 'Broken', isSuccessful: false, stored: null }),
      backup({ name: 'New', completedAt: null, stored: null }),
    ])
    expect(cellsOf(markup)).toEqual([
      ['Name', 'State', 'Lock', 'Size', 'Begun'],
      ['New', 'Being made', '–', '–', '3 Jan 2026, 14:04'],
      ['Broken', 'Failed', '–', '–', '3 Jan 2026, 14:04'],
      ['Nightly', 'Good', 'Locked', '5.0 MB', '3 Jan 2026, 14:04'],
    ])
    expect(backupParts([]).markup).toContain('There are no backups yet.')
  })

  it.each(hostile)('are safe with the name %j', (name) => expectHarmless(backupParts([backup({ name })]).markup))
})

const database = (more: Partial<Database>): Database => ({
  id: '1',
  name: 's1_plots',
  username: 'u1_x',
  remote: '%',
  password: 'hunter2-hunter2',
  ...more,
})

describe('databases', () => {
  it('tell name, host, user and from where, and no password', () => {
    const { markup } = databaseParts([database({}), database({ name: 's1_bans', remote: '172.18.0.%' })])
    expect(cellsOf(markup)).toEqual([
      ['Name', 'Host', 'User', 'Connections from'],
      ['s1_plots', '127.0.0.1:3306', 'u1_x', 'Anywhere (%)'],
      ['s1_bans', '127.0.0.1:3306', 'u1_x', '172.18.0.%'],
    ])
    expect(markup).not.toContain('hunter2')
    expect(databaseParts([]).markup).toContain('There are no databases yet.')
  })

  it.each(hostile)('are safe with %j for every text', (text) =>
    expectHarmless(databaseParts([database({ name: text, username: text, remote: text })]).markup),
  )
})
