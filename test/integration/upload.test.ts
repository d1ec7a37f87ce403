import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { limitIn, type UploadJob, upload } from '../../electron/transfers/upload.ts'
import { ok } from '../../shared/result.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { type Behaviour, refused, setUpMachine } from '../fixtures/machine-server.ts'

type Received = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }
const taken: Behaviour = (reply) => reply.writeHead(200).end()

let allReceived: Received[]
let onPiece: (request: IncomingMessage) => void
beforeEach(() => {
  allReceived = []
  onPiece = () => undefined
})
/** It reads each upload whole before it answers, as wings does. */
const machine = setUpMachine(taken, async (request) => {
  const pieces: Buffer[] = []
  for await (const piece of request) {
    pieces.push(piece)
    onPiece(request)
  }
  allReceived.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) })
})

/** A file of the folder, as an upload takes it. */
function fileOf(name: string, content: string | Buffer, bytes = Buffer.byteLength(content)) {
  const path = join(machine.folder, name.replaceAll(/\W/g, '_'))
  writeFileSync(path, content)
  return { name, bytes, open: () => open(path) }
}

function jobOf(files: UploadJob['files'], more: Partial<UploadJob> = {}) {
  const { link, links } = machine.linksTo('/upload/file')
  const job: UploadJob = {
    clock: systemClock,
    link,
    fetch: globalThis.fetch,
    userAgent: 'Servertray/0.0.0',
    directory: '/plugins/My Plugin & more',
    files,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  }
  return { job, links }
}

/** The files of a form as a reader that is not ours finds them. */
async function formOf({ headers, body }: Received): Promise<[string, string][]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const files = form.getAll('files').filter((one) => typeof one !== 'string')
  return Promise.all(files.map(async (file): Promise<[string, string]> => [file.name, await file.text()]))
}

const notKnown: unknown = expect.stringContaining('not known what is there')
const one = () => [fileOf('a.txt', 'a'.repeat(600_000))]

describe('an upload', () => {
  it('is one request with all files of a folder, its length told before; no key, no cookie and no page goes out', async () => {
    const told: number[] = []
    const files = [fileOf('server.properties', 'motd=ä\n'), fileOf('leer.txt', ''), fileOf('Größe ’+;=.yml', 'a: 1')]
    expect(await upload(jobOf(files, { onProgress: (sent) => told.push(sent) }).job)).toEqual(ok())
    const [received] = allReceived
    if (received === undefined) throw new Error('nothing came')
    expect(allReceived).toHaveLength(1)
    expect(await formOf(received)).toEqual([
      ['server.properties', 'motd=ä\n'],
      ['leer.txt', ''],
      ['Größe ’+;=.yml', 'a: 1'],
    ])
    expect(received.headers['content-length']).toBe(String(received.body.byteLength))
    expect(new URL(received.url, machine.origin).searchParams.get('directory')).toBe('/plugins/My Plugin & more')
    expect(told.at(-1)).toBe(files.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const header of ['authorization', 'cookie', 'origin', 'referer']) {
      expect(received.headers).not.toHaveProperty(header)
    }
  })

  it('goes once more with a new link where the first one was spent', async () => {
    machine.behaviours = [refused(404, 'The token is used.'), taken]
    const { job, links } = jobOf(one())
    expect(await upload(job)).toEqual(ok())
    expect(links()).toBe(2)
    expect(allReceived.map(({ url }) => url.slice(0, 20))).toEqual(['/upload/file?token=1', '/upload/file?token=2'])
  })

  it.each<[string, Behaviour, number, object]>([
    ['links that are always spent', refused(404, 'no'), 2, { error: { code: 'upload-refused' } }],
    [
      'a machine that fails',
      refused(500, 'no\u202e disk'),
      1,
      { error: { code: 'upload-broken', detail: 'no disk', message: notKnown } },
    ],
    [
      'a proxy that waited too long',
      (reply) => reply.writeHead(504, { 'content-type': 'text/html' }).end('<html>504 Gateway Time-out</html>'),
      1,
      { error: { code: 'upload-broken', message: notKnown } },
    ],
    [
      'no room on the server',
      refused(400, 'There is not enough disk space available to perform that action.'),
      1,
      { error: { code: 'server-disk-full' } },
    ],
    ['a proxy’s limit', refused(413, 'too large'), 1, { error: { code: 'upload-too-large' } }],
    [
      'the machine’s limit',
      refused(400, 'File a.txt is larger than the maximum file upload size of 100 MB.'),
      1,
      { error: { code: 'upload-too-large' }, limitBytes: 104_857_600 },
    ],
    ['a redirect', (reply) => reply.writeHead(302, { location: 'https://x.example/' }).end(), 1, { ok: false }],
  ])('is given up with %s', async (_, behaviour, links, expected) => {
    machine.behaviours = [behaviour]
    const rigged = jobOf(one())
    expect(await upload(rigged.job)).toMatchObject(expected)
    expect(rigged.links()).toBe(links)
  })

  it.each([
    ['shorter', 'short', 600_000],
    ['gone', null, 1],
  ])('of a file that is %s by now says so, and is no whole request', async (_, content, bytes) => {
    const files =
      content === null ? [{ name: 'a.txt', bytes, open: async () => null }] : [fileOf('a.txt', content, bytes)]
    expect(await upload(jobOf(files).job)).toMatchObject({
      error: { code: 'upload-changed', message: expect.stringContaining('a.txt') },
    })
    expect(allReceived).toEqual([])
  })

  it('sends no more of a file that grew than was told', async () => {
    expect(await upload(jobOf([fileOf('a.txt', 'abcdef', 3)]).job)).toEqual(ok())
    const [received] = allReceived
    expect(received && (await formOf(received))).toEqual([['a.txt', 'abc']])
  })

  it('that breaks says that files may be missing', async () => {
    onPiece = (request) => request.socket.destroy()
    expect(await upload(jobOf(one()).job)).toMatchObject({ error: { code: 'upload-broken' } })
  })

  it('that is cancelled ends, with its file closed', async () => {
    const cancel = new AbortController()
    let closed = 0
    const file = fileOf('a.txt', 'a'.repeat(900_000))
    const files = [
      {
        ...file,
        async open() {
          const handle = await file.open()
          return {
            read: handle.read.bind(handle),
            async close() {
              closed += 1
              await handle.close()
            },
          }
        },
      },
    ]
    const { job } = jobOf(files, { signal: cancel.signal, onProgress: () => cancel.abort() })
    expect(await upload(job)).toMatchObject({ error: { code: 'cancelled' } })
    await expect.poll(() => closed).toBe(1)
    expect(allReceived).toEqual([])
  })

  it('does not wait without end for a machine that never answers', async () => {
    const clock = createFakeClock()
    const came = Promise.withResolvers<void>()
    machine.behaviours = [() => came.resolve()]
    const uploading = upload(jobOf(one(), { clock }).job)
    await came.promise
    await clock.advance(120_000)
    expect(await uploading).toMatchObject({ error: { code: 'upload-broken', message: notKnown } })
    expect(clock.pending()).toBe(0)
  })

  it('of which nothing went out says that the machine was not reached', async () => {
    const clock = createFakeClock()
    const asked = Promise.withResolvers<void>()
    const fetch: UploadJob['fetch'] = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        asked.resolve()
      })
    const uploading = upload(jobOf(one(), { clock, fetch }).job)
    await asked.promise
    await clock.advance(120_000)
    expect(await uploading).toMatchObject({ error: { code: 'timeout' } })
  })
})

it.each([
  ['File a is larger than the maximum file upload size of 0 MB.', null],
  ['larger than the maximum file upload size of 99999999999 MB', null],
  ['Something else.', null],
])('%j tells a limit of %j', (words, limit) => {
  expect(limitIn(words)).toBe(limit)
})
