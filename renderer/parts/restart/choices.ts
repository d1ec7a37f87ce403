import { warningText } from '../../../shared/model/restart.ts'
import type { RestartChoices } from '../../../shared/model/restart-schema.ts'
import { commandOf } from '../commands/command-text.ts'

/** Which field of the choices is wrong, and why. */
export type ChoicesProblem = { readonly field: 'text' | 'lastCommand' | 'cancelText'; readonly message: string }

/** What the fields of a restart with warnings are given. */
export type ChoicesFieldsProps = {
  choices: RestartChoices
  onChange: (choices: RestartChoices) => void
  /** Seconds until the restart; null where that is open. */
  leadSeconds: number | null
  /** Fills in the example. */
  serverName: string
  /** What is wrong with the choices, once it is to be shown. */
  problem: ChoicesProblem | null
}

/** What is wrong with the typed choices; null where they are valid. */
export function choicesProblem({ text, lastCommand, cancelText }: RestartChoices): ChoicesProblem | null {
  if (commandOf(text) === '') return { field: 'text', message: 'Type the console command that warns players.' }
  if (lastCommand !== null && commandOf(lastCommand.text) === '')
    return { field: 'lastCommand', message: 'Type the command, or untick it.' }
  if (cancelText !== null && commandOf(cancelText) === '')
    return { field: 'cancelText', message: 'Type what players read, or untick it.' }
  return null
}

/** The typed choices as they are sent: each command one line without white space around it. */
export function cleanChoices(choices: RestartChoices): RestartChoices {
  const { lastCommand, cancelText } = choices
  return {
    ...choices,
    text: commandOf(choices.text),
    lastCommand: lastCommand && { ...lastCommand, text: commandOf(lastCommand.text) },
    cancelText: cancelText && commandOf(cancelText),
  }
}

function key(choices: RestartChoices): string {
  const { warnings, text, atZero, lastCommand, onWarningFailed, cancelText, killAfterMinutes, players, backupFirst } =
    choices
  return JSON.stringify([
    warnings,
    text,
    atZero,
    lastCommand && [lastCommand.text, lastCommand.waitSeconds],
    onWarningFailed,
    cancelText,
    killAfterMinutes,
    Object.entries(players).sort(),
    backupFirst,
  ])
}

/** True where both choices are equal, whatever the order of their fields. */
export function sameChoices(a: RestartChoices, b: RestartChoices): boolean {
  return key(a) === key(b)
}

/** Commands whose first word makes the game speak; players read the rest. */
const speech = /^(?:say|alert|broadcast|servermsg|\/?announce)\s+/i

/** What players read of a warning: the command without that first word and without quotes. */
export function whatPlayersRead(text: string, seconds: number, serverName: string): string {
  const whole = warningText(commandOf(text), seconds, serverName)
  const said = whole.replace(speech, '')
  return /^"[^"]*"$/.test(said) ? said.slice(1, -1) : said
}
