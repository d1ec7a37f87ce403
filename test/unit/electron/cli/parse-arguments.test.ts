import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseArguments, wantsJson } from '../../../../electron/cli/parse-arguments.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'

const defaults = { json: false, timeoutMs: null, maxWaitMs: 30_000, panel: null }
const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'

describe('parseArguments', () => {
  const open = { for: null, players: false }
  it.each<[argv: string[], values: object, options?: object]>([
    [['list'], {}],
    [['list', '--json'], {}, { json: true }],
    [['--json', 'list'], {}, { json: true }],
    [['status', '--json'], { players: false }, { json: true }],
    [['watch'], open],
    [['watch', '--for', '90', '--json'], { ...open, for: 90_000 }, { json: true }],
    [['status', '--players'], { players: true }],
    [['watch', '--players'], { ...open, players: true }],
    [['watch', '--for', '864000'], { ...open, for: 864_000_000 }],
    [['list', '--timeout', '3', '--max-wait=0'], {}, { timeoutMs: 3_000, maxWaitMs: 0 }],
    [['list', '--timeout=0.25'], {}, { timeoutMs: 250 }],
    [['list', '--panel', 'My panel'], {}, { panel: 'My panel' }],
    [['power', 'a1b2c3d4', 'restart'], { server: 'a1b2c3d4', signal: 'restart' }],
    [['send', 'a1b2c3d4', 'list'], { server: 'a1b2c3d4', command: 'list' }],
    [
      ['send', 'a1b2c3d4', 'say', 'hello', 'there', '--json'],
      { server: 'a1b2c3d4', command: 'say hello there' },
      { json: true },
    ],
    [['send', 'a1b2c3d4', 'say  "two  spaces"'], { server: 'a1b2c3d4', command: 'say  "two  spaces"' }],
    [['send', 'a1b2c3d4', '--', 'tp', '-5', '--json'], { server: 'a1b2c3d4', command: 'tp -5 --json' }],
    [
      ['console', 'a1b2c3d4', '--no-input'],
      { server: 'a1b2c3d4', for: null, 'no-input': true },
      { maxWaitMs: Number.POSITIVE_INFINITY },
    ],
  ])('%j', (argv, values, options = {}) => {
    const name = argv.find((word) => !word.startsWith('-'))
    expect(parseArguments(argv)).toEqual({
      ok: true,
      value: { kind: 'run', name, values, options: { ...defaults, ...options }, work: expect.any(Function) },
    })
  })

  it.each<[argv: string[], page?: string]>([
    [['--help']],
    [['-h']],
    [['--json', '--help']],
    [['power', '--help'], 'power'],
    [['--help', 'power'], 'power'],
    [['list', 'x', '--help'], 'list'],
    [['keys', '--help'], 'keys'],
    [['keys', 'add', '--help'], 'keys add'],
  ])('%j asks for help', (argv, page) => {
    expect(parseArguments(argv)).toEqual({ ok: true, value: { kind: 'help', ...(page && { page }) } })
  })

  it('tells its version', () => {
    expect(parseArguments(['--version'])).toEqual({ ok: true, value: { kind: 'version' } })
  })

  it.each([
    [['list', '--for', '5'], '--for belongs to watch and console.'],
    [['keys', 'list', '--url', 'x'], '--url belongs to keys add.'],
    [['--warn', '5m'], '--warn belongs to restart.'],
    [['power', 'a1b2c3d4', 'stop', '--dry-run'], '--dry-run belongs to bulk.'],
    [['list', '--verbose'], 'There is no such option, or its value is missing.'],
    [['list', '--version'], 'There is no such option, or its value is missing.'],
    [['--verbose'], 'There is no such option.'],
    [['--json'], 'A command is missing.'],
    [['lists'], 'There is no such command.'],
    [['keys'], 'keys needs list, add, remove or check.'],
    [['keys', 'drop'], 'keys needs list, add, remove or check.'],
    [['plan'], 'plan needs list.'],
    [['plan', 'list', 'x'], 'plan list takes no arguments.'],
  ])('tells what is wrong with %j', (argv, message) => {
    expect(parseArguments(argv)).toMatchObject({ ok: false, error: { code: 'invalid-request', message } })
  })

  it.each<[argv: string[], code: ErrorCode]>([
    [[], 'invalid-request'],
    [[''], 'invalid-request'],
    [['lists'], 'invalid-request'],
    [['list', 'a1b2c3d4'], 'invalid-request'],
    [['list', '--verbose'], 'invalid-request'],
    [['list', '--timeout'], 'invalid-request'],
    [['list', '--timeout', '0'], 'invalid-request'],
    [['list', '--timeout', '-1'], 'invalid-request'],
    [['list', '--timeout', '3601'], 'invalid-request'],
    [['list', '--timeout', '1e3'], 'invalid-request'],
    [['list', '--timeout', 'NaN'], 'invalid-request'],
    [['list', '--max-wait', ''], 'invalid-request'],
    [['list', '--max-wait', 'soon'], 'invalid-request'],
    [['list', '--json=yes'], 'invalid-request'],
    [['status', 'x'], 'invalid-request'],
    [['watch', 'x'], 'invalid-request'],
    [['watch', '--for', '0'], 'invalid-request'],
    [['watch', '--for', '864001'], 'invalid-request'],
    [['watch', '--for', 'ever'], 'invalid-request'],
    [['list', '--for', '5'], 'invalid-request'],
    [['power'], 'invalid-request'],
    [['power', 'a1b2c3d4'], 'invalid-request'],
    [['power', 'a1b2c3d4', 'start', 'stop'], 'invalid-request'],
    [['power', 'a1b2c3d', 'start'], 'invalid-identifier'],
    [['power', '../../..', 'start'], 'invalid-identifier'],
    [['power', 'a1b2c3d4', 'START'], 'invalid-signal'],
    [['power', 'a1b2c3d4', 'explode'], 'invalid-signal'],
    [['send'], 'invalid-request'],
    [['send', 'a1b2c3d4'], 'invalid-request'],
    [['send', 'a1b2c3d4', ' '], 'invalid-command'],
    [['send', 'a1b2c3d4', 'say\nstop'], 'invalid-command'],
    [['send', 'a1b2c3d4', 'x'.repeat(2_001)], 'invalid-command'],
    [['send', 'a1b2c3d4', 'tp', '-5'], 'invalid-request'],
  ])('refuses %j as %s', (argv, code) => {
    expect(parseArguments(argv)).toMatchObject({ ok: false, error: { code } })
  })

  it.each([
    [['list', '--token', token]],
    [['list', `--token=${token}`]],
    [['list', '--panel', token]],
    [['list', token]],
    [[token]],
    [['power', token, 'start']],
    [['send', 'a1b2c3d4', 'say', `Bearer ${token}`]],
    [['--help', token]],
    [['list', 'pacc_0123456789a']],
  ])('refuses a token on the command line without quoting it (%#)', (argv) => {
    const parsed = parseArguments(argv)
    expect(parsed).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
    expect(JSON.stringify(parsed)).not.toMatch(/Secret|0123456789a/)
  })

  it('never throws, and quotes nothing in its errors', () => {
    const word = fc.constantFrom('list', 'power', 'send', 'a1b2c3d4', 'start', '--json', '--timeout', '--', '--help')
    const argument = fc.oneof(word, fc.string({ unit: 'binary' }), fc.stringMatching(/^--?[a-z=]{0,9}$/))
    const marker = 'qZ7#marker'
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 6 }), (argv) => {
        const parsed = parseArguments([...argv, marker])
        if (!parsed.ok) expect(JSON.stringify(parsed)).not.toContain(marker)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('wantsJson', () => {
  it.each([
    [['list', '--json'], true],
    [['--json', 'nonsense', '--unknown'], true],
    [['send', 'a1b2c3d4', '--', '--json'], false],
    [['list'], false],
  ])('%j: %s', (argv, expected) => {
    expect(wantsJson(argv)).toBe(expected)
  })
})
