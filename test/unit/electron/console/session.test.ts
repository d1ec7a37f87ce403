import { describe, expect, it } from 'vitest'
import { createSession } from '../../../../electron/console/session.ts'
import { createTail } from '../../../../electron/console/tail.ts'
import { createTokenBudget } from '../../../../electron/console/token-budget.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ConsoleStream } from '../../../../shared/model/console-line.ts'
import { fail } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { apiToken, createModelNode } from '../../../fixtures/model-node.ts'
import { holdsToken, tokenSpellings } from '../../../fixtures/token-spellings.ts'

const gap = '(gap)'

function setUp(options: { tokenMs?: number; random?: () => number } = {}) {
  const { random = () => 0, ...ofNode } = options
  const clock = createFakeClock()
  const node = createModelNode(clock, ofNode)
  const lines: string[] = []
  const states: string[] = []
  const held: string[] = []
  const streams: ConsoleStream[] = []
  const part = { isPaused: false }
  const session = createSession({
    clock,
    random,
    tokens: createTokenBudget(),
    readAccess: node.readAccess,
    open: node.open,
    isPaused: () => part.isPaused,
    tail: createTail(),
    onLines: (_, more) => lines.push(...more),
    onGap: () => lines.push(gap),
    onState: (state) => states.push(state),
    onHeld: (condition) => held.push(condition),
    onStream: (stream) => streams.push(stream),
  })
  const phase = () => streams.at(-1)?.phase
  return {
    clock,
    node,
    lines,
    states,
    held,
    streams,
    part,
    session,
    phase,
    /** Opens, and waits until what was printed before is shown. */
    async open() {
      await clock.advance(3_000)
      expect(phase()).toBe('open')
    },
  }
}

/** The most that fell into any minute. */
function busiestMinute(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length))
}

describe('a session', () => {
  it('shows what was printed before, then what is printed', async () => {
    const { node, lines, open, clock, states } = setUp()
    for (let i = 1; i <= 200; i += 1) node.print(`line ${i}`)
    await open()
    expect(lines).toEqual(node.log.slice(-150))
    node.print('live')
    await clock.advance(100)
    expect(lines.at(-1)).toBe('live')
    expect(states[0]).toBe('running')
  })

  it('shows every line once over a connection that was lost, and marks none', async () => {
    const { node, lines, open, clock, phase } = setUp()
    node.print('before')
    await open()
    node.cut()
    expect(phase()).toBe('waiting')
    for (let i = 1; i <= 140; i += 1) node.print(`meanwhile ${i}`)
    await clock.advance(5_000)
    expect(lines).toEqual(node.log)
  })

  it('marks where lines were lost', async () => {
    const { node, lines, open, clock } = setUp()
    node.print('before')
    await open()
    node.cut()
    for (let i = 1; i <= 160; i += 1) node.print(`meanwhile ${i}`)
    await clock.advance(5_000)
    expect(lines).toEqual(['before', gap, ...node.log.slice(-150)])
  })

  it('marks nothing for a server that was and is offline', async () => {
    const { node, lines, open, clock } = setUp()
    node.print('before')
    await open()
    node.setState('offline')
    await clock.advance(100)
    node.cut()
    await clock.advance(10_000)
    expect(lines).toEqual(['before'])
  })

  it('renews its token over the same socket, before it ends', async () => {
    const { node, lines, open, clock, streams } = setUp()
    await open()
    const peers = [...node.peers]
    for (let minute = 1; minute <= 60; minute += 1) {
      node.print(`minute ${minute}`)
      await clock.advance(60_000)
    }
    expect([...node.peers]).toEqual(peers)
    expect(lines).toEqual(node.log)
    expect(node.tokensAt).toHaveLength(1 + 7)
    expect(streams.map(({ phase }) => phase)).toEqual(['connecting', 'open'])
  })

  it('renews at once when the machine warns, and only once however often it warns', async () => {
    const { node, open, clock } = setUp()
    await open()
    for (let i = 0; i < 5; i += 1) node.tellAll('token expiring')
    await clock.advance(1_000)
    expect(node.tokensAt).toHaveLength(2)
  })

  it.each(['jwt: exp claim is invalid', 'Error Event [u]: jwt: created too far in past (denylist)'])(
    'heals after “%s”, with what was lost meanwhile',
    async (words) => {
      const { node, lines, open, clock, streams } = setUp()
      await open()
      node.tellAll('jwt error', words)
      node.log.push('printed while nothing came through')
      await clock.advance(5_000)
      node.print('live')
      await clock.advance(1_000)
      expect(lines).toEqual(node.log)
      expect(streams.map(({ phase }) => phase)).toEqual(['connecting', 'open'])
    },
  )

  it('finds out a connection that is open on paper only', async () => {
    const { node, open, clock, phase } = setUp()
    await open()
    node.setDown(true)
    await clock.advance(31_000)
    expect(phase()).not.toBe('open')
    node.setDown(false)
    await clock.advance(40_000)
    expect(phase()).toBe('open')
  })

  it('waits longer each time, and asks for no more than five tokens a minute', async () => {
    const { node, clock, streams } = setUp({ random: () => 0.5 })
    node.setDown(true)
    await clock.advance(10 * 60_000)
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
    const waits = streams.filter(({ phase }) => phase === 'waiting')
    expect(waits.every(({ retryAt, error }) => retryAt !== null && error !== null)).toBe(true)
    expect(node.tokensAt.length).toBeLessThan(30)
  })

  it('asks for no more than five tokens a minute of a machine that takes every connection and drops it', async () => {
    const { node, clock } = setUp()
    for (let second = 0; second < 600; second += 1) {
      await clock.advance(1_000)
      node.cut()
    }
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
  })

  it('takes up a retry that a renewal under way would have stood in the way of', async () => {
    const { node, open, clock, phase } = setUp()
    await open()
    node.tellAll('token expiring')
    await clock.advance(21)
    node.cut()
    await clock.advance(10_000)
    expect(phase()).toBe('open')
  })

  it.each([
    ['a server that is not there', 'server-not-found', 'none'],
    ['a panel without a console', 'no-live-output', 'none'],
    ['a key that may not', 'permission-lacking', 'ended'],
    ['a token that was refused', 'token-refused', 'ended'],
    ['an address that is not safe', 'console-unsafe', 'ended'],
    ['too many calls', 'rate-limited', 'waiting'],
    ['a panel that fails', 'panel-failed', 'waiting'],
    ['a machine that the panel cannot reach', 'node-unreachable', 'waiting'],
    ['a web page instead', 'not-json', 'waiting'],
    ['a proxy that is not up yet', 'proxy-failed', 'waiting'],
    ['a certificate in between', 'certificate-refused', 'waiting'],
  ] as const)('takes %s for what it is, and heals where it can', async (_, code, expected) => {
    const { node, clock, phase } = setUp()
    node.setAnswer(fail(code))
    await clock.advance(500)
    expect(phase()).toBe(expected)
    node.setAnswer(null)
    await clock.advance(60_000)
    expect(phase()).toBe(expected === 'waiting' ? 'open' : expected)
  })

  it.each(['not-json', 'redirected', 'malformed-answer', 'panel-refused'] as const)(
    'takes %s for a panel without a console once it has said so again and again',
    async (code) => {
      const { node, clock, phase } = setUp()
      node.setAnswer(fail(code))
      await clock.advance(10 * 60_000)
      expect(phase()).toBe('none')
      expect(node.tokensAt).toHaveLength(5)
    },
  )

  it.each(['proxy-failed', 'not-json', 'certificate-refused', 'token-refused', 'panel-failed'] as const)(
    'stays open over a renewal that failed by %s, as long as its token lives',
    async (code) => {
      const { node, open, clock, streams } = setUp()
      await open()
      node.setAnswer(fail(code))
      await clock.advance(9 * 60_000)
      node.setAnswer(null)
      await clock.advance(30 * 60_000)
      expect(streams.map(({ phase }) => phase)).toEqual(['connecting', 'open'])
    },
  )

  it('gives up a handshake that is never answered, and comes back', async () => {
    const { node, clock, phase } = setUp()
    node.faults.hangs = true
    await clock.advance(26_000)
    expect(phase()).toBe('waiting')
    node.faults.hangs = false
    await clock.advance(10_000)
    expect(phase()).toBe('open')
  })

  it.each<[string, Partial<ReturnType<typeof createModelNode>['faults']>]>([
    ['comes late', { replayAfterMs: 3_000 }],
    ['stalls half way', { stallMs: 1_000 }],
    ['breaks half way', { breaksInReplay: 1 }],
    ['breaks half way, again and again', { breaksInReplay: 4 }],
  ])('shows every line once where the replay %s', async (_, faults) => {
    const { node, lines, open, clock } = setUp()
    for (let i = 1; i <= 150; i += 1) node.print(`line ${i}`)
    await open()
    Object.assign(node.faults, faults)
    node.cut()
    for (let i = 151; i <= 170; i += 1) node.print(`line ${i}`)
    await clock.advance(120_000)
    expect(lines).toEqual(node.log)
  })

  it('is not led astray by a line that only the console had', async () => {
    const { node, lines, open, clock } = setUp()
    for (let i = 1; i <= 150; i += 1) node.print(`line ${i}`)
    await open()
    node.printLive('[Pterodactyl Daemon]: throttling')
    for (let i = 151; i <= 180; i += 1) node.print(`line ${i}`)
    await clock.advance(100)
    node.cut()
    node.print('line 181')
    await clock.advance(10_000)
    expect(lines.filter((line) => line.startsWith('line'))).toEqual(node.log)
    expect(lines).not.toContain(gap)
  })

  it('shows lines that were lost on the way once the machine repeats them', async () => {
    const { node, lines, open, clock } = setUp()
    for (let i = 1; i <= 20; i += 1) node.print(`line ${i}`)
    await open()
    node.faults.losesLive = true
    for (let i = 21; i <= 80; i += 1) node.print(`line ${i}`)
    node.faults.losesLive = false
    node.print('line 81')
    await clock.advance(100)
    node.cut()
    await clock.advance(10_000)
    expect([...lines].sort()).toEqual([...node.log].sort())
  })

  it('sends one token for many warnings', async () => {
    const { node, open, clock } = setUp()
    await open()
    for (let i = 0; i < 5; i += 1) node.tellAll('token expiring')
    await clock.advance(1_000)
    expect(node.heard.filter((event) => event === 'auth')).toHaveLength(2)
  })

  it('does not run in circles where machine and panel disagree on a suspension', async () => {
    const { node, open, clock, session, phase } = setUp()
    await open()
    for (let second = 0; second < 600; second += 1) {
      if (phase() === 'open') node.cut(4409, 'server is suspended')
      session.retry()
      await clock.advance(1_000)
    }
    expect(node.tokensAt.length).toBeLessThan(15)
  })

  it('is back within three seconds of a revocation, though the first new token is refused as well', async () => {
    const { node, lines, open, clock } = setUp()
    await open()
    await clock.advance(400)
    node.revoke()
    node.print('lost')
    await clock.advance(3_000)
    node.print('live')
    await clock.advance(1_000)
    expect(lines).toEqual(['lost', 'live'])
  })

  it('is back within ten seconds of its machine, which was gone for twenty', async () => {
    const { node, open, clock, phase } = setUp({ random: () => 1 })
    await open()
    node.setGone(true)
    await clock.advance(20_000)
    node.setGone(false)
    await clock.advance(10_000)
    expect(phase()).toBe('open')
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
  })

  it('bounds what a panel asks it to wait', async () => {
    const { node, clock, streams } = setUp()
    node.setAnswer(fail('rate-limited', { retryAfterMs: 9_999_999_999_000 }))
    await clock.advance(500)
    expect((streams.at(-1)?.retryAt ?? 0) - clock.now()).toBeLessThanOrEqual(3_600_000)
    expect(node.tokensAt).toHaveLength(1)
  })

  it('waits as long as the panel asks', async () => {
    const { node, clock, streams } = setUp()
    node.setAnswer(fail('rate-limited', { retryAfterMs: 42_000 }))
    await clock.advance(500)
    expect((streams.at(-1)?.retryAt ?? 0) - clock.now()).toBeGreaterThan(41_000)
  })

  it('waits out what holds the server, and goes on when told', async () => {
    const { node, clock, phase, held, session } = setUp()
    node.setAnswer(fail(appError('server-unavailable', { detail: 'This server is currently suspended and …' })))
    await clock.advance(500)
    expect(phase()).toBe('held')
    expect(held).toEqual(['suspended'])
    node.setAnswer(null)
    session.retry()
    await clock.advance(500)
    expect(phase()).toBe('open')
  })

  it.each([
    [4409, 'server is suspended', 'held', 'server-unavailable'],
    [4400, 'too old', 'ended', 'console-ended'],
    [1001, 'server deleted', 'waiting', 'console-unreachable'],
    [1001, 'going away', 'waiting', 'console-unreachable'],
    [1006, '', 'waiting', 'console-unreachable'],
  ])('understands the close code %d (%s)', async (code, reason, expected, error) => {
    const { node, open, streams } = setUp()
    await open()
    node.cut(code, reason)
    expect(streams.at(-1)).toMatchObject({ phase: expected, error: { code: error } })
  })

  it('ends with the server, once the panel knows it no more', async () => {
    const { node, open, clock, streams } = setUp()
    await open()
    node.tellAll('deleted', '')
    await clock.advance(5_000)
    expect(streams.at(-1)?.phase).toBe('open')
    node.setAnswer(fail('server-not-found'))
    node.tellAll('deleted', '')
    await clock.advance(60_000)
    expect(streams.at(-1)).toMatchObject({ phase: 'ended', error: { code: 'server-not-found' } })
    expect(node.peers.size).toBe(0)
  })

  it('follows a server that moved', async () => {
    const { node, open, clock, lines } = setUp()
    await open()
    node.move('elsewhere')
    node.tellAll('transfer status', 'completed')
    await clock.advance(3_000)
    node.print('from elsewhere')
    await clock.advance(100)
    expect(lines.at(-1)).toBe('from elsewhere')
  })

  it('says when the token opens nothing', async () => {
    const { node, open, streams, clock } = setUp()
    await open()
    node.tellAll('jwt error', 'jwt: missing connect permission')
    await clock.advance(100)
    expect(streams.at(-1)).toMatchObject({ phase: 'ended', error: { code: 'permission-lacking' } })
  })

  it('rests while the computer does', async () => {
    const { node, open, clock, part, phase, session } = setUp()
    await open()
    const asked = node.tokensAt.length
    part.isPaused = true
    node.cut()
    await clock.advance(600_000)
    expect(node.tokensAt).toHaveLength(asked)
    part.isPaused = false
    session.retry()
    await clock.advance(1_000)
    expect(phase()).toBe('open')
  })

  it('leaves nothing behind', async () => {
    const { node, open, clock, session } = setUp()
    await open()
    session.dispose()
    await clock.advance(1_000)
    expect(node.peers.size).toBe(0)
    expect(clock.pending()).toBe(0)
  })
})

describe('commands over the console', () => {
  it('are sent when the machine has read them', async () => {
    const { node, open, clock, session } = setUp()
    await open()
    const sent = session.sendCommand('list')
    await clock.advance(300)
    expect(await sent).toBe('sent')
    expect(node.commands).toEqual(['list'])
  })

  it('are not sent without a connection', async () => {
    const { session, node, open, clock } = setUp()
    expect(session.sendCommand('early')).toBeNull()
    await open()
    node.cut()
    expect(session.sendCommand('late')).toBeNull()
    await clock.advance(60_000)
    expect(node.commands).toEqual([])
  })

  it('are not confirmed when the connection breaks under them, and not sent again', async () => {
    const { session, node, open, clock } = setUp()
    await open()
    const sent = session.sendCommand('list')
    node.cut()
    await clock.advance(60_000)
    expect(await sent).toBe('unconfirmed')
    expect(node.commands).toEqual([])
  })

  it('are sent when the machine had read them before the connection broke', async () => {
    const { session, node, open, clock } = setUp()
    await open()
    const sent = session.sendCommand('list')
    await clock.advance(60)
    node.cut()
    expect(await sent).toBe('sent')
  })

  it('are not confirmed by a machine that has stopped answering', async () => {
    const { session, node, open, clock } = setUp()
    await open()
    node.setDown(true)
    const sent = session.sendCommand('list')
    await clock.advance(11_000)
    expect(await sent).toBe('unconfirmed')
  })

  it('are known as dropped when the machine says so, and then go another way', async () => {
    const { session, node, open, clock } = setUp()
    await open()
    node.tellAll('throttled', 'send command')
    const sent = session.sendCommand('list')
    await clock.advance(20)
    expect(await sent).toBe('dropped')
    expect(session.sendCommand('again')).toBeNull()
  })

  it('go over it no faster than machines take them, and none that is too long for them', async () => {
    const { session, open, clock } = setUp()
    await open()
    const taken = Array.from({ length: 20 }, () => session.sendCommand('list') !== null)
    expect(taken.filter(Boolean)).toHaveLength(8)
    await clock.advance(2_000)
    expect([1, 2, 3].map(() => session.sendCommand('list') !== null)).toEqual([true, true, false])
    await clock.advance(60_000)
    expect(session.sendCommand('ü'.repeat(2_000))).toBeNull()
  })
})

describe('commands around a token’s life', () => {
  it('do not go over a connection whose new token takes none', async () => {
    const { session, node, open, clock } = setUp()
    await open()
    node.faults.permissions = ['websocket.connect']
    node.tellAll('token expiring')
    await clock.advance(1_000)
    expect(session.sendCommand('list')).toBeNull()
  })

  it('are not confirmed when the token was refused meanwhile, and go another way until it is renewed', async () => {
    const { session, node, open, clock } = setUp()
    await open()
    const sent = session.sendCommand('list')
    node.tellAll('jwt error', 'jwt: exp claim is invalid')
    await clock.advance(20)
    expect(await sent).toBe('unconfirmed')
    expect(session.sendCommand('again')).toBeNull()
    await clock.advance(5_000)
    expect(session.sendCommand('again')).not.toBeNull()
  })

  it('do not go with a token that ended while the computer slept', async () => {
    const { session, node, open, clock } = setUp()
    await open()
    node.setAnswer(fail('network-failed'))
    await clock.advance(601_000)
    expect(session.sendCommand('list')).toBeNull()
  })
})

describe('a day', () => {
  it('of drops every few minutes and tokens of ten loses no line, repeats none, and stays within its tokens', async () => {
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed / 2 ** 31
    }
    const { node, clock, lines, session } = setUp({ random })
    let printed = 0
    let drops = 0
    let isDown = false
    for (let second = 0; second < 24 * 3_600; second += 2) {
      node.print(`line ${++printed}`)
      if (isDown) {
        node.setDown(false)
        isDown = false
      }
      if (random() < 2 / 200) {
        drops += 1
        // Some networks tell, some only fall silent.
        if (random() < 0.3) node.setDown(true)
        else node.cut()
        isDown = true
      }
      await clock.advance(2_000)
    }
    await clock.advance(120_000)
    expect(drops).toBeGreaterThan(300)
    expect(lines.filter((line) => line !== gap)).toEqual(node.log)
    expect(lines.filter((line) => line === gap)).toEqual([])
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
    expect(clock.pending()).toBeLessThan(20)
    session.dispose()
  }, 120_000)
})

describe('the API token', () => {
  const spellings = Object.entries(tokenSpellings(apiToken))
  // A carriage return is what writes over a line, and a line end begins another.
  const ofOneLine = spellings.filter(([, spelled]) => !/[\r\n]/.test(spelled))

  it.each(ofOneLine)('is not in a line that quotes it %s, live or repeated', async (_how, spelled) => {
    const { node, lines, open, clock } = setUp()
    node.print(`was here: ${spelled} (before)`)
    await open()
    node.print(`is here: ${spelled} (now)`)
    node.tellAll('install output', `installs: ${spelled}`)
    node.tellAll('daemon message', `daemon: ${spelled}`)
    await clock.advance(100)
    expect(lines).toHaveLength(4)
    for (const line of lines) {
      expect(line).toContain('[token]')
      expect(holdsToken(line, apiToken)).toBe(false)
    }
  })

  it('is not in a line that colours its letters, which keeps its colours where it has no token', async () => {
    const { node, lines, open, clock } = setUp()
    await open()
    node.print(
      `\u001b[31mred\u001b[0m ${[...apiToken].map((sign) => `\u001b[3${sign.charCodeAt(0) % 8}m${sign}`).join('')}`,
    )
    node.print('\u001b[31mred')
    await clock.advance(100)
    expect(lines).toEqual(['red [token]', '\u001b[31mred\u001b[0m'])
  })

  it('does not hide that a line was printed before: each is still shown once after a cut', async () => {
    const { node, lines, open, clock } = setUp()
    await open()
    for (let i = 1; i <= 20; i += 1) node.print(`${i}: ${apiToken}`)
    await clock.advance(100)
    node.cut()
    node.print(`21: ${apiToken}`)
    await clock.advance(5_000)
    expect(lines).toEqual(Array.from({ length: 21 }, (_, i) => `${i + 1}: [token]`))
  })

  it('is not in the words with which a machine closes a console', async () => {
    const { node, streams, open } = setUp()
    await open()
    node.cut(4400, `no ${apiToken}`)
    expect(streams.at(-1)?.error?.detail).toBe('no [token]')
  })

  it('hides a long line whole that may hold it, and no other', async () => {
    const { node, lines, open, clock } = setUp()
    await open()
    node.print(`${apiToken} ${'x'.repeat(600)}`)
    node.print('y'.repeat(600))
    await clock.advance(100)
    expect(lines).toEqual(['[token]', 'y'.repeat(600)])
  })
})
