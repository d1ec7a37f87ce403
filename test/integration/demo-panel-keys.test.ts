import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDemoPanel, type DemoPanel } from '../../electron/demo-panel/demo-panel.ts'
import { permissions, readOnlyPermissions } from '../../shared/keys/permission.ts'
import { call, demoServers, must, type StartedDemo, startDemo, startFakeDemo } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const identifiers = async (response: Response): Promise<string[]> =>
  (await response.json()).data.map((entry: { attributes: { identifier: string } }) => entry.attributes.identifier)

describe('the rules of API keys', () => {
  let demo: StartedDemo & { clock: FakeClock }
  beforeEach(async () => {
    demo = await startFakeDemo()
  })
  afterEach(() => demo.panel.dispose())
  const power = (token: string, server: string) =>
    call(`${demo.baseUrl}/servers/${server}/power`, token, 'POST', { signal: 'start' })

  it('includes servers added later in All servers, and in nothing else', async () => {
    const all = demo.token()
    const some = demo.token({ servers: [demoServers.survival] })
    const { identifier } = demo.panel.addServer('Added later', 'minecraft')
    expect(await identifiers(await call(demo.baseUrl, all))).toContain(identifier)
    expect((await power(all, identifier)).status).toBe(204)
    expect(await identifiers(await call(demo.baseUrl, some))).toEqual([demoServers.survival])
    expect((await power(some, identifier)).status).toBe(404)
  })

  it.each([
    ['no description', { description: ' \t' }, 'The description is required.'],
    ['a long description', { description: 'x'.repeat(501) }, 'That description cannot be used.'],
    ['a description of two lines', { description: 'a\nb' }, 'That description cannot be used.'],
    ['no server chosen', { servers: [] }, 'No server is chosen.'],
    ['no permission', { permissions: [] }, 'No permission is chosen.'],
    ['an unknown server', { servers: ['ffffffff'] }, 'One of the chosen servers does not exist.'],
    [
      'a bad address',
      { allowedIps: '10.0.0.1\nnope' },
      'Line 2 of Allowed IPs is not an IP address or CIDR range: nope',
    ],
  ])('refuses %s, for new keys and for changes', (_name, wrong, message) => {
    const right = { description: 'Bot', servers: 'all' as const, permissions }
    expect(demo.panel.createKey({ ...right, ...wrong })).toMatchObject({
      ok: false,
      error: { code: 'input-rejected', message },
    })
    expect(demo.panel.listKeys()).toEqual([])
    const { keyId } = must(demo.panel.createKey(right))
    expect(demo.panel.updateKey(keyId, wrong)).toMatchObject({ ok: false, error: { message } })
  })

  it('holds at most 25 keys', () => {
    for (let count = 0; count < 25; count += 1) demo.token()
    expect(demo.panel.createKey({ description: 'One more', servers: 'all', permissions })).toMatchObject({
      ok: false,
      error: { message: 'You have reached the account limit for number of API keys.' },
    })
  })

  it.each([
    ['nothing', ''],
    ['another scheme', 'Basic TOKEN'],
    ['a longer token', 'Bearer TOKENx'],
  ])('refuses %s as authorization', async (_name, header) => {
    const authorization = header.replace('TOKEN', demo.token())
    expect((await fetch(demo.baseUrl, { headers: { authorization } })).status).toBe(401)
  })

  it('counts wrong tokens by address, and keeps no right one from being used', async () => {
    const token = demo.token()
    const wrong = () => call(demo.baseUrl, `ptlc_${'x'.repeat(43)}`)
    for (let count = 0; count < 60; count += 1) expect((await wrong()).status).toBe(401)
    const refused = await wrong()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await call(demo.baseUrl, token)).status).toBe(200)
    await demo.clock.advance(60_000)
    expect((await wrong()).status).toBe(401)
  })
})

describe('the state file', () => {
  const folder = setUpFolder()
  const open: DemoPanel[] = []
  afterEach(async () => {
    for (const panel of open.splice(0)) await panel.dispose()
  })
  const file = () => join(folder(), 'nested', 'demo.json')
  const start = async (clock: FakeClock, more = {}) => {
    const demo = await startDemo({ clock, file: file(), ...more })
    open.push(demo.panel)
    return demo
  }

  it('brings keys and the port back, with servers that begin anew, and never holds a token', async () => {
    const clock = createFakeClock()
    const first = await start(clock)
    const token = first.token({
      description: 'Kept',
      servers: [demoServers.survival],
      permissions: readOnlyPermissions,
    })
    const all = first.token()
    await call(`${first.baseUrl}/servers/${demoServers.survival}/settings/rename`, all, 'POST', { name: 'Renamed' })
    await first.panel.dispose()

    const text = readFileSync(file(), 'utf8')
    for (const secret of [token, token.slice(5), all, all.slice(5)]) expect(text).not.toContain(secret)
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder(), 'nested'))).toEqual(['demo.json'])

    const second = await start(clock)
    expect(second.baseUrl).toBe(first.baseUrl)
    const body = await (await call(second.baseUrl, token)).json()
    expect(body.data).toMatchObject([{ attributes: { identifier: demoServers.survival, name: 'Survival' } }])
    expect(
      (await call(`${second.baseUrl}/servers/${demoServers.survival}/power`, token, 'POST', { signal: 'stop' })).status,
    ).toBe(403)
  })

  it('is written at once', async () => {
    const { panel, token } = await start(createFakeClock())
    token({ description: 'At once' })
    expect(readFileSync(file(), 'utf8')).toContain('At once')
    must(panel.deleteKey(panel.listKeys()[0]?.id ?? ''))
    expect(readFileSync(file(), 'utf8')).not.toContain('At once')
  })

  it.each([
    ['empty', ''],
    ['another shape', '{"version":2}'],
    ['a bad hash', '{"version":1,"port":null,"servers":[],"keys":[{"id":"a","tokenHash":"zz"}]}'],
  ])('sets a broken file aside (%s) and starts afresh', async (_name, content) => {
    const clock = createFakeClock()
    const broken = join(folder(), 'demo.json')
    writeFileSync(broken, content)
    const lines: string[] = []
    const demo = await startDemo({ clock, file: broken, log: (line) => lines.push(line) })
    open.push(demo.panel)
    expect(await identifiers(await call(demo.baseUrl, demo.token()))).toHaveLength(8)
    expect(readFileSync(join(folder(), 'demo.damaged.json'), 'utf8')).toBe(content)
    expect(lines.join()).toContain('set aside')
  })

  it('says so when a key cannot be written, and does not make it', () => {
    const notFolder = join(folder(), 'file')
    writeFileSync(notFolder, '')
    const panel = createDemoPanel({ clock: createFakeClock(), file: join(notFolder, 'demo.json') })
    open.push(panel)
    expect(panel.createKey({ description: 'Lost', servers: 'all', permissions })).toMatchObject({
      ok: false,
      error: { code: 'storage-failed' },
    })
    expect(panel.listKeys()).toEqual([])
  })
})
