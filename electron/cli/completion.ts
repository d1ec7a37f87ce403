import { commonOptions, type Options } from './arguments.ts'
import type { Command } from './command.ts'
import {
  bashScript,
  type Choice,
  type Completion,
  fishScript,
  powershellScript,
  zshScript,
} from './completion-scripts.ts'

type Table = {
  readonly commands: readonly Command[]
  /** Those that stand without a command. */
  readonly rootOptions: Options
  readonly allOptions: Options
  /** Words that stand for several commands, each with those that follow it. */
  readonly groups: ReadonlyMap<string, readonly string[]>
}

const optionChoices = (options: Options): Choice[] =>
  Object.entries(options).map(([name, { help }]) => ({ word: `--${name}`, help }))

/** What can be typed where, as the table of commands has it. */
function completionOf({ commands, groups, allOptions, rootOptions }: Table): Completion {
  const helpOf = (name: string) => commands.find((one) => one.name === name)?.help ?? groups.get(name)?.join(', ') ?? ''
  const firstWords = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? name))]
  const choices = new Map<string, readonly Choice[]>([
    ['/0', firstWords.map((word) => ({ word, help: helpOf(word) }))],
    ['/-', optionChoices(rootOptions)],
  ])
  for (const [group, words] of groups) {
    choices.set(
      `${group}/0`,
      words.map((word) => ({ word, help: helpOf(`${group} ${word}`) })),
    )
    choices.set(`${group}/-`, optionChoices(commonOptions))
  }
  for (const { name, args, options } of commands) {
    choices.set(`${name}/-`, optionChoices({ ...options, ...commonOptions }))
    for (const [position, { values }] of args.entries()) {
      if (values !== undefined)
        choices.set(
          `${name}/${position}`,
          values.map((word) => ({ word, help: '' })),
        )
    }
  }
  return {
    places: [...groups.keys(), ...commands.map(({ name }) => name)],
    valued: Object.entries(allOptions).flatMap(([name, { type, bare }]) =>
      type === 'string' && bare === undefined ? [`--${name}`] : [],
    ),
    choices,
  }
}

const scripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} as const satisfies Readonly<Record<string, (completion: Completion) => string>>
export type Shell = keyof typeof scripts

/** A script that completes commands, options and fixed words in that shell. It starts nothing and asks nobody. */
export const scriptOf = (shell: Shell, table: Table): string => scripts[shell](completionOf(table))
