import type { RestartChoices } from '../../../shared/model/restart.ts'
import { warningText } from '../../../shared/model/restart-choices.ts'
import { commandOf } from '../commands/command-text.ts'

/** Which part of the choices cannot be used, and why. */
export type ChoicesProblem = { readonly field: 'text' | 'lastCommand' | 'cancelText'; readonly message: string }

/** What is wrong with choices as they are typed; null where they can be used. */
export function choicesProblem({ text, lastCommand, cancelText }: RestartChoices): ChoicesProblem | null {
  if (commandOf(text) === '') return { field: 'text', message: 'Type the console command of a warning.' }
  if (lastCommand !== null && commandOf(lastCommand.text) === '')
    return { field: 'lastCommand', message: 'Type the command, or send none.' }
  if (cancelText !== null && commandOf(cancelText) === '')
    return { field: 'cancelText', message: 'Type the announcement, or make none.' }
  return null
}

/** Typed choices as they go out: each command one line without white space around it. */
export function cleanChoices(choices: RestartChoices): RestartChoices {
  const { lastCommand, cancelText } = choices
  return {
    ...choices,
    text: commandOf(choices.text),
    lastCommand: lastCommand && { ...lastCommand, text: commandOf(lastCommand.text) },
    cancelText: cancelText && commandOf(cancelText),
  }
}

const key = ({ warnings, text, atZero, lastCommand, onWarningFailed, cancelText, killAfterMinutes }: RestartChoices) =>
  JSON.stringify([
    warnings,
    text,
    atZero,
    lastCommand && [lastCommand.text, lastCommand.waitSeconds],
    onWarningFailed,
    cancelText,
    killAfterMinutes,
  ])

export function sameChoices(a: RestartChoices, b: RestartChoices): boolean {
  return key(a) === key(b)
}

/** What the first word of these commands does is said by the game; the rest is what players read. */
const speech = /^(?:say|alert|broadcast|servermsg|\/?announce)\s+/i

/** What players read of a warning: the command without the word that says it, and without its quotes. */
export function whatPlayersRead(text: string, seconds: number, serverName: string): string {
  const whole = warningText(commandOf(text), seconds, serverName)
  const said = whole.replace(speech, '')
  return /^"[^"]*"$/.test(said) ? said.slice(1, -1) : said
}
