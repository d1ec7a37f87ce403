import { commonOptions, type OptionSpecs } from './command-spec.ts'
import { allOptions, commands, groups, rootOptions, type Shell } from './commands.ts'
import {
  bashScript,
  type Choice,
  type Completion,
  fishScript,
  powershellScript,
  zshScript,
} from './completion-scripts.ts'

const optionChoices = (options: OptionSpecs): Choice[] =>
  Object.entries(options).map(([name, { help }]) => ({ word: `--${name}`, help }))

/** What can be typed where, as the table of commands has it. */
function completionOf(): Completion {
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
  for (const { name, positionals, options } of commands) {
    choices.set(`${name}/-`, optionChoices({ ...options, ...commonOptions }))
    for (const [position, { values }] of positionals.entries()) {
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

const scripts: Readonly<Record<Shell, (completion: Completion) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
}

/** A script that completes commands, options and fixed words in that shell. It starts nothing and asks nobody. */
export const completionScript = (shell: Shell): string => scripts[shell](completionOf())
