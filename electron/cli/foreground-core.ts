import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { createCommands } from '../console/commands.ts'
import { createConsoles } from '../console/consoles.ts'
import type { Journal } from '../jobs/journal.ts'
import type { Clock } from '../lib/clock.ts'
import { createSleepWatch } from '../lib/sleep-watch.ts'
import { createBulkRunner } from '../restart/bulk-runner.ts'
import { createPlanRunner } from '../restart/plan-runner.ts'
import { createPoller } from '../servers/poller.ts'
import { createPower } from '../servers/power.ts'
import { createCheckRights } from '../servers/rights.ts'
import { createStateWatch } from '../servers/state-watch.ts'
import { createVisibleServers } from '../servers/visible-servers.ts'
import type { Access } from './access.ts'
import { createForegroundBackups } from './foreground-backups.ts'
import { asksNobody, type OpenPlayers } from './players.ts'
import { openReadingCore } from './reading-core.ts'
import type { OpenSocket } from './sockets.ts'

/** A key of the panel that has the server. */
export const accessOf = ({ panelId }: ServerView, { panels }: AppState, accesses: readonly Access[]) =>
  accesses.find(({ baseUrl }) => baseUrl === panels[panelId]?.baseUrl)

type Given = {
  readonly openSocket: OpenSocket
  /** Given where backups are made. */
  readonly journal?: Journal
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
  { openSocket, journal, openPlayers, isAllowed = () => true }: Given,
) {
  // A command goes out after a stop as well: plans send it, to tell players of the cancellation.
  const reading = openReadingCore(accesses, clock, ({ client, afterStop }) => ({
    ...client,
    sendCommand: afterStop.sendCommand,
  }))
  const { store, clientFor, backgroundPause, gameOf, lists } = reading
  const newId = () => crypto.randomUUID()
  const visibleServers = createVisibleServers()
  const poller = createPoller({ store, clock, clientFor, visibleServers, isPaused: backgroundPause.isPaused })
  const parts = { store, clock, clientFor, gameOf, visibleServers, backgroundPause, isAllowed }
  const players = openPlayers?.(parts) ?? asksNobody
  const power = createPower({ store, clock, newId, clientFor })
  const consoles = createConsoles({ store, clock, clientFor, backgroundPause, openSocket })
  const states = createStateWatch({ store, clock, clientFor, consoles })
  // No history is kept.
  const commands = createCommands({ store, clock, newId, clientFor, consoles, history: { add: () => undefined } })
  const file = { get: () => ({ plans: [], runs: {}, frozen: {}, bulks: [] }), change: () => undefined }
  const backups =
    journal === undefined
      ? backsNothingUp
      : createForegroundBackups({ store, clock, newId, clientFor, commands, journal, gameOf })
  const { backUp } = backups
  const checkRights = createCheckRights({ store, clock, clientFor })
  const acting = { store, clock, newId, clientFor, power, commands, checkRights, file }
  const plans = createPlanRunner({ ...acting, watchPlayers: players.watch, backUp })
  const bulks = createBulkRunner({ ...acting, sleepWatch: createSleepWatch(clock), plans, readState: states.read })
  return {
    store,
    clientFor,
    power,
    checkRights,
    states,
    lists,
    plans,
    bulks,
    players,
    /** Ends when servers that were told not to save have been told to save again. */
    async dispose() {
      for (const part of [bulks, plans, players, states, consoles, poller, reading]) part.dispose()
      await backups.dispose()
    },
  }
}
