import { type AppError, appError } from '../../shared/errors.ts'
import type { ServerState } from '../../shared/model/server.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { LoadStoredKeys } from '../keys/stored-key.ts'
import type { Fetch } from '../panel/transport.ts'
import type { ListedServer, ServerList } from '../panel/types.ts'
import { type Access, type Credentials, findCredentials, openAccess } from './access.ts'
import { type CliOptions, type Command, parseArguments, usage, wantsJson } from './args.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatError, formatJson, formatTable, type ListRow } from './format.ts'

/** How many resource readings are out at once for `list`. */
const concurrentReadings = 6
/** How long `list` waits for all states together, in milliseconds, unless told otherwise. */
const defaultStatesMs = 15_000

type Output = { write(text: string): unknown }

export type CliDeps = {
  /** The arguments after the program's name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** Asked only when the environment gives no credentials. */
  readonly loadStoredKeys: LoadStoredKeys
  readonly clock: Clock
  readonly fetch?: Fetch
  readonly userAgent?: string
}

type Listing = { readonly access: Access; readonly list: ServerList }
type Listings = { readonly read: readonly Listing[]; readonly errors: readonly AppError[] }

/** Lists through every key at once. One key's failure leaves the others' servers to be used. */
async function listAll(accesses: readonly Access[]): Promise<Listings> {
  const results = await Promise.all(
    accesses.map(async (access) => ({ access, result: await access.client.listServers() })),
  )
  const named = (access: Access, error: AppError): AppError =>
    accesses.length === 1 ? error : { ...error, message: `${access.panel}: ${error.message}` }
  return {
    read: results.flatMap(({ access, result }) => (result.ok ? [{ access, list: result.value }] : [])),
    errors: results.flatMap(({ access, result }) => (result.ok ? [] : [named(access, result.error)])),
  }
}

/** Runs `work` on every item, at most `limit` at a time; results keep the order of the items. */
async function mapBounded<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return results
}

/** Every server once, also when several keys of one panel reach it. */
function uniqueServers(listings: readonly Listing[]): readonly { listing: Listing; server: ListedServer }[] {
  const found = new Map<string, { listing: Listing; server: ListedServer }>()
  for (const listing of listings) {
    for (const server of listing.list.servers) {
      const ref = `${listing.access.baseUrl}/${server.identifier}`
      if (!found.has(ref)) found.set(ref, { listing, server })
    }
  }
  return [...found.values()]
}

/** The rows of the list. A state that does not come in time is `unknown`, and never in the way of the list. */
async function readRows(deps: CliDeps, options: CliOptions, listings: readonly Listing[]): Promise<ListRow[]> {
  const deadline = new AbortController()
  const cancelDeadline = deps.clock.after(options.timeoutMs ?? defaultStatesMs, () => deadline.abort())
  const stateOf = async ({ access, list }: Listing, server: ListedServer): Promise<ServerState> => {
    if (list.dialect !== 'pterodactyl') return 'unknown'
    const call = { priority: 'background', signal: deadline.signal } as const
    const reading = await access.client.readResources(server.identifier, call)
    return reading.ok ? reading.value.state : 'unknown'
  }
  const rows = await mapBounded(uniqueServers(listings), concurrentReadings, async ({ listing, server }) => ({
    identifier: server.identifier,
    name: server.name,
    panel: listing.access.panel,
    state: await stateOf(listing, server),
  }))
  cancelDeadline()
  return rows
}

function report(deps: CliDeps, error: AppError, json: boolean): ExitCode {
  deps.stderr.write(formatError(error, json))
  return exitCodeOf(error)
}

async function runList(deps: CliDeps, options: CliOptions, accesses: readonly Access[]): Promise<ExitCode> {
  const { read, errors } = await listAll(accesses)
  if (read.length > 0) {
    const rows = await readRows(deps, options, read)
    deps.stdout.write(options.json ? formatJson(rows) : formatTable(rows))
    const skipped = read.reduce((sum, { list }) => sum + list.skipped, 0)
    if (skipped > 0 && !options.json) deps.stderr.write(`Left out for want of a valid identifier: ${skipped}\n`)
  }
  const exits = errors.map((error) => report(deps, error, options.json))
  return exits[0] ?? exitCodes.done
}

/** The first key whose list has the server. Two panels that both have one of that identifier need a choice. */
async function findAccess(accesses: readonly Access[], identifier: string): Promise<Result<Access>> {
  const { read, errors } = await listAll(accesses)
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
  return ok(first)
}

async function runAction(
  deps: CliDeps,
  options: CliOptions,
  command: Exclude<Command, { name: 'list' }>,
  access: Access,
): Promise<ExitCode> {
  const { identifier } = command
  const result =
    command.name === 'power'
      ? await access.client.sendPower(identifier, command.signal)
      : await access.client.sendCommand(identifier, command.text)
  if (!result.ok) return report(deps, result.error, options.json)
  const done = command.name === 'power' ? { identifier, signal: command.signal } : { identifier, command: command.text }
  const words = command.name === 'power' ? `The panel accepted ${command.signal}` : 'The panel accepted the command'
  deps.stdout.write(options.json ? formatJson(done) : `${words} for ${identifier}.\n`)
  return exitCodes.done
}

/** Runs one command and returns the exit code. Never throws for what a panel or a person does. */
export async function runCli(deps: CliDeps): Promise<ExitCode> {
  const json = wantsJson(deps.argv)
  const invocation = parseArguments(deps.argv)
  if (!invocation.ok) return report(deps, invocation.error, json)
  if (invocation.value.kind === 'help') {
    deps.stdout.write(usage)
    return exitCodes.done
  }
  const { command, options } = invocation.value
  const found = await findCredentials(deps.env, deps.loadStoredKeys, options.panel)
  if (!found.ok) return report(deps, found.error, json)
  const open = (key: Credentials) => openAccess(key, options, deps)
  const credentials = found.value
  if (command.name === 'list') {
    return runList(deps, options, credentials.from === 'stored' ? credentials.keys.map(open) : [open(credentials.key)])
  }
  // Credentials of the environment name their panel, so the one request is the action itself.
  const access =
    credentials.from === 'stored'
      ? await findAccess(credentials.keys.map(open), command.identifier)
      : ok(open(credentials.key))
  return access.ok ? runAction(deps, options, command, access.value) : report(deps, access.error, json)
}
