import { beforeEach, describe, expect, it } from 'vitest'
import type { StoredKey } from '../../electron/keys/stored-keys.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import type { ActivityEntry } from '../../shared/activity/contract.ts'
import { fail, ok } from '../../shared/result.ts'
import { runHere } from '../fixtures/cli-here.ts'
import { eventually } from '../fixtures/eventually.ts'
import { type Behaviour, cutAtOnce, empty, type FaultPanel, htmlPage, json, refusal } from '../fixtures/fault-panel.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { storedKey } from '../fixtures/stored-key.ts'
import { createTimedClock } from '../fixtures/timed-clock.ts'
import { arena, lobby, twoServers } from '../fixtures/two-servers.ts'

type Finished = { readonly exit: number | null; readonly stdout: string; readonly stderr: string }

let panel: FaultPanel
beforeEach(async () => {
  panel = await openFaultPanel()
})

describe('stored keys', () => {
  let other: FaultPanel
  /** What was added to the activity list. */
  let noted: ActivityEntry[]
  beforeEach(async () => {
    noted = []
    other = await openFaultPanel()
  })

  const key = (name: string, { baseUrl }: FaultPanel) =>
    storedKey(name, `token-of-${name}`, { baseUrl, isDemo: name === 'Demo' })

  async function runWith(
    keys: readonly StoredKey[],
    argv: readonly string[],
    { clock = systemClock, out = { stdout: '', stderr: '' } } = {},
  ): Promise<Finished> {
    const given = {
      argv,
      loadStoredKeys: async () => (keys.length === 0 ? fail('no-key') : ok(keys)),
      noteActivity: async (entry: ActivityEntry) => void noted.push(entry),
      clock,
    }
    return runHere(given, out)
  }

  /** Lists these servers, accepts every POST, and knows no states. */
  const holding =
    (...servers: { identifier: string; name: string }[]): Behaviour =>
    (reply, request) =>
      request.method === 'POST' ? empty(204)(reply, request) : json(200, servers)(reply, request)
  const posts = (at: FaultPanel) => at.requests.filter((request) => request.method === 'POST')

  it('says that the demo panel needs the app, and lists the rest', async () => {
    panel.respond(holding(lobby))
    await other.close()
    const { exit, stdout, stderr } = await runWith([key('One', panel), key('Demo', other)], ['list'])
    expect(exit).toBe(7)
    expect(stdout).toContain('a1b2c3d4')
    expect(stderr).toContain('answers only while Servertray is open')
  })

  it('watches until its time is over', async () => {
    panel.respond(twoServers)
    const { clock, end } = createTimedClock(60_000)
    const out = { stdout: '', stderr: '' }
    const finished = runWith([key('One', panel)], ['watch', '--for', '60'], { clock, out })
    await eventually(() => expect(out.stdout).toContain('listed'))
    end()
    expect(await finished).toMatchObject({ exit: 0, stderr: '' })
  })

  it('merges the lists of all keys', async () => {
    panel.respond(holding(lobby))
    other.respond(holding(lobby, arena))
    const keys = [key('One', panel), key('Again', panel), key('Two', other)]
    const { exit, stdout } = await runWith(keys, ['list', '--json'])
    expect(exit).toBe(0)
    const rows: { identifier: string; panel: string }[] = JSON.parse(stdout)
    expect(rows.map((row) => `${row.panel} ${row.identifier}`)).toEqual([
      'One a1b2c3d4',
      'Two a1b2c3d4',
      'Two b2c3d4e5',
    ])
  })

  it('lists what it can and reports the rest', async () => {
    panel.respond(refusal(401, 'X', ''))
    other.respond(holding(arena))
    const { exit, stdout, stderr } = await runWith([key('One', panel), key('Two', other)], ['list', '--json'])
    expect(exit).toBe(3)
    expect(JSON.parse(stdout)).toHaveLength(1)
    expect(JSON.parse(stderr).error.message).toMatch(/^One: /)
  })

  it.each([
    ['declared to have it', [['files-read'], null, ['power']], 'token-of-Key2'],
    ['not declared to lack it', [['files-read'], null], 'token-of-Key1'],
    ['whatever it is, where nothing is declared', [null, null], 'token-of-Key0'],
  ] as const)('acts with a key %s', async (_, declarations, token) => {
    panel.respond(holding(lobby))
    const keys = declarations.map((declared, i) => ({ ...key(`Key${i}`, panel), declared }))
    expect(await runWith(keys, ['power', 'a1b2c3d4', 'stop'])).toMatchObject({ exit: 0, stderr: '' })
    expect(posts(panel).map((post) => post.headers.authorization)).toEqual([`Bearer ${token}`])
  })

  it('sends nothing when every key is declared to lack what it needs', async () => {
    panel.respond(holding(lobby))
    const keys = [{ ...key('One', panel), declared: ['console'] as const }]
    const { exit, stdout, stderr } = await runWith(keys, ['power', 'a1b2c3d4', 'stop'])
    expect({ exit, stdout, posts: posts(panel).length }).toEqual({ exit: 4, stdout: '', posts: 0 })
    expect(stderr).toContain('key lacks Power')
    expect(await runWith(keys, ['send', 'a1b2c3d4', 'list'])).toMatchObject({ exit: 0 })
  })

  it.each([
    ['a signal', ['power', 'a1b2c3d4', 'stop'], empty(204), { kind: 'power', phase: 'unconfirmed', why: null }],
    ['a refusal', ['power', 'a1b2c3d4', 'stop'], refusal(403, 'X', ''), { kind: 'power', phase: 'refused' }],
    ['a lost answer', ['power', 'a1b2c3d4', 'stop'], cutAtOnce, { kind: 'power', phase: 'unconfirmed' }],
    ['a command, not its text', ['send', 'a1b2c3d4', 'op', 'Mallory'], empty(204), { kind: 'command', origin: 'cli' }],
    ['no command that was refused', ['send', 'a1b2c3d4', 'list'], refusal(403, 'X', ''), null],
  ] as const)('adds to the activity list: %s', async (_, argv, answer, event) => {
    panel.respond((reply, request) =>
      request.method === 'POST' ? answer(reply, request) : holding(lobby)(reply, request),
    )
    await runWith([key('One', panel)], argv)
    expect(noted).toMatchObject(event === null ? [] : [{ ref: 'home/a1b2c3d4', name: lobby.name, event }])
    expect(JSON.stringify(noted)).not.toMatch(/Mallory|token-of/)
  })

  it('acts with the first key that has the server', async () => {
    panel.respond(holding(lobby))
    other.respond(holding(arena))
    const keys = [key('One', panel), key('Two', other), key('Three', other)]
    expect(await runWith(keys, ['power', 'b2c3d4e5', 'start'])).toMatchObject({ exit: 0 })
    expect(posts(panel)).toHaveLength(0)
    expect(posts(other).map((request) => request.headers.authorization)).toEqual(['Bearer token-of-Two'])
  })

  it('asks to choose between panels that have the same identifier', async () => {
    panel.respond(holding(lobby))
    other.respond(holding(lobby))
    const keys = [key('One', panel), key('Two', other)]
    const { exit, stderr } = await runWith(keys, ['send', 'a1b2c3d4', 'list'])
    expect(exit).toBe(2)
    expect(stderr).toContain('--panel')
    expect([...posts(panel), ...posts(other)]).toHaveLength(0)
    expect(await runWith(keys, ['send', 'a1b2c3d4', 'list', '--panel', 'Two'])).toMatchObject({ exit: 0 })
    expect(await runWith(keys, ['send', 'a1b2c3d4', 'list', '--panel', new URL(panel.baseUrl).host])).toMatchObject({
      exit: 0,
    })
    expect([posts(panel).length, posts(other).length]).toEqual([1, 1])
  })

  it.each([
    ['a panel of the environment', (url: string) => ({ SERVERTRAY_URL: url, SERVERTRAY_TOKEN: 'token' })],
    ['an address alone', (url: string) => ({ SERVERTRAY_URL: url })],
    ['a token alone', () => ({ SERVERTRAY_TOKEN: 'token' })],
  ])('sends nothing where --panel would choose another panel than %s', async (_, env) => {
    panel.respond(holding(lobby))
    other.respond(holding(lobby))
    const argv = ['bulk', 'stop', '--all', '--panel', 'Two']
    const loadStoredKeys = async () => ok([key('Two', other)])
    const { exit, stdout, stderr } = await runHere({ argv, env: env(panel.baseUrl), loadStoredKeys })
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain('--panel chooses a stored key')
    expect([...panel.requests, ...other.requests]).toEqual([])
  })

  it('finds no server that no key has', async () => {
    panel.respond(holding(lobby))
    expect(await runWith([key('One', panel)], ['power', 'zzzzzzzz', 'start'])).toMatchObject({ exit: 5 })
    expect(posts(panel)).toHaveLength(0)
  })

  it('reports a failing key when the server is nowhere else', async () => {
    panel.respond(htmlPage(200))
    other.respond(holding(arena))
    const keys = [key('One', panel), key('Two', other)]
    expect(await runWith(keys, ['power', 'a1b2c3d4', 'start'])).toMatchObject({ exit: 7 })
    expect(await runWith(keys, ['power', 'b2c3d4e5', 'start'])).toMatchObject({ exit: 0 })
  })

  it('sends nothing without a key', async () => {
    expect(await runWith([], ['list'])).toMatchObject({ exit: 2, stdout: '' })
    expect(await runWith([key('One', panel)], ['list', '--panel', 'Two'])).toMatchObject({ exit: 2, stdout: '' })
    expect(panel.requests).toHaveLength(0)
  })
})
