import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import manifest from '../../package.json' with { type: 'json' }
import { defaultRestartChoices } from '../../shared/model/restart.ts'
import type { UpdateChoice, UpdateProgress } from '../../shared/updates/contract.ts'
import { must } from '../fixtures/demo.ts'
import { startUpdateHost } from '../fixtures/update-host.ts'
import { bridgeOf, stateOf } from './bridge.ts'
import { until } from './driver.ts'
import { expect, test } from './fixture.ts'
import { addKey } from './window.ts'

test.skip(process.platform === 'win32', 'the packages here are scripts for a POSIX shell')

let folder: string
let host: Awaited<ReturnType<typeof startUpdateHost>>
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'servertray-updates-'))
  host = await startUpdateHost()
})
test.afterEach(async () => {
  await host.close()
  rmSync(folder, { recursive: true, force: true })
})

const resources = () => join(folder, 'resources')

/** An installed app, with a home of its own. */
function installed(env: Readonly<Record<string, string>> = {}) {
  const choices = JSON.stringify({ isPackaged: true, resources: resources() })
  const homes = { HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), LOCALAPPDATA: join(folder, 'cache') }
  return { env: { ...homes, SERVERTRAY_STANDIN_CHOICES: choices, ...env } }
}

/** A program that says which one it is in a file when it is started. */
const program = (name: string) => `#!/bin/sh\necho ${name} > '${join(folder, 'started')}'\n`

/** An app that runs from an AppImage. Everything lies in the place it is mounted at. */
function fromAppImage() {
  const file = join(folder, 'Apps', 'Servertray-0.1.0-linux-x64.AppImage')
  mkdirSync(join(folder, 'Apps'))
  writeFileSync(file, program('the old one'))
  return { file, ...installed({ APPIMAGE: file, APPDIR: '/', SERVERTRAY_STANDIN_SYSTEM: 'linux' }) }
}

function calls(page: Page) {
  const shown = async () => (await stateOf(page)).app.update
  return {
    shown,
    async choose(choice: UpdateChoice) {
      const bridge = await bridgeOf(page)
      must(await bridge.evaluate(({ call }, wanted) => call('updates:choose', { choice: wanted }), choice))
    },
    async press(channel: 'updates:check' | 'updates:download' | 'updates:restart' | 'updates:openPage') {
      const bridge = await bridgeOf(page)
      return bridge.evaluate(({ call }, name) => call(name), channel)
    },
    async becomes<K extends UpdateProgress['kind']>(kind: K) {
      const progress = await until(`the update to be ${kind}`, async () => {
        const now = (await shown()).progress
        return now.kind === kind ? now : undefined
      })
      return progress as Extract<UpdateProgress, { kind: K }>
    },
  }
}

test('an AppImage: nothing is asked before the choice, then every way a release can come', async ({ start }) => {
  const { file, ...options } = fromAppImage()
  host.writeResources(resources())
  const { app, page } = await start(options)
  const update = calls(page)
  expect(await update.shown()).toEqual({ ability: 'itself', progress: { kind: 'idle' } })
  expect(await update.press('updates:check')).toMatchObject({ error: { code: 'invalid-request' } })
  expect(host.seen).toEqual([])

  // The same version, and an older one: there is nothing to do.
  host.publish(manifest.version, program('the same'))
  await update.choose('tell')
  await update.becomes('current')
  host.publish('0.0.9', program('an older one'))
  await update.press('updates:check')
  await update.becomes('current')
  expect(new Set(host.seen.map(({ url }) => url)).size).toBe(1)

  // A newer one, whose file is another than the published, or breaks off, is thrown away.
  for (const [way, code] of [
    ['changed', 'update-refused'],
    ['cut', 'update-unreachable'],
  ] as const) {
    host.publish('9.9.9', program('the new one').padEnd(200_000, '\n'), way)
    await update.press('updates:check')
    expect(await update.becomes('available')).toMatchObject({ version: '9.9.9' })
    await update.press('updates:download')
    expect(await update.becomes('failed')).toMatchObject({ error: { code } })
    expect(readdirSync(join(folder, 'cache', 'servertray-updater', 'pending'))).toEqual([])
  }

  // The host is gone, and comes back.
  await host.close()
  await update.press('updates:check')
  expect(await update.becomes('failed')).toMatchObject({ error: { code: 'update-unreachable' } })
  await host.comeBack()
  host.publish('9.9.9', program('the new one'))
  await update.press('updates:check')
  await update.becomes('available')
  await update.press('updates:download')
  await update.becomes('ready')
  expect(readFileSync(file, 'utf8')).toContain('the old one')

  // Nothing of what is sent tells one installation from another.
  const headers = new Set(host.seen.flatMap((request) => Object.keys(request.headers)))
  expect([...headers].sort()).toEqual(['accept', 'cache-control', 'connection', 'host', 'user-agent'])
  expect(existsSync(join(app.profile, '.updaterId'))).toBe(false)

  // It is installed at the end, under its own name, and not started.
  expect(await app.quit()).toEqual({ code: 0, signal: null })
  expect(readdirSync(join(folder, 'Apps'))).toEqual(['Servertray-9.9.9.AppImage'])
  expect(readFileSync(join(folder, 'Apps', 'Servertray-9.9.9.AppImage'), 'utf8')).toContain('the new one')
  expect(existsSync(join(folder, 'started'))).toBe(false)
})

test('an AppImage that updates by itself restarts when the person says so, and never while something runs', async ({
  panel,
  start,
}) => {
  const { file, ...options } = fromAppImage()
  host.writeResources(resources())
  host.publish('9.9.9', program('the new one'))
  const { app, page } = await start(options)
  const update = calls(page)
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
  await update.choose('automatic')
  await update.becomes('ready')
  const bridge = await bridgeOf(page)
  const server = await until('a server', async () => Object.values((await stateOf(page)).servers)[0])
  const planned = await bridge.evaluate(({ call }, request) => call('restart:plan', request), {
    ref: server.ref,
    choices: { ...defaultRestartChoices, warnings: [] },
    when: { inSeconds: 3_600 },
  })
  const { id } = must(planned)
  expect(await update.press('updates:restart')).toMatchObject({ error: { code: 'update-busy' } })
  must(await bridge.evaluate(({ call }, plan) => call('restart:cancel', { id: plan, announce: false }), id))
  // The answer goes with the page.
  void update.press('updates:restart').catch(() => undefined)
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
  expect(existsSync(file)).toBe(false)
  const started = await until('the new one to start', () => readFileSync(join(folder, 'started'), 'utf8') || undefined)
  expect(started).toBe('the new one\n')
})

test('what a package manager installed is only told, and led to the page', async ({ start }) => {
  host.writeResources(resources())
  host.publish('9.9.9', program('the new one'))
  const { app, page } = await start(installed({ SERVERTRAY_STANDIN_SYSTEM: 'linux' }))
  const update = calls(page)
  expect(await update.shown()).toMatchObject({ ability: 'page' })
  await update.choose('automatic')
  await update.becomes('available')
  expect(await update.press('updates:download')).toMatchObject({ error: { code: 'invalid-request' } })
  expect((await app.notifications()).map(({ title }) => title)).toEqual(['Servertray 9.9.9 is out'])
  await update.press('updates:openPage')
  expect(await app.openedLinks()).toEqual(['https://github.com/example/servertray/releases'])
  expect(host.seen.map(({ url }) => url).filter((url) => url.startsWith('/Servertray'))).toEqual([])
})

test('a build that knows no releases asks nobody', async ({ start }) => {
  const { page } = await start(installed())
  const update = calls(page)
  await update.choose('automatic')
  expect(await update.press('updates:check')).toMatchObject({ error: { code: 'invalid-request' } })
  expect(await update.shown()).toEqual({ ability: 'none', progress: { kind: 'idle' } })
  expect(host.seen).toEqual([])
})

test.describe('on Windows', () => {
  /** A shell that answers the updater's question with this signature; the updater asks PowerShell through it. */
  function shell(signer: string): string {
    const file = join(folder, 'cmd.exe')
    writeFileSync(
      file,
      `#!/bin/sh
file=$(printf %s "$*" | sed -n "s/.*-LiteralPath '\\([^']*\\)'.*/\\1/p")
printf '{"Path":"%s","Status":0,"SignerCertificate":{"Subject":"CN=${signer}, O=${signer}"}}' "$file"
`,
    )
    chmodSync(file, 0o755)
    return file
  }

  for (const { title, comspec, outcome } of [
    { title: 'takes what its publisher signed', comspec: () => shell('Servertray'), outcome: 'ready' },
    { title: 'refuses what somebody else signed', comspec: () => shell('Somebody'), outcome: 'update-refused' },
    { title: 'refuses what cannot be checked', comspec: () => join(folder, 'no-shell'), outcome: 'update-refused' },
  ])
    test(title, async ({ start }) => {
      host.writeResources(resources(), { publisher: 'CN=Servertray, O=Servertray' })
      host.publish('9.9.9', 'an installer')
      const { page } = await start(installed({ SERVERTRAY_STANDIN_SYSTEM: 'win32', comspec: comspec() }))
      const update = calls(page)
      expect(await update.shown()).toMatchObject({ ability: 'itself' })
      await update.choose('automatic')
      if (outcome === 'ready') await update.becomes('ready')
      else expect(await update.becomes('failed')).toMatchObject({ error: { code: outcome } })
    })

  test('a build that is not signed is led to the page', async ({ start }) => {
    host.writeResources(resources())
    host.publish('9.9.9', 'an installer')
    const { page } = await start(installed({ SERVERTRAY_STANDIN_SYSTEM: 'win32' }))
    const update = calls(page)
    await update.choose('automatic')
    await update.becomes('available')
    expect(await update.shown()).toMatchObject({ ability: 'page' })
  })
})

test.describe('on macOS', () => {
  for (const [signature, outcome] of [
    ['right', 'ready'],
    ['wrong', 'update-refused'],
  ] as const)
    test(`Squirrel has the last word: a ${signature} signature`, async ({ start }) => {
      host.writeResources(resources(), { publisher: 'Servertray' })
      host.publish('9.9.9', 'a zip')
      const choices = { isPackaged: true, resources: resources(), updateSignature: signature }
      const env = { SERVERTRAY_STANDIN_SYSTEM: 'darwin', SERVERTRAY_STANDIN_CHOICES: JSON.stringify(choices) }
      const { app, page } = await start(installed(env))
      const update = calls(page)
      await update.choose('automatic')
      if (outcome !== 'ready') {
        expect(await update.becomes('failed')).toMatchObject({ error: { code: outcome } })
        return
      }
      await update.becomes('ready')
      void update.press('updates:restart').catch(() => undefined)
      expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
    })
})
