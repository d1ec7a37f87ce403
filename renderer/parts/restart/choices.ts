import { warningText } from '../../../shared/model/restart.ts'
import type { PlayersRule, RestartChoices } from '../../../shared/model/restart-schema.ts'
import { commandOf } from '../commands/command-text.ts'

/** What is said of a typed command that is empty; null where it is not. */
export const missing = (command: string, told: string): string | null => (commandOf(command) === '' ? told : null)

/** The typed choices as they are sent: each command one line. */
export function cleanChoices(choices: RestartChoices): RestartChoices {
  const { lastCommand, cancelText } = choices
  return {
    ...choices,
    text: commandOf(choices.text),
    lastCommand: lastCommand && { ...lastCommand, text: commandOf(lastCommand.text) },
    cancelText: cancelText && commandOf(cancelText),
  }
}

/** Commands whose first word makes the game speak; players read the rest. */
const speech = /^\s*(?:say|alert|broadcast|servermsg|\/?announce)\s+/i

/** What players read of a warning: the command without that first word and without quotes. */
export function whatPlayersRead(text: string, seconds: number, serverName: string): string {
  const whole = warningText(commandOf(text), seconds, serverName)
  const said = whole.replace(speech, '')
  return /^"[^"]*"$/.test(said) ? said.slice(1, -1) : said
}

/**
 * What a restart does about players: `When empty, from 60 min before, or not at all`; null where it does not.
 * @param waitMinutes how long before its time it begins to wait for an empty server; null where that is open
 */
export function ruleText(players: PlayersRule, waitMinutes: number | null): string | null {
  if (players.rule === 'any') return null
  if (players.rule === 'at-most') return `Only if at most ${players.players} are on`
  const from = waitMinutes === null ? '' : `from ${waitMinutes} min before, `
  return `When empty, ${from}${players.otherwise === 'skip' ? 'or not at all' : 'then with warning'}`
}

/** Whether a backup comes first: `Backs up first, restarts anyway if that fails`; null where none does. */
export function backupFirstText(backupFirst: RestartChoices['backupFirst']): string | null {
  if (backupFirst === 'no') return null
  return backupFirst === 'must' ? 'Backs up first' : 'Backs up first, restarts anyway if that fails'
}
