import type { Clock } from '../../lib/clock.ts'
import type { GameAccess } from '../games/games.ts'
import type { Timings } from '../machine/definition.ts'
import type { Fleet } from '../panel/fleet.ts'
import type { Transfers } from '../panel/transfers.ts'
import { type Activity, activityOperations } from './activity.ts'
import { backupOperations } from './backups.ts'
import { controlOperations } from './control.ts'
import { databaseOperations } from './databases.ts'
import { createFiles, fileOperations } from './files.ts'
import type { Operation } from './operation.ts'
import { playerCounterOperations } from './player-counter.ts'
import { playerOperations } from './players.ts'
import { scheduleOperations } from './schedules.ts'
import { serverOperations } from './servers.ts'
import { settingsOperations } from './settings.ts'
import { userOperations } from './users.ts'
import { type ConsoleAccess, websocketOperations } from './websocket.ts'

type Deps = {
  readonly clock: Clock
  readonly fleet: Fleet
  readonly activity: Activity
  readonly transfers: Transfers
  readonly timings: Timings
  readonly games: GameAccess
  /** The panel has the plugin that counts players. */
  readonly hasPlayerCounter: boolean
  /** How long a reading of resources is cached, in milliseconds; 0 for a fresh one each time. */
  readonly resourcesCacheMs: number
  /** Null for a panel that gives no live output. */
  readonly consoleAccess: ConsoleAccess | null
}

/** The whole table of the client API's operations. */
export function createOperations(deps: Deps): readonly Operation[] {
  const { clock, fleet, activity, transfers, timings, games, resourcesCacheMs, consoleAccess } = deps
  const now = () => clock.now()
  const files = createFiles(now)
  return [
    ...serverOperations(fleet, games),
    ...controlOperations({ now, resourcesCacheMs }),
    ...(consoleAccess === null ? [] : websocketOperations(consoleAccess)),
    ...fileOperations(files, transfers),
    ...backupOperations(files, { clock, transfers, backupMs: timings.backupMs }),
    ...databaseOperations(),
    ...settingsOperations,
    ...scheduleOperations(now),
    ...userOperations(now),
    ...activityOperations(activity),
    ...playerOperations,
    ...(deps.hasPlayerCounter ? playerCounterOperations({ now, games }) : []),
  ]
}
