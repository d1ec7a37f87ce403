/** Electron's download as a whole, with the npm package's own cache and installer, and a made-up Electron. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FetchQuestion, fetchElectron } from '../../build/electron-fetch.ts'
import { endSignals, fetchFlag } from '../../build/fetch-missing.ts'
import { startScript } from '../fixtures/cli-process.ts'
import { type ConnectProxy, startConnectProxy } from '../fixtures/connect-proxy.ts'
import { begun, type DownloadHost, startDownloadHost, whole } from '../fixtures/download-host.ts'
import { eventually } from '../fixtures/eventually.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { startTlsFront, type TlsFront } from '../fixtures/tls-front.ts'
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
  folder = temporaryFolder()
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

/** The same in a process of its own, with the folders of a home of its own. */
function start(env: Readonly<Record<string, string>> = {}, ...flags: readonly string[]) {
  const home = { XDG_CACHE_HOME: folder, electron_config_cache: join(folder, 'shared') }
  const argv = [electronFolder, ...flags]
  return startScript('test/fixtures/fetch-electron.ts', argv, { ELECTRON_MIRROR: host.base, ...home, ...env })
}
const outcomeOf = (stdout: string): unknown => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

const kept = () => join(folder, 'servertray-electron')
const keptBytes = () =>
  readdirSync(kept())
    .filter((file) => file.endsWith('.part'))
    .map((file) => statSync(join(kept(), file)).size)

describe('a person who waits for Electron', unless(reason), () => {
  it.each(endSignals)('ends it by %s, without a word of failure, and goes on later from there', async (signal) => {
    host.answer = begun(100)
    const stopped = start()
    await eventually(() => expect(keptBytes()).toEqual([100]))
    stopped.child.kill(signal)
    const { stdout, ...end } = await stopped.end
    expect(end).toEqual({ code: 0, signal: null, stderr: '' })
    expect(stdout).toMatch(/^Downloading Electron: /)
    expect(outcomeOf(stdout)).toEqual({ kind: 'stopped' })
    expect(keptBytes()).toEqual([100])

    host.answer = whole
    expect(outcomeOf((await start().end).stdout)).toEqual({ kind: 'here' })
    expect(host.asked).toEqual([`GET /v${version}/${name}`, `GET /v${version}/${name} bytes=100-`])
    expect(isHere()).toBe(true)
    expect(keptBytes()).toEqual([])
  })

  it('is told why it failed, the day through, and how to try again', async () => {
    host.answer = (_request, response) => void response.writeHead(503).end()
    const absence = expect.stringMatching(
      /^Electron could not be fetched \(.+\): 127\.0\.0\.1:\d+ answered 503\. npm start -- --fetch-electron tries again$/,
    )
    for (const _ of [1, 2]) {
      const { stdout, stderr } = await start().end
      expect(outcomeOf(stdout)).toEqual({ kind: 'absent', absence })
      expect(stderr).toBe('')
    }
    expect(host.asked).toHaveLength(1)
    host.answer = whole
    expect(outcomeOf((await start({}, fetchFlag).end).stdout)).toEqual({ kind: 'here' })
  })
})

describe('behind a proxy', unless(reason), () => {
  /** The host of the download by a name that only the proxy knows, readable and under TLS. */
  const mirror = 'panel.example.com'
  let front: TlsFront
  let proxy: ConnectProxy
  beforeEach(async () => {
    front = await startTlsFront(host.base, 'valid')
    const ports = { readable: Number(new URL(host.base).port), underTls: Number(new URL(`https://${front.host}`).port) }
    proxy = await startConnectProxy({ ports: (target) => (target.endsWith(':443') ? ports.underTls : ports.readable) })
  })
  afterEach(async () => {
    await proxy.close()
    await front.close()
  })
  const authority = fileURLToPath(new URL('../fixtures/certificates/authority.pem', import.meta.url))
  const startBehind = (variable: string, scheme: 'http' | 'https', more: Readonly<Record<string, string>> = {}) =>
    start({
      [variable]: `http://127.0.0.1:${proxy.port}`,
      ELECTRON_MIRROR: `${scheme}://${mirror}/`,
      NODE_EXTRA_CA_CERTS: authority,
      ...more,
    })

  it.each([
    ['HTTPS_PROXY', 'https'],
    ['https_proxy', 'https'],
    ['HTTP_PROXY', 'https'],
    ['HTTP_PROXY', 'http'],
    ['http_proxy', 'http'],
  ] as const)('%s is followed to a mirror under %s', async (variable, scheme) => {
    const { stdout, stderr } = await startBehind(variable, scheme).end
    expect(outcomeOf(stdout)).toEqual({ kind: 'here' })
    expect(stderr).toBe('')
    expect(isHere()).toBe(true)
    expect(proxy.connects.map(({ target }) => target)).toEqual([`${mirror}:${scheme === 'https' ? 443 : 80}`])
  })

  it('what NO_PROXY excepts is asked directly', async () => {
    const { stdout } = await startBehind('HTTP_PROXY', 'http', { ELECTRON_MIRROR: host.base, NO_PROXY: '127.0.0.1' })
      .end
    expect(outcomeOf(stdout)).toEqual({ kind: 'here' })
    expect(proxy.connects).toEqual([])
  })

  it('that refuses, the reason is told', async () => {
    proxy.refuse(403)
    const { stdout, stderr } = await startBehind('HTTPS_PROXY', 'https').end
    expect(outcomeOf(stdout)).toMatchObject({
      kind: 'absent',
      absence: expect.stringMatching(/panel\.example\.com could not be reached \(Proxy response \(403\)/),
    })
    expect(stderr).toBe('')
  })
})
