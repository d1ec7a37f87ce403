import { type ConsoleEntry, type ConsoleLine, consoleCommandSchema } from '../../shared/model/console-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, type Result } from '../../shared/result.ts'
import { type CommandOptions, createCommands } from '../console/commands.ts'
import { createConsoles } from '../console/consoles.ts'
import { withoutColours } from '../console/line-text.ts'
import { flag, identifier } from './argument-types.ts'
import { panelCommand } from './command.ts'
import { createCourse } from './console-course.ts'
import { sendLines } from './console-lines.ts'
import { accessOf, openReadingCore } from './core.ts'
import { createFeed } from './feed.ts'
import { findServer } from './find-server.ts'
import { type ExitCode, exitCodes, formatJson, isoTime } from './format.ts'
import { notedCommand } from './noted.ts'
import { notListed, type Outcome, type Session } from './session.ts'
import type { PanelTools } from './tools.ts'
import { spanOption } from './watch-command.ts'

type Wanted = {
  readonly server: string
  /** Ends after so many milliseconds; null until it is stopped. */
  readonly for: number | null
  readonly 'no-input': boolean
}

/** The one watcher of this process. */
const watcher = 1

/** How long the console may take to open before what is typed is sent all the same, in milliseconds. */
const openingMs = 5_000

/** Writes lines as they come: the server's own to standard output, what the app says of them to standard error. */
function createPrinter({ stdout, stderr, options, clock, isTerminal, env }: Session) {
  /** As https://no-color.org asks. */
  const hasColours = isTerminal && !env.NO_COLOR
  const jsonOf = (at: number | null, kind: ConsoleLine['kind'], text: string) =>
    formatJson({ time: isoTime(at), kind, text })
  const lines = createFeed(stdout, (dropped) => {
    const text = `${dropped} lines were left out here, since the output was not read in time.`
    if (options.json) stdout.write(jsonOf(clock.now(), 'gap', text))
    else notes.write(`${text}\n`)
  })
  // Their number may be missing as well where nobody reads it.
  const notes = createFeed(stderr, () => undefined)
  return {
    /** Commands are left out: they stand here before it is known whether the panel accepts them. */
    print(all: readonly ConsoleLine[]): void {
      for (const { at, kind, text } of all.filter((line) => line.kind !== 'command')) {
        const isOurs = kind === 'gap' || kind === 'note'
        if (options.json) lines.write(jsonOf(at, kind, withoutColours(text)))
        else (isOurs ? notes : lines).write(`${hasColours ? text : withoutColours(text)}\n`)
      }
    },
    /** A command that was piped in, as it goes out: no terminal shows it. */
    printSent(_ref: ServerRef, { command }: ConsoleEntry): undefined {
      if (!options.json) lines.write(`> ${command}\n`)
    },
    /** A command that the panel accepted, for JSON. */
    printAccepted(command: string): void {
      if (options.json) lines.write(jsonOf(clock.now(), 'command', command))
    },
    /** Something about the stream, in words. */
    say(text: string): void {
      if (options.json) lines.write(jsonOf(clock.now(), 'note', text))
      else notes.write(`${text}\n`)
    },
    end: lines.end,
  }
}

/**
 * Streams one server's console until it is stopped, the time is over, or it ends for good; sends each line of
 * the input as a command, one after the other. The exit code is that of the first command that failed (8 where it was
 * piped in and refused), else of a console that never opened or ended, else 0.
 */
async function runConsole(
  session: Session,
  { accesses, openSocket, note }: PanelTools,
  { server: identifier, for: forMs, 'no-input': isMute }: Wanted,
): Promise<Outcome> {
  const { clock, stopped, over, input, isTyped = false } = session
  session.leaveUnread?.()
  const printer = createPrinter(session)
  const course = createCourse({ clock, takesInput: !isMute, say: printer.say })
  const reading = openReadingCore(accesses, clock)
  const { store, clientFor, backgroundPause, lists } = reading
  const consoles = createConsoles({
    store,
    clock,
    clientFor,
    backgroundPause,
    openSocket(baseUrl, address, listener) {
      course.reach('connection')
      const onOpen = () => {
        course.reach('sign-in')
        listener.onOpen()
      }
      return openSocket(baseUrl, address, { ...listener, onOpen })
    },
  })
  const newId = () => crypto.randomUUID()
  // What is piped in is printed as it goes out, and the server's own echo of it stays.
  const echo = isTyped ? consoles.echo : printer.printSent
  const commands = createCommands({ store, clock, newId, clientFor, consoles: { echo }, history: { add: () => {} } })
  const ending = new AbortController()
  const opened = Promise.withResolvers<void>()
  let failed: ExitCode | null = null

  async function send(server: ServerView, line: string, of: CommandOptions): Promise<Result<void>> {
    const command = consoleCommandSchema.safeParse(line)
    if (!command.success) return fail('invalid-command')
    // Only an open console knows that the server is off, where the panel would take a command and lose it.
    await Promise.race([opened.promise, clock.sleep(openingMs, of.signal)])
    const sent = await commands.send(server.ref, command.data, of)
    if (!sent.ok) return sent
    printer.printAccepted(command.data)
    await note(notedCommand, server, accessOf(server, store.get(), accesses))
    return sent
  }

  function sendInput(server: ServerView) {
    const sender = sendLines({
      clock,
      input,
      isTyped,
      send: (line, of) => send(server, line, of),
      onFailed(error) {
        const exit = session.report(error)
        failed ??= isTyped || exit === exitCodes.noAnswer ? exit : exitCodes.refused
        if (!isTyped) ending.abort()
      },
      say: printer.say,
    })
    void sender.finished.then(() => {
      // Where nothing comes from the server, the end of the input is the end.
      if (store.get().consoles[server.ref]?.stream?.phase === 'none') ending.abort()
    })
    return sender
  }

  try {
    const signals = AbortSignal.any([ending.signal, course.over, over])
    const time = clock.sleep(forMs ?? Number.POSITIVE_INFINITY, signals)
    const wasListed = await Promise.race([lists.refreshAll().then(() => true), time.then(() => false)])
    if (stopped.aborted) return fail('cancelled')
    if (!wasListed) return fail(over.aborted ? 'cancelled' : notListed)
    const found = await findServer(session, reading, identifier)
    if (!found.ok) return found
    const { ref } = found.value
    consoles.onLines((_ref, lines) => printer.print(lines))
    store.subscribe((after, before) => {
      const stream = after.consoles[ref]?.stream ?? null
      const earlier = before.consoles[ref]?.stream ?? null
      if (stream !== null && stream !== earlier) course.follow(stream, earlier)
      const isKnown = stream?.phase !== 'open' || after.servers[ref]?.state !== 'unknown'
      if (stream !== null && stream.phase !== 'connecting' && isKnown) opened.resolve()
    })
    printer.print(consoles.watch(ref, watcher, 0).lines)
    const sender = isMute ? null : sendInput(found.value)
    await time
    await sender?.end()
    const trouble = course.trouble()
    const exit = trouble === null ? exitCodes.done : session.report(trouble)
    return failed ?? exit
  } finally {
    ending.abort()
    course.dispose()
    consoles.dispose()
    reading.dispose()
    printer.end()
  }
}

export const consoleCommand = panelCommand({
  name: 'console',
  help: 'live console: lines to standard output, commands from input',
  args: { server: identifier },
  options: { for: spanOption, 'no-input': flag('send nothing from standard input') },
  // What is piped in is sent however long that takes.
  maxWaitMs: Number.POSITIVE_INFINITY,
  run: runConsole,
})
