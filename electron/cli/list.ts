import type { ServerIdentifier, ServerRef } from '../../shared/model/identifier.ts'
import type { Resources, ServerCondition, ServerState } from '../../shared/model/server-schema.ts'
import type { ListedServer } from '../panel/types.ts'
import { changeServer } from '../state/updates.ts'
import { panelCommand } from './command.ts'
import { openForegroundCore } from './foreground-core.ts'
import { type ExitCode, formatTable, mebibytes } from './format.ts'
import { type PlayersTold, playersOption, playersText, playersTold } from './players.ts'
import { type Listing, listAll, reportLeftOut, type Said, type Session } from './session.ts'
import { socketsFor } from './sockets.ts'
import type { PanelTools } from './tools.ts'

/** How many states are asked for at once. */
const concurrentReadings = 6
/** How long all states together may take, in milliseconds, unless told otherwise. */
const defaultStatesMs = 15_000
/** A panel repeats a state for 20 s. With so many servers at most, `status` asks their consoles, which tell at once. */
const mostConsoles = 10
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
  /** Only where they were asked for; null where it is not known. */
  readonly players?: PlayersTold | null
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
    reason: state === 'unknown' ? 'The panel reported no state that is known here.' : null,
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

function listOf(rows: readonly Row[]): Said {
  const json = rows.map(({ identifier, name, panel, state, reason }) => ({ identifier, name, panel, state, reason }))
  const cells = json.map(({ identifier, name, panel, state, reason }) => [identifier, name, panel, state, reason ?? ''])
  return { words: formatTable(['IDENTIFIER', 'NAME', 'PANEL', 'STATE', ''], cells, 'No servers.\n'), json }
}

/** What the panel did not tell stands as a dash, never as a zero. */
const cell = (value: number | null | undefined, words: (value: number) => string) =>
  value == null ? '–' : words(value)

function statusOf(rows: readonly Row[]): Said {
  const counts = rows.some(({ players }) => players !== undefined)
  const cells = rows.map(({ identifier, name, state, condition, resources, reason, players = null }) => [
    identifier,
    name,
    condition ?? state,
    ...(counts ? [playersText(players)] : []),
    cell(resources?.cpuPercent, (percent) => `${percent.toFixed(1)} %`),
    cell(resources?.memoryBytes, mebibytes),
    cell(resources?.uptimeMs, (ms) => `${Math.floor(ms / 60_000)} min`),
    reason ?? '',
  ])
  const head = ['IDENTIFIER', 'NAME', 'STATE', ...(counts ? ['PLAYERS'] : []), 'CPU', 'MEMORY', 'UP', '']
  return { words: formatTable(head, cells, 'No servers.\n'), json: rows }
}

/** A server that is down uses nothing. */
const withState = (row: Row, state: ServerState): Row =>
  state === row.state ? row : { ...row, state, resources: state === 'offline' ? null : row.resources }

/**
 * The rows with the states of now, as far as consoles tell them, and with the players of their servers where those are
 * asked for. A count that does not come in time is unknown.
 */
async function withDetails(
  { clock, options, stopped }: Session,
  tools: PanelTools,
  given: readonly Row[],
  asksPlayers: boolean,
): Promise<readonly Row[]> {
  const { accesses } = tools
  const openPlayers = asksPlayers ? tools.openPlayers : undefined
  const core = openForegroundCore(accesses, clock, { openPlayers, openSocket: socketsFor(accesses, clock, tools) })
  const counted = new AbortController()
  try {
    await core.lists.refreshAll()
    const { store } = core
    const refOf = ({ identifier, panel }: Row): ServerRef | undefined => {
      const { servers, panels } = store.get()
      return Object.values(servers).find((one) => one.identifier === identifier && panels[one.panelId]?.name === panel)
        ?.ref
    }
    const asked = given.length > mostConsoles ? [] : given
    const told = await mapBounded(asked, concurrentReadings, async (row) => {
      const ref = refOf(row)
      return ref === undefined || row.state === 'unknown' ? null : core.states.told(ref)
    })
    const rows = given.map((row, i) => withState(row, told[i] ?? row.state))
    if (!asksPlayers) return rows
    const found = rows.map((row) => ({ row, ref: refOf(row) }))
    for (const { row, ref } of found) {
      // As it was just read: players are asked for only where a server runs.
      if (ref !== undefined)
        store.update(changeServer(ref, (now) => ({ ...now, state: row.state, observedAt: clock.now() })))
    }
    const refs = openPlayers === undefined ? [] : found.flatMap(({ ref }) => ref ?? [])
    const isTold = (ref: ServerRef) => {
      const { count = null, unknown = null } = store.get().players[ref] ?? {}
      return count !== null || unknown !== null
    }
    const look = () => {
      if (refs.every(isTold)) counted.abort()
    }
    store.subscribe(look)
    for (const ref of refs) core.players.watch(ref)
    look()
    await clock.sleep(options.timeoutMs ?? defaultStatesMs, AbortSignal.any([counted.signal, stopped]))
    return found.map(({ row, ref }) => ({ ...row, players: ref === undefined ? null : playersTold(store.get(), ref) }))
  } finally {
    await core.dispose()
  }
}

/** Writes the rows, then what failed; the first failure gives the exit code. */
async function runList(
  session: Session,
  { accesses }: PanelTools,
  tableOf: (rows: readonly Row[]) => Said | Promise<Said>,
): Promise<ExitCode> {
  const { read, errors } = await listAll(session, accesses)
  const said = await tableOf(await readRows(session, read))
  if (session.stopped.aborted) return session.reportStopped()
  if (read.length > 0) session.say(said)
  const exits = errors.map(session.report)
  const lists = read.map(({ access, list }) => ({ panel: access.panel, leftOut: list.leftOut }))
  const partial = reportLeftOut(session, lists)
  return exits[0] ?? partial
}

export const listCommand = panelCommand({
  name: 'list',
  help: 'servers of the keys, with their state',
  run: (session, tools) => runList(session, tools, listOf),
})

/** One reading of each. */
export const statusCommand = panelCommand({
  name: 'status',
  help: 'one reading of every server: state, load, uptime',
  options: { players: playersOption },
  run: (session, tools, { players }) =>
    runList(session, tools, async (rows) => statusOf(await withDetails(session, tools, rows, players))),
})
