import { beforeEach, describe, expect, it } from 'vitest'
import { listBackups, removeBackup } from '../../../../electron/backups/panel.ts'
import { serverFiles } from '../../../../electron/files/panel.ts'
import { readAccount } from '../../../../electron/panel/account.ts'
import type { PanelClient } from '../../../../electron/panel/client.ts'
import { createPanelClient } from '../../../../electron/panel/client.ts'
import { readKnownPermissions } from '../../../../electron/users/panel.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { backupId } from '../../../fixtures/backup-view.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { filePath } from '../../../fixtures/file-entry.ts'

const id = 'a1b2c3d4'
const cancelled = { ok: false, error: { code: 'cancelled' } }

let clock: FakeClock
let end: AbortController
let readToken: () => Promise<Result<string>>
let answer: () => Promise<Response>
/** What went out, each with the signal that can still break it off. */
let requests: { method: string | undefined; signal: AbortSignal }[]
let client: PanelClient

beforeEach(() => {
  clock = createFakeClock()
  end = new AbortController()
  readToken = async () => ok('ptlc_test')
  answer = async () => new Response(null, { status: 204 })
  requests = []
  client = createPanelClient({
    baseUrl: 'https://panel.home.example/api/client',
    readToken: () => readToken(),
    clock,
    random: () => 0,
    end: end.signal,
    fetch(_input, { method, signal } = {}) {
      if (!signal) throw new Error('a request that cannot be broken off')
      requests.push({ method, signal })
      const broken = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => broken.reject(signal.reason), { once: true })
      return Promise.race([answer(), broken.promise])
    },
  })
})

const limited = async () => new Response(null, { status: 429, headers: { 'retry-after': '20' } })
const never = () => Promise.withResolvers<never>().promise

type Named = [string, (options?: { signal: AbortSignal }) => Promise<Result<unknown>>]

const reads: Named[] = [
  ['a list', (options) => client.listServers(options)],
  ['what a server uses', (options) => client.readResources(id, options)],
  ['backups', (options) => listBackups(client.at(id, { ...options }))],
  ['a file', (options) => serverFiles(client, id, options).read(filePath('/ops.json'))],
  ['an account', (options) => readAccount(client, options)],
]
const acts: Named[] = [
  ['a signal', (options) => client.sendPower(id, 'stop', options)],
  ['a command', (options) => client.sendCommand(id, 'say hi', options)],
  ['a deletion', (options) => removeBackup(client.at(id, { ...options }), backupId())],
]
/** They have a limit of their own, which is not waited for. */
const players: Named = ['players', (options) => client.readPlayers(id, options)]

describe('after the end', () => {
  it.each([...reads, players, ...acts])('%s is not begun', async (_what, call) => {
    end.abort()
    expect(await call()).toMatchObject(cancelled)
    expect(requests).toEqual([])
  })

  it('the permissions that a panel knows are not asked for', async () => {
    end.abort()
    expect(await client.read('permissions', '/permissions', readKnownPermissions)).toMatchObject(cancelled)
    expect(requests).toEqual([])
  })

  it('what is said all the same goes out', async () => {
    end.abort()
    expect(await client.sendCommand(id, 'say hi', { afterEnd: true })).toEqual(ok())
    expect(requests).toHaveLength(1)
  })
})

describe('the end', () => {
  it.each([...reads, ...acts])('ends the wait of %s for a rate limit', async (_what, call) => {
    answer = limited
    const calling = call()
    await clock.advance(1_000)
    end.abort()
    expect(await calling).toMatchObject(cancelled)
    expect([requests.length, clock.pending()]).toEqual([1, 0])
  })

  it.each([...reads, players, ...acts])('ends the wait of %s for a keyring', async (_what, call) => {
    readToken = never
    const calling = call()
    await clock.advance(0)
    end.abort()
    expect(await calling).toMatchObject(cancelled)
    expect(requests).toEqual([])
  })

  it.each([...reads, players])('lets the reading of %s go', async (_what, call) => {
    answer = never
    const calling = call()
    await clock.advance(0)
    end.abort()
    expect(await calling).toMatchObject(cancelled)
    expect(requests).toMatchObject([{ method: 'GET', signal: { aborted: true } }])
  })

  it.each(acts)('lets %s that is out be answered', async (_what, call) => {
    const given = Promise.withResolvers<Response>()
    answer = () => given.promise
    const calling = call()
    await clock.advance(0)
    end.abort()
    await clock.advance(0)
    expect(requests).toMatchObject([{ signal: { aborted: false } }])
    given.resolve(new Response(null, { status: 204 }))
    expect(await calling).toMatchObject({ ok: true })
  })

  it('ends no wait of what is said all the same', async () => {
    answer = limited
    const calling = client.sendCommand(id, 'say hi', { afterEnd: true })
    await clock.advance(1_000)
    end.abort()
    answer = async () => new Response(null, { status: 204 })
    await clock.advance(19_000)
    expect(await calling).toEqual(ok())
    expect(requests).toHaveLength(2)
  })
})

it.each([...reads, ...acts])('its own signal ends the wait of %s as before', async (_what, call) => {
  answer = limited
  const own = new AbortController()
  const calling = call({ signal: own.signal })
  await clock.advance(1_000)
  own.abort()
  expect(await calling).toMatchObject(cancelled)
  expect(clock.pending()).toBe(0)
})

it('a panel that waits for a frozen machine is heard: it says so after 15 s (the panel’s API, *Transport*)', async () => {
  const detail = 'Could not establish a connection to the machine running this server. Please try again.'
  answer = async () => {
    await clock.sleep(15_000)
    return Response.json({ errors: [{ code: 'DaemonConnectionException', status: '504', detail }] }, { status: 504 })
  }
  const read = client.readResources(id)
  await clock.advance(16_000)
  expect(await read).toMatchObject({ ok: false, error: { code: 'node-unreachable' } })
})
