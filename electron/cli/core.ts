import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { keyIdSchema, panelIdSchema } from '../../shared/model/identifier-schema.ts'
import type { Origin } from '../../shared/model/power-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { initialState } from '../../shared/state/initial-state.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { createArea } from '../areas/area.ts'
import { createBackupRuns, plainRequest } from '../backups/runs.ts'
import { type Commands, createCommands } from '../console/commands.ts'
import { createConsoles } from '../console/consoles.ts'
import { createJobs } from '../jobs/jobs.ts'
import type { Journal } from '../jobs/journal.ts'
import { newKeyView, showPanel } from '../keys/registry.ts'
import type { Clock } from '../lib/clock.ts'
import { createSleepWatch } from '../lib/sleep-watch.ts'
import type { PanelClient } from '../panel/client.ts'
import type { ServerList } from '../panel/types.ts'
import { guessGame } from '../players/guess-game.ts'
import { createBulkRunner } from '../restart/bulk-runner.ts'
import { createPlanRunner } from '../restart/plan-runner.ts'
import { createBackgroundPause } from '../servers/background-pause.ts'
import { createGames } from '../servers/games.ts'
import { createServerLists } from '../servers/lists.ts'
import { createPoller } from '../servers/poller.ts'
import { createPower } from '../servers/power.ts'
import { createCheckRights } from '../servers/rights.ts'
import { createStateWatch } from '../servers/state-watch.ts'
import { createVisibleServers } from '../servers/visible-servers.ts'
import { newPanel } from '../settings/schema.ts'
import { createStore, type StateStore } from '../state/store.ts'
import { untilState } from '../state/until.ts'
import { put } from '../state/updates.ts'
import type { Access, Keys } from './access.ts'
import { asksNobody, type OpenPlayers } from './players.ts'
import type { Outcome, Session } from './session.ts'

/** The keys as the app would list them, each named by its place. */
function stateOf(accesses: readonly Access[]): AppState {
  const panels = [...new Set(accesses.map(({ baseUrl }) => baseUrl))]
  const changes = accesses.flatMap(({ baseUrl, isDemo, panel: name, declared, listsAll = false }, index) => {
    const panelId = panelIdSchema.parse(`panel-${panels.indexOf(baseUrl)}`)
    const id = keyIdSchema.parse(`key-${index}`)
    const permissions = declared && [...declared]
    return [
      showPanel(newPanel({ id: panelId, kind: isDemo ? 'demo' : 'remote', name, baseUrl })),
      put('keys', newKeyView({ id, panelId, label: name, tokenIn: null, permissions, listsAll })),
    ]
  })
  const empty = initialState({ version: '', platform: '', lastUsed: null })
  return changes.reduce((state, change) => change(state), empty)
}

/** A key of the panel that has the server. */
export const accessOf = ({ panelId }: ServerView, { panels }: AppState, accesses: readonly Access[]) =>
  accesses.find(({ baseUrl }) => baseUrl === panels[panelId]?.baseUrl)

/** A server that no list has, and what it tells of its panel. */
export type FoundApart = Pick<ServerList, 'servers' | 'dialect' | 'isPelican'>

type ClientOf = (access: Access) => PanelClient

/** The client of a key whose lists say when a rate limit makes them wait. */
export const tellingWaits =
  ({ call }: Session): ClientOf =>
  ({ client }) => ({ ...client, listServers: (options) => client.listServers({ ...call, ...options }) })

/**
 * The parts of the app that a command reads its servers with: a state of its own, the lists of its keys, and the clients
 * by the ids that the keys have there.
 * @param clientOf the client to act with by a key; its own by default
 */
export function openReadingCore(
  accesses: readonly Access[],
  clock: Clock,
  clientOf: ClientOf = ({ client }) => client,
) {
  const store = createStore(stateOf(accesses))
  const ids = Object.keys(store.get().keys)
  const apart = new Map<string | undefined, FoundApart>()
  const clients = new Map(
    accesses.map((access, i) => {
      const client = clientOf(access)
      const listServers: PanelClient['listServers'] = async (options) => {
        const list = await client.listServers(options)
        const found = apart.get(ids[i])
        if (!list.ok || found === undefined) return list
        return ok({ ...list.value, ...found, servers: [...found.servers, ...list.value.servers] })
      }
      return [ids[i], { ...client, listServers }]
    }),
  )
  const clientFor = (id: string) => clients.get(id)
  const backgroundPause = createBackgroundPause({ clock })
  const { note: onList, gameOf } = createGames({ store })
  const lists = createServerLists({ store, clock, clientFor, backgroundPause, onList })
  return {
    store,
    clientFor,
    /** The key of an id in the state. */
    accessFor: (id: string) => accesses[ids.indexOf(id)],
    backgroundPause,
    gameOf,
    lists,
    /** Has the lists of a key give this server as well, from now on. */
    async addApart(id: KeyId, found: FoundApart): Promise<void> {
      apart.set(id, { ...found, servers: [...(apart.get(id)?.servers ?? []), ...found.servers] })
      await lists.refresh(id)
    },
    dispose(): void {
      lists.dispose()
      backgroundPause.dispose()
    },
  }
}
export type ReadingCore = ReturnType<typeof openReadingCore>

/** How long a server is given to save, in milliseconds: no console is open here that would tell. */
export const settleMs = 10_000

type ForBackups = Pick<ReadingCore, 'store' | 'clientFor' | 'gameOf'> & {
  readonly clock: Clock
  readonly newId: () => string
  readonly commands: Pick<Commands, 'send'>
  readonly journal: Journal
}

/** The backups that restarts of a command begin with: those of the app, without its keep rules. */
function createBackups({ journal, commands, gameOf, ...parts }: ForBackups) {
  const { store, clock } = parts
  const runs = createBackupRuns({
    ...parts,
    jobs: createJobs({ ...parts, journal, end: new AbortController().signal }),
    on: createArea('backups', parts, parts).on,
    checkRights: createCheckRights(parts),
    sendToSave: (ref, command, options) => commands.send(ref, command, { isAutomatic: true, ...options }),
    watchSave: async (_ref, signal) => ({
      isSilent: true,
      settle: async () => void (await clock.sleep(settleMs, signal)),
      close: () => undefined,
    }),
  })
  return {
    backUp(ref: ServerRef, origin: Origin): Promise<Result<void>> {
      const details = gameOf(ref)
      const game = details === null ? null : (guessGame(details)?.id ?? null)
      return runs.makeOrJoin(ref, plainRequest(store.get(), ref, game, clock.now()), origin)
    },
    dispose: runs.dispose,
  }
}

type Players = {
  /** Given where the person allowed to ask for players. */
  readonly openPlayers?: OpenPlayers | undefined
  /** Whether a server is one that the command is about: no other is asked. */
  readonly isAllowed?: (server: ServerView) => boolean
}

/**
 * The parts that a command in the foreground acts with: those of the app, with nothing kept on disk of plans.
 * @param reading what it has read its servers with already; it ends with the rest
 */
export function openForegroundCore(
  clock: Clock,
  { accesses, openSocket, journal }: Keys,
  { openPlayers, isAllowed = () => true }: Players,
  reading = openReadingCore(accesses, clock),
) {
  const { store, clientFor, backgroundPause, gameOf } = reading
  const newId = () => crypto.randomUUID()
  const base = { store, clock, clientFor }
  const visibleServers = createVisibleServers()
  const poller = createPoller({ ...base, visibleServers, isPaused: backgroundPause.isPaused })
  const players = openPlayers?.({ ...base, gameOf, visibleServers, backgroundPause, isAllowed }) ?? asksNobody
  const power = createPower({ ...base, newId })
  const consoles = createConsoles({ ...base, backgroundPause, openSocket })
  const states = createStateWatch({ ...base, consoles })
  // No history is kept.
  const commands = createCommands({ ...base, newId, consoles, history: { add: () => undefined } })
  const file = { get: () => ({ plans: [], runs: {}, frozen: {}, bulks: [] }), change: () => undefined }
  const backups = createBackups({ ...base, newId, commands, journal, gameOf })
  const checkRights = createCheckRights(base)
  const acting = { ...base, newId, power, commands, checkRights, file }
  const plans = createPlanRunner({ ...acting, watchPlayers: players.watch, backUp: backups.backUp })
  const bulks = createBulkRunner({ ...acting, sleepWatch: createSleepWatch(clock), plans, readState: states.read })
  return {
    ...reading,
    visibleServers,
    players,
    power,
    checkRights,
    states,
    plans,
    bulks,
    /** Ends when servers that were told not to save have been told to save again. */
    async dispose() {
      for (const part of [bulks, plans, players, states, consoles, poller, reading]) part.dispose()
      await backups.dispose()
    },
  }
}
export type ForegroundCore = ReturnType<typeof openForegroundCore>

/**
 * Runs `work` with those parts once the lists are read, and ends them. What it came to is said before: a panel that is silent
 * holds up their end.
 */
export async function inForeground(
  { clock, stopped, conclude }: Session,
  keys: Keys,
  players: Players,
  work: (core: ForegroundCore) => Promise<Outcome>,
): Promise<Outcome> {
  const core = openForegroundCore(clock, keys, players)
  try {
    await core.lists.refreshAll()
    return conclude(stopped.aborted ? fail('cancelled') : await work(core))
  } finally {
    await core.dispose()
  }
}

type Course<V> = {
  /** What is followed; undefined once it has gone. */
  view(state: AppState): V | undefined
  /** Called now and with each change of the state, to say what is new; true once it is over. */
  look(view: V): boolean
  /** Called once where the person ends the command before; the wait goes on. */
  stop(): void
}

/** Waits for the end of what was begun, and returns how it stands then. */
export async function follow<V>(
  { clock, stopped }: Session,
  store: StateStore,
  { view, look, stop }: Course<V>,
): Promise<V | undefined> {
  const isOver = () => {
    const now = view(store.get())
    return now === undefined || look(now)
  }
  await untilState({ store, clock }, isOver, { signal: stopped })
  if (!isOver()) {
    stop()
    await untilState({ store, clock }, isOver)
  }
  return view(store.get())
}
