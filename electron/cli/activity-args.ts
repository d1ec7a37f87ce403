import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { ok } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier } from './command-spec.ts'

/** `limit`: how many lines at most, the newest. */
export type ActivityCommand = {
  readonly name: 'activity'
  readonly identifier: ServerIdentifier
  readonly limit: number
}

/** How many lines are told without a word about it, and at most. */
const usual = 25
const most = 1_000

/** A number of lines as typed; null where it is none. */
function parseLimit(typed: string): number | null {
  const limit = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return limit >= 1 && limit <= most ? limit : null
}

export const activityCommand: CommandSpec<ActivityCommand> = defineCommand({
  name: 'activity',
  help: 'what the panel tells was done to a server, the newest first',
  positionals: [{ name: 'SERVER' }],
  options: { limit: { type: 'string', value: 'N', help: `at most this many lines, up to ${most} (${usual})` } },
  parse(words, { limit: typed = String(usual) }) {
    const identifier = parseIdentifier(words[0])
    if (words.length !== 1) return misuse('activity needs the identifier of one server.')
    const limit = parseLimit(typed)
    if (limit === null) return misuse(`--limit needs a number from 1 to ${most}.`)
    return identifier.ok ? ok({ name: 'activity', identifier: identifier.value, limit }) : identifier
  },
})
