import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StartupVariable } from '../../../shared/startup/contract.ts'
import { commandParts, isSecretVariable } from '../../../shared/startup/startup.ts'
import { startupVariable } from '../../fixtures/startup.ts'

it.each<[string, boolean]>([
  ['RCON_PASS', true],
  ['PASSWORD', true],
  ['DISCORD_TOKEN', true],
  ['STEAM_GSLT', true],
  ['API_KEY', true],
  ['CLIENT_SECRET', true],
  ['DISCORD_WEBHOOK', true],
  ['SV_PW', true],
  ['ADMIN_PWD', true],
  ['PWNED', false],
  ['RCON_PORT', false],
  ['ENABLE_RCON_ENABLED', false],
  ['KEYBOARD', false],
])('%s is secret: %s', (key, isSecret) => {
  expect(isSecretVariable(startupVariable({ key, name: key.toLowerCase().replaceAll('_', ' ') }))).toBe(isSecret)
})

it('goes by the name that a person reads, too', () => {
  expect(isSecretVariable(startupVariable({ key: 'SV_JOIN', name: 'Server Password' }))).toBe(true)
  expect(isSecretVariable(startupVariable({ key: 'NEWS', name: 'Discord webhook' }))).toBe(true)
})

it.each([
  ['mysql://root:hunter2@db.example.com/app', true],
  [' mongodb+srv://mira:a%40b@cluster.example.com', true],
  ['redis://:hunter2@127.0.0.1:6379', true],
  ['https://example.com:8080/a@b', false],
  ['https://mira@example.com/', false],
  ['a:b@c', false],
  ['', false],
])('an address with a password in it is secret, whatever it is called: %s', (value, isSecret) => {
  const variable = startupVariable({ key: 'DATABASE_URL', name: 'Database', value })
  expect(isSecretVariable(variable)).toBe(isSecret)
  expect(isSecretVariable({ ...variable, value: '', defaultValue: value })).toBe(isSecret)
  const typed = commandParts({ rawCommand: '', command: `x ${value}`, variables: [variable] }, new Map())
  expect(typed.some((part) => part.isSecret)).toBe(isSecret)
})

it('hides an address with a password as it is typed into the command', () => {
  const variable = startupVariable({ key: 'DATABASE_URL', value: 'none' })
  const startup = { rawCommand: 'x {{DATABASE_URL}}', command: 'x none', variables: [variable] }
  const parts = commandParts(startup, new Map([['DATABASE_URL', 'mysql://root:hunter2@db/app']]))
  expect(parts.find(({ text }) => text.includes('hunter2'))?.isSecret).toBe(true)
})

/** The command as text, with `***` for what is secret. */
const shown = (
  rawCommand: string,
  command: string,
  variables: readonly Partial<StartupVariable>[],
  edits: Readonly<Record<string, string>> = {},
) =>
  commandParts(
    { rawCommand, command, variables: variables.map((one) => startupVariable(one)) },
    new Map([...variables.map(({ key = '', value = '' }) => [key, value] as const), ...Object.entries(edits)]),
  )
    .map(({ text, isSecret }) => (isSecret ? '***' : text))
    .join('')

const jar = { key: 'JAR', value: 'server.jar' }
const pass = { key: 'RCON_PASS', value: 'a b' }

describe('the command', () => {
  it.each<[string, string, string, Parameters<typeof shown>[3], string]>([
    ['as it is', 'java -jar {{JAR}}', 'java -jar server.jar', {}, 'java -jar server.jar'],
    ['with a change', 'java -jar {{JAR}}', 'java -jar server.jar', { JAR: 'paper.jar' }, 'java -jar paper.jar'],
    ['with what only the panel knows', '-m {{MEM}} -j {{JAR}}', '-m 512 -j server.jar', { JAR: 'x' }, '-m 512 -j x'],
    ['without a secret', 'x -p {{RCON_PASS}} -y', 'x -p a b -y', {}, 'x -p *** -y'],
    ['without a changed secret', 'x -p "{{RCON_PASS}}"', 'x -p "a b"', { RCON_PASS: 'new' }, 'x -p "***"'],
    ['that ends with what the panel fills in', '-m {{MEM}}', '-m 512', {}, '-m 512'],
    ['that does not fit its pattern', 'java {{JAR}}', 'node -p "a b" go', { JAR: 'x' }, 'node -p "***" go'],
    ['with two that can not be told apart', '{{MEM}}{{CPU}}', '512a b', {}, '512***'],
    ['without a pattern', '', 'x a b', {}, 'x ***'],
    ['that is not told', '', '', {}, ''],
  ])('%s', (_, raw, command, edits, expected) => {
    expect(shown(raw, command, [jar, pass], edits)).toBe(expected)
  })

  it('hides no ordinary letters where a secret is only some long', () => {
    expect(shown('', 'x -a 1', [{ key: 'RCON_PASS', value: '1' }])).toBe('x -a 1')
  })

  it('never shows a secret of three characters or more, whatever the panel says', () => {
    const secret = fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom('q', 'w', '7', '{', ' ') })
    const piece = fc.constantFrom('java ', '{{RCON_PASS}}', '{{JAR}}', ' -p ', '{{MEM}}')
    fc.assert(
      fc.property(secret, fc.array(piece), fc.array(piece), (value, raw, command) => {
        const fill = (text: string) =>
          text
            .replaceAll('{{RCON_PASS}}', () => value)
            .replaceAll('{{JAR}}', 'server.jar')
            .replaceAll('{{MEM}}', '512')
        const text = shown(raw.join(''), fill(command.join('')), [jar, { key: 'RCON_PASS', value }])
        expect(text.includes(value)).toBe(false)
      }),
    )
  })
})
