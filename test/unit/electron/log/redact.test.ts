import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFileLogger, describeFailure } from '../../../../electron/log/logger.ts'
import { redact } from '../../../../electron/log/redact.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

/** A token without a prefix: 16 characters of identifier, then 32. */
const bare = '0123456789abcdefABCDEFGHIJKLMNOPqrstuvwxyz012345'

describe('redact', () => {
  it.each([
    ['token ptlc_abcDEF123456 here', 'token [redacted] here'],
    ['wordptla_0123456789abcdefword', 'word[redacted]'],
    ['?k=ptlc%5Fabcdef0123', '?k=[redacted]'],
    ['{"Authorization":"Bearer abc.def"}', '{"Authorization":"Bearer [redacted]"}'],
    ['https://user:pass@panel.example/x', 'https://[redacted]@panel.example/x'],
    ['http://127.0.0.1:1/open?ticket=abc123', 'http://127.0.0.1:1/open?ticket=[redacted]'],
    [`token: ${bare}`, 'token: [redacted]'],
    [`"api_key":"${bare}"`, '"api_key":"[redacted]"'],
    [`{\\"token\\":\\"${bare}\\"}`, '{\\"token\\":\\"[redacted]\\"}'],
    [`The token is ${bare}.`, 'The token is [redacted].'],
    [`server ${bare}`, `server ${bare}`],
    [`auth eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjF9.c2ln-_ end`, 'auth [redacted] end'],
    ['x-eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjF9', 'x-[redacted]'],
    ['the token was refused by the panel', 'the token was refused by the panel'],
  ])('%s', (text, shown) => expect(redact(text)).toBe(shown))

  it.each([
    ['GET https://panel.example/api/client failed', 'GET [address] failed'],
    ['from 203.0.113.7', 'from [address]'],
    ['from 2001:db8::1', 'from [address]'],
    ['at 12:30:45', 'at 12:30:45'],
  ])('hides addresses on request: %s', (text, shown) => expect(redact(text, { addresses: true })).toBe(shown))

  // A pattern that looks at a place again for each other place would take minutes, and end with the test's limit.
  it.each([
    ['starts of JSON Web Tokens', 'eyJ'],
    ['prefixes', 'ptlc_'],
    ['labels with signs', 'token:::: '],
    ['labels with escapes', 'token%3a%3a'],
    ['Bearer with signs', 'Bearer++%20'],
    ['addresses', 'https://a:'],
    ['IPv6', 'a:'],
  ])('comes to an end with a long text of %s', (_, part) => {
    const text = part.repeat(200_000 / part.length)
    expect(redact(`${text} ptlc_0123456789a`, { addresses: true })).toMatch(/ \[redacted\]$/)
  })
})

describe('createFileLogger', () => {
  const logFile = () => join(temporaryFolder(), 'logs', 'app.log')

  it('writes one redacted JSON line an event', () => {
    const file = logFile()
    createFileLogger({ file, clock: createFakeClock(0) }).warn('refused', { header: 'Bearer secret\nline' })
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      message: 'refused',
      at: '1970-01-01T00:00:00.000Z',
    })
    expect(lines[0]).not.toContain('secret')
  })

  it('keeps one older file, and both small', () => {
    const file = logFile()
    const log = createFileLogger({ file, clock: createFakeClock(0) })
    log.info('first')
    for (const _ of [1, 2, 3]) {
      writeFileSync(file, 'x'.repeat(1_000_001))
      log.info('next')
    }
    expect(statSync(file).size).toBeLessThan(1_000)
    expect(statSync(`${file}.1`).size).toBe(1_000_001)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('never fails, even where nothing can be written', () => {
    const log = createFileLogger({ file: '/dev/null/not/a/folder/app.log', clock: createFakeClock() })
    const ring: { self?: unknown } = {}
    ring.self = ring
    expect(() => log.error('lost', { ring, big: 1n })).not.toThrow()
  })

  it('lets no token through, in whatever position, field, depth or wrapping it comes', () => {
    const alphanumeric = (length: number) =>
      fc.array(fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'), {
        minLength: length,
        maxLength: length,
      })
    const prefixed = fc
      .tuple(fc.constantFrom('ptlc_', 'ptla_', 'pacc_', 'papp_'), alphanumeric(43))
      .map(([prefix, rest]) => ({ secret: rest.join(''), text: prefix + rest.join('') }))
    const labels = ['token=', 'token: ', 'Authorization: Bearer ', 'api key ', '"password":"', 'secret is ', '?key=']
    const labelled = fc
      .tuple(fc.constantFrom(...labels), alphanumeric(48))
      .map(([label, rest]) => ({ secret: rest.join(''), text: label + rest.join('') }))
    const wrappings: ((text: string) => unknown)[] = [
      (text) => text,
      (text) => JSON.stringify({ body: text }),
      (text) => JSON.stringify(JSON.stringify({ body: text })),
      (text) => [[{ deep: { list: [text] } }]],
      (text) => ({ [text]: 1 }),
      (text) => new Error(text),
      (text) => describeFailure(new Error(text, { cause: text })),
      (text) => `https://panel.example/${encodeURI(text)}`,
    ]
    const file = logFile()
    const log = createFileLogger({ file, clock: createFakeClock(0) })
    log.info('makes the folder')
    const where = fc.record({
      before: fc.string({ maxLength: 20, unit: anyCharacter }),
      after: fc.string({ maxLength: 20, unit: anyCharacter }),
      wrap: fc.constantFrom(...wrappings),
      inMessage: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.oneof(prefixed, labelled), where, ({ secret, text }, { before, after, wrap, inMessage }) => {
        writeFileSync(file, '')
        const hidden = before + text + after
        if (inMessage) log.warn(hidden)
        else log.error('failed', { fact: wrap(hidden) })
        const written = readFileSync(file, 'utf8')
        expect(written).not.toBe('')
        for (let at = 0; at + 16 <= secret.length; at += 1) expect(written).not.toContain(secret.slice(at, at + 16))
      }),
      { numRuns: sizeOf({ short: 300, long: 1_000 }) },
    )
  })

  it.each([
    ['no prototype', Object.create(null)],
    [
      'a stack that throws',
      Object.defineProperty(new Error('x'), 'stack', {
        get() {
          throw new Error('ptlc_topsecret')
        },
      }),
    ],
    ['a stack that is no text', Object.assign(new Error('x'), { stack: 7 })],
  ])('describes a failure with %s without failing itself', (_, failure) => {
    expect(describeFailure(failure)).toBe('a failure that cannot be described')
  })

  it('blanks fields that are secrets by their name', () => {
    const file = logFile()
    createFileLogger({ file, clock: createFakeClock(0) }).info('x', { token: 'short', deep: { Password: 'pw' } })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      token: '[redacted]',
      deep: { Password: '[redacted]' },
    })
  })
})
