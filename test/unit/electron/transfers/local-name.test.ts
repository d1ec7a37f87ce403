import { win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localName, numbered } from '../../../../electron/transfers/local-name.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { sizeOf } from '../../../fixtures/run.ts'

describe('the local name of a file of a server', () => {
  it.each([
    ['server.properties', 'server.properties'],
    ['Welt der Bäume.zip', 'Welt der Bäume.zip'],
    ['..', 'file'],
    ['', 'file'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
    ['\\\\host\\share', '__host_share'],
    ['a:stream', 'a_stream'],
    ['nul', '_nul'],
    ['CON.txt', '_CON.txt'],
    ['LPT³.txt', '_LPT³.txt'],
    ['console.log', 'console.log'],
    ['latest.log. . ', 'latest.log'],
    ['  leading', 'leading'],
    ['gpj.\u202eexe', 'gpj.exe'],
    ['a\u0000b\nc', 'ab c'],
    ['e\u0301.txt', 'é.txt'],
    ['\ud800lone', '\ufffdlone'],
    [`${'a'.repeat(300)}.tar.gz`, `${'a'.repeat(193)}.tar.gz`],
    [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
  ])('%j becomes %j', (foreign, name) => {
    expect(localName(foreign)).toBe(name)
  })

  it('never leads out of a folder, nor means something else to a file system: 5,000 names', () => {
    const parts = ['..', '.', '/', '\\', ':', ' ', 'con', 'NUL.', 'com1', '\u202e', '\u0000', '~', '-rf', '%2e%2e%2f']
    const more = ['C:', '\\\\?\\', '.part', '.tar.gz', '\ud800', '𠀀'.repeat(90), 'x'.repeat(260), '\u2028', '\u200b']
    const piece = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 12 }), fc.constantFrom(...parts, ...more))
    const unfit =
      /^\.{0,2}$|[. ]$|^ |[<>:"/\\|?*\p{Cc}\p{Cs}\p{Bidi_Control}]|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu
    const isPlain = (name: string) =>
      win32.basename(name) === name && !unfit.test(name) && Buffer.byteLength(`${name}.part`) < 255
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const name = localName(pieces.join(''))
        return isPlain(name) && isPlain(numbered(name, 100))
      }),
      { numRuns: sizeOf({ short: 300, long: 5_000 }) },
    )
  })
})

it.each([
  ['a.tar.gz', 1, 'a.tar.gz'],
  ['a.tar.gz', 2, 'a (2).tar.gz'],
  ['server.properties', 3, 'server (3).properties'],
  ['.env', 2, '.env (2)'],
])('%s as number %i is %s', (name, n, expected) => {
  expect(numbered(name, n)).toBe(expected)
})
