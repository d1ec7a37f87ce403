import { appError } from '../../shared/errors.ts'
import { isSecretVariable, type StartupVariable } from '../../shared/model/startup.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Target } from './action.ts'
import { type ExitCode, exitCodes, formatJson, formatTable } from './format.ts'
import { patientCall, report, type Session } from './session.ts'
import { parseValue, type StartupCommand } from './startup-args.ts'

const noVariable = {
  message: 'The server has no such startup variable.',
  hint: 'startup get shows those that it has.',
}

function listOf(variables: readonly StartupVariable[], json: boolean): string {
  if (json) {
    const told = variables.map((variable) => {
      const { key, name, isEditable, rules } = variable
      const isSecret = isSecretVariable(variable)
      return { key, name, value: isSecret ? null : variable.value, isSecret, isEditable, rules }
    })
    return formatJson(told)
  }
  const cells = variables.map((variable) => [
    variable.key,
    isSecretVariable(variable) ? '••••••••' : variable.value,
    variable.isEditable ? variable.rules : 'read-only',
  ])
  return formatTable(['VARIABLE', 'VALUE', 'RULES'], cells, 'No startup variables.\n')
}

/**
 * Runs one command on how a server starts.
 * @param readValue asked where the value is to come from standard input
 */
export async function runStartup(
  session: Session,
  command: StartupCommand,
  { access }: Target,
  readValue: () => Promise<Result<string>>,
): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const { startup } = access.client
  const { identifier, key } = command
  const call = patientCall(session)
  if (command.action === 'set') {
    const value = command.value === null ? parseValue(await readValue()) : ok(command.value)
    if (!value.ok) return report(stderr, value.error, options.json)
    const done = await startup.change(identifier, { key: command.key, value: value.value }, call)
    if (!done.ok) return report(stderr, done.error, options.json)
    stdout.write(options.json ? formatJson({ key }) : `Set ${key}, used at the next start.\n`)
    return exitCodes.done
  }
  const read = await startup.read(identifier, call)
  if (!read.ok) return report(stderr, read.error, options.json)
  const { variables } = read.value
  if (key === null) {
    stdout.write(listOf(variables, options.json))
    return exitCodes.done
  }
  const found = variables.find((one) => one.key === key)
  if (found === undefined) return report(stderr, appError('panel-refused', noVariable), options.json)
  stdout.write(options.json ? formatJson({ key, value: found.value }) : `${found.value}\n`)
  return exitCodes.done
}
