import { createInterface } from 'node:readline'
import manifest from '../package.json' with { type: 'json' }
import { readToken } from './cli/read-token.ts'
import { runCli } from './cli/run.ts'
import { systemClock } from './clock.ts'
import { storedKeys } from './keys/stored-keys.ts'
import { catchUnexpected } from './log/unexpected.ts'

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
const stopping = new AbortController()
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
function stop(): void {
  for (const signal of endings) process.off(signal, stop)
  stopping.abort()
}
for (const signal of endings) process.on(signal, stop)

/** Read only by a command that sends what is typed; an input that is open then does not keep the process. */
async function* readInput(): AsyncGenerator<string> {
  process.stdin.unref()
  yield* createInterface({ input: process.stdin })
}

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  // Loaded only when asked: with credentials in the environment nothing of the profile is touched.
  loadStoredKeys: async () => storedKeys(await openProfile()),
  openProfile,
  noteActivity: async (entry) => (await import('./keys/profile.ts')).noteActivity(entry),
  readToken: () => readToken(process.stdin, () => process.stderr.write('Token (not shown): ')),
  input: readInput(),
  isTerminal: process.stdout.isTTY,
  clock: systemClock,
  stopped: stopping.signal,
  unread: unread.signal,
  userAgent: `Servertray/${manifest.version}`,
})
