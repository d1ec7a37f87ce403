import { createInterface } from 'node:readline'
import manifest from '../package.json' with { type: 'json' }
import { createOpenPlayers } from './cli/players.ts'
import { readToken, readValue } from './cli/read-secret.ts'
import { runCli } from './cli/run.ts'
import { openJournal } from './cli/unsaved.ts'
import { storedKeys } from './keys/stored-keys.ts'
import { systemClock } from './lib/clock.ts'
import { catchUnexpected } from './log/unexpected.ts'
import { routesOfEnvironment } from './network/proxy.ts'

function crash(failure: string): void {
  process.stderr.write(`Servertray failed unexpectedly. ${failure}\n`)
  process.exit(1)
}
catchUnexpected({
  onException: crash,
  onRejection: crash,
  onWarning: (warning) => process.stderr.write(`${warning}\n`),
})

const openProfile = async () => (await import('./keys/profile.ts')).openProfile()

// A reader that has gone (`… | head -1`) ends no command that acts: the exit code goes on telling what became of it.
// One that only tells what happens has nobody to go on for.
const unread = new AbortController()
process.stdout.on('error', () => unread.abort())
process.stderr.on('error', () => {})

// The first one ends a command in order, a second one at once, whichever they are. A terminal that closes hangs up.
// The listeners stay until one has come: Node forgets a signal whose listener goes before the signal is told.
const stopping = new AbortController()
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let endsAtOnce = false
function stop(signal: NodeJS.Signals): void {
  if (endsAtOnce) {
    for (const ending of endings) process.off(ending, stop)
    process.kill(process.pid, signal)
  }
  endsAtOnce = true
  stopping.abort()
}
for (const signal of endings) process.on(signal, stop)

/** Read only by a command that sends what is typed; an input that is open then does not keep the process. */
async function* readInput(): AsyncGenerator<string> {
  // A file has none: it ends by itself.
  process.stdin.unref?.()
  yield* createInterface({ input: process.stdin })
}

/** How long what was said may still take to be read, where nothing else is waited for, in milliseconds. */
const lastWordsMs = 500

/** Ends now, whatever still hangs: a keyring that asks, an input, an output that nobody reads. */
async function leave(): Promise<void> {
  const said = [process.stdout, process.stderr].map((output) => new Promise((resolve) => output.write('', resolve)))
  await Promise.race([Promise.all(said), systemClock.sleep(lastWordsMs)])
  process.exit()
}

// A list goes on until it is read whole; what a command tells as it happens ends with the command.
let leavesUnread = false
process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  // Loaded only when asked: with credentials in the environment no key of the profile is read.
  loadStoredKeys: async () => storedKeys(await openProfile()),
  openProfile,
  openPlayers: createOpenPlayers({ findRoutes: async (origin) => routesOfEnvironment(process.env, origin) }),
  noteActivity: async (entry) => (await import('./keys/profile.ts')).noteActivity(entry),
  openJournal,
  readToken: () => readToken(process.stdin, () => process.stderr.write('Token (not shown): ')),
  readValue: () => readValue(process.stdin, () => process.stderr.write('Value (not shown): ')),
  input: readInput(),
  isTyped: process.stdin.isTTY,
  isTerminal: process.stdout.isTTY,
  clock: systemClock,
  stopped: stopping.signal,
  unread: unread.signal,
  leaveUnread() {
    leavesUnread = true
  },
  version: manifest.version,
})
// From here on a signal ends it as it ends any other program.
endsAtOnce = true
if (stopping.signal.aborted || leavesUnread) await leave()
