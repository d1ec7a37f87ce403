import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMessage, encodeCall, messageLength } from '../../../../../electron/tray/host/bus-message.ts'
import { sessionBusSocket } from '../../../../../electron/tray/host/session-bus.ts'
import { sizeOf } from '../../../../fixtures/run.ts'

describe('sessionBusSocket', () => {
  it.each([
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' }, '/run/user/1000/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/a%20b%2cc,guid=1234' }, '/tmp/a b,c'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:guid=1234,path=/tmp/bus' }, '/tmp/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-x,guid=1' }, '\0/tmp/dbus-x'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=localhost,port=1;unix:path=/tmp/second' }, '/tmp/second'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'autolaunch:', XDG_RUNTIME_DIR: '/run/user/7' }, '/run/user/7/bus'],
    [{ XDG_RUNTIME_DIR: '/run/user/7' }, '/run/user/7/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'disabled:' }, null],
    [{}, null],
  ])('%o', (env, socket) => expect(sessionBusSocket(env)).toBe(socket))
})

/** The answer to call 7, with a body that says `true` in a variant, as a bus sends it. */
const answer = Buffer.from(
  [
    // little endian, a reply, no flags, version 1; 8 bytes of body; serial 3; 31 bytes of fields
    '6c020001 08000000 03000000 1f000000',
    // field 5 (reply to), a number: 7
    '05017500 07000000',
    // field 7 (sender), a string: ":1.2"
    '07017300 04000000 3a312e32 00000000',
    // field 8 (signature): "v"
    '08016700 01760000',
    '01620000 01000000',
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
)

describe('messages', () => {
  it('reads what a call returned', () => {
    expect(messageLength(answer)).toBe(answer.length)
    expect(decodeMessage(answer)).toEqual({ type: 2, flag: true })
  })

  it('writes a call whose length it can tell', () => {
    const call = { destination: 'a.b', path: '/c', interface: 'd.e', member: 'F', args: ['one', 'three'] }
    const bytes = encodeCall(9, call)
    expect(messageLength(bytes)).toBe(bytes.length)
    expect(decodeMessage(bytes)).toEqual({ type: 1, flag: null })
    for (const text of ['a.b', '/c', 'd.e', 'F', 'one', 'three']) expect(bytes.includes(`${text}\0`)).toBe(true)
  })

  it('does not take another body for a flag', () => {
    const other = Buffer.from(answer)
    other.write('u', answer.length - 7, 'latin1')
    expect(decodeMessage(other).flag).toBe(null)
  })

  it('throws for the other byte order, and waits for a whole header', () => {
    expect(() => messageLength(Buffer.concat([Buffer.from('B'), answer.subarray(1)]))).toThrow('little endian')
    expect(messageLength(answer.subarray(0, 15))).toBe(null)
  })

  it('comes to an end with any bytes', () => {
    const damaged = fc.tuple(fc.nat(answer.length - 1), fc.nat(255)).map(([at, value]) => {
      const bytes = Buffer.from(answer)
      bytes[at] = value
      return bytes
    })
    const noise = fc.uint8Array({ minLength: 16, maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(damaged, noise), (bytes) => {
        try {
          expect([true, false, null]).toContain(decodeMessage(bytes).flag)
        } catch (failure) {
          expect(failure).toBeInstanceOf(Error)
        }
      }),
      { numRuns: sizeOf({ short: 300, long: 2_000 }) },
    )
  })
})
