import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import type { PageChannel } from '../../shared/ipc/contract.ts'
import { startCliProcess } from '../fixtures/cli-process.ts'
import { crashToken, createCrashHook } from '../fixtures/crash-hook.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { startFaultPanel } from '../fixtures/fault-panel.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { createQuotingPanel, type QuotingPanel } from '../fixtures/token-quotes.ts'
import { holdsToken } from '../fixtures/token-spellings.ts'
import type { App } from './app.ts'
import { bridgeOf, stateOf } from './bridge.ts'
import { launchApp } from './driver.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { addKey, reaches, serverRow } from './window.ts'

const handsOver = ({ text }: { readonly text: string }) =>
  ['keys:add', 'keys:check', 'keys:replaceToken'].some((channel) => text.includes(`"${channel}"`))

/** Every file of a folder with its text. An app that writes may remove one that was just listed: then all are read anew. */
const filesOf = (folder: string, encoding: 'latin1' | 'utf8' = 'latin1') =>
  until('the files of a folder', () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, text: readFileSync(path, encoding) })),
  )

/** Searches all that outlives a call: files, output, what crossed the bridge, the memory of the page. */
async function expectNowhere(app: App, token: string): Promise<void> {
  const files = await filesOf(app.profile)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(({ text }) => text.includes(token)).map(({ path }) => path)).toEqual([])
  expect(app.output()).not.toContain(token)
  const carrying = (await app.ipcTraffic()).filter(({ text }) => text.includes(token))
  // It crosses inwards, in the calls that hand it over, and never back.
  expect(carrying.map(({ direction }) => direction)).not.toContain('to-page')
  expect(carrying.filter((message) => !handsOver(message))).toEqual([])
  expect(await app.heapContains(token)).toBe(false)
}

test('the token is in no file, no output, no message to the page, and not in its memory', async ({ ready }) => {
  const { app, page, token } = ready
  await reaches(page, 'Survival', /^Running/)
  await serverRow(page, 'Survival').getByRole('button', { name: 'Restart Survival' }).click()
  await reaches(page, 'Survival', /^Restarting/)
  expect(await app.heapContains('Survival')).toBe(true)
  await expectNowhere(app, token)
})

/** One call of a random session, made as the window makes it. */
type Step = { channel: PageChannel; payload: (ids: { ref: string; keyId: string }) => unknown }

const steps: readonly Step[] = [
  { channel: 'servers:refresh', payload: () => undefined },
  { channel: 'keys:refresh', payload: ({ keyId }) => ({ keyId }) },
  { channel: 'keys:rename', payload: ({ keyId }) => ({ keyId, label: 'Renamed' }) },
  { channel: 'keys:replaceToken', payload: ({ keyId }) => ({ keyId, token: `ptlc_${'w'.repeat(43)}` }) },
  { channel: 'servers:power', payload: ({ ref }) => ({ ref, signal: 'restart', confirmed: false }) },
  { channel: 'servers:power', payload: ({ ref }) => ({ ref, signal: 'kill', confirmed: true }) },
  { channel: 'servers:command', payload: ({ ref }) => ({ ref, command: 'list' }) },
  { channel: 'app:copyDiagnostics', payload: () => undefined },
  { channel: 'state:snapshot', payload: () => undefined },
]

function callFromPage(page: Page, channel: string, payload: unknown): Promise<unknown> {
  return page.evaluate(
    ([name, body]) => {
      const { call } = Reflect.get(window, 'servertray') as {
        call: (channel: string, body?: unknown) => Promise<unknown>
      }
      return call(name, body)
    },
    [channel, payload] as const,
  )
}

test('a long random session, with faults, leaves the token nowhere, diagnostics and settings backups included', {
  tag: '@long',
}, async ({ panel, ready, start }) => {
  const { app, page, token } = ready
  const snapshot = (await callFromPage(page, 'state:snapshot', undefined)) as {
    value: { state: { keys: Record<string, unknown>; servers: Record<string, unknown> } }
  }
  const { keys, servers } = snapshot.value.state
  const keyId = Object.keys(keys)[0] ?? ''
  const ref = Object.keys(servers).find((one) => one.endsWith(demoServers.survival)) ?? ''
  const session = fc.sample(fc.constantFrom(...steps), 600)
  for (const [index, { channel, payload }] of session.entries()) {
    // For a while the panel refuses everybody, so that the ways of failure are walked too.
    if (index === 40) panel.panel.setRateLimit({ requests: 1, windowMs: 300 })
    if (index === 60) panel.panel.setRateLimit({ requests: 1_000_000, windowMs: 60_000 })
    await callFromPage(page, channel, payload({ ref, keyId }))
  }
  const diagnostics = (await callFromPage(page, 'app:copyDiagnostics', undefined)) as { value: { text: string } }
  expect(diagnostics.value.text).toContain('Servertray')
  expect(diagnostics.value.text).not.toContain(token)
  expect(diagnostics.value.text).not.toContain(new URL(panel.baseUrl).host)
  await expectNowhere(app, token)

  // A good start keeps a backup of the settings.
  await app.quit()
  await start({ profile: app.profile })
  const backups = await until('a backup of the settings', async () => {
    const found = (await filesOf(app.profile)).filter(({ path }) => path.includes('backup'))
    return found.length > 0 && found
  })
  expect(backups.filter(({ text }) => text.includes(token))).toEqual([])
})

/** Everything that a person or a file gets of the app, by where: as it is now. */
async function whatIsTold(app: App, page: Page): Promise<Record<string, string>> {
  const files = (await filesOf(app.profile, 'utf8')).map(({ path, text }) => [path, text] as const)
  const traffic = (await app.ipcTraffic()).filter((message) => !handsOver(message))
  return {
    ...Object.fromEntries(files),
    window: await page.evaluate(() => `${document.title} ${document.documentElement.outerHTML}`),
    tray: JSON.stringify(await app.tray.view()),
    notifications: JSON.stringify(await app.notifications()),
    messages: traffic.map(({ text }) => text).join('\n'),
    output: app.output(),
  }
}

const hidingToken = (told: Record<string, string>, token: string) =>
  Object.keys(told).filter((place) => holdsToken(told[place] ?? '', token))

/** Everything is asked of every server, and each is to restart, after a warning that is refused. */
async function walkThrough(page: Page, quoting: QuotingPanel): Promise<void> {
  const { servers, keys } = await stateOf(page)
  const refs = Object.keys(servers)
  expect(refs).toHaveLength(quoting.identifiers.length)
  const [keyId = ''] = Object.keys(keys)
  const bridge = await bridgeOf(page)
  // So often that every refusal has been said to each kind of call.
  for (let round = 0; round * refs.length < quoting.refusals; round += 1) {
    const calls: [string, (ref: string) => unknown][] = [
      ['servers:power', (ref) => ({ ref, signal: 'restart', confirmed: true })],
      ['servers:command', (ref) => ({ ref, command: 'list' })],
    ]
    for (const [channel, payload] of calls) {
      for (const ref of refs) expect(await callFromPage(page, channel, payload(ref))).toMatchObject({ ok: false })
    }
  }
  for (const ref of refs) await callFromPage(page, 'console:watch', { ref, after: 0 })
  const choices = restartChoices({ warnings: [299] })
  for (const ref of refs) {
    const planned = await callFromPage(page, 'restart:plan', { ref, choices, when: { inSeconds: 300 } })
    expect(planned).toMatchObject({ ok: true })
  }
  await until('the warnings to be refused', async () =>
    Object.values((await stateOf(page)).plans).every(({ steps }) => steps[0]?.error !== null),
  )
  quoting.refuseLists()
  for (let told = 0; told < quoting.refusals; told += 1) await callFromPage(page, 'keys:refresh', { keyId })
  must(await bridge.evaluate(({ call }) => call('app:copyDiagnostics')))
}

const quotedToken = 'ptlc_Ab3dEf6hIjKlMn0pQrStUvWxYz1234567890abcdEFg'

test('a panel that quotes the token, however it is spelled, gets it neither shown nor written', {
  tag: '@long',
}, async ({ start }) => {
  const token = quotedToken
  const quoting = createQuotingPanel(token)
  const panel = await startFaultPanel()
  panel.respond(quoting.behaviour)
  const { app, page } = await start()
  await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
  await page.getByRole('row').nth(1).waitFor()
  await walkThrough(page, quoting)
  const told = await whatIsTold(app, page)
  expect(hidingToken(told, token)).toEqual([])
  // It was quoted in each of these places, or nothing was tried.
  const at = (name: string) => told[join(app.profile, name)] ?? told[name]
  for (const place of ['activity.jsonl', 'restarts.json', 'window', 'tray', 'messages']) {
    expect(at(place), place).toContain('[token]')
  }
  await panel.close()
})

test('nor does the command line tell it', async () => {
  const token = quotedToken
  const quoting = createQuotingPanel(token)
  const panel = await startFaultPanel()
  panel.respond(quoting.behaviour)
  const env = { SERVERTRAY_URL: panel.baseUrl, SERVERTRAY_TOKEN: token }
  const [one = '', other = ''] = quoting.identifiers
  const told = await Promise.all(
    [
      ['list'],
      ['list', '--json'],
      ['status', '--json'],
      ['power', one, 'stop'],
      ['send', one, 'list'],
      ['restart', other, '--warn', '1s'],
      ['bulk', 'restart', '--all', '--stagger', '0'],
    ].map(async (argv) => {
      const { stdout, stderr } = await startCliProcess(argv, env).end
      return { argv, said: stdout + stderr }
    }),
  )
  expect(told.filter(({ said }) => holdsToken(said, token)).map(({ argv }) => argv)).toEqual([])
  for (const { argv, said } of told) expect(said, argv.join(' ')).toContain('[token]')
  await panel.close()
})

test('a crash whose words carry the token tells it to nobody', async ({ start }) => {
  const hook = createCrashHook(`process.on('SIGUSR2', () => { throw failure })`)
  const { app } = await start({ env: hook.env })
  process.kill(app.pid, 'SIGUSR2')
  expect(await app.waitForExit()).toEqual({ code: 1, signal: null })
  const log = readFileSync(join(app.profile, 'logs', 'servertray.log'), 'utf8')
  expect(log).toContain('an unexpected failure ended the app')
  expect((await filesOf(app.profile)).filter(({ text }) => text.includes(crashToken))).toEqual([])
  expect(app.output()).not.toContain(crashToken)
  hook.dispose()
})

test('so does one before the app is ready', async () => {
  const early = createCrashHook(`
    process.on('newListener', (event) => {
      if (event === 'uncaughtException') process.nextTick(() => { throw failure })
    })`)
  const crashed = await launchApp({ env: early.env })
  expect(await crashed.waitForExit()).toEqual({ code: 1, signal: null })
  const log = readFileSync(join(crashed.profile, 'logs', 'servertray.log'), 'utf8')
  expect(log).toContain('an unexpected failure ended the app')
  expect(log).not.toContain(crashToken)
  expect(crashed.output()).not.toContain(crashToken)
  await crashed.dispose()
  early.dispose()
})

test('so does a promise that fails with nobody to hear, and the app goes on', async ({ start }) => {
  const promise = createCrashHook(`process.on('SIGUSR2', () => { Promise.reject(failure) })`)
  // The mode in which Node warns of rejections even where somebody listens.
  const NODE_OPTIONS = `${promise.env.NODE_OPTIONS} --unhandled-rejections=warn`
  const { app, page } = await start({ env: { NODE_OPTIONS } })
  process.kill(app.pid, 'SIGUSR2')
  await until('the log to tell', async () =>
    (await filesOf(app.profile)).some(({ text }) => text.includes('a promise failed with nobody to hear')),
  )
  expect((await filesOf(app.profile)).filter(({ text }) => text.includes(crashToken))).toEqual([])
  expect(app.output()).not.toContain(crashToken)
  await expect(page.getByRole('heading', { name: 'Your servers, one click away' })).toBeVisible()
  promise.dispose()
})

test('a profile folder that cannot be made is told in words, and the app ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'servertray-file-'))
  writeFileSync(join(folder, 'file'), '')
  const app = await launchApp({ profile: join(folder, 'file', 'profile') })
  expect(await app.waitForExit()).toEqual({ code: 1, signal: null })
  expect(app.output()).toContain('Servertray could not start: Check that its folder can be read and written')
  await app.dispose()
  rmSync(folder, { recursive: true, force: true })
})
