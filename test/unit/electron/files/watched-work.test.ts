import { describe, expect, it } from 'vitest'
import { compress, decompress, pull } from '../../../../electron/files/machine-work.ts'
import { type FileName, rootPath } from '../../../../shared/files/files.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createFakeFiles } from '../../../fixtures/fake-files.ts'

const name = (text: string) => text as FileName
const cut = async () => fail('timeout', { mayHaveActed: true })
const minute = 60_000

function setUp() {
  const { files, ...fake } = createFakeFiles({ '/world': null, '/old.tar.gz': 'x', '/b.zip': 'zip' })
  const clock = createFakeClock()
  const ending = new AbortController()
  files.signal = ending.signal
  return { ...fake, files, clock, end: () => ending.abort() }
}

describe('an archive', () => {
  const archive = 'archive-2026-03-01T000000Z.tar.gz'

  it('is watched until it grows no more where a proxy cut the connection', async () => {
    const { clock, files, put } = setUp()
    files.compress = cut
    const working = compress(files, clock, rootPath, [name('world')])
    await clock.advance(4_000)
    for (let part = 1; part <= 5; part += 1) {
      put(`/${archive}`, 'x'.repeat(part))
      await clock.advance(9_000)
    }
    expect(clock.pending()).toBe(1)
    await clock.advance(minute)
    expect(await working).toEqual({ ok: true, value: { end: 'seen', name: archive } })
  })

  it('that grows for an hour is waited for; one that never ends is no archive yet', async () => {
    for (const [hours, expected] of [
      [1, { value: { end: 'seen', name: archive } }],
      [7, { error: { code: 'timeout' } }],
    ] as const) {
      const { clock, files, put } = setUp()
      files.compress = cut
      const working = compress(files, clock, rootPath, [name('world')])
      for (let part = 1; part <= hours * 60 * 6; part += 1) {
        put(`/${archive}`, 'x'.repeat(part))
        await clock.advance(10_000)
      }
      await clock.advance(minute)
      expect(await working).toMatchObject(expected)
      expect(clock.pending()).toBe(0)
    }
  })

  it.each<[string, string[], string | null]>([
    ['nothing that the game wrote meanwhile', ['crash-reports.txt', 'archive-old.tar.gz', 'plugins.tar.gz'], null],
    ['one of two', [archive, 'archive-2026-03-01T000001+0100.tar.gz'], null],
    ['the one archive beside what the game wrote', ['crash.txt', archive], archive],
  ])('is taken to be %s', async (_, fresh, expected) => {
    for (const isCut of [false, true]) {
      const { clock, files, put } = setUp()
      files.compress = async () => {
        for (const one of fresh) put(`/${one}`, 'x')
        return isCut ? cut() : ok(null)
      }
      const working = compress(files, clock, rootPath, [name('world')])
      await clock.advance(minute)
      const isAnswered = !isCut || fresh.includes(archive)
      const wanted = isAnswered ? { value: { name: expected } } : { error: { code: 'timeout', mayHaveActed: true } }
      expect(await working).toMatchObject(wanted)
    }
  })

  it('of which the looks fail is none yet, however far it had come', async () => {
    const { clock, files, put } = setUp()
    files.compress = cut
    const working = compress(files, clock, rootPath, [name('world')])
    put(`/${archive}`, 'x')
    await clock.advance(4_000)
    files.list = async () => fail('timeout')
    await clock.advance(minute)
    expect(await working).toMatchObject({ error: { code: 'timeout', mayHaveActed: true } })
  })

  it('is not watched for after a refusal, nor asked for of what is gone', async () => {
    const { clock, files, calls } = setUp()
    files.compress = async () => fail('server-disk-full')
    expect(await compress(files, clock, rootPath, [name('world')])).toMatchObject({
      error: { code: 'server-disk-full' },
    })
    expect(await compress(files, clock, rootPath, [name('gone')])).toMatchObject({ error: { code: 'file-not-found' } })
    expect(clock.pending()).toBe(0)
    expect(calls.every((call) => call.startsWith('list'))).toBe(true)
  })
})

describe('unpacking', () => {
  it('is seen by the folder where the connection was cut', async () => {
    const { clock, files, put } = setUp()
    files.decompress = cut
    const working = decompress(files, clock, rootPath, name('b.zip'))
    await clock.advance(5_000)
    put('/one', '1')
    await clock.advance(5_000)
    put('/two', '2')
    await clock.advance(minute)
    expect(await working).toEqual({ ok: true, value: { end: 'seen' } })
  })

  it.each([false, true])('of which the looks fail is not told as seen, though something came: %s', async (didCome) => {
    const { clock, files, put } = setUp()
    files.decompress = cut
    const working = decompress(files, clock, rootPath, name('b.zip'))
    await clock.advance(1_000)
    if (didCome) put('/one', '1')
    await clock.advance(3_000)
    files.list = async () => fail('timeout')
    await clock.advance(minute)
    expect(await working).toMatchObject({ error: { code: 'timeout', mayHaveActed: true } })
    expect(clock.pending()).toBe(0)
  })

  it('into a folder that a game writes to all the while is told as seen in the end', async () => {
    const { clock, files, put } = setUp()
    files.decompress = cut
    const working = decompress(files, clock, rootPath, name('b.zip'))
    for (let part = 1; part <= 16 * 6; part += 1) {
      put('/latest.log', 'x'.repeat(part))
      await clock.advance(10_000)
    }
    expect(await working).toEqual({ ok: true, value: { end: 'seen' } })
  })

  it('of which nothing shows is told as what the cut said, as is packing', async () => {
    const { clock, files } = setUp()
    files.decompress = cut
    files.compress = cut
    const working = [
      decompress(files, clock, rootPath, name('b.zip')),
      compress(files, clock, rootPath, [name('world')]),
    ]
    await clock.advance(minute)
    const told = { error: { code: 'timeout', mayHaveActed: true } }
    expect(await Promise.all(working)).toMatchObject([told, told])
  })
})

describe('fetching from an address', () => {
  const order = { folder: rootPath, url: 'https://example.com/a.jar', name: name('a.jar'), overwrites: false }

  it('ends when it has come to rest', async () => {
    const { files, clock, put, calls } = setUp()
    const working = pull(files, clock, order)
    await clock.advance(4_000)
    put('/a.jar', 'ab')
    await clock.advance(4_000)
    put('/a.jar', 'abcd')
    await clock.advance(minute)
    expect(await working).toEqual({ ok: true, value: { name: 'a.jar', bytes: 4 } })
    expect(calls.filter((call) => call.startsWith('pull'))).toEqual(['pull /a.jar https://example.com/a.jar'])
  })

  it('that brings nothing, of which no panel tells, is told', async () => {
    const { files, clock } = setUp()
    const working = pull(files, clock, order)
    await clock.advance(2 * minute)
    expect(await working).toMatchObject({ error: { code: 'pull-not-seen' } })
    expect(clock.pending()).toBe(0)
  })

  it('overwrites only where that was chosen, and never a folder, and sees the new file by its time', async () => {
    const { files, clock, put } = setUp()
    put('/a.jar', 'abcd')
    const folder = { ...order, name: name('world'), overwrites: true }
    for (const one of [order, folder]) {
      expect(await pull(files, clock, one)).toMatchObject({ error: { code: 'file-exists' } })
    }
    const working = pull(files, clock, { ...order, overwrites: true })
    await clock.advance(4_000)
    put('/a.jar', 'efgh')
    await clock.advance(minute)
    expect(await working).toMatchObject({ value: { bytes: 4 } })
  })

  it('goes on through looks that fail, and ends with the app', async () => {
    const { clock, files, end } = setUp()
    const working = pull(files, clock, order)
    await clock.advance(1_000)
    files.list = async () => fail('timeout')
    await clock.advance(10_000)
    end()
    await clock.advance(10_000)
    expect(await working).toMatchObject({ error: { code: 'cancelled' } })
  })
})
