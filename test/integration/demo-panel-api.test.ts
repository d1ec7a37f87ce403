import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, demoServers, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { TestPanelOptions } from '../fixtures/demo-panel/test-panel.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

let demo: StartedDemo & { clock: FakeClock }
let token: string
const start = async (options: Omit<TestPanelOptions, 'clock'> = {}) => {
  demo = await startFakeDemo(options)
  token = demo.token()
}
beforeEach(() => start())
afterEach(() => demo.panel.dispose())

const on = (server: string, path: string, method = 'GET', body?: unknown) =>
  call(`${demo.baseUrl}/servers/${server}${path}`, token, method, body)
const power = (server: string, signal: string) => on(server, '/power', 'POST', { signal })
const state = async (server: string): Promise<string> =>
  (await (await on(server, '/resources')).json()).attributes.current_state
const errors = async (response: Response) => ({ status: response.status, ...(await response.json()) })

describe('answers', () => {
  it('say 409 for everything on a suspended server but showing it', async () => {
    const { suspended: server } = demoServers
    expect((await on(server, '')).status).toBe(200)
    for (const response of [
      await power(server, 'start'),
      await on(server, '/resources'),
      await on(server, '/files/list'),
    ]) {
      expect(await errors(response)).toEqual({
        status: 409,
        errors: [
          {
            code: 'ServerStateConflictException',
            status: '409',
            detail: 'This server is currently suspended and the functionality requested is unavailable.',
          },
        ],
      })
    }
  })

  it('read resources fresh, or again for a while where that is set', async () => {
    expect((await on(demoServers.survival, '/resources')).headers.get('cache-control')).toBe('private, max-age=1')
    await demo.panel.dispose()
    await start({ resourcesCacheMs: 20_000 })
    expect(await state(demoServers.survival)).toBe('running')
    await power(demoServers.survival, 'kill')
    await demo.clock.advance(19_999)
    expect(await state(demoServers.survival)).toBe('running')
    await demo.clock.advance(1)
    expect(await state(demoServers.survival)).toBe('offline')
  })
})
