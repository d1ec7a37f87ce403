import { createNetwork } from '../network/network.ts'
import { routesOfEnvironment } from '../network/proxy.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatError } from './format.ts'
import { helpPage } from './help.ts'
import { parseArguments, wantsJson } from './parse-arguments.ts'
import { type CliDeps, createSession } from './session.ts'
import { createTools } from './tools.ts'

/** A command that was ended goes on for longer than this, in milliseconds, only where it waits for an answer. */
const promptMs = 250
const stillWaiting = 'Waiting for the result of what was already sent. Press Ctrl+C again to end at once.\n'

/** Runs one command and returns the exit code. Never throws for what a panel or a person does. */
export async function runCli(deps: CliDeps): Promise<ExitCode> {
  const { argv, env, clock, stdout, stderr, stopped = new AbortController().signal } = deps
  const parsed = parseArguments(argv)
  if (!parsed.ok) {
    stderr.write(formatError(parsed.error, wantsJson(argv)))
    return exitCodeOf(parsed.error)
  }
  const invocation = parsed.value
  if (invocation.kind !== 'run') {
    stdout.write(invocation.kind === 'help' ? helpPage(invocation.page ?? null) : `${deps.version}\n`)
    return exitCodes.done
  }
  const { name, options, work } = invocation
  const network = createNetwork({ clock, findRoutes: async (origin) => routesOfEnvironment(env, origin) })
  const session = createSession({ ...deps, stopped }, { options, network })
  let cancelWords = () => {}
  const onStop = () => {
    if (!options.json) cancelWords = clock.after(promptMs, () => stderr.write(stillWaiting))
  }
  if (stopped.aborted) onStop()
  else stopped.addEventListener('abort', onStop, { once: true })
  try {
    return session.conclude(await work(session, createTools(session, name)))
  } finally {
    cancelWords()
    await network.dispose()
  }
}
