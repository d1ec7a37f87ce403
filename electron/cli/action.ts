import { appError } from '../../shared/errors.ts'
import { knows, lackOf } from '../../shared/model/key-permissions.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Access } from './access.ts'
import type { Command } from './args.ts'
import { type ExitCode, exitCodes, formatJson } from './format.ts'
import { listAll, patientCall, report, type Session } from './session.ts'

type Action = Extract<Command, { name: 'power' } | { name: 'send' }>

/**
 * The key to act with: of those whose list has the server one declared to have the permission, else one not
 * declared to lack it. Two panels that both have a server of that identifier need a choice.
 */
export async function findAccess(
  session: Session,
  accesses: readonly Access[],
  { identifier, name }: Action,
): Promise<Result<Access>> {
  const permission = name === 'power' ? 'power' : 'console'
  const { read, errors } = await listAll(session, accesses)
  const holders = read
    .filter(({ list }) => list.servers.some((server) => server.identifier === identifier))
    .map(({ access }) => access)
  const [first] = holders
  if (first === undefined) return fail(errors[0] ?? appError('server-not-found'))
  if (holders.some((holder) => holder.baseUrl !== first.baseUrl)) {
    return fail('invalid-request', {
      message: 'Several panels have a server with this identifier.',
      hint: 'Choose one with --panel NAME. Run list to see the names.',
    })
  }
  const known = holders.map(({ declared }) => ({ declared, learned: [] }))
  const now = session.clock.now()
  const lack = lackOf(known, permission, now)
  if (lack !== null) {
    return fail('permission-lacking', {
      message: `Nothing was sent: ${lack.reason}, as you said in Servertray.`,
      hint: lack.hint,
    })
  }
  const knowledge = known.map((key) => knows(key, permission, now))
  return ok(holders[knowledge.indexOf('has')] ?? holders[knowledge.indexOf('unknown')] ?? first)
}

/** Sends the signal or the command and says that the panel took it, which is all that it tells. */
export async function runAction(session: Session, action: Action, { client }: Access): Promise<ExitCode> {
  const { options, stdout, stderr } = session
  const { identifier } = action
  const call = patientCall(session)
  const result =
    action.name === 'power'
      ? await client.sendPower(identifier, action.signal, call)
      : await client.sendCommand(identifier, action.text, call)
  if (!result.ok) return report(stderr, result.error, options.json)
  const done = action.name === 'power' ? { identifier, signal: action.signal } : { identifier, command: action.text }
  const what = action.name === 'power' ? action.signal : 'the command'
  stdout.write(options.json ? formatJson(done) : `The panel accepted ${what} for ${identifier}.\n`)
  return exitCodes.done
}
