import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { powerSignalSchema } from '../../shared/model/power-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import { isDropped } from '../../shared/servers/choices.ts'
import { type Argument, bySchema, choice, identifier } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { notedCommand, notedPower } from './noted.ts'
import type { Session } from './session.ts'
import type { ServerTools } from './tools.ts'
import { noteSent } from './unsaved.ts'

export const signalArgument = choice('SIGNAL', powerSignalSchema, fail('invalid-signal'))

const readText = bySchema(consoleCommandSchema, fail('invalid-command'))
const commandText: Argument<string> = { name: 'COMMAND...', parse: (words) => readText(words.join(' ')) }

/** How long a signal or command waits for the look that precedes it, in milliseconds: a panel may wait 15 s for its machine. */
const lookMs = 3_000

/** The options of that look. */
const forLook = ({ call, stopped }: Session) => ({
  ...call,
  signal: AbortSignal.any([stopped, AbortSignal.timeout(lookMs)]),
})

/** Why a signal would be dropped, by a look at the server right before; null also where that is not told in time. */
async function whyDropped(
  session: Session,
  { client, identifier }: ServerTools,
  signal: PowerSignal,
): Promise<AppError | null> {
  if (!isDropped(signal, { state: 'stopping' })) return null
  const read = await client.readResources(identifier, forLook(session))
  if (!read.ok || !isDropped(signal, read.value)) return null
  return appError('server-stopping', {
    message: 'The panel says that the server is still stopping, so nothing was sent.',
    hint: `Try again once it is offline; a panel may say stopping for up to 20 s after. If it hangs: servertray power ${identifier} kill`,
  })
}

/** Whether a command would be lost: Pelican takes it also where the server is off. By a look right before. */
async function isLost(session: Session, { client, identifier, isPelican }: ServerTools): Promise<boolean> {
  if (isPelican === false) return false
  const options = forLook(session)
  const read = await client.readResources(identifier, options)
  if (!read.ok || read.value.state !== 'offline') return false
  const facts = isPelican ? null : await client.readServer(identifier, options)
  return facts === null || (facts.ok && facts.value.convertsText)
}

const offWords = {
  message: 'The panel says that the server is offline, so nothing was sent.',
  hint: 'Start it, then send the command again; a panel may say offline for up to 20 s after.',
}

/** Sent once. That the panel took it is all that is told. */
export const powerCommands = [
  serverCommand({
    name: 'power',
    help: 'send a power signal',
    args: { server: identifier, signal: signalArgument },
    permission: 'power',
    async run(session, tools, { signal }) {
      const { client, identifier, noteHere } = tools
      const dropped = await whyDropped(session, tools, signal)
      if (dropped !== null) return fail(dropped)
      if (session.stopped.aborted) return fail('cancelled')
      const sent = await client.sendPower(identifier, signal, session.call)
      await noteHere(notedPower(signal, sent.ok ? null : sent.error))
      if (!sent.ok) return sent
      return ok({ words: `The panel accepted ${signal} for ${identifier}.\n`, json: { identifier, signal } })
    },
  }),
  serverCommand({
    name: 'send',
    help: 'send a console command; after -- its words may begin with a dash',
    args: { server: identifier, command: commandText },
    permission: 'console',
    async run(session, tools, { command }) {
      const { call, stopped } = session
      const { access, client, identifier, journal, noteHere } = tools
      if (await isLost(session, tools)) return fail('server-not-running', offWords)
      if (stopped.aborted) return fail('cancelled')
      const sent = await client.sendCommand(identifier, command, call)
      if (!sent.ok) return sent
      await noteHere(notedCommand)
      noteSent(journal, access.baseUrl, identifier, command)
      return ok({ words: `The panel accepted the command for ${identifier}.\n`, json: { identifier, command } })
    },
  }),
]
