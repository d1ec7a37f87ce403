import { commonOptions, type Options } from './argument-types.ts'
import type { Command } from './command.ts'

/** A word that can be typed, and what it means; an empty text where it says so itself. */
type Choice = { readonly word: string; readonly help: string }

/** What can be typed where, as a script for a shell holds it. */
type Completion = {
  /** The commands and the groups of them, in full: `keys`, `keys add`. */
  readonly places: readonly string[]
  /** The options that take the next word as their value. */
  readonly valued: readonly string[]
  /** By `PLACE/POSITION`, from 0 on, for words, and `PLACE/-` for options. */
  readonly choices: ReadonlyMap<string, readonly Choice[]>
}

/** A text in single quotes, of which a shell changes nothing. */
const posixQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const fishQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
const powershellQuoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Each place as a step to it from the one before: `0::keys`, `0:keys:add`. */
const stepsOf = ({ places }: Completion): string[] =>
  places.map((place) => {
    const words = place.split(' ')
    return `0:${words.slice(0, -1).join(' ')}:${words.at(-1)}`
  })

const linesOf = ({ choices }: Completion, line: (key: string, of: readonly Choice[]) => string): string =>
  [...choices].map(([key, of]) => line(key, of)).join('\n')

/** Walks the words before the cursor; bash and zsh differ in their names and in where an equals sign parts words. */
const posixWalk = (completion: Completion, first: number, current: string) => `
  for ((i = ${first}; i < ${current}; i++)); do
    word=$\{words[i]}
    if [[ -n $takes ]]; then
      [[ $word == '=' ]] || takes=
      continue
    fi
    case $word in
      --) return ;;
      ${completion.valued.join('|')}) takes=1 ;;
      -*|=) ;;
      *)
        case "$slot:$place:$word" in
          ${stepsOf(completion).map(posixQuoted).join('|')}) place="$\{place:+$place }$word" ;;
          *) slot=$((slot + 1)) ;;
        esac ;;
    esac
  done
  [[ -z $takes ]] || return
  [[ $current != -* ]] || slot=-`

const bashScript = (completion: Completion) => `_servertray() {
  local words=("$\{COMP_WORDS[@]}") current="$\{COMP_WORDS[COMP_CWORD]}" place= slot=0 takes= choices= word i
  COMPREPLY=()${posixWalk(completion, 1, 'COMP_CWORD')}
  case "$place/$slot" in
${linesOf(completion, (key, of) => `    ${posixQuoted(key)}) choices=${posixQuoted(of.map(({ word }) => word).join(' '))} ;;`)}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -F _servertray servertray
`

const zshChoice = ({ word, help }: Choice) => posixQuoted(help === '' ? word : `${word}:${help.replaceAll(':', '\\:')}`)

const zshScript = (completion: Completion) => `#compdef servertray
_servertray() {
  local current="$words[CURRENT]" place= slot=0 takes= word i
  local -a choices${posixWalk(completion, 2, 'CURRENT')}
  case "$place/$slot" in
${linesOf(completion, (key, of) => `    ${posixQuoted(key)}) choices=(${of.map(zshChoice).join(' ')}) ;;`)}
  esac
  _describe servertray choices
}
if [[ "$funcstack[1]" == _servertray ]]; then _servertray "$@"; else compdef _servertray servertray; fi
`

const fishScript = (completion: Completion) => `function __servertray_choices
    set -l before (commandline -opc)
    set -e before[1]
    set -l place ''
    set -l slot 0
    set -l takes ''
    for word in $before
        if test -n "$takes"
            set takes ''
            continue
        end
        switch $word
            case --
                return
            case ${completion.valued.join(' ')}
                set takes 1
            case '-*'
            case '*'
                switch "$slot:$place:$word"
                    case ${stepsOf(completion).map(fishQuoted).join(' ')}
                        set place (string trim -- "$place $word")
                    case '*'
                        set slot (math $slot + 1)
                end
        end
    end
    test -n "$takes"; and return
    string match -q -- '-*' (commandline -ct); and set slot -
    switch "$place/$slot"
${linesOf(
  completion,
  (key, of) => `        case ${fishQuoted(key)}
            printf '%s\\t%s\\n' ${of.flatMap(({ word, help }) => [word, help].map(fishQuoted)).join(' ')}`,
)}
    end
end
complete -c servertray -f -a '(__servertray_choices)'
`

const powershellScript = (
  completion: Completion,
) => `Register-ArgumentCompleter -Native -CommandName servertray -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $steps = ${stepsOf(completion).map(powershellQuoted).join(', ')}
    $valued = ${completion.valued.map(powershellQuoted).join(', ')}
    $choices = @{
${linesOf(completion, (key, of) => {
  const pairs = of.map(({ word, help }) => `${powershellQuoted(word)} = ${powershellQuoted(help === '' ? word : help)}`)
  return `        ${powershellQuoted(key)} = [ordered]@{ ${pairs.join('; ')} }`
})}
    }
    $place = ''
    $slot = 0
    $takes = $false
    $before = $commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() }
    foreach ($word in $before) {
        if ($takes) { $takes = $false }
        elseif ($word -ceq '--') { return }
        elseif ($valued -ccontains $word) { $takes = $true }
        elseif ($word.StartsWith('-')) { }
        elseif ($steps -ccontains "$\{slot}:$\{place}:$word") { $place = "$place $word".Trim() }
        else { $slot++ }
    }
    if ($takes) { return }
    if ($wordToComplete.StartsWith('-')) { $slot = '-' }
    if (-not $choices.ContainsKey("$place/$slot")) { return }
    $choices["$place/$slot"].GetEnumerator() | Where-Object { $_.Key -like "$wordToComplete*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterValue', $_.Value)
    }
}
`

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
  const wordsOf = (words: readonly string[], help: (word: string) => string): Choice[] =>
    words.map((word) => ({ word, help: help(word) }))
  const choices = new Map<string, readonly Choice[]>([
    ['/0', wordsOf(firstWords, helpOf)],
    ['/-', optionChoices(rootOptions)],
    ...[...groups].flatMap(([group, words]) => [
      [`${group}/0`, wordsOf(words, (word) => helpOf(`${group} ${word}`))] as const,
      [`${group}/-`, optionChoices(commonOptions)] as const,
    ]),
    ...commands.flatMap(({ name, args, options }) => [
      [`${name}/-`, optionChoices({ ...options, ...commonOptions })] as const,
      ...args.flatMap(({ values }, at) => (values ? [[`${name}/${at}`, wordsOf(values, () => '')] as const] : [])),
    ]),
  ])
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
