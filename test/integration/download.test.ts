import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { type DownloadJob, download } from '../../electron/transfers/download.ts'
import { FileFailure, openPartFile } from '../../electron/transfers/part-file.ts'
import { fail, ok } from '../../shared/result.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { type Behaviour, refused, setUpMachine } from '../fixtures/machine-server.ts'

const archive = Buffer.alloc(300_000, 'a backup of a world ')
const sha1 = createHash('sha1').update(archive).digest('hex')
const name = 'survival-2026-03-01-00000001.tar.gz'

const whole: Behaviour = (reply) => reply.writeHead(200, { 'content-type': 'application/octet-stream' }).end(archive)

let requests: IncomingMessage[]
beforeEach(() => {
  requests = []
})
const machine = setUpMachine(whole, (request) => void requests.push(request))

function jobOf(more: Partial<DownloadJob> = {}) {
  const { link, links } = machine.linksTo('/download/backup')
  const job: DownloadJob = {
    clock: systemClock,
    link,
    fetch: globalThis.fetch,
    userAgent: 'Servertray/0.0.0',
    folder: machine.folder,
    file: name,
    what: 'backup',
    bytes: archive.length,
    sha1,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  }
  return { job, links }
}

const files = () => readdirSync(machine.folder).sort()

describe('a download', () => {
  it('comes under its own name once it is whole, and tells how far it is; no key, no cookie and no page goes out', async () => {
    const told: number[] = []
    const { job } = jobOf({ onProgress: (received) => told.push(received) })
    expect(await download(job)).toEqual(ok({ file: name }))
    expect(files()).toEqual([name])
    expect(readFileSync(join(machine.folder, name)).equals(archive)).toBe(true)
    expect(told.at(-1)).toBe(archive.length)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(requests).toHaveLength(1)
    for (const header of ['authorization', 'cookie', 'origin', 'referer']) {
      expect(requests[0]?.headers).not.toHaveProperty(header)
    }
  })

  it.each<[string, number | null, string | null]>([
    ['fits into nine tenths of the free space', archive.length / 0.8, null],
    ['would leave less than a tenth of it', archive.length / 0.95, 'disk-full'],
    ['comes where nobody knows the free space', null, null],
  ])('of which no size is told is taken where it %s', async (_, room, code) => {
    const { job } = jobOf({ bytes: null, sha1: null, mayDiffer: true, what: 'file', room: async () => room })
    expect(await download(job)).toMatchObject(code === null ? { ok: true } : { error: { code } })
    expect(files()).toEqual(code === null ? [name] : [])
  })

  it('never replaces a file', async () => {
    writeFileSync(join(machine.folder, name), 'mine')
    writeFileSync(join(machine.folder, name.replace('.tar', ' (2).tar')), 'mine too')
    const third = name.replace('.tar', ' (3).tar')
    expect(await download(jobOf().job)).toEqual(ok({ file: third }))
    expect(readFileSync(join(machine.folder, name), 'utf8')).toBe('mine')
    expect(files()).toHaveLength(3)
  })

  it('does not replace a file that came while it went on', async () => {
    const late: Behaviour = (reply) => {
      writeFileSync(join(machine.folder, name), 'mine')
      whole(reply)
    }
    machine.behaviours = [late]
    expect(await download(jobOf().job)).toEqual(ok({ file: name.replace('.tar', ' (2).tar') }))
    expect(readFileSync(join(machine.folder, name), 'utf8')).toBe('mine')
  })

  it('goes on with a new link where the first one was used', async () => {
    machine.behaviours = [refused(404), whole]
    const { job, links } = jobOf()
    expect(await download(job)).toEqual(ok({ file: name }))
    expect(links()).toBe(2)
    expect(requests.map(({ url }) => url)).toEqual(['/download/backup?token=1', '/download/backup?token=2'])
  })

  it.each<[string, Behaviour, number]>([
    ['links that are always refused', refused(404), 2],
    ['a machine that fails', refused(500, 'no\u202e space\u0000'), 1],
    ['a redirect', (reply) => reply.writeHead(302, { location: 'https://elsewhere.example/' }).end(), 1],
    ['nothing at all', (reply) => reply.writeHead(204).end(), 1],
  ])('is given up with %s', async (_, behaviour, links) => {
    machine.behaviours = [behaviour]
    const rigged = jobOf()
    expect(await download(rigged.job)).toMatchObject({ error: { code: 'download-refused' } })
    expect(rigged.links()).toBe(links)
    expect(files()).toEqual([])
  })

  it('asks nobody where the panel gives no link', async () => {
    const { job } = jobOf({ link: async () => fail('permission-lacking') })
    expect(await download(job)).toMatchObject({ error: { code: 'permission-lacking' } })
    expect([requests, files()]).toEqual([[], []])
  })

  it.each<[string, Partial<DownloadJob>, Behaviour]>([
    ['another checksum', { sha1: 'f'.repeat(40) }, whole],
    ['less than the panel says', { bytes: archive.length + 1 }, whole],
    ['more than the panel says', { bytes: archive.length - 1 }, whole],
    ['nothing', {}, (reply) => reply.writeHead(200).end()],
  ])('with %s is kept as a part, and said', async (_, more, behaviour) => {
    machine.behaviours = [behaviour]
    const result = await download(jobOf(more).job)
    expect(result).toMatchObject({ error: { code: 'download-wrong' } })
    expect(result.ok ? '' : result.error.hint).toContain(`${name}.part`)
    expect(files()).toEqual([`${name}.part`])
  })

  it.each<[string, Partial<DownloadJob>, number]>([
    ['than was told', {}, archive.length],
    [
      'of a file in use than it can have grown by',
      { what: 'file', bytes: 10, sha1: null, mayDiffer: true },
      16 * 1024 * 1024 + 20,
    ],
  ])('of a machine that sends without end is no more %s', async (_, more, most) => {
    let sent = 0
    machine.behaviours = [
      (reply) => {
        reply.writeHead(200)
        const next = () => {
          while (!reply.destroyed) {
            sent += 64 * 1024
            if (!reply.write(Buffer.alloc(64 * 1024))) return void reply.once('drain', next)
          }
        }
        next()
      },
    ]
    expect(await download(jobOf(more).job)).toMatchObject({ error: { code: 'download-wrong' } })
    expect(statSync(join(machine.folder, `${name}.part`)).size).toBeLessThanOrEqual(most)
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it.each<[string, Behaviour]>([
    [
      'in the middle',
      (reply) => {
        reply.writeHead(200, { 'content-length': String(archive.length) })
        reply.write(archive.subarray(0, 1_000), () => reply.destroy())
      },
    ],
    ['before its begin', (reply) => void reply.socket?.destroy()],
  ])('that is cut %s leaves nothing behind', async (_, behaviour) => {
    machine.behaviours = [behaviour]
    expect(await download(jobOf().job)).toMatchObject({ error: { code: 'connection-cut' } })
    expect(files()).toEqual([])
  })

  it('that is cancelled leaves nothing behind', async () => {
    const cancel = new AbortController()
    machine.behaviours = [
      (reply) => {
        reply.writeHead(200)
        reply.write(archive.subarray(0, 1_000))
      },
    ]
    const { job } = jobOf({ signal: cancel.signal, onProgress: () => cancel.abort() })
    expect(await download(job)).toMatchObject({ error: { code: 'cancelled' } })
    expect(files()).toEqual([])
  })

  it('does not wait without end for a machine that falls silent', async () => {
    const clock = createFakeClock()
    machine.behaviours = [(reply) => void reply.writeHead(200).write('x')]
    const begun = Promise.withResolvers<void>()
    const downloading = download(jobOf({ clock, onProgress: () => begun.resolve() }).job)
    await begun.promise
    await clock.advance(60_000)
    expect(await downloading).toMatchObject({ error: { code: 'timeout' } })
    expect(files()).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it.each([
    ['has grown', archive.length - 100_000],
    ['is shorter by now', archive.length + 100_000],
  ])('takes a file in use that %s', async (_, bytes) => {
    const { job } = jobOf({ what: 'file', bytes, sha1: null, mayDiffer: true })
    expect(await download(job)).toEqual(ok({ file: name }))
    expect(readFileSync(join(machine.folder, name)).equals(archive)).toBe(true)
  })

  it('does not begin where there is no room', async () => {
    const { job, links } = jobOf({ bytes: Number.MAX_SAFE_INTEGER })
    expect(await download(job)).toMatchObject({ error: { code: 'disk-full' } })
    expect([links(), requests, files()]).toEqual([0, [], []])
  })

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EFBIG', 'disk-full'],
    ['EIO', 'storage-failed'],
  ])('says what the disk does: %s', async (code, expected) => {
    const openFile: DownloadJob['openFile'] = async (folder, file, ways) => {
      const opened = await openPartFile(folder, file, ways)
      if (!opened.ok) return opened
      const write = async () => {
        throw new FileFailure(Object.assign(new Error('no'), { code }))
      }
      return ok({ ...opened.value, write })
    }
    expect(await download(jobOf({ openFile }).job)).toMatchObject({ error: { code: expected } })
    expect(files()).toEqual([])
  })

  it('that is cancelled while something holds it leaves nothing behind', async () => {
    const cancel = new AbortController()
    const openFile: typeof openPartFile = (folder, file, ways) =>
      openPartFile(folder, file, {
        ...ways,
        async rename() {
          cancel.abort()
          throw Object.assign(new Error('a scanner holds it'), { code: 'EBUSY' })
        },
      })
    const { job } = jobOf({ clock: createFakeClock(), openFile, signal: cancel.signal })
    expect(await download(job)).toMatchObject({ error: { code: 'cancelled' } })
    expect(files()).toEqual([])
  })

  it('says where the folder is gone', async () => {
    const { job } = jobOf({ folder: join(machine.folder, 'gone') })
    expect(await download(job)).toMatchObject({ error: { code: 'storage-failed' } })
    expect(requests).toEqual([])
  })
})
