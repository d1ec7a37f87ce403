import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tighter } from '../../../../electron/demo-panel/http/rate-limit.ts'
import { type Claims, holds, tokenTrouble } from '../../../../electron/demo-panel/node/claims.ts'
import { frameOf, outputMessage, parseFrame } from '../../../../electron/demo-panel/node/frames.ts'
import { signJwt, verifyJwt } from '../../../../electron/demo-panel/node/jwt.ts'
import {
  createOutputThrottle,
  liveLines,
  repeatedLines,
  usualOutputLimit,
} from '../../../../electron/demo-panel/node/output.ts'
import { type Decision, decide, type Situation } from '../../../../electron/demo-panel/node/protocol.ts'
import { memoryLimitBytes } from '../../../../electron/demo-panel/node/stats.ts'
import { createThrottle } from '../../../../electron/demo-panel/node/throttle.ts'
import { type Bucket, takeToken } from '../../../../electron/demo-panel/node/token-bucket.ts'
import { createTokenLimit } from '../../../../electron/demo-panel/node/token-limit.ts'
import { createTokens } from '../../../../electron/demo-panel/node/tokens.ts'
import { type Handshake, refusalOf, serverOf } from '../../../../electron/demo-panel/node/upgrade.ts'

const uuid = 'a1b2c3d4-7d1c-4a52-9f3b-0c86e4d2a917'
const now = 1_700_000_000_000
const claims: Claims = {
  iss: 'http://127.0.0.1:1',
  aud: 'http://127.0.0.1:2',
  jti: 'x',
  iat: now / 1000,
  nbf: now / 1000 - 300,
  exp: now / 1000 + 600,
  server_uuid: uuid,
  permissions: ['websocket.connect'],
  user_uuid: 'u',
  unique_id: 'one',
  scope: 'websocket',
}

describe('json web tokens', () => {
  const secret = Buffer.from('a secret of this test')
  const token = signJwt({ a: 1 }, secret)
  const [head = '', payload = '', signature = ''] = token.split('.')
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signedAs = (header: unknown, body = payload) => {
    const signed = `${typeof header === 'string' ? header : part(header)}.${body}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }

  it('carry their claims to whoever has the secret', () => {
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'HS256' })
    expect(verifyJwt(token, secret)).toEqual({ a: 1 })
    // The example of RFC 7515, A.1, so that this is the standard's signature and not only our own.
    const key = Buffer.from(
      'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
      'base64url',
    )
    const standard =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect(verifyJwt(standard, key)).toMatchObject({ iss: 'joe', exp: 1_300_819_380 })
  })

  it.each([
    ['another secret', signJwt({ a: 1 }, Buffer.from('other'))],
    ['no signature', `${head}.${payload}.`],
    ['a cut signature', `${head}.${payload}.${signature.slice(0, -1)}`],
    ['a longer signature', `${token}A`],
    ['a padded signature', `${token}=`],
    ['other claims', `${head}.${part({ a: 2 })}.${signature}`],
    ['a fourth part', `${token}.x`],
    ['a fifth part', `${token}.x.y`],
    ['no algorithm', signedAs({ alg: 'none' })],
    ['another algorithm', signedAs({ alg: 'HS512' })],
    ['a header that is null', signedAs(null)],
    ['a header that is no JSON', signedAs('@@@')],
    ['claims that are no JSON', signedAs({ alg: 'HS256' }, 'e30x@')],
    ['nothing', ''],
    ['dots', '...'],
    ['one word', 'token'],
  ])('mean nothing with %s', (_what, text) => expect(verifyJwt(text, secret)).toBeNull())

  it('mean nothing in any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => verifyJwt(text, secret) === null))
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1)
        return changed === token || verifyJwt(changed, secret) === null
      }),
    )
  })
})

describe('console tokens', () => {
  let at = now
  const tokens = createTokens({ now: () => at, lifetimeMs: 600_000 })
  const issue = (serverUuid = uuid) =>
    tokens.issue({ keyId: 'k', serverUuid, permissions: ['*'], issuer: 'http://p', audience: 'http://n' })
  const read = (token: string): Claims => {
    const found = tokens.read(token)
    if (found === null) throw new Error('not a token of this panel')
    return found
  }

  it('say what the panel’s API says they do', () => {
    const one = tokens.read(issue())
    expect(one).toEqual({
      ...claims,
      iss: 'http://p',
      aud: 'http://n',
      jti: expect.stringMatching(/^[0-9a-f]{64}$/),
      permissions: ['*'],
      user_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      unique_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(tokens.read(issue())?.unique_id).not.toBe(one?.unique_id)
    expect(tokens.read(issue())?.jti).toBe(one?.jti)
  })

  it('tell the key that asked for them, while they may be good', () => {
    const token = read(issue())
    expect(tokens.keyOf(token)).toBe('k')
    at += 600_999
    issue()
    expect(tokens.keyOf(token)).toBe('k')
    at += 1
    issue()
    expect(tokens.keyOf(token), 'forgotten once expired').toBeNull()
  })

  // By milliseconds into a second: when a token was issued, when all were denied, whether that token is.
  const denials: readonly (readonly [string, number, number, boolean])[] = [
    ['before it', 100, 500, true],
    ['later in the same second', 900, 500, true],
    ['as the second began', 0, 0, false],
    ['in the next second', 1_000, 999, false],
    ['a second before', 0, 1_000, true],
  ]
  it.each(denials)('issued %s are denied, or not', (_what, issuedAt, deniedAt, expected) => {
    const start = Math.ceil(at / 1000) * 1000 + 5_000
    for (const deny of [() => tokens.deny(uuid), tokens.boot]) {
      at = start + issuedAt
      const [token, other] = [read(issue()), read(issue('other'))]
      at = start + deniedAt
      deny()
      expect(tokens.isDenied(token)).toBe(expected)
      // A boot denies those of every server, a denial only those of the account's token id for one.
      expect(tokens.isDenied(other)).toBe(deny === tokens.boot && expected)
    }
  })

  it('are counted by server, and of another panel mean nothing', () => {
    expect(tokens.count('unknown')).toBe(0)
    expect(tokens.count(uuid)).toBeGreaterThan(0)
    const other = createTokens({ now: () => at, lifetimeMs: 1 })
    expect(other.read(issue())).toBeNull()
  })
})

describe('what makes a token no good', () => {
  const check = (changes: Partial<Claims>, at = now) =>
    tokenTrouble({ ...claims, ...changes }, { now: at, serverUuid: uuid, isDenied: ({ jti }) => jti === 'denied' })

  const table: readonly (readonly [string, Partial<Claims>, number, string | null])[] = [
    ['nothing', {}, now, null],
    ['nothing in the second of its end', {}, now + 600_999, null],
    ['its end', {}, now + 601_000, 'jwt: exp claim is invalid'],
    ['a denial', { jti: 'denied' }, now, 'jwt: created too far in past (denylist)'],
    ['no permission', { permissions: ['control.console'] }, now, 'jwt: missing connect permission'],
    ['no scope', { scope: undefined }, now, 'jwt: missing connect permission'],
    ['another scope', { scope: 'file' }, now, 'jwt: missing connect permission'],
    ['another server', { server_uuid: 'b' }, now, 'jwt: server uuid mismatch'],
    ['its end before all else', { jti: 'denied', server_uuid: 'b' }, now + 601_000, 'jwt: exp claim is invalid'],
  ]
  it.each(table)('%s', (_what, changes, at, expected) => expect(check(changes, at)).toBe(expected))

  it('a star stands for every permission but an administrator’s', () => {
    expect(holds(['*'], 'control.stop')).toBe(true)
    expect(holds(['*'], 'admin.websocket.install')).toBe(false)
    expect(holds(['*', 'admin.websocket.install'], 'admin.websocket.install')).toBe(true)
    expect(holds(claims.permissions, 'control.stop')).toBe(false)
  })
})

describe('what the node does about a message', () => {
  const failed = 'an unexpected error was encountered while handling this request'
  const busy = 'another power action is currently being processed for this server, please try again later'
  const base: Situation = {
    claims: { ...claims, permissions: ['*'] },
    read: (token) => (token === 'good' ? claims : token === 'old' ? { ...claims, exp: 0 } : null),
    trouble: (checked) => (checked.exp === 0 ? 'jwt: exp claim is invalid' : null),
    phase: 'running',
    conflict: null,
  }
  const daemon = (text: string): Decision => ({ kind: 'error', event: 'daemon error', text })
  const only = (...permissions: string[]) => ({ claims: { ...claims, permissions } })
  const ignore: Decision = { kind: 'ignore' }
  const bare = (text: string): Decision => ({ kind: 'jwt-error', text })

  const table: readonly (readonly [string, string, readonly string[], Partial<Situation>, Decision])[] = [
    ['first auth', 'auth', ['good'], { claims: null }, { kind: 'authenticate', claims }],
    ['auth in pieces', 'auth', ['go', 'od'], { claims: null }, { kind: 'authenticate', claims }],
    ['renewal after the end', 'auth', ['good'], { claims: { ...claims, exp: 0 } }, { kind: 'authenticate', claims }],
    ['expired auth', 'auth', ['old'], {}, { kind: 'error', event: 'jwt error', text: 'jwt: exp claim is invalid' }],
    ['malformed auth', 'auth', ['junk'], { claims: null }, daemon(failed)],
    ['auth of nothing', 'auth', [], {}, daemon(failed)],
    ['anything before auth', 'send logs', [], { claims: null }, bare('jwt: no jwt present')],
    ['an unknown event before auth', 'what', [], { claims: null }, bare('jwt: no jwt present')],
    [
      'anything after the end',
      'send command',
      ['x'],
      { claims: { ...claims, exp: 0 } },
      bare('jwt: exp claim is invalid'),
    ],
    ['an unknown event', 'what', [], {}, ignore],
    ['logs', 'send logs', [], only('websocket.connect'), { kind: 'logs' }],
    ['logs while starting', 'send logs', [], { phase: 'starting' }, { kind: 'logs' }],
    ['logs while stopping', 'send logs', [], { phase: 'stopping' }, { kind: 'logs' }],
    ['logs while offline', 'send logs', [], { phase: 'offline' }, ignore],
    ['logs while preparing', 'send logs', [], { phase: 'preparing' }, ignore],
    ['stats while offline', 'send stats', [], { phase: 'offline' }, { kind: 'stats' }],
    ['a command', 'send command', ['say ', 'hi'], {}, { kind: 'command', command: 'say hi' }],
    ['a command by right', 'send command', ['x'], only('control.console'), { kind: 'command', command: 'x' }],
    ['a command without right', 'send command', ['x'], only('control.start'), ignore],
    ['a command while offline', 'send command', ['x'], { phase: 'offline' }, ignore],
    ['a command while starting', 'send command', ['x'], { phase: 'starting' }, ignore],
    ['stop', 'set state', ['stop'], {}, { kind: 'signal', signal: 'stop' }],
    ['stop by right', 'set state', ['stop'], only('control.stop'), { kind: 'signal', signal: 'stop' }],
    ['kill by the right to stop', 'set state', ['kill'], only('control.stop'), { kind: 'signal', signal: 'kill' }],
    ['kill without right', 'set state', ['kill'], only('control.start', 'control.restart'), ignore],
    ['restart without right', 'set state', ['restart'], only('control.start', 'control.stop'), ignore],
    ['start while offline', 'set state', ['start'], { phase: 'offline' }, { kind: 'signal', signal: 'start' }],
    ['start while running', 'set state', ['start'], {}, daemon(failed)],
    ['start while starting', 'set state', ['start'], { phase: 'starting' }, daemon(failed)],
    ['start while preparing', 'set state', ['start'], { phase: 'preparing' }, daemon(busy)],
    ['restart while stopping', 'set state', ['restart'], { phase: 'stopping' }, daemon(busy)],
    ['kill while stopping', 'set state', ['kill'], { phase: 'stopping' }, { kind: 'signal', signal: 'kill' }],
    ['kill while restoring', 'set state', ['kill'], { conflict: 'restoring_backup' }, daemon(failed)],
    ['start just after a crash', 'set state', ['start'], { phase: 'crashed' }, { kind: 'signal', signal: 'start' }],
    ['logs just after a crash', 'send logs', [], { phase: 'crashed' }, ignore],
    ['no signal', 'set state', [], {}, daemon(failed)],
    ['an unknown signal', 'set state', ['explode'], {}, daemon(failed)],
  ]
  it.each(table)('%s', (_what, event, args, changes, expected) =>
    expect(decide(event, args, { ...base, ...changes })).toEqual(expected),
  )
})

describe('frames', () => {
  it.each([
    ['{"event":"auth","args":["a","b"]}', { event: 'auth', args: ['a', 'b'] }],
    ['{"event":"send logs"}', { event: 'send logs', args: [] }],
    ['{"event":"send logs","args":null}', { event: 'send logs', args: [] }],
    ['{"event":"auth","args":["a"],"more":1}', { event: 'auth', args: ['a'] }],
    ['{"event":"auth","args":[1]}', null],
    ['{"event":"auth","args":"a"}', null],
    ['{"event":1}', null],
    ['{"args":[]}', null],
    ['[]', null],
    ['null', null],
    ['', null],
    ['{"event":"auth"', null],
    [`${'['.repeat(16_000)}`, null],
  ])('%s', (text, expected) => expect(parseFrame(text)).toEqual(expected))

  it('of output end with a line break, and hold the line as it is', () => {
    expect(frameOf(outputMessage('a\r\nb'))).toBe('{"event":"console output","args":["a\\r\\nb"]}\n')
  })
})

describe('lines', () => {
  const block = 64 * 1024
  const text = (length: number, letter = 'x') => letter.repeat(length)

  it.each<[string, string, readonly string[]]>([
    ['a line', 'a', ['a']],
    ['a blank line', '', []],
    ['a return alone', '\r', []],
    ['a space', ' ', [' ']],
    ['a return at the end', 'a\r', ['a']],
    ['a return after a space', 'a \rb', ['a\r\nb']],
    ['a return inside', 'a\rb', ['a\rb']],
    ['colours', '\u001b[33ma\u001b[0m', ['\u001b[33ma\u001b[0m']],
    ['the longest line', text(block), [text(block)]],
    ['one byte more: what is read with it is lost', text(block + 1), [text(block)]],
    ['a line that goes on', `${text(block)}${text(256, 'y')}z`, [text(block), 'z']],
    [
      'three pieces',
      `${text(block)}${text(256, 'y')}${text(block, 'z')}${text(256, 'y')}!`,
      [text(block), text(block, 'z'), '!'],
    ],
    ['letters of two bytes', 'é'.repeat(block / 2), ['é'.repeat(block / 2)]],
    ['a letter that is cut', `a${'é'.repeat(block / 2)}`, [`a${'é'.repeat(block / 2 - 1)}\ufffd`]],
  ])('live: %s', (_what, line, expected) => expect(liveLines(line)).toEqual(expected))

  it.each<[string, readonly string[], readonly string[]]>([
    ['blank lines too', ['a', '', 'b', '\r'], ['a', '', 'b', '']],
    ['a return after a space as it is', ['a \rb'], ['a \rb']],
    ['no more than asked for', ['0', '1', '2', '3', '4'], ['1', '2', '3', '4']],
    ['the longest line that can be read', [text(block - 2)], [text(block - 2)]],
    ['nothing from a longer one on', ['a', text(block - 1), 'b'], ['a']],
    ['all after a longer one that is not asked for', [text(block), '1', '2', '3', '4'], ['1', '2', '3', '4']],
  ])('repeated: %s', (_what, log, expected) => expect(repeatedLines(log, 4)).toEqual(expected))

  it('are left out above the limit, with one notice an episode', () => {
    let at = 0
    const throttle = createOutputThrottle(() => at, { lines: 2, periodMs: 100 })
    const take = (ms: number) => {
      at = ms
      const { passed, begins } = throttle.take()
      return passed ? 'sent' : begins ? 'notice' : 'lost'
    }
    expect([0, 50, 60, 100, 101, 102, 103, 104].map(take)).toEqual([
      'sent',
      'sent',
      'notice',
      'lost',
      'sent',
      'sent',
      'notice',
      'lost',
    ])
    throttle.reset()
    expect(take(105)).toBe('sent')
    expect(usualOutputLimit).toEqual({ lines: 2_000, periodMs: 100 })
  })
})

describe('the memory a server may use', () => {
  it.each([
    [1024, 1_177_600_000],
    [2048, 2_355_200_000],
    [2049, 2_253_900_000],
    [4096, 4_505_600_000],
    [4097, 4_301_850_000],
    [6144, 6_451_200_000],
  ])('%i MB: %i bytes', (megabytes, bytes) => expect(memoryLimitBytes(megabytes)).toBe(bytes))
})

describe('inbound limits', () => {
  it('fill a bucket again with time, and never past its size', () => {
    const rule = { burst: 2, refillMs: 1_000 }
    let bucket: Bucket | null = null
    const passes = (at: number) => {
      const taken = takeToken(bucket, rule, at)
      bucket = taken.bucket
      return taken.passed
    }
    expect([0, 0, 0, 999, 1_000, 1_001, 90_000, 90_000, 90_000, 89_000].map(passes)).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it.each([
    ['auth', 2, 5_000],
    ['send logs', 2, 5_000],
    ['send command', 10, 1_000],
    ['set state', 4, 1_000],
    ['send stats', 4, 1_000],
    ['nonsense', 4, 1_000],
  ])('let %s pass %i times, then once every %i ms', (event, burst, refillMs) => {
    let at = 0
    const throttle = createThrottle(() => at)
    for (let index = 0; index < burst; index += 1) expect(throttle(event).passed).toBe(true)
    // The limit over everything is as large as that of commands, and is asked first.
    const notice = burst === 10 ? 'global' : event
    expect(throttle(event)).toEqual({ passed: false, notice })
    expect(throttle(event)).toEqual({ passed: false, notice: null })
    at += refillMs
    expect(throttle(event).passed).toBe(true)
    expect(throttle(event), 'a new episode').toMatchObject({ passed: false, notice: event })
  })

  it('share one bucket among all but the named ones, and one over everything', () => {
    const throttle = createThrottle(() => 0)
    for (const event of ['set state', 'send stats', 'what', 'ever']) expect(throttle(event).passed).toBe(true)
    expect(throttle('more')).toEqual({ passed: false, notice: 'more' })
    for (const event of ['auth', 'auth', 'send logs', 'send logs', 'send command']) {
      expect(throttle(event).passed).toBe(true)
    }
    expect(throttle('send command')).toEqual({ passed: false, notice: 'global' })
    expect(throttle('auth')).toEqual({ passed: false, notice: null })
  })
})

describe('the handshake', () => {
  const good: Handshake = {
    ownHost: true,
    origin: 'http://p',
    panelOrigin: 'http://p',
    known: true,
    open: 0,
    maxSockets: 30,
  }
  it.each([
    ['as it should be', {}, null],
    ['at another name', { ownHost: false, origin: undefined }, 421],
    ['without an origin', { origin: undefined }, 403],
    ['from another origin', { origin: 'http://p/' }, 403],
    ['before the panel listens', { panelOrigin: null, origin: undefined }, 403],
    ['for an unknown server', { known: false }, 404],
    ['as the last socket', { open: 29 }, null],
    ['as one socket too many', { open: 30 }, 400],
  ])('%s', (_what, changes, status) => expect(refusalOf({ ...good, ...changes })?.status ?? null).toBe(status))

  it.each([
    [`/api/servers/${uuid}/ws`, uuid],
    [`/api/servers/${uuid}/ws?token=x`, uuid],
    [`/api/servers/${uuid}/ws/`, null],
    [`/api/servers/${uuid}/wss`, null],
    ['/api/servers/a1b2c3d4/ws', null],
    [`//evil.example/api/servers/${uuid}/ws`, null],
    [`http://evil.example/api/servers/${uuid}/ws`, null],
    ['/', null],
    ['', null],
  ])('to %s', (target, expected) => expect(serverOf(target)).toBe(expected))
})

describe('limits on tokens', () => {
  it('count by server, in windows of a minute, and can be lifted', () => {
    let at = 0
    const limit = createTokenLimit(() => at, 2)
    const passed = (server: string) => limit.take(server).passed
    expect([passed('a'), passed('a'), passed('a'), passed('b')]).toEqual([true, true, false, true])
    at = 60_000
    expect([passed('a'), passed('a'), passed('a')]).toEqual([true, true, false])
    limit.adjust(null)
    expect(limit.take('a')).toEqual({ passed: true, headers: {} })
    limit.adjust(1)
    expect([passed('a'), passed('a')]).toEqual([true, false])
  })

  it('show the tighter of two', () => {
    const left = (count: string) => ({ 'x-ratelimit-remaining': count })
    expect(tighter(left('3'), left('4'))).toEqual(left('3'))
    expect(tighter(left('9'), left('4'))).toEqual(left('4'))
    expect(tighter({}, left('4'))).toEqual(left('4'))
  })
})
