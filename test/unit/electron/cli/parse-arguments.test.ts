import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { exitCodeOf, exitCodes } from '../../../../electron/cli/format.ts'
import { parseArguments, wantsJson } from '../../../../electron/cli/parse-arguments.ts'
import { defaultRestartChoices } from '../../../../shared/model/restart.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { sizeOf } from '../../../fixtures/run.ts'

/** What was typed: a line of words with single blanks, or a list where words hold blanks. */
type Typed = string | readonly string[]
const argvOf = (typed: Typed) => (typeof typed === 'string' ? typed.split(' ') : typed)
const parse = (typed: Typed) => parseArguments(argvOf(typed))

const defaults = { json: false, timeoutMs: null, maxWaitMs: 30_000, panel: null }
const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'

/** What the command reads; its server is `a1b2c3d4`. */
const valuesOf = (typed: Typed) => {
  const parsed = parse(typed)
  return parsed.ok && parsed.value.kind === 'run' ? parsed.value.values : parsed
}
const server = 'a1b2c3d4'
const reads = (table: readonly (readonly [typed: Typed, values: object])[]) =>
  it.each(table)('reads %j', (typed, values) => expect(valuesOf(typed)).toMatchObject(values))
const refuses = (table: readonly Typed[]) =>
  it.each(table.map((typed) => [typed]))('refuses %j', (typed) =>
    expect(parse(typed)).toMatchObject({ ok: false, error: { code: 'invalid-request' } }),
  )

describe('the options of every command', () => {
  it.each<[typed: string, values: object, options?: object]>([
    ['watch', { for: null, players: false }],
    ['list', {}, { maxWaitMs: 90_000 }],
    ['--json list', {}, { json: true, maxWaitMs: 90_000 }],
    ['status --json', { players: false }, { json: true, maxWaitMs: 90_000 }],
    ['list --timeout 3 --max-wait=0', {}, { timeoutMs: 3_000, maxWaitMs: 0 }],
    ['list --timeout=0.25 --panel home', {}, { timeoutMs: 250, panel: 'home', maxWaitMs: 90_000 }],
    ['console a1b2c3d4 --no-input', { server, for: null, 'no-input': true }, { maxWaitMs: Number.POSITIVE_INFINITY }],
  ])('%s', (typed, values, options = {}) => {
    const name = argvOf(typed).find((word) => !word.startsWith('-'))
    expect(parse(typed)).toEqual({
      ok: true,
      value: { kind: 'run', name, values, options: { ...defaults, ...options }, work: expect.any(Function) },
    })
  })

  refuses([
    'list --timeout',
    'list --timeout 0',
    'list --timeout 3601',
    'list --timeout 1e3',
    'list --json=yes',
    ['list', '--max-wait', ''],
  ])

  it.each<[typed: string, page?: string]>([
    ['-h'],
    ['--json --help'],
    ['power --help', 'power'],
    ['list x --help', 'list'],
    ['keys --help', 'keys'],
    ['keys add --help', 'keys add'],
  ])('%s asks for help', (typed, page) => {
    expect(parse(typed)).toEqual({ ok: true, value: { kind: 'help', ...(page && { page }) } })
  })

  it('tells its version', () => {
    expect(parse('--version')).toEqual({ ok: true, value: { kind: 'version' } })
  })
})

it.each([
  ['list --for 5', '--for belongs to watch and console.'],
  ['keys list --url x', '--url belongs to keys add.'],
  ['--warn 5m', '--warn belongs to restart.'],
  ['list --verbose', 'There is no such option, or its value is missing.'],
  ['list --version', 'There is no such option, or its value is missing.'],
  ['--verbose', 'There is no such option.'],
  ['--json', 'A command is missing.'],
  ['', 'There is no such command.'],
  ['lists', 'There is no such command.'],
  ['keys', 'keys needs list, add, remove or check.'],
  ['keys drop', 'keys needs list, add, remove or check.'],
  ['plan', 'plan needs list.'],
  ['plan list x', 'Use it as “servertray plan list”.'],
  ['power a1b2c3d4', 'Use it as “servertray power IDENTIFIER start|stop|restart|kill”.'],
])('tells what is wrong with %j', (typed, message) => {
  expect(parse(typed)).toMatchObject({ ok: false, error: { code: 'invalid-request', message } })
})

describe('list, watch, power and send', () => {
  reads([
    ['watch --for 864000 --players', { for: 864_000_000, players: true }],
    ['power a1b2c3d4 restart', { server, signal: 'restart' }],
    ['send a1b2c3d4 say hello there --json', { server, command: 'say hello there' }],
    [['send', server, 'say  "two  spaces"'], { command: 'say  "two  spaces"' }],
    ['send a1b2c3d4 -- tp -5 --json', { command: 'tp -5 --json' }],
  ])
  refuses([
    'list a1b2c3d4',
    'watch --for 0',
    'watch --for 864001',
    'power',
    'power a1b2c3d4 start stop',
    'send a1b2c3d4',
    'send a1b2c3d4 tp -5',
    'console',
    'console a1b2c3d4 more',
    'console a1b2c3d4 --for x',
  ])
})

describe('restart', () => {
  reads([
    [
      'restart a1b2c3d4',
      {
        server,
        at: null,
        waits: false,
        choices: { warnings: [300, 60, 30, 10, 5, 4, 3, 2, 1], players: { rule: 'any' }, backupFirst: 'no' },
      },
    ],
    ['restart a1b2c3d4 --warn 10s,5m,1m', { choices: { warnings: [300, 60, 10] } }],
    [['restart', server, '--warn', ''], { choices: { warnings: [] } }],
    [['restart', server, '--message', 'say {time}'], { choices: { text: 'say {time}', cancelText: null } }],
    [['restart', server, '--cancel-message', 'say no'], { choices: { cancelText: 'say no' } }],
    ['restart a1b2c3d4 --at 03:00 --wait', { at: '03:00', waits: true }],
    ['restart --backup-first a1b2c3d4', { server, choices: { backupFirst: 'must' } }],
    ['restart a1b2c3d4 --backup-first=anyway', { choices: { backupFirst: 'anyway' } }],
    [
      'restart a1b2c3d4 --when-empty --players',
      { at: null, choices: { players: { rule: 'when-empty', otherwise: 'skip' } } },
    ],
    [
      'restart a1b2c3d4 --when-empty --until 06:00 --else restart --players',
      { at: '06:00', choices: { players: { rule: 'when-empty', otherwise: 'restart' } } },
    ],
    [
      'restart a1b2c3d4 --at-most 3 --at 06:00 --players',
      { at: '06:00', choices: { players: { rule: 'at-most', players: 3 } } },
    ],
  ])
  refuses([
    'restart',
    'restart a1b2c3d4 --warn 5',
    'restart a1b2c3d4 --warn 5m,5m',
    'restart a1b2c3d4 --warn 25h',
    'restart a1b2c3d4 --at 24:00',
    'restart a1b2c3d4 --at 3:00',
    'restart a1b2c3d4 --backup-first=never',
    'restart a1b2c3d4 --backup-first anyway',
    'restart a1b2c3d4 --when-empty',
    'restart a1b2c3d4 --at-most 3',
    'restart a1b2c3d4 --players',
    'restart a1b2c3d4 --players --at-most few',
    'restart a1b2c3d4 --players --at-most 10001',
    'restart a1b2c3d4 --players --at-most 3 --when-empty',
    'restart a1b2c3d4 --players --at-most 3 --until 06:00',
    'restart a1b2c3d4 --players --when-empty --at 06:00',
    'restart a1b2c3d4 --players --when-empty --else wait',
    'restart a1b2c3d4 --players --when-empty --else restart',
  ])
})

describe('bulk', () => {
  reads([
    [
      'bulk restart --all',
      {
        work: { kind: 'power', signal: 'restart' },
        which: { match: '*' },
        staggerMs: 5_000,
        isDryRun: false,
        confirmed: null,
      },
    ],
    ['bulk stop --match surv* --stagger 0.5', { which: { match: 'surv*' }, staggerMs: 500 }],
    ['bulk start a1b2c3d4 a1b2c3d4 b1b2c3d4', { which: { identifiers: [server, 'b1b2c3d4'] } }],
    ['bulk kill --all --yes 12 --dry-run', { confirmed: 12, isDryRun: true }],
    [
      'bulk restart --all --backup-first',
      {
        work: {
          kind: 'restart',
          choices: { ...defaultRestartChoices, warnings: [], backupFirst: 'must' },
          when: { inSeconds: 0 },
        },
      },
    ],
  ])
  refuses([
    'bulk',
    'bulk stop',
    'bulk stop --all a1b2c3d4',
    ['bulk', 'stop', '--match', ''],
    'bulk stop --all --stagger 4000',
    'bulk kill --all --yes all',
    'bulk kill --all --backup-first=anyway',
  ])
})

describe('backup and schedule', () => {
  const id = '00000001-1111-4222-8333-444455556666'
  reads([
    ['backup create a1b2c3d4', { server, name: '', lock: false, ignore: '', before: [], wait: false }],
    [
      ['backup', 'create', server, '--name', ' Before ', '--lock', '--before', 'save-off; save-all flush;', '--wait'],
      { name: 'Before', lock: true, before: ['save-off', 'save-all flush'], wait: true },
    ],
    [['backup', 'create', server, '--ignore', 'logs/; *.zip'], { ignore: 'logs/\n*.zip' }],
    [`backup download a1b2c3d4 ${id} --to .`, { backup: id, to: '.' }],
    ['backup lock a1b2c3d4 0000000A', { backup: '0000000a' }],
    [['backup', 'delete', server, id, '--yes', 'My backup'], { backup: id, yes: 'My backup' }],
    [
      ['backup', 'restore', server, id, '--yes', 'My backup', '--delete-files'],
      { backup: id, yes: 'My backup', 'delete-files': true, wait: false },
    ],
    ['schedule pause a1b2c3d4 12', { server, schedule: 12 }],
  ])
  refuses([
    'backup list',
    'backup lock a1b2c3d4 ../../x',
    'backup lock a1b2c3d4 0000',
    `backup download a1b2c3d4 ${id}`,
    `backup delete a1b2c3d4 ${id}`,
    `backup restore a1b2c3d4 ${id}`,
    `backup create a1b2c3d4 --name ${'x'.repeat(192)}`,
    'backup create a1b2c3d4 --before a;b;c;d;e;f',
    'schedule run a1b2c3d4 0',
    'schedule run a1b2c3d4 1e3',
  ])
})

describe('files', () => {
  reads([
    ['files ls a1b2c3d4', { server, path: '/' }],
    ['files ls a1b2c3d4 logs/', { path: '/logs' }],
    ['files get a1b2c3d4 a', { path: '/a', to: '.', force: false }],
    ['files get a1b2c3d4 /a --to x --force', { path: '/a', to: 'x', force: true }],
    ['files put a1b2c3d4 here.txt there.txt', { file: 'here.txt', path: '/there.txt', force: false }],
    ['files rm a1b2c3d4 a/b --yes b', { path: '/a/b', yes: 'b' }],
  ])
  refuses([
    'files cat a1b2c3d4 ../../etc/passwd',
    'files cat a1b2c3d4 a//b',
    'files cat a1b2c3d4 /',
    'files rm a1b2c3d4 a',
    'files put a1b2c3d4 a',
    ['files', 'get', server, 'a', '--to', ''],
  ])
})

describe('startup and db', () => {
  reads([
    ['startup get a1b2c3d4', { server, key: undefined }],
    ['startup set a1b2c3d4 A b', { server, key: 'A', value: 'b', stdin: false }],
  ])
  refuses([
    'startup get',
    'startup get a1b2c3d4 A B',
    ['startup', 'get', server, 'a b'],
    'startup set a1b2c3d4 A',
    'startup set a1b2c3d4 A b --stdin',
    'startup set a1b2c3d4 A b c',
    'startup set a1b2c3d4 --stdin',
    ['startup', 'set', server, 'A', 'b\nc'],
    ['startup', 'set', server, 'A', ' pad '],
    'db list',
  ])
})

it.each([
  [['power', 'a1b2c3d', 'start'], 'invalid-identifier'],
  [['power', server, 'START'], 'invalid-signal'],
  [['send', server, ' '], 'invalid-command'],
  [['send', server, 'say\nstop'], 'invalid-command'],
  [['restart', server, '--message', 'a\nb'], 'invalid-command'],
  [['bulk', 'reboot', '--all'], 'invalid-signal'],
  [['bulk', 'stop', 'a1b2'], 'invalid-identifier'],
  [['backup', 'create', server, '--before', 'a\nb'], 'invalid-command'],
])('says what is wrong with a value: %j, %s', (argv, code) => {
  const parsed = parse(argv)
  expect(parsed).toMatchObject({ ok: false, error: { code } })
  expect(parsed.ok || exitCodeOf(parsed.error)).toBe(exitCodes.usage)
})

test.each([
  `list --token ${token}`,
  `list ${token}`,
  token,
  `power ${token} start`,
  ['send', server, 'say', `Bearer ${token}`],
  `--help ${token}`,
  'list pacc_0123456789a',
])('a token on the command line is refused, and not quoted (%#)', (typed) => {
  const parsed = parse(typed)
  expect(parsed).toMatchObject({ ok: false, error: { code: 'invalid-request' } })
  expect(JSON.stringify(parsed)).not.toMatch(/Secret|0123456789a/)
})

it('never throws, and quotes nothing in its errors', () => {
  const word = fc.constantFrom('list', 'power', 'send', server, 'start', '--json', '--timeout', '--', '--help')
  const argument = fc.oneof(word, fc.string({ unit: anyCharacter }), fc.stringMatching(/^--?[a-z=]{0,9}$/))
  const marker = 'qZ7#marker'
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 6 }), (argv) => {
      const parsed = parseArguments([...argv, marker])
      if (!parsed.ok) expect(JSON.stringify(parsed)).not.toContain(marker)
    }),
    { numRuns: sizeOf({ short: 300, long: 5_000 }) },
  )
})

test.each([
  ['list --json', true],
  ['--json nonsense --unknown', true],
  ['send a1b2c3d4 -- --json', false],
  ['list', false],
])('%s asks for JSON: %j', (typed, expected) => expect(wantsJson(argvOf(typed))).toBe(expected))
