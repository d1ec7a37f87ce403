import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { Resources, ServerCondition, ServerState } from '../../shared/model/server.ts'
import type { ListedServer } from '../panel/types.ts'
import type { Access } from './access.ts'
import { type ExitCode, formatJson, formatTable } from './format.ts'
import { type Listing, listAll, report, reportLeftOut, reportStopped, type Session } from './session.ts'

/** How many states are asked for at once. */
const concurrentReadings = 6
/** How long all states together may take, in milliseconds, unless told otherwise. */
const defaultStatesMs = 15_000
/** States that take longer than this are told to be on their way, in milliseconds. */
const quietMs = 2_000

type Row = {
  readonly identifier: ServerIdentifier
  readonly name: string
  readonly panel: string
  readonly state: ServerState
  /** Why the panel holds the server back for now; null where it does not. */
  readonly condition: ServerCondition | null
  readonly resources: Resources | null
  /** Why the state is unknown, in words; null where it is known. */
  readonly reason: string | null
}

type Found = { readonly listing: Listing; readonly server: ListedServer }

/** Every server once, also when several keys of one panel reach it. */
function uniqueServers(listings: readonly Listing[]): readonly Found[] {
  const found = new Map<string, Found>()
  for (const listing of listings) {
    for (const server of listing.list.servers) {
      const ref = `${listing.access.baseUrl}/${server.identifier}`
      if (!found.has(ref)) found.set(ref, { listing, server })
    }
  }
  return [...found.values()]
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

type Live = Pick<Row, 'state' | 'resources' | 'reason'>

const unknown = (reason: string): Live => ({ state: 'unknown', resources: null, reason })

/** One server's state where the panel can tell one. It is background work: never in the way of the list. */
async function readState({ listing, server }: Found, signal: AbortSignal): Promise<Live> {
  // A panel tells no state of a server that it holds back for now.
  if (listing.list.dialect !== 'pterodactyl') return unknown('This panel doesn’t report server states.')
  if (server.condition !== null) return unknown(`The panel holds it: ${server.condition}.`)
  const reading = await listing.access.client.readResources(server.identifier, { priority: 'background', signal })
  if (signal.aborted) return unknown('It was not read in time.')
  if (!reading.ok) return unknown(reading.error.message)
  const { state, resources } = reading.value
  // Panels give zeros for a server that is down, which say nothing.
  return {
    state,
    resources: state === 'offline' ? null : resources,
    reason: state === 'unknown' ? 'The panel reported no state.' : null,
  }
}

/** The rows of the list. A state that does not come in time is `unknown`. */
async function readRows({ clock, options, stderr }: Session, listings: readonly Listing[]): Promise<Row[]> {
  const deadline = new AbortController()
  const cancelDeadline = clock.after(options.timeoutMs ?? defaultStatesMs, () => deadline.abort())
  const servers = uniqueServers(listings)
  let read = 0
  const cancelWords = clock.after(quietMs, () => {
    const isPaced = listings.some(({ access }) => access.client.backgroundAt() > clock.steady())
    const why = isPaced ? 'The rate limit sets the pace.' : 'Waiting for the panel’s answers.'
    if (!options.json) stderr.write(`Read the states of ${read} of ${servers.length} servers. ${why}\n`)
  })
  const rows = await mapBounded(servers, concurrentReadings, async (found) => {
    const live = await readState(found, deadline.signal)
    read += 1
    const { identifier, name, condition } = found.server
    return { identifier, name, panel: found.listing.access.panel, condition, ...live }
  })
  cancelDeadline()
  cancelWords()
  return rows
}

function listOf(rows: readonly Row[], json: boolean): string {
  const plain = rows.map(({ identifier, name, panel, state, reason }) => ({ identifier, name, panel, state, reason }))
  if (json) return formatJson(plain)
  const cells = plain.map(({ identifier, name, panel, state, reason }) => [
    identifier,
    name,
    panel,
    state,
    reason ?? '',
  ])
  return formatTable(['IDENTIFIER', 'NAME', 'PANEL', 'STATE', ''], cells, 'No servers.\n')
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1_024 ** 2)} MiB`

/** What the panel did not tell stands as a dash, never as a zero. */
const cell = (value: number | null | undefined, words: (value: number) => string) =>
  value == null ? '–' : words(value)

function statusOf(rows: readonly Row[], json: boolean): string {
  if (json) return formatJson(rows)
  const cells = rows.map(({ identifier, name, state, condition, resources, reason }) => [
    identifier,
    name,
    condition ?? state,
    cell(resources?.cpuPercent, (percent) => `${percent.toFixed(1)} %`),
    cell(resources?.memoryBytes, mebibytes),
    cell(resources?.uptimeMs, (ms) => `${Math.floor(ms / 60_000)} min`),
    reason ?? '',
  ])
  return formatTable(['IDENTIFIER', 'NAME', 'STATE', 'CPU', 'MEMORY', 'UP', ''], cells, 'No servers.\n')
}

/**
 * Prints the servers of the keys (`list`), or one reading of each (`status`), then what failed; the first
 * failure gives the exit code.
 */
export async function runList(
  session: Session,
  accesses: readonly Access[],
  name: 'list' | 'status',
): Promise<ExitCode> {
  const { options, stdout, stderr } = session
  const { read, errors } = await listAll(session, accesses)
  const rows = await readRows(session, read)
  if (session.stopped.aborted) return reportStopped(session)
  if (read.length > 0) {
    stdout.write(name === 'list' ? listOf(rows, options.json) : statusOf(rows, options.json))
  }
  const exits = errors.map((error) => report(stderr, error, options.json))
  const lists = read.map(({ access, list }) => ({ panel: access.panel, leftOut: list.leftOut }))
  const partial = reportLeftOut(session, lists)
  return exits[0] ?? partial
}
