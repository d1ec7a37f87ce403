import { heldLine } from '../../shared/model/describe-server.ts'
import type { Resources, ServerState, ServerView } from '../../shared/model/server-schema.ts'
import { fail } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { reach } from '../servers/reach.ts'
import { untilState } from '../state/until.ts'
import { changeServer } from '../state/updates.ts'
import { panelCommand } from './command.ts'
import { openForegroundCore, openReadingCore, type ReadingCore, tellingWaits } from './core.ts'
import { reportMissing } from './find-server.ts'
import { bytesText, type Columns, listing, type Said } from './format.ts'
import { type PlayersOutput, playersOption, playersOutput, playersText } from './players.ts'
import { tellEvery } from './progress.ts'
import type { Outcome, Session } from './session.ts'
import type { PanelTools } from './tools.ts'

/** How many states are asked for at once. */
const concurrentReadings = 6
/** How long players may take to be counted, in milliseconds, unless told otherwise. */
const defaultPlayersMs = 15_000
/** A panel repeats a state for 20 s. With so many servers at most, `status` asks their consoles, which tell at once. */
const mostConsoles = 10
/** How often it is told how many states have been read, in milliseconds. */
const progressEveryMs = 5_000
/** How long one state waits for the panel's limit unless told otherwise, in milliseconds: that begins anew each minute. */
const maxWaitMs = 90_000

/** Every server once, key by key. */
function serversOf({ keys, servers }: AppState): readonly ServerView[] {
  const all = Object.values(servers)
  return [...new Set(Object.values(keys).flatMap(({ id }) => all.filter(({ keyIds }) => keyIds.includes(id))))]
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

/** `reason`: why the state is unknown, in words; null where it is known. */
type Live = {
  readonly state: ServerState
  readonly resources: Resources | null
  readonly reason: string | null
}

const reinstall = ' Reinstall it under Settings in Servertray, or in the panel.'
const unknown = (reason: string): Live => ({ state: 'unknown', resources: null, reason })

/** One server's state where the panel can tell one. */
async function readState(
  { store, clientFor }: ReadingCore,
  server: ServerView,
  onWait: (retryAt: number) => void,
): Promise<Live> {
  const { identifier, panelId, condition, ref } = server
  // A panel tells no state of a server that it holds back for now.
  if (store.get().panels[panelId]?.dialect !== 'pterodactyl') return unknown('This panel doesn’t report server states.')
  if (condition !== null) return unknown(`${heldLine(condition)}.${condition === 'install-failed' ? reinstall : ''}`)
  const reached = reach(store.get(), ref, clientFor)
  const reading = reached.ok
    ? await reached.value.client.readResources(identifier, { priority: 'many', onWait })
    : reached
  if (!reading.ok) return unknown(reading.error.message)
  const { state, resources } = reading.value
  // Panels give zeros for a server that is down, which say nothing.
  return {
    state,
    resources: state === 'offline' ? null : resources,
    reason: state === 'unknown' ? 'The panel reported no state that is known here.' : null,
  }
}

/** The rows of the list, as fast as the panel's limit allows. */
async function readRows(session: Session, reading: ReadingCore) {
  const { clock } = session
  const state = reading.store.get()
  const keys = Object.values(state.keys)
  const servers = serversOf(state)
  let read = 0
  let waitsUntil = 0
  const endProgress = tellEvery(session, progressEveryMs, () => {
    const seconds = Math.ceil((waitsUntil - clock.now()) / 1_000)
    const why = seconds > 0 ? `The panel’s limit allows more in ${seconds} s.` : 'Waiting for the panel’s answers.'
    return `Read the states of ${read} of ${servers.length} servers. ${why}\n`
  })
  const rows = await mapBounded(servers, concurrentReadings, async (server) => {
    const live = await readState(reading, server, (at) => {
      waitsUntil = at
    })
    read += 1
    const { ref, identifier, name, condition, keyIds } = server
    const panel = keys.find(({ id }) => keyIds.includes(id))?.label ?? ''
    return { ref, identifier, name, panel, condition, ...live }
  })
  endProgress()
  return rows
}

type Row = Awaited<ReturnType<typeof readRows>>[number] & {
  /** Only where they were asked for; null where it is not known. */
  readonly players?: PlayersOutput | null
}

/** What the panel did not tell stands as a dash, never as a zero. */
const cell = (value: number | null | undefined, words: (value: number) => string) =>
  value == null ? '–' : words(value)

const identity: Columns<Row> = { IDENTIFIER: ({ identifier }) => identifier, NAME: ({ name }) => name }
const remark: Columns<Row> = { '': ({ reason }) => reason ?? '' }

const listColumns: Columns<Row> = {
  ...identity,
  PANEL: ({ panel }) => panel,
  STATE: ({ state }) => state,
  ...remark,
}

const statusColumns = (countsPlayers: boolean): Columns<Row> => ({
  ...identity,
  STATE: ({ condition, state }) => condition ?? state,
  ...(countsPlayers && { PLAYERS: ({ players = null }) => playersText(players) }),
  CPU: ({ resources }) => cell(resources?.cpuPercent, (percent) => `${percent.toFixed(1)} %`),
  MEMORY: ({ resources }) => cell(resources?.memoryBytes, bytesText),
  UP: ({ resources }) => cell(resources?.uptimeMs, (ms) => `${Math.floor(ms / 60_000)} min`),
  ...remark,
})

/** A server that is down uses nothing. */
const withState = (row: Row, state: ServerState): Row =>
  state === row.state ? row : { ...row, state, resources: state === 'offline' ? null : row.resources }

/**
 * The rows with the states of now, as far as consoles tell them, and with the players of their servers where those are
 * asked for. A count that does not come in time is unknown.
 */
async function withDetails(
  { clock, options, stopped, ...session }: Session,
  tools: PanelTools,
  reading: ReadingCore,
  given: readonly Row[],
  asksPlayers: boolean,
): Promise<readonly Row[]> {
  const openPlayers = asksPlayers ? session.openPlayers : undefined
  const core = openForegroundCore(clock, tools, { openPlayers }, reading)
  const { store } = core
  try {
    const asked = given.length > mostConsoles ? [] : given
    const states = await mapBounded(asked, concurrentReadings, async ({ ref, state }) =>
      state === 'unknown' ? null : core.states.readConsole(ref),
    )
    const found = given.map((row, i) => withState(row, states[i] ?? row.state))
    if (!asksPlayers) return found
    // As it was just read: players are asked for only where a server runs.
    for (const { ref, state } of found)
      store.update(changeServer(ref, (now) => ({ ...now, state, observedAt: clock.now() })))
    const refs = openPlayers === undefined ? [] : found.map(({ ref }) => ref)
    for (const ref of refs) core.players.watch(ref)
    const isCounted = ({ players }: AppState) =>
      refs.every((ref) => (players[ref]?.count ?? players[ref]?.unknown ?? null) !== null)
    await untilState({ store, clock }, isCounted, { ms: options.timeoutMs ?? defaultPlayersMs, signal: stopped })
    return found.map((row) => ({ ...row, players: playersOutput(store.get(), row.ref) }))
  } finally {
    await core.dispose()
  }
}

/** Writes the rows, then what failed; the first failure gives the exit code. */
async function runList(
  session: Session,
  { accesses }: PanelTools,
  tableOf: (rows: readonly Row[], reading: ReadingCore) => Said | Promise<Said>,
): Promise<Outcome> {
  const reading = openReadingCore(accesses, session.clock, tellingWaits(session))
  try {
    await reading.lists.refreshAll()
    const state = reading.store.get()
    const said = await tableOf(await readRows(session, reading), reading)
    if (session.stopped.aborted) return fail('cancelled')
    if (Object.values(state.keys).some(({ health }) => health.kind === 'works')) session.say(said)
    return reportMissing(session, state)
  } finally {
    reading.dispose()
  }
}

const noServers = 'No servers.\n'

export const listCommand = panelCommand({
  name: 'list',
  help: 'servers of the keys, with their state',
  maxWaitMs,
  run: (session, tools) =>
    runList(session, tools, (rows) =>
      listing(listColumns, rows, noServers, ({ identifier, name, panel, state, reason }) => {
        return { identifier, name, panel, state, reason }
      }),
    ),
})

/** One reading of each. */
export const statusCommand = panelCommand({
  name: 'status',
  help: 'one reading of every server: state, load, uptime',
  options: { players: playersOption },
  maxWaitMs,
  run: (session, tools, { players }) =>
    runList(session, tools, async (given, reading) => {
      const rows = await withDetails(session, tools, reading, given, players)
      return listing(statusColumns(players), rows, noServers, ({ ref: _, ...row }) => row)
    }),
})
