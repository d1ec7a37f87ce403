import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRouter, type Handlers, type Sender } from '../../../../electron/ipc/router.ts'
import { errorCodeSchema } from '../../../../shared/error-schema.ts'
import { invokeContract } from '../../../../shared/ipc/contract.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { aServer, aState } from '../../../fixtures/state.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const origin = 'app://servertray'
const ours: Sender = { url: `${origin}/index.html`, isMainFrame: true, isOurWindow: true, pageId: 7 }
const foreign: Sender[] = [
  { ...ours, url: 'https://evil.example/' },
  { ...ours, url: 'app://other/index.html' },
  { ...ours, url: 'app://servertray.evil.example/' },
  { ...ours, url: 'file:///index.html' },
  { ...ours, url: 'about:blank' },
  { ...ours, url: 'not an address' },
  { ...ours, url: null },
  { ...ours, isMainFrame: false },
  { ...ours, isOurWindow: false },
]

function setUp(change: Partial<Handlers> = {}) {
  const ran: string[] = []
  const note = (channel: string) => () => {
    ran.push(channel)
    return fail('cancelled')
  }
  const handlers = Object.fromEntries(
    Object.keys(invokeContract).map((channel) => [channel, note(channel)]),
  ) as unknown as Handlers
  const log = createTestLog()
  return { ran, log, router: createRouter({ handlers: { ...handlers, ...change }, origin, log }) }
}

describe('router', () => {
  const { ref } = aServer()

  it('runs the handler with the parsed payload', async () => {
    let seen: unknown
    const { router } = setUp({
      'servers:command': (request) => {
        seen = request
        return ok()
      },
    })
    expect(await router.call('servers:command', ours, { ref, command: '  say hi ', extra: 1 })).toEqual(ok())
    expect(seen).toEqual({ ref, command: '  say hi ' })
  })

  it.each(['\u200b', '\u3164\u00ad', '', 'x'.repeat(61)])(
    'refuses %j as the name of a key, in words of its own',
    async (label) => {
      const { router, ran } = setUp()
      const refused = { error: { code: 'invalid-label', hint: 'Use 1 to 60 visible characters.' } }
      const typed = { address: 'https://panel.example', token: 'ptlc_0123456789' }
      expect(await router.call('keys:rename', ours, { keyId: 'home', label })).toMatchObject(refused)
      expect(await router.call('keys:add', ours, { ...typed, label })).toMatchObject(refused)
      // What a person did not type is no matter of a name.
      expect(await router.call('keys:rename', ours, { keyId: 7, label })).toMatchObject({
        error: { code: 'invalid-request' },
      })
      expect(ran).toEqual([])
    },
  )

  it.each(foreign)('refuses a foreign sender before anything runs: %o', async (sender) => {
    const { router, ran } = setUp()
    expect(await router.call('demo:add', sender, undefined)).toMatchObject({ error: { code: 'sender-refused' } })
    expect(ran).toEqual([])
  })

  it.each([
    ['no such channel', 'vault:read', undefined],
    ['a kill that nobody confirmed', 'servers:power', { ref, signal: 'kill', confirmed: false }],
    ['an unknown signal', 'servers:power', { ref, signal: 'explode', confirmed: true }],
    ['a hostile reference', 'servers:power', { ref: '../../a1b2c3d4', signal: 'stop', confirmed: true }],
    ['a command of two lines', 'servers:command', { ref, command: 'say a\nstop' }],
    ['an empty command', 'servers:command', { ref, command: '  ' }],
    ['a flood', 'servers:command', { ref, command: 'x'.repeat(65_537) }],
    ['a payload where none belongs', 'demo:add', {}],
    ['a prototype', 'constructor', {}],
    ['the files of a drop, which only the preload script tells of', 'fileMoves:dropped', { paths: ['/etc/passwd'] }],
    ['a channel that is no text', ['demo:add'], undefined],
  ])('refuses %s', async (_, channel, payload) => {
    const { router, ran } = setUp()
    expect(await router.call(channel, ours, payload)).toMatchObject({ error: { code: 'invalid-request' } })
    expect(ran).toEqual([])
  })

  it('lets nothing out that the contract does not list', async () => {
    const state = aState()
    const leaky = { ...state, app: { ...state.app, token: 'ptlc_secret' } }
    const { router } = setUp({ 'state:snapshot': () => ok({ revision: 1, state: leaky, token: 'ptlc_secret' }) })
    expect(JSON.stringify(await router.call('state:snapshot', ours, undefined))).not.toContain('ptlc_secret')
  })

  it('answers with a typed error when a handler fails unexpectedly', async () => {
    const { router, log } = setUp({
      'demo:open': () => {
        throw new Error('boom')
      },
    })
    expect(await router.call('demo:open', ours, undefined)).toMatchObject({ error: { code: 'internal' } })
    expect(log.lines).toHaveLength(1)
  })

  it('answers every generated payload with a result, and acts on none from a foreign frame', async () => {
    const senders = [ours, ...foreign]
    const { router, ran } = setUp()
    const channel = fc.oneof(fc.constantFrom(...Object.keys(invokeContract)), fc.string())
    const field = fc.oneof(fc.anything(), fc.constantFrom(ref, 'a1b2c3d4', 'kill', true, 'key-1'))
    const payload = fc.oneof(
      fc.anything(),
      fc.record(
        {
          ref: field,
          signal: field,
          confirmed: field,
          command: field,
          keyId: field,
          token: field,
          label: field,
          address: field,
        },
        { requiredKeys: [] },
      ),
    )
    const call = fc.tuple(channel, fc.constantFrom(...senders), payload)
    await fc.assert(
      fc.asyncProperty(call, async ([name, sender, body]) => {
        const before = ran.length
        const result = await router.call(name, sender, body)
        expect(result.ok).toBe(false)
        if (!result.ok) expect(errorCodeSchema.safeParse(result.error.code).success).toBe(true)
        if (sender !== ours) expect(ran.length).toBe(before)
      }),
      { numRuns: sizeOf({ short: 1_000, long: 5_000 }) },
    )
  })
})
