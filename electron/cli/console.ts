import { type AppError, appError } from '../../shared/errors.ts'
import type { ConsoleLine } from '../../shared/model/console-line.ts'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { fail } from '../../shared/result.ts'
import { createCommands } from '../console/commands.ts'
import { createConsoles } from '../console/consoles.ts'
import { withoutColours } from '../console/line-text.ts'
import type { Network } from '../network/network.ts'
import { openConsoleSocket } from '../panel/console-socket.ts'
import { placeOfConsole } from '../panel/machine-address.ts'
import { createBackgroundPause } from '../servers/background-pause.ts'
import { createServerLists } from '../servers/lists.ts'
import { followWallClock } from '../state/set-back.ts'
import { createStore } from '../state/store.ts'
import type { Access } from './access.ts'
import type { Command } from './commands.ts'
import { createCourse } from './console-course.ts'
import { createFeed } from './feed.ts'
import { findServer } from './foreground-core.ts'
import { type ExitCode, formatJson } from './format.ts'
import { notListed, report, reportStopped, type Session } from './session.ts'
import { stateOf } from './state.ts'

type ConsoleDeps = {
  readonly network: Network
  readonly userAgent: string
  /** Lines of standard input, until it ends. */
  readonly input: AsyncIterable<string>
  /** Whether standard output shows colours. */
  readonly hasColours: boolean
  /** Fires when the person ends the command, or nobody reads what it prints. */
  readonly over: AbortSignal
  /** Adds a command that was sent to the activity list. */
  readonly noteSent: (access: Access | undefined, server: ServerView) => Promise<void>
}

/** The one watcher of this process. */
const watcher = 1

/**
 * A line as text for a reader, with its colours where they show. Commands are left out: the terminal shows what was
 * typed.
 */
function textOf({ kind, text }: ConsoleLine, hasColours: boolean): string {
  return kind === 'command' ? '' : `${hasColours ? text : withoutColours(text)}\n`
}

/** Writes lines as they come: the server's own to standard output, what the app says of them to standard error. */
function createPrinter({ stdout, stderr, options, clock }: Session, hasColours: boolean) {
  const jsonOf = (at: number, kind: ConsoleLine['kind'], text: string) =>
    formatJson({ time: new Date(at).toISOString(), kind, text })
  const lines = createFeed(stdout, clock, (dropped) => {
    const text = `${dropped} lines were left out here, since the output was not read in time.`
    if (options.json) stdout.write(jsonOf(clock.now(), 'gap', text))
    else notes.write(`${text}\n`)
  })
  // Their number may be missing as well where nobody reads it.
  const notes = createFeed(stderr, clock, () => undefined)
  return {
    print(all: readonly ConsoleLine[]): void {
      for (const line of all) {
        const isOurs = line.kind === 'gap' || line.kind === 'note'
        if (options.json) lines.write(jsonOf(line.at, line.kind, withoutColours(line.text)))
        else (isOurs ? notes : lines).write(textOf(line, hasColours))
      }
    },
    /** Something about the stream, in words. */
    say(text: string): void {
      if (options.json) lines.write(jsonOf(clock.now(), 'note', text))
      else notes.write(`${text}\n`)
    },
    async end(): Promise<void> {
      await lines.end()
      await notes.end()
    },
  }
}

/** How long a command that is out may still be answered at the end, in milliseconds. */
const lastAnswerMs = 250

const unanswered = appError('cancelled', {
  message: 'The console ended before the last command was answered.',
  hint: 'It may have arrived. Look at the server before you send it again.',
})

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
  const { clock, stderr, options, stopped } = session
  const printer = createPrinter(session, deps.hasColours)
  const course = createCourse({ clock, takesInput, say: printer.say })
  const store = createStore(stateOf(accesses))
  const unsubscribe = followWallClock(store, clock)
  const clients = new Map(Object.keys(store.get().keys).map((id, index) => [id, accesses[index]?.client]))
  const clientFor = (id: string) => clients.get(id)
  const fingerprints = new Map(accesses.map(({ baseUrl, access }) => [baseUrl, access.fingerprint]))
  const backgroundPause = createBackgroundPause({ clock })
  const lists = createServerLists({ store, clock, clientFor, backgroundPause })
  const consoles = createConsoles({
    store,
    clock,
    clientFor,
    backgroundPause,
    openSocket(baseUrl, address, listener) {
      course.reach('connection')
      const connect = deps.network.connectFor({ baseUrl, fingerprint: () => fingerprints.get(baseUrl) ?? null })
      const { origin } = new URL(baseUrl)
      const open = {
        address,
        origin,
        userAgent: deps.userAgent,
        clock,
        connect: () => connect(placeOfConsole(address)),
      }
      const onOpen = () => {
        course.reach('sign-in')
        listener.onOpen()
      }
      return openConsoleSocket(open, { ...listener, onOpen })
    },
  })
  const newId = () => crypto.randomUUID()
  const commands = createCommands({ store, clock, newId, clientFor, consoles, history: { add: () => undefined } })
  const ending = new AbortController()

  let sending: Promise<void> = Promise.resolve()
  async function send(server: ServerView, line: string): Promise<void> {
    const command = consoleCommandSchema.safeParse(line)
    const sent = command.success ? await commands.send(server.ref, command.data) : fail('invalid-command')
    if (!sent.ok) noteFailed(sent.error)
    else
      await deps.noteSent(
        accesses.find(({ baseUrl }) => baseUrl === panelOf(server)?.baseUrl),
        server,
      )
  }
  function noteFailed(error: AppError): void {
    report(stderr, error, options.json)
    course.noteFailed(error)
  }
  const panelOf = ({ panelId }: ServerView) => store.get().panels[panelId]

  async function sendInput(server: ServerView): Promise<void> {
    for await (const line of deps.input) {
      if (line.trim() !== '') {
        sending = send(server, line)
        await sending
      }
      if (ending.signal.aborted) return
    }
    // Where nothing comes from the server, the end of the input is the end.
    if (store.get().consoles[server.ref]?.stream?.phase === 'none') ending.abort()
  }

  try {
    const signals = AbortSignal.any([ending.signal, course.over, deps.over])
    const time = clock.sleep(forMs ?? Number.POSITIVE_INFINITY, signals)
    const wasListed = await Promise.race([lists.refreshAll().then(() => true), time.then(() => false)])
    if (stopped.aborted) return reportStopped(session)
    if (!wasListed) return report(stderr, deps.over.aborted ? appError('cancelled') : notListed, options.json)
    const found = findServer(store.get(), identifier)
    if (!found.ok) return report(stderr, found.error, options.json)
    const { ref } = found.value
    consoles.onLines((_watcher, _ref, lines) => printer.print(lines))
    store.subscribe((after, before) => {
      const stream = after.consoles[ref]?.stream ?? null
      const earlier = before.consoles[ref]?.stream ?? null
      if (stream !== null && stream !== earlier) course.follow(stream, earlier)
    })
    printer.print(consoles.watch(ref, watcher, 0).lines)
    if (takesInput) void sendInput(found.value)
    await time
    const wasAnswered = await Promise.race([
      sending.then(() => true),
      clock.sleep(lastAnswerMs, ending.signal).then(() => false),
    ])
    if (!wasAnswered) noteFailed(unanswered)
    const trouble = course.trouble()
    if (trouble !== null) report(stderr, trouble, options.json)
    return course.exitCode()
  } finally {
    ending.abort()
    unsubscribe()
    course.dispose()
    consoles.dispose()
    lists.dispose()
    backgroundPause.dispose()
    await printer.end()
  }
}
