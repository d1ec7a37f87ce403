import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { download } from '../../../build/electron-download.ts'
import type { Progress } from '../../../build/progress.ts'
import { begun, type DownloadHost, startDownloadHost, whole } from '../../fixtures/download-host.ts'
import { createFakeClock, type FakeClock } from '../../fixtures/fake-clock.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const file = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
const limits = { answerMs: 10_000, pieceMs: 20_000 }

let host: DownloadHost
let folder: string
let clock: FakeClock
let stop: AbortController
let progress: Progress[]
let changed: () => void

beforeEach(async () => {
  host = await startDownloadHost(file)
  folder = temporaryFolder()
  clock = createFakeClock()
  stop = new AbortController()
  progress = []
  changed = () => {}
})
afterEach(async () => {
  await host.close()
})

/** Waits until so many bytes have come. */
async function reached(bytes: number): Promise<void> {
  while (progress.at(-1)?.received !== bytes) {
    await new Promise<void>((resolve) => {
      changed = resolve
    })
  }
}

/** The host's connection breaks once so many bytes have come. */
const cutAfter = (bytes: number) => begun(bytes, (response) => void reached(bytes).then(() => response.destroy()))

const target = () => join(folder, 'electron.zip')
const run = (url = `${host.base}v1/electron.zip`) =>
  download(url, target(), {
    clock,
    limits,
    folder: join(folder, 'kept'),
    signal: stop.signal,
    onProgress(now) {
      progress.push(now)
      changed()
    },
  })
/** What a process that has ended since has left behind. No process has this id. */
const leaveBehind = () => {
  const [part] = readdirSync(join(folder, 'kept'))
  if (part === undefined) throw new Error('nothing was kept')
  const left = join(folder, 'kept', `electron.zip.${2 ** 31 - 1}.part`)
  writeFileSync(left, readFileSync(join(folder, 'kept', part)))
  rmSync(join(folder, 'kept', part))
}
const rejection = (running: Promise<void>) =>
  running.then(
    () => undefined,
    (failure: Error) => failure.message,
  )

describe('a download', () => {
  it('brings the file, and tells how much there is of how much', async () => {
    await run()
    expect(readFileSync(target()).equals(file)).toBe(true)
    expect(progress[0]).toEqual({ received: 0, total: file.length })
    expect(progress.at(-1)).toEqual({ received: file.length, total: file.length })
    expect(readdirSync(join(folder, 'kept'))).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('goes on for as long as bytes come, however slowly', async () => {
    let response: ServerResponse | undefined
    host.answer = begun(1, (open) => {
      response = open
    })
    const running = run()
    for (let sent = 1; sent < 8; sent += 1) {
      await reached(sent)
      // Seven times nearly the limit: far longer than the limit in all.
      await clock.advance(limits.pieceMs - 1)
      response?.write(file.subarray(sent, sent + 1))
    }
    await reached(8)
    response?.end(file.subarray(8))
    await running
    expect(readFileSync(target()).equals(file)).toBe(true)
  })

  it('is given up where nothing comes any more, with how far it came', async () => {
    host.answer = begun(100_000)
    const running = rejection(run())
    await reached(100_000)
    await clock.advance(limits.pieceMs)
    expect(await running).toBe('nothing came for 20 s, after 0.1 of 0.3 MB')
    expect(existsSync(target())).toBe(false)
  })

  it('is given up where the host takes the connection and does not answer', async () => {
    const asked = new Promise<void>((resolve) => {
      host.answer = () => resolve()
    })
    const running = rejection(run())
    await asked
    await clock.advance(limits.answerMs)
    expect(await running).toMatch(/^127\.0\.0\.1:\d+ did not answer within 10 s$/)
  })

  it.each([
    ['where nobody listens', 'http://127.0.0.1:1/electron.zip', /^127\.0\.0\.1:1 could not be reached \(\w+/],
    [
      'where the name is not known',
      'http://nowhere.invalid/electron.zip',
      /^nowhere\.invalid could not be reached \(E/,
    ],
  ])('says %s', async (_case, url, reason) => {
    expect(await rejection(run(url))).toMatch(reason)
  })

  it('says what the host answered instead, and keeps what it has', async () => {
    host.answer = cutAfter(1_000)
    await rejection(run())
    leaveBehind()
    host.answer = (_request, response) => void response.writeHead(503).end('busy')
    expect(await rejection(run())).toMatch(/answered 503$/)
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(1)
  })

  it('goes on from where an earlier one was cut', async () => {
    host.answer = cutAfter(100_000)
    expect(await rejection(run())).toMatch(/^the connection broke after 0\.\d of 0\.3 MB \(/)
    leaveBehind()
    host.answer = whole
    await run()
    expect(host.asked[1]).toMatch(/ bytes=[1-9]\d*-$/)
    expect(readFileSync(target()).equals(file)).toBe(true)
    expect(readdirSync(join(folder, 'kept'))).toEqual([])
  })

  it.each([
    ['cannot resume', begun(file.length)],
    [
      'sends another part',
      (request, response, content) => {
        if (request.headers.range === undefined) return whole(request, response, content)
        response.writeHead(206, { 'content-range': `bytes 5-9/${content.length}` }).end('wrong')
      },
    ],
    [
      'has less than what is here',
      (request, response, content) => {
        if (request.headers.range === undefined) return whole(request, response, content)
        response.writeHead(416).end()
      },
    ],
  ] satisfies [string, typeof whole][])('begins anew where the host %s', async (_case, answer) => {
    host.answer = cutAfter(1_000)
    await rejection(run())
    leaveBehind()
    host.answer = answer
    await run()
    expect(readFileSync(target()).equals(file)).toBe(true)
  })

  it('leaves alone what a process that runs is downloading', async () => {
    host.answer = cutAfter(1_000)
    await rejection(run())
    const kept = join(folder, 'kept')
    const other = `electron.zip.${process.ppid}.part`
    writeFileSync(join(kept, other), 'not ours')
    host.answer = whole
    await run()
    expect(readdirSync(kept)).toEqual([other])
  })

  it('ends when it is told to, and keeps what came', async () => {
    host.answer = begun(100_000)
    const running = rejection(run())
    await reached(100_000)
    stop.abort(new Error('stopped'))
    expect(await running).toBe('stopped')
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })
})
