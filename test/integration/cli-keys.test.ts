import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CliDeps } from '../../electron/cli/session.ts'
import { storedKeys } from '../../electron/keys/stored-keys.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import { settingsPath } from '../../electron/settings/folder.ts'
import type { VaultBackend } from '../../electron/vault/backend.ts'
import { createMemoryBackend } from '../../electron/vault/backends/memory.ts'
import { createVault } from '../../electron/vault/vault.ts'
import { ok } from '../../shared/result.ts'
import { runHere } from '../fixtures/cli-here.ts'
import { startCliProcess } from '../fixtures/cli-process.ts'
import { type FaultPanel, json, refusal, serverList } from '../fixtures/fault-panel.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { oneKey, openSettings } from '../fixtures/settings.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'

const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'
const lobby = { identifier: 'a1b2c3d4', name: 'Lobby' }

let panel: FaultPanel
let folder: string
/** Stands for the system keychain: it outlives every run. */
let keychain: VaultBackend
beforeEach(async () => {
  panel = await openFaultPanel()
  folder = temporaryFolder()
  keychain = { ...createMemoryBackend(), name: 'keychain' }
})

type Finished = { readonly exit: number | null; readonly stdout: string; readonly stderr: string }

/** Runs one command as a new program would, with `token` on standard input. */
const run = (...argv: string[]): Promise<Finished> => runWith({}, argv)

async function runWith(more: Partial<CliDeps>, argv: readonly string[]): Promise<Finished> {
  const log = createTestLog()
  const openProfile = async () => {
    const { settings } = openSettings(folder, { role: 'guest' })
    const restarts = () => ({ plans: [], runs: {}, frozen: {}, bulks: [] })
    const vault = createVault({ backends: [keychain], clock: systemClock, log })
    return { settings, vault, restarts }
  }
  const finished = await runHere({
    argv,
    loadStoredKeys: async () => storedKeys(await openProfile()),
    openProfile,
    readToken: async () => ok(token),
    ...more,
  })
  expect(finished.stdout + finished.stderr + log.lines.join('')).not.toContain(token)
  return finished
}

const addHome = (...more: string[]) => run('keys', 'add', '--label', 'Home', '--url', panel.baseUrl, ...more)
const idOf = (finished: Finished): string => JSON.parse(finished.stdout).id
const files = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

describe('a stop', () => {
  const argv = ['keys', 'add', '--label', 'Home', '--json']
  const never = new Promise<never>(() => undefined)
  const cancelled = { exit: 7, stdout: '', stderr: expect.stringContaining('"cancelled"') }

  it('ends the wait for a token that nobody types', async () => {
    const stopping = new AbortController()
    const readToken = () => {
      stopping.abort()
      return never
    }
    const more = { readToken, stopped: stopping.signal }
    expect(await runWith(more, [...argv, '--url', panel.baseUrl])).toMatchObject(cancelled)
    expect(panel.requests).toHaveLength(0)
  })

  it('ends the wait for a keychain that asks its owner', async () => {
    panel.respond(json(200, serverList([lobby])))
    const stopping = new AbortController()
    keychain = {
      ...keychain,
      set() {
        stopping.abort()
        return never
      },
    }
    expect(await runWith({ stopped: stopping.signal }, [...argv, '--url', panel.baseUrl])).toMatchObject(cancelled)
  })
})

describe('keys', () => {
  it('are added, listed, checked, used and removed', async () => {
    panel.respond(json(200, serverList([lobby])))
    const added = await addHome('--json')
    expect(added).toMatchObject({ exit: 0, stderr: '' })
    const id = idOf(added)
    expect(JSON.parse(added.stdout)).toEqual({ id, label: 'Home', url: panel.baseUrl, servers: 1 })
    expect(await keychain.get(id)).toBe(token)

    const { host } = new URL(panel.baseUrl)
    const listed = await run('keys', 'list', '--json')
    expect(JSON.parse(listed.stdout)).toEqual([
      { id, label: 'Home', panel: host, url: panel.baseUrl, tokenIn: 'keychain' },
    ])
    expect((await run('keys', 'list')).stdout).toMatch(/^ID +LABEL +PANEL +TOKEN IN\n.+ Home .+ keychain\n$/)

    const checked = await run('keys', 'check', '--json')
    expect(checked).toMatchObject({ exit: 0, stderr: '' })
    expect(JSON.parse(checked.stdout)).toEqual([{ id, label: 'Home', panel: host, ok: true, servers: 1 }])
    expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject([{ identifier: 'a1b2c3d4', panel: host }])

    const removed = await run('keys', 'remove', id)
    expect(removed).toMatchObject({ exit: 0, stderr: '' })
    expect(removed.stdout).toContain('token deleted')
    expect(await keychain.get(id)).toBeNull()
    expect(await run('keys', 'list')).toEqual({ exit: 0, stdout: 'No keys.\n', stderr: '' })
    expect(files()).not.toContain(token)
  })

  it('are found at the panel’s own address, too', async () => {
    panel.respond(json(200, serverList([lobby])))
    expect(await run('keys', 'add', '--label', 'Home', '--url', new URL(panel.baseUrl).origin)).toMatchObject({
      exit: 0,
    })
    expect(openSettings(folder).settings.get().panels).toMatchObject([{ baseUrl: panel.baseUrl }])
  })

  it('are not added twice, nor when the panel refuses them', async () => {
    panel.respond(json(200, serverList([lobby])))
    await addHome()
    expect(await addHome()).toMatchObject({ exit: 2, stdout: '' })
    panel.respond(refusal(401, 'X', ''))
    expect(await addHome()).toMatchObject({ exit: 3, stdout: '' })
    expect(openSettings(folder).settings.get().keys).toHaveLength(1)
  })

  it('say which of them fails when checked', async () => {
    panel.respond(json(200, serverList([lobby])))
    await addHome()
    panel.respond(refusal(401, 'X', ''))
    const { exit, stdout, stderr } = await run('keys', 'check')
    expect(exit).toBe(3)
    expect(stdout).toMatch(/Home +token-refused\n$/)
    expect(stderr).toMatch(/^Error: Home: The panel refused the token/)
    expect(await run('keys', 'check', '--json')).toMatchObject({ exit: 3 })
  })

  it('say what their lists left out, when added and when checked; a failure only where servers are missing', async () => {
    const entries = (count: number) => Array.from({ length: count }, (_, i) => ({ identifier: `${10_000_000 + i}` }))
    const note = 'Note: The list of Home is incomplete. Left out: 1 entry without a valid identifier.'
    panel.respond(json(200, [lobby, { identifier: 'bad' }]))
    expect(await addHome()).toMatchObject({ exit: 0, stderr: expect.stringContaining(note) })
    expect(await run('keys', 'check')).toMatchObject({ exit: 0, stderr: expect.stringContaining(note) })
    panel.respond(json(200, entries(10_001)))
    const { exit, stdout, stderr } = await run('keys', 'check')
    expect([exit, stdout]).toEqual([8, expect.stringMatching(/works +10000\n$/)])
    expect(stderr).toContain('Error: The list of Home is incomplete. Left out: at least 1 more server')
  })

  it('stay, and are told of, when the keychain refuses', async () => {
    panel.respond(json(200, serverList([lobby])))
    const id = idOf(await addHome('--json'))
    const refuse = () => Promise.reject(new Error('locked'))
    keychain = { ...keychain, delete: refuse, set: refuse }
    expect(await run('keys', 'remove', id)).toMatchObject({ exit: 2, stdout: '' })
    const another = { readToken: async () => ok(`${token}2`) }
    expect(await runWith(another, ['keys', 'add', '--label', 'B', '--url', panel.baseUrl])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringMatching(/install one .+ or set SERVERTRAY_URL/),
    })
    expect(
      openSettings(folder)
        .settings.get()
        .keys.map((key) => key.id),
    ).toEqual([id])
  })

  it.each([
    ['an unknown id', 5, ['keys', 'remove', 'unknown-id']],
    ['no id', 2, ['keys', 'remove']],
    ['no such command', 2, ['keys', 'show']],
    ['no label', 2, ['keys', 'add', '--url', 'https://panel.example']],
    ['an empty label', 2, ['keys', 'add', '--label', ' ', '--url', 'https://panel.example']],
    ['a label of nothing visible', 2, ['keys', 'add', '--label', '\u200b\u00ad', '--url', 'https://panel.example']],
    ['no address', 2, ['keys', 'add', '--label', 'x']],
    ['plain http', 2, ['keys', 'add', '--label', 'x', '--url', 'http://panel.example']],
    ['a token in the arguments', 2, ['keys', 'add', '--label', token, '--url', 'https://panel.example']],
    ['options of another command', 2, ['list', '--label', 'x']],
    ['nothing to check', 2, ['keys', 'check']],
  ])('%s: %i', async (_, exit, argv) => {
    const finished = await run(...argv, '--json')
    expect(finished).toMatchObject({ exit, stdout: '' })
    expect(Object.keys(JSON.parse(finished.stderr).error)).toEqual(['code', 'message', 'hint'])
    expect(readdirSync(folder)).toEqual([])
    expect(panel.requests).toHaveLength(0)
  })
})

describe('beside a running app', () => {
  it('neither loses what the other wrote, and the app hears of a new key', async () => {
    panel.respond(json(200, serverList([lobby])))
    const app = openSettings(folder).settings
    app.update(() => oneKey)
    let heard = 0
    app.onForeignChange(() => {
      heard += 1
    })
    const id = idOf(await addHome('--json'))
    app.update((now) => ({ ...now, windowBounds: { x: 1, y: 1, width: 1, height: 1, isMaximized: false } }))
    expect(heard).toBe(1)
    expect(app.get().keys.map((key) => key.id)).toEqual(['home-key', id])
    expect(openSettings(folder).settings.get()).toEqual(app.get())
  })
})

describe('a settings file that the command line cannot use', () => {
  it.each([
    ['settings-newer', '{"version":99}'],
    ['settings-broken', '{"version":2,'],
  ])('%s: every command says so and leaves it alone', async (code, text) => {
    panel.respond(json(200, serverList([lobby])))
    writeFileSync(settingsPath(folder), text)
    for (const argv of [
      ['list'],
      ['keys', 'list'],
      ['keys', 'check'],
      ['keys', 'remove', 'x'],
      ['power', 'a1b2c3d4', 'stop'],
    ]) {
      const { exit, stderr } = await run(...argv, '--json')
      expect({ exit, code: JSON.parse(stderr).error.code }).toEqual({ exit: 2, code })
    }
    expect(await addHome()).toMatchObject({ exit: 2 })
    expect(readFileSync(settingsPath(folder), 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['settings.json'])
    expect(panel.requests).toHaveLength(0)
  })
})

describe('the program itself', () => {
  async function program(home: string, argv: readonly string[], input: string): Promise<Finished> {
    const { code, stdout, stderr } = await startCliProcess(argv, { SERVERTRAY_HOME: home }, input).end
    return { exit: code, stdout, stderr }
  }

  it('uses the profile that SERVERTRAY_HOME names', async () => {
    const home = join(folder, 'own')
    mkdirSync(home)
    writeFileSync(settingsPath(home), JSON.stringify(oneKey))
    const { exit, stdout, stderr } = await program(home, ['keys', 'list', '--json'], '')
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject([{ id: 'home-key', label: 'Home key' }])
  })

  it('reads the token from standard input, and needs one', async () => {
    panel.respond(refusal(401, 'X', ''))
    const argv = ['keys', 'add', '--label', 'Home', '--url', panel.baseUrl]
    expect(await program(folder, argv, ' \n')).toMatchObject({ exit: 2, stdout: '' })
    expect(panel.requests).toHaveLength(0)
    expect(await program(folder, argv, `  ${token}\n`)).toMatchObject({ exit: 3, stdout: '' })
    expect(panel.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
  })
})
