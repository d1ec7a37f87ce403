import type { AppError } from '../../shared/errors.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { incomplete } from '../../shared/model/left-out.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state.ts'
import { createCommands } from '../console/commands.ts'
import type { Clock } from '../lib/clock.ts'
import { createSleepWatch } from '../lib/sleep-watch.ts'
import { createBulkRunner } from '../restart/bulk-runner.ts'
import { createPlanRunner } from '../restart/plan-runner.ts'
import { createBackgroundPause } from '../servers/background-pause.ts'
import { createGames } from '../servers/games.ts'
import { createServerLists } from '../servers/lists.ts'
import { createPoller } from '../servers/poller.ts'
import { createPower } from '../servers/power.ts'
import { createVisibleServers } from '../servers/visible-servers.ts'
import { followWallClock } from '../state/set-back.ts'
import { createStore } from '../state/store.ts'
import type { Access } from './access.ts'
import { createForegroundBackups } from './foreground-backups.ts'
import { asksNobody, type OpenPlayers } from './players.ts'
import type { Saving } from './saving.ts'
import { listsOf, notFound } from './session.ts'
import { stateOf } from './state.ts'

/** What each key whose list could not be read failed with, named where there are several. */
export function keyFailures({ keys }: AppState): readonly AppError[] {
  const all = Object.values(keys)
  const named = (label: string, error: AppError) =>
    all.length === 1 ? error : { ...error, message: `${label}: ${error.message}` }
  return all.flatMap(({ health, label }) => (health.kind === 'failing' ? [named(label, health.error)] : []))
}

/** The server of that identifier; its key's failure where no list has it. */
export function findServer({ servers, keys }: AppState, identifier: ServerIdentifier): Result<ServerView> {
  const found = Object.values(servers).filter((server) => server.identifier === identifier)
  const [server] = found
  if (found.length > 1) {
    return fail('invalid-request', {
      message: 'Several panels have a server with this identifier.',
      hint: 'Choose one with --panel NAME. Run list to see the names.',
    })
  }
  if (server !== undefined) return ok(server)
  const failing = Object.values(keys).flatMap(({ health }) => (health.kind === 'failing' ? [health.error] : []))
  const cut = listsOf({ keys }).flatMap(({ panel, leftOut }) => incomplete(panel, leftOut))
  return fail(failing[0] ?? notFound(cut))
}

/** A key of the panel that has the server. */
export const accessOf = ({ panelId }: ServerView, { panels }: AppState, accesses: readonly Access[]) =>
  accesses.find(({ baseUrl }) => baseUrl === panels[panelId]?.baseUrl)

type Given = {
  /** Given where backups are made. */
  readonly saving?: Pick<Saving, 'send'>
  /** Given where the person allowed to ask for players. */
  readonly openPlayers?: OpenPlayers | undefined
  /** Whether a server is one that the command is about: no other is asked. */
  readonly isAllowed?: (server: ServerView) => boolean
}

/** What restarts back up with where a command makes none. */
const backsNothingUp = { backUp: async () => fail('cancelled'), dispose: async () => undefined } as const

/** The parts that a command in the foreground acts with: those of the app, with nothing kept on disk of plans. */
export function openForegroundCore(
  accesses: readonly Access[],
  clock: Clock,
  { saving, openPlayers, isAllowed = () => true }: Given = {},
) {
  const store = createStore(stateOf(accesses))
  const unsubscribe = followWallClock(store, clock)
  const ids = Object.keys(store.get().keys)
  // A command goes out after a stop as well: plans send it, to tell players of the cancellation.
  const clients = new Map(
    accesses.map(({ client, afterStop }, i) => [ids[i], { ...client, sendCommand: afterStop.sendCommand }]),
  )
  const clientFor = (id: string) => clients.get(id)
  const newId = () => crypto.randomUUID()
  const backgroundPause = createBackgroundPause({ clock })
  const games = createGames({ store })
  const lists = createServerLists({ store, clock, clientFor, backgroundPause, onList: games.note })
  const visibleServers = createVisibleServers()
  const poller = createPoller({ store, clock, clientFor, visibleServers, isPaused: backgroundPause.isPaused })
  const { gameOf } = games
  const parts = { store, clock, clientFor, gameOf, visibleServers, backgroundPause, isAllowed }
  const players = openPlayers?.(parts) ?? asksNobody
  const power = createPower({ store, clock, newId, clientFor })
  // Commands go through the panel: no console is open here, and no history is kept.
  const consoles = { echo: () => undefined, sendCommand: () => null }
  const commands = createCommands({ store, clock, newId, clientFor, consoles, history: { add: () => undefined } })
  const file = { get: () => ({ plans: [], runs: {}, frozen: {} }), change: () => undefined }
  const backups =
    saving === undefined ? backsNothingUp : createForegroundBackups({ store, clock, newId, clientFor, saving, gameOf })
  const { backUp } = backups
  const plans = createPlanRunner({ store, clock, newId, power, commands, watchPlayers: players.watch, backUp, file })
  const bulks = createBulkRunner({
    store,
    clock,
    sleepWatch: createSleepWatch(clock),
    newId,
    clientFor,
    power,
    commands,
    plans,
  })
  return {
    store,
    clientFor,
    power,
    lists,
    plans,
    bulks,
    players,
    /** Ends when servers that were told not to save have been told to save again. */
    async dispose() {
      unsubscribe()
      for (const part of [bulks, plans, players, poller, lists, backgroundPause]) part.dispose()
      await backups.dispose()
    },
  }
}
