import { createNetwork, type Network } from '../network/network.ts'
import { routesOfEnvironment } from '../network/proxy.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatError } from './format.ts'
import { helpPage } from './help.ts'
import { parseArguments, wantsJson } from './parse-arguments.ts'
import { createSession } from './session.ts'
import { type CliDeps, createTools } from './tools.ts'

/** A command that was ended goes on for longer than this, in milliseconds, only where it waits for an answer. */
const promptMs = 250
const stillWaiting = 'Waiting for the result of what was already sent. Press Ctrl+C again to end at once.\n'

/** Runs one command and returns the exit code. Never throws for what a panel or a person does. */
export async function runCli(deps: CliDeps): Promise<ExitCode> {
  const { argv, env, clock, stderr } = deps
  const stopped = deps.stopped ?? new AbortController().signal
  const network = createNetwork({ clock, findRoutes: async (origin) => routesOfEnvironment(env, origin) })
  let cancelWords = () => {}
  const onStop = () => {
    if (!wantsJson(argv)) cancelWords = clock.after(promptMs, () => stderr.write(stillWaiting))
  }
  if (stopped.aborted) onStop()
  else stopped.addEventListener('abort', onStop, { once: true })
  try {
    return await run({ ...deps, stopped }, network)
  } finally {
    cancelWords()
    await network.dispose()
  }
}

async function run(deps: CliDeps & { stopped: AbortSignal }, network: Network): Promise<ExitCode> {
  const { argv, stdout, stderr, clock, stopped } = deps
  const parsed = parseArguments(argv)
  if (!parsed.ok) {
    stderr.write(formatError(parsed.error, wantsJson(argv)))
    return exitCodeOf(parsed.error)
  }
  const invocation = parsed.value
  if (invocation.kind === 'run') {
    const session = createSession({ stdout, stderr, clock, options: invocation.options, stopped })
    const tools = createTools(deps, { session, network, command: invocation.name })
    return session.conclude(await invocation.work(session, tools))
  }
  stdout.write(invocation.kind === 'help' ? helpPage(invocation.page ?? null) : `${deps.version}\n`)
  return exitCodes.done
}
