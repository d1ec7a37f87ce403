import { describe, expect, it } from 'vitest'
import { type Decision, decide, type Situation } from '../../../../../electron/demo-panel/node/protocol.ts'
import { claims } from './example-claims.ts'

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
