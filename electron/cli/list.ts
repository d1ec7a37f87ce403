import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { ServerState } from '../../shared/model/server.ts'
import type { ListedServer } from '../panel/types.ts'
import type { Access } from './access.ts'
import { type ExitCode, exitCodes, formatJson, formatTable } from './format.ts'
import { type Listing, listAll, report, type Session } from './session.ts'

/** How many states are asked for at once. */
const concurrentReadings = 6
/** How long all states together may take, in milliseconds, unless told otherwise. */
const defaultStatesMs = 15_000

type ListRow = {
  readonly identifier: ServerIdentifier
  readonly name: string
  readonly panel: string
  readonly state: ServerState
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

/** The state of one server where the panel can tell one. It is background work: never in the way of the list. */
async function readState({ listing, server }: Found, signal: AbortSignal): Promise<ServerState> {
  // A panel tells no state of a server that it holds back for now.
  if (listing.list.dialect !== 'pterodactyl' || server.condition !== null) return 'unknown'
  const reading = await listing.access.client.readResources(server.identifier, { priority: 'background', signal })
  return reading.ok ? reading.value.state : 'unknown'
}

/** The rows of the list. A state that does not come in time is `unknown`. */
async function readRows({ clock, options }: Session, listings: readonly Listing[]): Promise<ListRow[]> {
  const deadline = new AbortController()
  const cancelDeadline = clock.after(options.timeoutMs ?? defaultStatesMs, () => deadline.abort())
  const rows = await mapBounded(uniqueServers(listings), concurrentReadings, async (found) => ({
    identifier: found.server.identifier,
    name: found.server.name,
    panel: found.listing.access.panel,
    state: await readState(found, deadline.signal),
  }))
  cancelDeadline()
  return rows
}

function tableOf(rows: readonly ListRow[]): string {
  const cells = rows.map(({ identifier, name, panel, state }) => [identifier, name, panel, state])
  return formatTable(['IDENTIFIER', 'NAME', 'PANEL', 'STATE'], cells, 'No servers.\n')
}

/** Prints what the keys list, then what failed; the first failure gives the exit code. */
export async function runList(session: Session, accesses: readonly Access[]): Promise<ExitCode> {
  const { options, stdout, stderr } = session
  const { read, errors } = await listAll(session, accesses)
  if (read.length > 0) {
    const rows = await readRows(session, read)
    stdout.write(options.json ? formatJson(rows) : tableOf(rows))
    const skipped = read.reduce((sum, { list }) => sum + list.skipped, 0)
    if (skipped > 0 && !options.json) stderr.write(`Left out for want of a valid identifier: ${skipped}\n`)
  }
  const exits = errors.map((error) => report(stderr, error, options.json))
  return exits[0] ?? exitCodes.done
}
