import { areaNeeds } from '../../shared/keys/rights.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type StartupVariable, startupKeySchema } from '../../shared/startup/contract.ts'
import { isSecretVariable, longestStartupValue } from '../../shared/startup/startup.ts'
import { orCancelled } from '../lib/time-limit.ts'
import { changeStartup, readStartup } from '../startup/panel.ts'
import { argument, bySchema, flag, misuse, server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { type Columns, listing } from './format.ts'
import { noteLeftOut } from './session.ts'

const noKey = misuse('That is not the name of a variable, as startup get shows it.')
const noVariable = {
  message: 'The server has no such startup variable.',
  hint: 'startup get shows those that it has.',
}

/** A value as it may be sent: one line of text. Panels take away blanks at its ends (the panel's API, *Transport*). */
function checkValue(value: string): Result<string> {
  if (value.trim() !== value) return misuse('A panel would take away the blanks at the ends of the value.')
  const isLine = value.length <= longestStartupValue && !/\p{Cc}/u.test(value)
  return isLine ? ok(value) : misuse('The value must be one line of text.')
}

function jsonOf(variable: StartupVariable) {
  const { key, name, value, isUnset, isEditable, rules } = variable
  const isSecret = isSecretVariable(variable)
  return { key, name, value: isSecret || isUnset ? null : value, isSecret, isEditable, rules }
}

const shownOf = ({ value, isUnset }: StartupVariable) => (isUnset ? '(empty, or the default)' : value)

const columns: Columns<StartupVariable> = {
  VARIABLE: ({ key }) => key,
  VALUE: (one) => (isSecretVariable(one) && one.value !== '' && !one.isUnset ? '••••••••' : shownOf(one)),
  RULES: ({ isEditable, rules }) => (isEditable ? rules : 'read-only'),
}

/** How a server starts. */
export const startupCommands = [
  serverCommand({
    name: 'startup get',
    help: 'startup variables of a server; what is secret only where it is named',
    args: { server, key: argument('[VARIABLE]', bySchema(startupKeySchema.optional(), noKey)) },
    permission: areaNeeds.startup.change,
    async run(session, { at }, { key }) {
      const read = noteLeftOut(session, await readStartup(at))
      if (!read.ok) return read
      const { variables } = read.value
      if (key === undefined) return ok(listing(columns, variables, 'No startup variables.\n', jsonOf))
      const found = variables.find((one) => one.key === key)
      if (found === undefined) return fail('panel-refused', noVariable)
      return ok({ words: `${shownOf(found)}\n`, json: { key, value: found.isUnset ? null : found.value } })
    },
  }),
  serverCommand({
    name: 'startup set',
    help: 'set a startup variable, used at the next start; --stdin for a secret',
    args: {
      server,
      key: argument('VARIABLE', bySchema(startupKeySchema, noKey)),
      value: argument(
        '[VALUE]',
        (typed): Result<string | null> => (typed === undefined ? ok(null) : checkValue(typed)),
      ),
    },
    options: {
      stdin: flag(
        'read the value from standard input: others on this computer may see a VALUE in its list of processes',
      ),
    },
    combine: (values) =>
      values.stdin === (values.value === null)
        ? ok(values)
        : misuse('startup set needs a value or --stdin, and quotes around a value with blanks.'),
    permission: areaNeeds.startup.change,
    async run({ readValue, stopped }, { at }, { key, value: typed }) {
      const read = typed === null ? await orCancelled(readValue(), stopped) : ok(typed)
      const value = read.ok ? checkValue(read.value) : read
      if (!value.ok) return value
      // A panel answers to a variable that it does not have as if it had failed itself.
      const known = await readStartup(at)
      const isThere = !known.ok || known.value.leftOut > 0 || known.value.variables.some((one) => one.key === key)
      if (!isThere) return fail('panel-refused', noVariable)
      const changed = await changeStartup(at, { key, value: value.value })
      return changed.ok ? ok({ words: `Set ${key}, used at the next start.\n`, json: { key } }) : changed
    },
  }),
]
