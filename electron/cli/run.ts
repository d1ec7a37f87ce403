import type { AppError } from '../../shared/errors.ts'
import type { PlanView } from '../../shared/model/restart.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaveJournals } from '../backups/save-journals.ts'
import type { Profile } from '../keys/profile.ts'
import type { LoadStoredKeys } from '../keys/stored-key.ts'
import type { Clock } from '../lib/clock.ts'
import { orCancelled } from '../lib/or-cancelled.ts'
import { createNetwork, type Network } from '../network/network.ts'
import { routesOfEnvironment } from '../network/proxy.ts'
import { type Access, type Credentials, type Found, findCredentials, openAccess } from './access.ts'
import { eventOfPlan, eventOfPower, findTarget, type NoteActivity, noteAction } from './action.ts'
import { type Invocation, parseArguments, wantsJson } from './args.ts'
import type { Command } from './commands.ts'
import { type ExitCode, exitCodes } from './format.ts'
import { helpPage } from './help.ts'
import { type KeysDeps, runKeys } from './keys.ts'
import { runList } from './list.ts'
import { permissionOf, runOnServer } from './one-server.ts'
import type { OpenPlayers } from './players.ts'
import { createSaving, type Saving } from './saving.ts'
import { type Output, report, type Session, whenStopped } from './session.ts'
import { runWatch } from './watch-command.ts'

export type CliDeps = {
  /** The arguments after the program's name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** Asked only when the environment gives no credentials. */
  readonly loadStoredKeys: LoadStoredKeys
  /** Asked only for the commands on keys. */
  readonly openProfile: () => Promise<Profile>
  /** Adds to the activity list of the profile; asked only after an action with a stored key. */
  readonly noteActivity: NoteActivity
  /** Asked by each command that talks to a panel, for what one that was killed may have left. */
  readonly openSaveJournals: () => Promise<SaveJournals>
  /** Reads the token of a new key from standard input. */
  readonly readToken: () => Promise<Result<string>>
  /** Reads the value of a variable from there. */
  readonly readValue: () => Promise<Result<string>>
  /** Lines of standard input, for commands that take them. */
  readonly input: AsyncIterable<string>
  /** Asks games how many are on; nobody is asked where it is not given. */
  readonly openPlayers?: OpenPlayers | undefined
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  readonly clock: Clock
  /** Fires when the person ends the command. */
  readonly stopped?: AbortSignal | undefined
  /** Fires when nobody reads standard output any more. */
  readonly unread?: AbortSignal | undefined
  /** Told that what is not read by now is not waited for: the command's time is over. */
  readonly leaveUnread?: (() => void) | undefined
  readonly version: string
}

/** A command that was ended goes on for longer than this, in milliseconds, only where it waits for an answer. */
const promptMs = 250
const stillWaiting = 'Waiting for the result of what was already sent. Press Ctrl+C again to end at once.\n'

/** Runs one command and returns the exit code. Never throws for what a panel or a person does. */
export async function runCli(deps: CliDeps): Promise<ExitCode> {
  const { argv, env, clock, stderr } = deps
  const stopped = deps.stopped ?? new AbortController().signal
  const network = createNetwork({ clock, findRoutes: async (origin) => routesOfEnvironment(env, origin) })
  let cancelWords = () => {}
  whenStopped(stopped, () => {
    if (!wantsJson(argv)) cancelWords = clock.after(promptMs, () => stderr.write(stillWaiting))
  })
  try {
    return await run({ ...deps, stopped }, network)
  } finally {
    cancelWords()
    await network.dispose()
  }
}

async function run(deps: CliDeps & { stopped: AbortSignal }, network: Network): Promise<ExitCode> {
  const invocation = parseArguments(deps.argv)
  if (!invocation.ok) return report(deps.stderr, invocation.error, wantsJson(deps.argv))
  if (invocation.value.kind === 'run') return runCommand(deps, network, invocation.value)
  deps.stdout.write(invocation.value.kind === 'help' ? helpPage(invocation.value.page ?? null) : `${deps.version}\n`)
  return exitCodes.done
}

/** Given where the command was told to ask for players. */
const playersFor = ({ openPlayers }: CliDeps, command: Command) =>
  'asksPlayers' in command && command.asksPlayers ? openPlayers : undefined

/** A command that talks to panels. */
type PanelCommand = Exclude<Command, { name: 'completion' | 'keys' | 'plan' }>

type With = {
  readonly network: Network
  readonly userAgent: string
  readonly accesses: readonly Access[]
  readonly saving: Saving
  readonly from: Found['from']
}

async function runCommand(
  deps: CliDeps & { stopped: AbortSignal },
  network: Network,
  { command, options }: Extract<Invocation, { kind: 'run' }>,
): Promise<ExitCode> {
  const { stdout, stderr, clock, stopped } = deps
  if (command.name === 'completion') {
    const { completionScript } = await import('./completion.ts')
    stdout.write(completionScript(command.shell))
    return exitCodes.done
  }
  const { json } = options
  const userAgent = `Servertray/${deps.version}`
  const session = { stdout, stderr, clock, options, stopped }
  const open = (key: Credentials) => openAccess(key, options, { clock, network, userAgent, stopped })
  if (command.name === 'keys') {
    const createClient: KeysDeps['createClient'] = (baseUrl, access, readToken) =>
      open({ panel: baseUrl, panelId: null, baseUrl, isDemo: false, access, declared: null, readToken }).client
    const readToken = () => orCancelled(deps.readToken(), stopped)
    return runKeys(session, command, { profile: await deps.openProfile(), readToken, createClient })
  }
  if (command.name === 'plan') {
    const { runPlanList } = await import('./plans.ts')
    return runPlanList(session, await deps.openProfile())
  }
  const found = await orCancelled(findCredentials(deps.env, deps.loadStoredKeys, options.panel), stopped)
  if (!found.ok) return report(stderr, found.error, json)
  const credentials = found.value
  const accesses = credentials.from === 'stored' ? credentials.keys.map(open) : [open(credentials.key)]
  const saving = createSaving(session, accesses, await deps.openSaveJournals(), credentials.from === 'stored')
  const mended = saving.mend()
  // No note before `send`: its command may be the very one that the note asks for.
  const tell = () => command.name !== 'send' && saving.tell()
  tell()
  void mended.then(tell)
  try {
    return await runWithKeys(deps, session, command, { network, userAgent, accesses, saving, from: credentials.from })
  } finally {
    await saving.dispose()
  }
}

async function runWithKeys(
  deps: CliDeps,
  session: Session,
  command: PanelCommand,
  { network, userAgent, accesses, saving, from }: With,
): Promise<ExitCode> {
  const { stderr, clock, stopped, options } = session
  const over = deps.unread === undefined ? stopped : AbortSignal.any([stopped, deps.unread])
  if (command.name === 'watch' || command.name === 'console') deps.leaveUnread?.()
  const openPlayers = playersFor(deps, command)
  if (command.name === 'watch') return runWatch(session, accesses, command, { over, openPlayers })
  if (command.name === 'console') {
    // Loaded when it is wanted: the other commands need no WebSocket.
    const { runConsole } = await import('./console.ts')
    const { input } = deps
    // As https://no-color.org asks.
    const hasColours = deps.isTerminal && !deps.env.NO_COLOR
    const noteSent = (access: Access | undefined, server: ServerView) =>
      noteAction({ event: { kind: 'command', origin: 'cli' }, access, ...server }, clock, deps.noteActivity)
    return runConsole(session, accesses, command, { network, userAgent, input, hasColours, over, noteSent })
  }
  const noteEnd = (plan: PlanView, server: ServerView, access: Access | undefined) =>
    noteAction({ event: eventOfPlan(plan), access, ...server }, clock, deps.noteActivity)
  if (command.name === 'restart') {
    const { runRestart } = await import('./restart.ts')
    return runRestart(session, accesses, command, { noteEnd, saving, openPlayers: deps.openPlayers })
  }
  if (command.name === 'bulk') {
    const { runBulk, signalOf } = await import('./bulk.ts')
    const noteSent = (server: ServerView, error: AppError | null, access: Access | undefined) =>
      noteAction({ event: eventOfPower(signalOf(command.work), error), access, ...server }, clock, deps.noteActivity)
    return runBulk(session, accesses, command, { noteSent, noteEnd, saving })
  }
  if (!('identifier' in command)) return runList(session, accesses, command, openPlayers)
  // Credentials of the environment name their panel, so the one request is the action itself.
  const [only] = accesses
  const target =
    from === 'environment' && only !== undefined
      ? ok({ access: only, name: command.identifier })
      : await findTarget(session, accesses, { ...command, permission: permissionOf(command) })
  if (!target.ok) return report(stderr, target.error, options.json)
  const readValue = () => orCancelled(deps.readValue(), stopped)
  const given = { network, userAgent, note: deps.noteActivity, readValue, saving }
  const exit = await runOnServer(session, command, target.value, given)
  if (command.name === 'send' && exit === exitCodes.done) {
    const { baseUrl } = target.value.access
    saving.settled({ baseUrl, identifier: command.identifier }, command.text)
  }
  return exit
}
