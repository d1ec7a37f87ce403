import type { AppError } from '../../shared/errors.ts'
import { consoleCommandSchema } from '../../shared/model/console.ts'
import type { ConsoleLine, ConsoleStream } from '../../shared/model/console-line.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { fail } from '../../shared/result.ts'
import { createCommands } from '../console/commands.ts'
import { createConsoles } from '../console/consoles.ts'
import { plainText } from '../console/line-text.ts'
import type { Network } from '../network/network.ts'
import { placeOfConsole } from '../panel/console-address.ts'
import { openConsoleSocket } from '../panel/console-socket.ts'
import { createServerLists } from '../servers/lists.ts'
import { createRest } from '../servers/rest.ts'
import { createStore } from '../state/store.ts'
import type { Access } from './access.ts'
import type { Command } from './args.ts'
import { findServer } from './desk.ts'
import { type ExitCode, exitCodes, formatJson } from './format.ts'
import { longestSleepMs, report, type Session } from './session.ts'
import { stateOf } from './state.ts'

type ConsoleDeps = {
  readonly network: Network
  readonly userAgent: string
  /** Lines of standard input, until it ends. */
  readonly input: AsyncIterable<string>
  /** Whether standard output is a terminal, which shows colours. */
  readonly isTerminal: boolean
  readonly stopped: AbortSignal | undefined
  /** Adds a command that was sent to the activity list. */
  readonly noteSent: (access: Access | undefined, server: ServerView) => Promise<void>
}

/** The one watcher of this process. */
const watcher = 1

/** A line as text for a reader: with its colours at a terminal. What was typed stands there already. */
function textOf({ kind, text }: ConsoleLine, isTerminal: boolean): string {
  return kind === 'command' ? '' : `${isTerminal ? text : plainText(text)}\n`
}

/** Writes lines as they come: the server's own to standard output, what the app says of them to standard error. */
function createPrinter({ stdout, stderr, options }: Session, isTerminal: boolean) {
  const asJson = ({ at, kind, text }: ConsoleLine) =>
    formatJson({ time: new Date(at).toISOString(), kind, text: plainText(text) })
  return (lines: readonly ConsoleLine[]) => {
    for (const line of lines) {
      const isOurs = line.kind === 'gap' || line.kind === 'note'
      const text = options.json ? asJson(line) : textOf(line, isTerminal)
      if (isOurs && !options.json) stderr.write(text)
      else stdout.write(text)
    }
  }
}

/** How a run goes: what ends it, and what its exit code will be. */
function createCourse({ stderr, options }: Session, takesInput: boolean) {
  const ending = new AbortController()
  let trouble: AppError | null = null
  let exit: ExitCode = exitCodes.done
  return {
    ending,
    /** Notes a command that failed; the first one gives the exit code. */
    noteFailed(error: AppError): void {
      const code = report(stderr, error, options.json)
      if (exit === exitCodes.done) exit = code
    },
    follow({ phase, error }: ConsoleStream, before: ConsoleStream | null): void {
      trouble = error
      if (phase === 'waiting' && before?.phase === 'open' && !options.json) {
        stderr.write('The connection was lost. Trying again.\n')
      }
      // Commands go on without live output; without them there is nothing to wait for.
      if (phase === 'ended' || (phase === 'none' && !takesInput)) ending.abort()
    },
    exitCode(): ExitCode {
      if (exit !== exitCodes.done || trouble === null) return exit
      return takesInput && trouble.code === 'no-live-output' ? exit : report(stderr, trouble, options.json)
    },
  }
}

/**
 * Streams one server's console until it is stopped, the time is over, or it ends for good; sends each line of
 * the input as a command, one after the other. The exit code is that of the first command that failed, else of
 * a console that never opened or ended, else 0.
 */
export async function runConsole(
  session: Session,
  accesses: readonly Access[],
  { identifier, forMs, takesInput }: Extract<Command, { name: 'console' }>,
  deps: ConsoleDeps,
): Promise<ExitCode> {
  const { clock } = session
  const store = createStore(stateOf(accesses))
  const clients = new Map(Object.keys(store.get().keys).map((id, index) => [id, accesses[index]?.client]))
  const clientFor = (id: string) => clients.get(id)
  const fingerprints = new Map(accesses.map(({ baseUrl, access }) => [baseUrl, access.fingerprint]))
  const rest = createRest({ clock })
  const lists = createServerLists({ store, clock, clientFor, rest })
  const consoles = createConsoles({
    store,
    clock,
    clientFor,
    rest,
    openSocket(baseUrl, address, listener) {
      const connect = deps.network.connectFor({ baseUrl, fingerprint: () => fingerprints.get(baseUrl) ?? null })
      const { origin } = new URL(baseUrl)
      const open = { address, origin, userAgent: deps.userAgent, connect: () => connect(placeOfConsole(address)) }
      return openConsoleSocket(open, listener)
    },
  })
  const newId = () => crypto.randomUUID()
  const commands = createCommands({ store, clock, newId, clientFor, consoles, history: { add: () => undefined } })
  const course = createCourse(session, takesInput)
  const { ending } = course

  async function send(server: ServerView, line: string): Promise<void> {
    const command = consoleCommandSchema.safeParse(line)
    const sent = command.success ? await commands.send(server.ref, command.data) : fail('invalid-command')
    if (!sent.ok) course.noteFailed(sent.error)
    else
      await deps.noteSent(
        accesses.find(({ baseUrl }) => baseUrl === panelOf(server)?.baseUrl),
        server,
      )
  }
  const panelOf = ({ panelId }: ServerView) => store.get().panels[panelId]

  async function sendInput(server: ServerView): Promise<void> {
    for await (const line of deps.input) {
      if (line.trim() !== '') await send(server, line)
      if (ending.signal.aborted) return
    }
    // Where nothing comes from the server, the end of the input is the end.
    if (store.get().consoles[server.ref]?.stream?.phase === 'none') ending.abort()
  }

  try {
    await lists.refreshAll()
    const found = findServer(store.get(), identifier)
    if (!found.ok) return report(session.stderr, found.error, session.options.json)
    const { ref } = found.value
    const print = createPrinter(session, deps.isTerminal)
    consoles.onLines((_watcher, _ref, lines) => print(lines))
    store.subscribe((after, before) => {
      const stream = after.consoles[ref]?.stream ?? null
      const earlier = before.consoles[ref]?.stream ?? null
      if (stream !== null && stream !== earlier) course.follow(stream, earlier)
    })
    print(consoles.watch(ref, watcher, 0).lines)
    if (takesInput) void sendInput(found.value)
    const signals = [ending.signal, ...(deps.stopped === undefined ? [] : [deps.stopped])]
    await clock.sleep(forMs ?? longestSleepMs, AbortSignal.any(signals))
    return course.exitCode()
  } finally {
    ending.abort()
    consoles.dispose()
    lists.dispose()
    rest.dispose()
  }
}
