import { beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../fixtures/cli-here.ts'
import { startCliProcess } from '../fixtures/cli-process.ts'
import {
  type Behaviour,
  empty,
  type FaultPanel,
  json,
  refusal,
  serverList,
  silence,
  stats,
  tooMany,
} from '../fixtures/fault-panel.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { lobby, twoServers } from '../fixtures/two-servers.ts'

const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'

type Finished = { readonly exit: number | null; readonly stdout: string; readonly stderr: string }
type Environment = Readonly<Record<string, string>>

let panel: FaultPanel
beforeEach(async () => {
  panel = await openFaultPanel()
})

const environment = (): Environment => ({ SERVERTRAY_URL: panel.baseUrl, SERVERTRAY_TOKEN: token })
const start = (argv: readonly string[], env: Environment = {}) => startCliProcess(argv, { ...environment(), ...env })

/** In a process of its own: what it says comes through real pipes, and it ends by itself. */
async function run(argv: readonly string[], env: Environment = {}): Promise<Finished> {
  const { code, stdout, stderr } = await start(argv, env).end
  return { exit: code, stdout, stderr }
}

/** The same command in this process, for what only differs in what it says. */
const here = (argv: readonly string[], env: Environment = {}): Promise<Finished> =>
  runHere({ argv, env: { ...environment(), ...env } })

describe('list', () => {
  it('prints a table', async () => {
    panel.respond(twoServers)
    const { host } = new URL(panel.baseUrl)
    const gap = ' '.repeat(host.length - 'PANEL'.length)
    expect(await run(['list'])).toEqual({
      exit: 0,
      stdout: [
        `IDENTIFIER  NAME       PANEL${gap}  STATE`,
        `a1b2c3d4    Lobby      ${host}  running`,
        `b2c3d4e5    [31mArena  ${host}  unknown  The panel had an error of its own.`,
        '',
      ].join('\n'),
      stderr: '',
    })
  })

  it('prints JSON', async () => {
    panel.respond(twoServers)
    const { exit, stdout, stderr } = await here(['list', '--json'])
    const { host } = new URL(panel.baseUrl)
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual([
      { identifier: 'a1b2c3d4', name: 'Lobby', panel: host, state: 'running', reason: null },
      {
        identifier: 'b2c3d4e5',
        name: '[31mArena',
        panel: host,
        state: 'unknown',
        reason: 'The panel had an error of its own.',
      },
    ])
  })

  it('finds the API behind the address of the panel itself', async () => {
    panel.respond(twoServers)
    const { exit, stdout } = await here(['list'], { SERVERTRAY_URL: new URL(panel.baseUrl).origin })
    expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('a1b2c3d4') })
    expect(new Set(panel.requests.map(({ path }) => path.slice(0, 11)))).toEqual(new Set(['/api/client']))
  })

  it('says that a state which is told is not known here', async () => {
    panel.respond(json(200, serverList([lobby])), json(200, stats('hibernating')))
    expect(JSON.parse((await here(['list', '--json'])).stdout)).toMatchObject([
      { state: 'unknown', reason: 'The panel reported no state that is known here.' },
    ])
  })

  it('asks a panel of the core kind for nothing else', async () => {
    panel.respond(json(200, [lobby, { identifier: 'bad' }]))
    const { exit, stdout, stderr } = await here(['list', '--json'])
    expect(exit).toBe(0)
    expect(JSON.parse(stderr)).toMatchObject({ note: { code: 'list-incomplete' } })
    expect(JSON.parse(stdout)).toMatchObject([
      { identifier: 'a1b2c3d4', state: 'unknown', reason: 'This panel doesn’t report server states.' },
    ])
    expect(panel.requests.map((request) => request.path)).toEqual(['/api/client'])
  })

  it('asks for no state of a server that the panel holds back, and waits for none too long', async () => {
    const failed = { identifier: 'c3d4e5f6', name: 'Event', is_installing: true, status: 'install_failed' }
    panel.respond(json(200, serverList([failed, lobby])), silence)
    const { exit, stdout } = await here(['list', '--json', '--timeout', '1'])
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject([
      {
        state: 'unknown',
        reason: 'Install failed. Reinstall it under Settings in Servertray, or in the panel.',
      },
      { state: 'unknown' },
    ])
    expect(panel.requests.map((request) => request.path)).toEqual([
      '/api/client',
      '/api/client/servers/a1b2c3d4/resources',
    ])
  })

  it('says what was left out, and that there is nothing', async () => {
    panel.respond(json(200, [{ identifier: 'bad' }]))
    expect(await here(['list'])).toMatchObject({
      exit: 0,
      stdout: 'No servers.\n',
      stderr: expect.stringContaining('Left out: 1 entry without a valid identifier.'),
    })
  })
})

describe('power and send', () => {
  it('sends exactly one request for a signal', async () => {
    panel.respond(empty(204))
    expect(await run(['power', 'a1b2c3d4', 'stop'])).toEqual({
      exit: 0,
      stdout: 'The panel accepted stop for a1b2c3d4.\n',
      stderr: '',
    })
    expect(panel.requests).toHaveLength(1)
    expect(panel.requests[0]).toMatchObject({ method: 'POST', path: '/api/client/servers/a1b2c3d4/power' })
    expect(panel.requests[0]?.body).toBe('{"signal":"stop"}')
    expect(panel.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
    expect(panel.requests[0]?.headers['user-agent']).toMatch(/^Servertray\/\d+\.\d+\.\d+$/)
  })

  it.each(['start', 'restart'])(
    'does not send a %s to a server that still stops, and names the kill',
    async (signal) => {
      panel.respond(json(200, stats('stopping')))
      const { exit, stdout, stderr } = await here(['power', 'a1b2c3d4', signal])
      expect({ exit, stdout }).toEqual({ exit: 8, stdout: '' })
      expect(stderr).toContain('The panel says that the server is still stopping, so nothing was sent.')
      // It may repeat that after a kill.
      expect(stderr).toContain('for up to 20 s after')
      expect(stderr).toContain('servertray power a1b2c3d4 kill')
      expect(panel.requests.map(({ method }) => method)).toEqual(['GET'])
    },
  )

  it.each([
    ['that is off', json(200, stats('offline'))],
    ['of which nothing can be read', refusal(403, 'X', 'This action is unauthorized.')],
  ])('sends a start to a server %s', async (_, looked) => {
    panel.respond(looked, empty(204))
    expect(await here(['power', 'a1b2c3d4', 'start'])).toMatchObject({ exit: 0 })
    expect(panel.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  it('looks whether the server is off before a command, and sends it once', async () => {
    panel.respond(json(404, {}), empty(204))
    const { exit, stdout } = await here(['send', 'a1b2c3d4', 'say', 'hello', 'there', '--json'])
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ identifier: 'a1b2c3d4', command: 'say hello there' })
    expect(panel.requests.map((request) => [request.path, request.body])).toEqual([
      ['/api/client/servers/a1b2c3d4/resources', ''],
      ['/api/client/servers/a1b2c3d4/command', '{"command":"say hello there"}'],
    ])
  })

  it('says that a backup was accepted, also where the answer does not tell which', async () => {
    panel.respond(empty(204))
    expect(await here(['backup', 'create', 'a1b2c3d4'])).toEqual({
      exit: 0,
      stdout: 'The panel accepted the backup.\n',
      stderr: '',
    })
  })

  it('says that a panel of the core kind has no files, and not that the server is gone', async () => {
    panel.respond(json(404, { message: 'Not Found' }))
    const { exit, stderr } = await here(['files', 'ls', 'a1b2c3d4', '--json'])
    expect(exit).toBe(8)
    expect(jsonLines(stderr)).toMatchObject([{ error: { code: 'not-on-panel' } }])
  })

  it('waits out a rate limit', async () => {
    panel.respond(tooMany({ 'retry-after': '1' }), empty(204))
    expect(await here(['power', 'a1b2c3d4', 'stop'])).toEqual({
      exit: 0,
      stdout: 'The panel accepted stop for a1b2c3d4.\n',
      stderr: 'The panel’s rate limit is reached. Trying again in 1 s.\n',
    })
    expect(panel.requests).toHaveLength(2)
  })
})

describe('exit codes', () => {
  type Case = [exit: number, code: string, name: string, behaviour: Behaviour, argv: string[], requests: number]
  const power = ['power', 'a1b2c3d4', 'stop']
  it.each<Case>([
    [2, 'invalid-request', 'no command', silence, [], 0],
    [3, 'token-refused', '401', refusal(401, 'AuthenticationException', 'Unauthenticated.'), ['list'], 1],
    [4, 'permission-lacking', '403', refusal(403, 'X', 'This action is unauthorized.'), power, 1],
    [5, 'server-not-found', '404', refusal(404, 'NotFoundHttpException', ''), power, 1],
    [6, 'rate-limited', '429', tooMany({ 'retry-after': '60' }), power, 1],
    [6, 'rate-limited', '429 with no patience', tooMany(), ['list', '--max-wait', '0'], 1],
    [7, 'timeout', 'silence', silence, [...power, '--timeout', '3'], 1],
    [8, 'server-unavailable', '409', refusal(409, 'ServerStateConflictException', 'suspended'), power, 1],
  ])('%i, %s: %s', async (exit, code, _name, behaviour, argv, requests) => {
    panel.respond(behaviour)
    const [words, asJson] = await Promise.all([here(argv), here([...argv, '--json'])])
    expect(words).toMatchObject({ exit, stdout: '' })
    expect(words.stderr).toMatch(/^Error: .+\n/)
    expect(asJson).toMatchObject({ exit, stdout: '' })
    expect(asJson.stderr.trimEnd()).not.toContain('\n')
    expect(Object.keys(JSON.parse(asJson.stderr).error)).toEqual(['code', 'message', 'hint'])
    expect(JSON.parse(asJson.stderr).error.code).toBe(code)
    expect(words.stderr + asJson.stderr).not.toContain(token)
    expect(panel.requests).toHaveLength(2 * requests)
  })

  it.each<[number, Behaviour, string[]]>([
    [2, silence, []],
    [3, refusal(401, 'AuthenticationException', 'Unauthenticated.'), ['list']],
    [7, silence, [...power, '--timeout', '1']],
  ])('%i is that of the program, which says the same', async (exit, behaviour, argv) => {
    panel.respond(behaviour)
    expect(await run(argv)).toEqual({ ...(await here(argv)), exit })
  })

  it.each<[string, Environment]>([
    ['an illegal token', { SERVERTRAY_TOKEN: 'not a token' }],
    ['no token', { SERVERTRAY_TOKEN: '' }],
    ['no address', { SERVERTRAY_URL: '' }],
    ['a bad address', { SERVERTRAY_URL: 'ftp://127.0.0.1' }],
    ['plain http to a public address', { SERVERTRAY_URL: 'http://panel.example.com/api/client' }],
  ])('2: %s', async (_name, env) => {
    const { exit, stdout, stderr } = await here(['list'], env)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).not.toContain(token)
    expect(panel.requests).toHaveLength(0)
  })

  it('0: help', async () => {
    const { exit, stdout } = await here(['--help'], { SERVERTRAY_URL: '', SERVERTRAY_TOKEN: '' })
    expect(exit).toBe(0)
    for (const word of ['list', 'power', 'send', '--json', '--timeout', '--max-wait', 'SERVERTRAY_URL']) {
      expect(stdout).toContain(word)
    }
  })
})

it('tells by its exit code what became of a signal, also when nobody reads on', async () => {
  panel.respond(empty(204))
  const cli = start(['power', lobby.identifier, 'stop'])
  cli.child.stdout?.destroy()
  expect(await cli.end).toMatchObject({ code: 0, signal: null, stderr: '' })
  expect(panel.requests).toHaveLength(1)
})

describe('status', () => {
  it('prints one reading of every server', async () => {
    panel.respond(twoServers)
    const { exit, stdout } = await here(['status'])
    expect(exit).toBe(0)
    expect(stdout.split('\n')[1]).toMatch(/^a1b2c3d4 +Lobby +running +[\d.]+ % +\d+ MiB +\d+ min$/)
    expect(stdout.split('\n')[2]).toMatch(
      /^b2c3d4e5 +\[31mArena +unknown +– +– +– +The panel had an error of its own\.$/,
    )
  })

  it('prints JSON', async () => {
    panel.respond(twoServers)
    const rows = JSON.parse((await here(['status', '--json'])).stdout)
    expect(rows).toMatchObject([
      { identifier: 'a1b2c3d4', state: 'running', resources: { cpuPercent: expect.any(Number) } },
      { state: 'unknown', resources: null },
    ])
  })
})

describe('watch', () => {
  it('tells every change, and why, until it is stopped', async () => {
    let state = 'running'
    panel.respond((reply, request) => {
      if (!request.path.endsWith('/resources')) return json(200, serverList([lobby]))(reply, request)
      // Each answer keeps for a second.
      json(200, stats(state), { 'cache-control': 'max-age=1' })(reply, request)
    })
    const cli = start(['watch', '--json'])
    cli.child.stdout?.on('data', () => {
      if (cli.stdout().includes('"to":"running"')) state = 'offline'
      if (cli.stdout().includes('"to":"offline"')) cli.child.kill('SIGINT')
    })
    const { code, stdout } = await cli.end
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toMatchObject([
      { identifier: 'a1b2c3d4', name: 'Lobby', from: '-', to: 'unknown', reason: 'listed' },
      { from: 'unknown', to: 'running', reason: 'read' },
      { from: 'running', to: 'offline', reason: 'read' },
    ])
    expect(stdout).not.toContain(token)
  })

  it('ends at once when no key works', async () => {
    panel.respond(refusal(401, 'X', ''))
    expect(await here(['watch'])).toMatchObject({ exit: 3, stdout: '' })
  })
})
