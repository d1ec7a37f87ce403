import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allOptions, commands } from '../../../electron/cli/commands.ts'
import { exitCodes } from '../../../electron/cli/format.ts'
import { parseArguments } from '../../../electron/cli/parse-arguments.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { documents, pathInProject, shellLines } from '../../fixtures/documents.ts'

const pages = documents()
const reference = pages.find(({ name }) => name === 'docs/command-line.md')?.text ?? ''

/** The words of one command, as a shell reads them where nothing but single quotes is special. */
const wordsOf = (command: string) =>
  (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))

/** The arguments of each run of the command line in the blocks of all pages. */
const runs = pages.flatMap(({ name, text }) =>
  shellLines(text)
    .map((line) => line.replace(/\s+#.*$/, ''))
    .flatMap((line) => [...line.matchAll(/(?:npm run --silent cli --|(?<![\w/-])servertray) ([^|>)]+)/g)])
    .map(([, typed = '']) => [name, typed.trim()] as const),
)

test('there are runs of the command line to look at', () => {
  for (const name of ['README.md', 'docs/command-line.md']) expect(runs.map(([page]) => page)).toContain(name)
  expect(runs.length).toBeGreaterThan(30)
})

test.each(runs)('%s: servertray %s', (_name, typed) => {
  expect(parseArguments(wordsOf(typed))).toMatchObject({ ok: true })
})

test('a run that is wrong is found', () => {
  expect(parseArguments(wordsOf("bulk restart --matches 'smp-*'"))).toMatchObject({ ok: false })
})

test.each(pages.map(({ name, text }) => [name, text] as const))('%s names scripts that are there', (_name, text) => {
  const scripts = [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, script = '']) => script)
  expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([])
  const files = [...text.matchAll(/\bnode ((?:build|test|electron)\/\S+?\.ts)/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(pathInProject(file)))).toEqual([])
})

test('the reference names every command, every option and every exit code', () => {
  const missing = [
    ...commands
      .map(({ name }) => name)
      .filter((name) => !reference.includes(`servertray ${name}`) && !reference.includes(`\`${name}\``)),
    ...Object.keys(allOptions).filter((option) => !new RegExp(`--${option}(?![\\w-])`).test(reference)),
    ...Object.values(exitCodes).filter((code) => !reference.includes(`\n| ${code}         |`)),
  ]
  expect(missing).toEqual([])
})
