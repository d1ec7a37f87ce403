import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startHere } from '../fixtures/cli-here.ts'
import { type ScriptProcess, startCliProcess } from '../fixtures/cli-process.ts'
import { eventually } from '../fixtures/eventually.ts'
import { empty, type FaultPanel, json, refusal, serverList, silence, stats, tooMany } from '../fixtures/fault-panel.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { sizeOf } from '../fixtures/run.ts'

const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'
const lobby = { identifier: 'a1b2c3d4', name: 'Lobby' }
/** Each signal costs every command below a process of its own, so the short run takes one for most of them. */
const signals = sizeOf<readonly NodeJS.Signals[]>({ short: ['SIGINT'], long: ['SIGINT', 'SIGTERM', 'SIGHUP'] })

let panel: FaultPanel
let started: ScriptProcess[]
beforeEach(async () => {
  started = []
  panel = await openFaultPanel()
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
})

function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}): ScriptProcess {
  const cli = startCliProcess(argv, { SERVERTRAY_URL: panel.baseUrl, SERVERTRAY_TOKEN: token, ...env })
  started.push(cli)
  return cli
}

const posts = () => panel.requests.filter(({ method }) => method === 'POST')
const codeOf = (stderr: string): unknown => JSON.parse(stderr).error.code

describe('a stop while a rate limit is waited for', () => {
  const actions = [
    ['power', 'a1b2c3d4', 'stop'],
    ['send', 'a1b2c3d4', 'say hi'],
  ] as const
  it.each([
    ...actions.flatMap((argv) => signals.map((signal) => [argv[0], signal, argv] as const)),
    ...sizeOf({ short: [['power', 'SIGTERM', actions[0]] as const], long: [] }),
  ])('of %s by %s: nothing is sent after it', async (_name, signal, argv) => {
    panel.respond(tooMany({ 'retry-after': '3' }), empty(204))
    const cli = start(argv)
    await eventually(() => expect(cli.stderr()).toContain('Trying again in 3 s'))
    cli.child.kill(signal)
    const { code, stdout, stderr } = await cli.end
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
    expect(stderr).toContain('Error: Cancelled.')
    expect(panel.requests).toHaveLength(1)
  })

  it('of a bulk action: nothing goes out, and the server counts as cancelled', async () => {
    panel.respond((reply, request) => {
      if (request.method === 'GET') json(200, serverList([lobby]))(reply, request)
      else tooMany({ 'retry-after': '20' })(reply, request)
    })
    const cli = start(['bulk', 'stop', '--all'])
    await eventually(() => expect(posts()).toHaveLength(1))
    cli.child.kill('SIGINT')
    const { code, stdout } = await cli.end
    expect(code).toBe(7)
    expect(stdout).toContain('1 cancelled')
    expect(posts()).toHaveLength(1)
  })
})

describe('a stop while the panel has not answered', () => {
  it.each(signals)('ends a list at the first %s', async (signal) => {
    panel.respond(silence)
    const cli = start(['list', '--json'])
    await eventually(() => expect(panel.requests).toHaveLength(1))
    cli.child.kill(signal)
    const { code, stdout, stderr } = await cli.end
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
    expect(codeOf(stderr)).toBe('cancelled')
    expect(panel.requests).toHaveLength(1)
  })

  it.each([['status'], ['watch'], ['console a1b2c3d4'], ['restart a1b2c3d4'], ['bulk stop --all']])(
    'ends %s at once',
    async (line) => {
      panel.respond(silence)
      const stopping = new AbortController()
      const env = { SERVERTRAY_URL: panel.baseUrl, SERVERTRAY_TOKEN: token }
      const { out, exit } = startHere({ argv: [...line.split(' '), '--json'], env, stopped: stopping.signal })
      await eventually(() => expect(panel.requests).toHaveLength(1))
      stopping.abort()
      expect({ code: await exit, stdout: out.stdout }).toEqual({ code: 7, stdout: '' })
      expect(codeOf(out.stderr)).toBe('cancelled')
      expect(panel.requests).toHaveLength(1)
    },
  )

  it('ends a status whose readings do not come', async () => {
    panel.respond(json(200, serverList([lobby])), silence)
    const cli = start(['status', '--json'])
    await eventually(() => expect(panel.requests).toHaveLength(2))
    cli.child.kill('SIGINT')
    const { code, stderr } = await cli.end
    expect([code, codeOf(stderr)]).toEqual([7, 'cancelled'])
  })

  it.each([
    ['its refusal', refusal(409, 'HttpException', 'Busy.'), 8, ''],
    ['its yes', empty(204), 0, 'The panel accepted restart for a1b2c3d4.\n'],
  ] as const)('of a signal that is out already is told %s', async (_what, behaviour, exit, said) => {
    const answer = Promise.withResolvers<void>()
    panel.respond((reply, request) => {
      if (request.method === 'GET') json(200, stats('running'))(reply, request)
      else void answer.promise.then(() => behaviour(reply, request))
    })
    const cli = start(['power', 'a1b2c3d4', 'restart'])
    await eventually(() => expect(posts()).toHaveLength(1))
    cli.child.kill('SIGINT')
    await eventually(() => expect(cli.stderr()).toContain('Press Ctrl+C again to end at once'))
    answer.resolve()
    expect(await cli.end).toMatchObject({ code: exit, stdout: said })
    expect(posts()).toHaveLength(1)
  })
})

describe('a stop while nobody reads the output', () => {
  // More than any pipe holds, and one more than is kept, so that standard error tells when the list is out.
  const many = Array.from({ length: 10_001 }, (_, i) => ({ identifier: String(10_000_000 + i), name: `Server ${i}` }))

  it.each(signals)('ends a list at the first %s', async (signal) => {
    panel.respond(json(200, many))
    const { child, stderr } = start(['list'])
    child.stdout?.pause()
    await eventually(() => expect(stderr()).toContain('is incomplete'))
    expect(child.exitCode).toBeNull()
    const ending = once(child, 'exit')
    child.kill(signal)
    const [code, endedBy] = await ending
    // Shells tell this as 130 and the like.
    expect([code, endedBy]).toEqual([null, signal])
  })
})
