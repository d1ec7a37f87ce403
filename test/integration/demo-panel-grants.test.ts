import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeyInput } from '../../electron/demo-panel/panel/api-keys.ts'
import { permissions } from '../../shared/keys/permission.ts'
import { call, demoServers, must, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import { connectConsole, credentials, errorEvent, eventsOf, openConsole } from '../fixtures/demo-console.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

const { survival: server, creative } = demoServers

let demo: StartedDemo & { clock: FakeClock }
let key: { keyId: string; token: string }
const before: KeyInput = {
  description: 'Bot',
  servers: [server],
  permissions: ['console', 'power', 'files-write'],
  allowedIps: '127.0.0.1',
}

beforeEach(async () => {
  demo = await startFakeDemo()
  key = must(demo.panel.createKey(before))
})
afterEach(() => demo.panel.dispose())

const update = (changes: Partial<KeyInput>) => must(demo.panel.updateKey(key.keyId, changes))

/** What happens to the key, and whether what it gave out is worth anything after it. */
const changes: readonly (readonly [string, () => void, boolean])[] = [
  ['the key is deleted', () => must(demo.panel.deleteKey(key.keyId)), false],
  ['the key loses the server', () => update({ servers: [creative] }), false],
  ['the key loses a permission', () => update({ permissions: ['settings'] }), false],
  ['the address is no longer allowed', () => update({ allowedIps: '203.0.113.9' }), false],
  ['the key gets another name', () => update({ description: 'Bot 2' }), true],
  ['the key is widened', () => update({ servers: 'all', permissions, allowedIps: '' }), true],
  ['another key is deleted', () => must(demo.panel.deleteKey(must(demo.panel.createKey(before)).keyId)), true],
]

const link = async (path: string): Promise<string> => {
  const response = await call(`${demo.baseUrl}/servers/${server}/files${path}`, key.token)
  return (await response.json()).attributes.url
}
function upload(url: string) {
  const form = new FormData()
  form.append('files', new Blob(['uploaded']), 'new.txt')
  return fetch(url, { method: 'POST', body: form })
}

it.each(changes)('an open console, an unused token of one, and signed links, when %s', async (_what, happen, stays) => {
  const client = await openConsole(demo, key.token)
  const other = await openConsole(demo, demo.token())
  const unused = await credentials(demo, key.token)
  const [down, up] = [await link('/download?file=/server.properties'), await link('/upload')]
  happen()
  if (stays) expect(eventsOf(await client.during(() => client.send('send stats')))).toEqual(['stats'])
  else expect(await client.closed).toEqual([1008, 'the api key no longer allows this'])
  expect(eventsOf(await other.during(() => other.send('send stats'))), 'that of another key').toEqual(['stats'])
  const late = await connectConsole(demo, unused.socket)
  const refused = { event: 'jwt error', args: [errorEvent('jwt: created too far in past \\(denylist\\)')] }
  const [answer] = await late.during(() => late.send('auth', unused.token))
  expect(answer).toEqual(stays ? { event: 'auth success' } : refused)
  for (const response of [await fetch(down), await upload(up)]) expect(response.status).toBe(stays ? 200 : 404)
  expect(demo.panel.files.read(server, '/new.txt') !== null).toBe(stays)
})

it('a signed link ends with its server', async () => {
  const url = await link('/download?file=/server.properties')
  demo.panel.node.remove(server)
  expect((await fetch(url)).status).toBe(404)
})
