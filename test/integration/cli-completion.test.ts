import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { commands, completionScript } from '../../electron/cli/commands.ts'
import type { Shell } from '../../electron/cli/completion.ts'
import { runHere } from '../fixtures/cli-here.ts'
import { missingTools } from '../fixtures/missing-tools.ts'
import { unless } from '../report/unless.ts'

const folder = mkdtempSync(join(tmpdir(), 'servertray-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of the shell on the script, which is its first argument. */
function runIn(shell: Shell, flags: readonly string[], program: string, words: readonly string[]): string[] {
  const file = join(folder, shell)
  writeFileSync(file, completionScript(shell))
  // fish takes the arguments as they are, the others the first one as their own name.
  const named = shell === 'fish' ? [] : [shell]
  const env = { ...process.env, HOME: folder }
  const said = execFileSync(shell, [...flags, '-c', program, ...named, file, ...words], { encoding: 'utf8', env })
  return said.split('\n').filter((line) => line !== '')
}

const inBash = (words: readonly string[]) =>
  runIn(
    'bash',
    ['--noprofile', '--norc', '-u'],
    `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _servertray
    (($\{#COMPREPLY[@]} == 0)) || printf '%s\\n' "$\{COMPREPLY[@]}"`,
    words,
  )

/** Those that fit: zsh and fish also try words that resemble what is typed. */
const fitting = (choices: readonly string[], typed = '') => choices.filter((choice) => choice.startsWith(typed))

/** Without zsh's line editor: the words that the script would have it describe. */
function inZsh(words: readonly string[]): string[] {
  const program = `compdef() { }; _describe() { print -rl -- "$\{(@P)2}" }
    source "$1"; shift; words=("$@"); CURRENT=$#; _servertray || true`
  const described = runIn('zsh', ['-f'], program, words).map((line) => line.split(':')[0] ?? '')
  return fitting(described, words.at(-1))
}

function inFish(words: readonly string[]): string[] {
  const lines = runIn('fish', ['--no-config'], 'source $argv[1]; complete -C "$argv[2]"', [words.join(' ')])
  return fitting(
    lines.map((line) => line.split('\t')[0] ?? ''),
    words.at(-1),
  )
}

const signals = ['start', 'stop', 'restart', 'kill']
/** What is typed, the last word being completed, and what it can become. */
const cases: [words: string[], choices: string[]][] = [
  [[''], [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))]],
  [['st'], ['startup', 'status']],
  [['--v'], ['--version']],
  [
    ['keys', ''],
    ['list', 'add', 'remove', 'check'],
  ],
  [['keys', 'add', '--l'], ['--label']],
  [['keys', 'list', '--l'], []],
  [['power', ''], []],
  [['power', 'a1b2c3d4', ''], signals],
  [
    ['power', '--json', '--timeout', '5', 'a1b2c3d4', 'st'],
    ['start', 'stop'],
  ],
  [['--timeout', ''], []],
  [['bulk', ''], signals],
  [['bulk', 'stop', '--a'], ['--all']],
  [['bulk', 'stop', ''], []],
  [['send', 'a1b2c3d4', '--', '--j'], []],
  [['watch', '--no'], []],
  [['console', '--no'], ['--no-input']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', 'powershell'],
  ],
  [['list', 'list', ''], []],
]

const whyNo = (shell: Shell) => (missingTools([shell]).length === 0 ? null : `${shell} is not installed`)

describe.each<[Shell, (words: readonly string[]) => string[]]>([
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
])('%s', (shell, complete) => {
  describe('completes', unless(whyNo(shell)), () => {
    it.each(cases)('%j', (words, choices) => {
      expect(complete(['servertray', ...words]).toSorted()).toEqual(choices.toSorted())
    })
  })
})

describe('bash', unless(whyNo('bash')), () => {
  it('knows it by the name of the command', () => {
    const said = runIn('bash', ['--noprofile', '--norc'], 'source "$1"; complete -p servertray', [])
    expect(said).toEqual(['complete -F _servertray servertray'])
  })

  it('completes behind an option with =, which bash splits into words', () => {
    expect(inBash(['servertray', 'power', '--timeout', '=', '5', 'a1b2c3d4', 'k'])).toEqual(['kill'])
    expect(inBash(['servertray', 'power', '--timeout', '='])).toEqual([])
  })
})

test('PowerShell is told the same, each with a text', () => {
  const script = completionScript('powershell')
  expect(script).toMatch(/^Register-ArgumentCompleter -Native -CommandName servertray -ScriptBlock \{\n/)
  expect(script).toContain(
    "'power/1' = [ordered]@{ 'start' = 'start'; 'stop' = 'stop'; 'restart' = 'restart'; 'kill' = 'kill' }",
  )
  for (const { name } of commands) expect(script).toContain(`'${name}/-' = [ordered]@{ '--`)
  expect(script).not.toMatch(/= ''[; ]/)
  expect(script.split('{').length).toBe(script.split('}').length)
})

test('prints a script without credentials, and asks nobody', async () => {
  const refuse = () => Promise.reject(new Error('nothing of the profile is needed'))
  const { exit, stdout } = await runHere({
    argv: ['completion', 'bash'],
    loadStoredKeys: refuse,
    openProfile: refuse,
    noteActivity: refuse,
  })
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: completionScript('bash') })
})
