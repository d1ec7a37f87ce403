import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chmod, copy, move, remove } from '../../electron/files/changes.ts'
import { compress, decompress, pull } from '../../electron/files/machine-work.ts'
import { type ServerFiles, serverFiles } from '../../electron/files/panel.ts'
import { readEnd, readText } from '../../electron/files/read.ts'
import { sftpAddress } from '../../electron/files/sftp.ts'
import { encodeText } from '../../electron/files/text-codec.ts'
import { writeBytes } from '../../electron/files/write.ts'
import type { PanelClient } from '../../electron/panel/client.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { type FileName, type FilePath, maxEndBytes, rootPath } from '../../shared/files/files.ts'
import { ok } from '../../shared/result.ts'
import { demoServers, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'
import { sizeOf } from '../fixtures/run.ts'

const { survival: server } = demoServers
const path = (text: string) => text as FilePath
const name = (text: string) => text as FileName
const megabyte = 1024 * 1024
const logMegabytes = sizeOf({ short: 10, long: 100 })

let demo: StartedDemo & { clock: FakeClock }
let client: PanelClient
let files: ServerFiles

async function open(dialect: 'pterodactyl' | 'pelican'): Promise<void> {
  demo = await startFakeDemo({ dialect })
  const token = demo.token()
  client = createPanelClient({ baseUrl: demo.baseUrl, readToken: async () => ok(token), clock: demo.clock })
  files = serverFiles(client, server)
}

const way = () => ({ clock: demo.clock, fetch, userAgent: 'Servertray/test' })
const converts = async () => {
  const facts = await client.readServer(server)
  return facts.ok && facts.value.convertsText
}
const read = (file: string) => readText(files, way(), path(file), converts)
const put = (file: string, content: string | Uint8Array | null, more = {}) =>
  demo.panel.files.put(server, file, content, more)
const text = (file: string) => Buffer.from(demo.panel.files.read(server, file) ?? []).toString()

afterEach(() => demo.panel.dispose())

describe.each(['pterodactyl', 'pelican'] as const)('files on %s', (dialect) => {
  beforeEach(() => open(dialect))

  it.each<[string, Uint8Array]>([
    ['UTF-8 and mixed line ends', Buffer.from('motd=§aä\r\nx=1\ny=2\r')],
    ['UTF-8 with its mark', Buffer.from('\ufeffmotd=A\n')],
    ['UTF-16', Buffer.concat([Uint8Array.of(0xff, 0xfe), Buffer.from('ä=ö\r\n', 'utf16le')])],
    ['Latin-1', Buffer.from('motd=§aä\n', 'latin1')],
    ['nothing', Buffer.alloc(0)],
  ])('go and come back byte for byte: %s', async (_, bytes) => {
    put('/a.txt', bytes)
    const first = await read('/a.txt')
    if (!first.ok || first.value.kind !== 'text') throw new Error('no text')
    const { text, format, stamp, isConverted } = first.value
    expect(isConverted).toBe(false)
    await demo.clock.advance(1_000)
    const content = encodeText(text, format) ?? Buffer.alloc(0)
    const written = await writeBytes(files, { path: path('/a.txt'), seen: stamp, content }, null)
    expect(written).toMatchObject({ value: { kind: 'written', stamp: { size: bytes.byteLength } } })
    expect(Buffer.from(demo.panel.files.read(server, '/a.txt') ?? []).equals(bytes)).toBe(true)
  })

  const odd = ['100%.txt', ' blanks ', 'a?b#c&d+e', '%2e%2e', 'ünï \u202e日本', 'it\'s "q"', 'a\\b']

  it.each(odd)('are reached by their very name: %j', async (one) => {
    put(`/${one}`, Buffer.from('ä', 'latin1'))
    expect(await read(`/${one}`)).toMatchObject({ value: { kind: 'text', text: 'ä' } })
    expect(await move(files, rootPath, [{ name: name(one), to: path('/plain') }])).toMatchObject({ ok: true })
    expect(demo.panel.files.read(server, '/plain')).not.toBeNull()
  })

  it.each(odd)(
    'are renamed, copied, given a mode, packed, unpacked and deleted by their very name: %j',
    async (one) => {
      const names = async () => {
        const list = await files.list(path('/odd'))
        return list.ok ? list.value.entries.map((entry) => entry.name) : []
      }
      const folder = path('/odd')
      put('/odd', null)
      put(`/odd/${one}`, 'ä')
      put('/odd/plain', 'b')
      expect(await chmod(files, folder, [name(one)], '600')).toMatchObject({ ok: true })
      const copied = await copy(files, path(`/odd/${one}`))
      if (!copied.ok || copied.value.name === null) throw new Error('nothing was copied')
      expect(text(`/odd/${copied.value.name}`)).toBe('ä')
      const packed = await compress(files, demo.clock, folder, [name(one)])
      if (!packed.ok || packed.value.name === null) throw new Error('nothing was packed')
      expect(await remove(files, folder, [name(one), copied.value.name])).toEqual(ok({ left: [] }))
      expect(await names()).toEqual([packed.value.name, 'plain'].sort())
      expect(await decompress(files, demo.clock, folder, packed.value.name)).toMatchObject({ ok: true })
      expect(text(`/odd/${one}`)).toBe('ä')
      expect(await move(files, folder, [{ name: name('plain'), to: path(`/odd/${one}2`) }])).toMatchObject({ ok: true })
      expect(text(`/odd/${one}2`)).toBe('b')
    },
  )

  it('that are no text, or too large, are told as that', async () => {
    put('/a.bin', Uint8Array.of(1, 0, 2))
    put('/a.log', Buffer.alloc(5 * megabyte, 'a'))
    expect(await read('/a.bin')).toMatchObject({ value: { kind: 'binary' } })
    expect(await read('/a.log')).toMatchObject({ value: { kind: 'too-large', stamp: { size: 5 * megabyte } } })
    expect(await read('/gone')).toMatchObject({ error: { code: 'file-not-found' } })
    expect(await read('/world')).toMatchObject({ error: { code: 'file-is-folder' } })
  })

  it('tell of a save that broke, and of a full disk', async () => {
    const save = (content: string) =>
      writeBytes(files, { path: path('/new.txt'), seen: null, content: Buffer.from(content) }, null)
    demo.panel.files.setTrap(server, 'write-breaks')
    expect(await save('1234')).toMatchObject({ error: { code: 'write-broken', mayHaveActed: true } })
    expect(text('/new.txt')).toBe('12')
    demo.panel.files.remove(server, '/new.txt')
    demo.panel.files.setTrap(server, 'disk-full')
    const full = await save('1234')
    // One of the two does not tell why.
    expect(full.ok ? null : full.error.code).toBe(dialect === 'pelican' ? 'write-broken' : 'server-disk-full')
  })

  it('that the egg protects stay, and that is told', async () => {
    demo.panel.files.setDenied(server, ['eula.txt'])
    const removed = await remove(files, rootPath, [name('eula.txt'), name('whitelist.json')])
    expect(demo.panel.files.read(server, '/eula.txt')).not.toBeNull()
    if (dialect === 'pelican') expect(removed).toEqual({ ok: true, value: { left: ['eula.txt'] } })
    else expect(removed).toMatchObject({ error: { code: 'file-denied' } })
  })
})

describe('what takes its time', () => {
  beforeEach(() => open('pterodactyl'))

  it('of fetching is watched for, and what fails without a word is told', async () => {
    const url = 'https://files.example.com/a.jar'
    demo.panel.files.setSource(url, { content: Buffer.from('1234') })
    const order = { folder: rootPath, name: name('a.jar'), url, overwrites: false }
    const ends = async (working: ReturnType<typeof pull>) => {
      let ended = false
      void working.then(() => {
        ended = true
      })
      while (!ended) await demo.clock.advance(1_000)
      return working
    }
    expect(await ends(pull(files, demo.clock, order))).toEqual({ ok: true, value: { name: 'a.jar', bytes: 4 } })
    const redirected = { ...order, name: name('b.jar'), url: 'https://files.example.com/latest' }
    demo.panel.files.setSource(redirected.url, { redirectsTo: url })
    expect(await ends(pull(files, demo.clock, redirected))).toMatchObject({ error: { code: 'pull-not-seen' } })
    demo.panel.files.setTrap(server, 'pull-off')
    expect(await pull(files, demo.clock, { ...order, name: name('c.jar') })).toMatchObject({
      error: { code: 'file-refused' },
    })
  })

  it(`shows the last part of a log of ${logMegabytes} MB, from the beginning of a line`, async () => {
    put(
      '/a.log',
      Buffer.concat([Buffer.alloc(logMegabytes * megabyte, '[12:00:00] busy\n'), Buffer.from('the last line\n')]),
    )
    const end = await readEnd(files, way(), path('/a.log'))
    if (!end.ok) throw new Error(end.error.code)
    expect(end.value).toMatchObject({ isCut: true, size: logMegabytes * megabyte + 14 })
    expect(end.value.text).toMatch(/^\[12:00:00\].*\nthe last line\n$/s)
    expect(end.value.text.length).toBeLessThanOrEqual(maxEndBytes)
  })

  it('tells where SFTP is, but to who may use it', async () => {
    const address = await sftpAddress(client, server, {})
    expect(address).toMatchObject({ value: { url: `sftp://demo.${server}@127.0.0.1:2022` } })
    demo.panel.deny(['file.sftp'])
    expect(await sftpAddress(client, server, {})).toMatchObject({ error: { code: 'permission-lacking' } })
  })
})
