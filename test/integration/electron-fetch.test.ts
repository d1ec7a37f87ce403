/** Electron's download as a whole, with the npm package's own cache and installer, and a made-up Electron. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FetchQuestion, fetchElectron } from '../../build/electron-fetch.ts'
import { begun, type DownloadHost, startDownloadHost, whole } from '../fixtures/download-host.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { unless } from '../report/unless.ts'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
// Before 1.3.2 the package checked no sums.
const version = '41.2.3'
const name = `electron-v${version}-${process.platform}-${process.arch}.zip`
/** A zip with `electron` and `version` in it, each a few bytes. */
const zip = Buffer.from(
  'UEsDBBQAAAAAAAAAIVzFtbdSFwAAABcAAAAIAAAAZWxlY3Ryb24jIS9iaW4vc2gKZWNobyB2NDEuMi4zClBLAwQUAAAAAAAAACFc5/S9YQYAAAAGAAAABwAA' +
    'AHZlcnNpb240MS4yLjNQSwECFAMUAAAAAAAAACFcxbW3UhcAAAAXAAAACAAAAAAAAAAAAAAA7YEAAAAAZWxlY3Ryb25QSwECFAMUAAAAAAAAACFc5/S9YQYA' +
    'AAAGAAAABwAAAAAAAAAAAAAA7YE9AAAAdmVyc2lvblBLBQYAAAAAAgACAGsAAABoAAAAAAA=',
  'base64',
)

let host: DownloadHost
let folder: string
let electronFolder: string
let clock: FakeClock

beforeEach(async () => {
  host = await startDownloadHost(zip)
  folder = mkdtempSync(join(tmpdir(), 'servertray-fetch-'))
  electronFolder = join(folder, 'electron')
  mkdirSync(electronFolder)
  symlinkSync(modules, join(folder, 'node_modules'), 'junction')
  cpSync(join(modules, 'electron', 'install.js'), join(electronFolder, 'install.js'))
  writeFileSync(join(electronFolder, 'package.json'), JSON.stringify({ version }))
  const sum = createHash('sha256').update(zip).digest('hex')
  writeFileSync(join(electronFolder, 'checksums.json'), JSON.stringify({ [name]: sum }))
  // The package reads the mirror from the environment of the process.
  vi.stubEnv('ELECTRON_MIRROR', host.base)
  clock = createFakeClock()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (more: Partial<FetchQuestion> = {}) =>
  fetchElectron({
    env: { ...process.env, electron_config_cache: join(folder, 'shared') },
    electronFolder,
    cacheFolder: join(folder, 'cache'),
    clock,
    limits: { answerMs: 10_000, pieceMs: 20_000 },
    isAsked: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  })
const isHere = () => existsSync(join(electronFolder, 'dist', 'electron'))

const reason = process.platform === 'linux' ? null : 'the made-up Electron is one for Linux'

describe('fetching Electron', unless(reason), () => {
  it('brings the binary to where the package has it, once', async () => {
    expect(await run()).toEqual({ kind: 'fetched' })
    expect(isHere()).toBe(true)
    expect(host.asked).toEqual([`GET /v${version}/${name}`])
    // What other projects share is taken from the cache.
    rmSync(join(electronFolder, 'dist'), { recursive: true })
    expect(await run()).toEqual({ kind: 'fetched' })
    expect(host.asked).toHaveLength(1)
  })

  it('remembers a failure for a day, unless it is asked for', async () => {
    host.answer = (_request, response) => void response.writeHead(404).end()
    const failed = { kind: 'failed', at: clock.now(), reason: expect.stringMatching(/^127\.0\.0\.1:\d+ answered 404$/) }
    expect(await run()).toEqual(failed)
    await clock.advance(23 * 3_600_000)
    expect(await run()).toEqual(failed)
    expect(host.asked).toHaveLength(1)

    host.answer = whole
    expect(await run({ isAsked: true })).toEqual({ kind: 'fetched' })
    expect(isHere()).toBe(true)
  })

  it('tries again by itself the next day', async () => {
    host.answer = (_request, response) => void response.writeHead(404).end()
    await run()
    await clock.advance(24 * 3_600_000)
    host.answer = whole
    expect(await run()).toEqual({ kind: 'fetched' })
  })

  it('goes on after a cut, and after a damaged memory of failures', async () => {
    host.answer = begun(100, (response) => response.destroy())
    expect(await run()).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^the connection broke after/) })
    writeFileSync(join(folder, 'cache', 'electron-failure.json'), '{')
    host.answer = whole
    expect(await run()).toEqual({ kind: 'fetched' })
    expect(isHere()).toBe(true)
  })

  it('takes nothing whose sum is wrong', async () => {
    host.answer = (_request, response) => void response.end(Buffer.concat([zip, Buffer.from('more')]))
    expect(await run()).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/checksum/i) })
    expect(isHere()).toBe(false)
  })

  it('ends when it is told to, and remembers no failure', async () => {
    const stop = new AbortController()
    host.answer = begun(100)
    expect(await run({ signal: stop.signal, onProgress: () => stop.abort() })).toEqual({ kind: 'stopped' })
    expect(existsSync(join(folder, 'cache', 'electron-failure.json'))).toBe(false)
    host.answer = whole
    expect(await run()).toEqual({ kind: 'fetched' })
  })
})
