import type { Clock } from '../../lib/clock.ts'
import type { Allocations } from '../allocations/allocations.ts'
import type { Backups } from '../backups/backups.ts'
import type { Databases } from '../databases/databases.ts'
import type { Games } from '../games/games.ts'
import type { Dialect } from '../http/dialect.ts'
import type { Files } from '../machine/file-tree.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Fleet } from '../panel/fleet.ts'
import type { Transfers } from '../panel/transfers.ts'
import type { Reinstalls } from '../reinstalls/reinstalls.ts'
import type { Schedules } from '../schedules/schedules.ts'
import type { Startup } from '../startup/startup.ts'
import type { Users } from '../users/users.ts'
import { type Activity, activityOperations } from './activity.ts'
import { allocationOperations } from './allocations.ts'
import { backupOperations } from './backups.ts'
import { controlOperations } from './control.ts'
import { databaseOperations } from './databases.ts'
import { fileWorkOperations } from './file-work.ts'
import { fileOperations } from './files.ts'
import type { Operation } from './operation.ts'
import type { Rights } from './panel-permissions.ts'
import { playerOperations } from './players.ts'
import { scheduleOperations } from './schedules.ts'
import { serverOperations } from './servers.ts'
import { type Descriptions, settingsOperations } from './settings.ts'
import { startupOperations } from './startup.ts'
import { userOperations } from './users.ts'
import { type ConsoleAccess, websocketOperations } from './websocket.ts'

type Deps = {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly timeZone: string
  /** The panel limits restores and new schedules too, as later versions do. */
  readonly hasLaterLimits: boolean
  readonly fleet: Fleet
  readonly rights: Rights
  readonly activity: Activity
  readonly transfers: Transfers
  readonly files: Files
  readonly backups: Backups
  readonly schedules: Schedules
  readonly users: Users
  readonly databases: Databases
  readonly reinstalls: Reinstalls
  /** What may be done with servers' descriptions. */
  readonly descriptions: () => Descriptions
  readonly startup: Startup
  readonly allocations: Allocations
  /** Where a server's backups are downloaded. */
  readonly addressOf: (server: LiveServer) => string
  readonly games: Pick<Games, 'listed'>
  /** What is about the account behind a key. */
  readonly accountOperations: readonly Operation[]
  readonly consoleAccess: ConsoleAccess
}

/** Later limits, of each server (the panel's API, *Rate limits*). */
const restoreLimit = { requests: 3, windowMs: 15 * 60_000 }
const scheduleLimit = { requests: 2, windowMs: 60_000 }
const databaseLimit = { requests: 2, windowMs: 60_000 }
const allocationLimit = { requests: 2, windowMs: 60_000 }
const inviteLimit = { requests: 10, windowMs: 15 * 60_000 }

/** The whole table of the client API's operations. */
export function createOperations(deps: Deps): readonly Operation[] {
  const { clock, dialect, timeZone, fleet, rights, activity, transfers, files, backups, schedules, games } = deps
  const { addressOf, hasLaterLimits, consoleAccess, users, reinstalls, descriptions, startup } = deps
  const { allocations } = deps
  const now = () => clock.now()
  return [
    ...serverOperations({
      fleet,
      games,
      allocations,
      rights,
      backupLimitOf: backups.limitOf,
      databaseLimitOf: deps.databases.limitOf,
      dialect,
      isGuest: users.isGuest,
      isDescribed: () => descriptions() !== 'off',
      startup,
    }),
    ...controlOperations,
    ...websocketOperations(consoleAccess),
    ...fileOperations({ files, transfers, dialect, addressOf }),
    ...fileWorkOperations({ now, files, dialect }),
    ...backupOperations({
      now,
      backups,
      dialect,
      timeZone,
      transfers,
      rights,
      addressOf,
      restoreLimit: hasLaterLimits ? restoreLimit : null,
    }),
    ...settingsOperations({ dialect, reinstalls, descriptions }),
    ...databaseOperations({
      now,
      databases: deps.databases,
      rights,
      dialect,
      createLimit: hasLaterLimits ? databaseLimit : null,
    }),
    ...startupOperations({ startup, dialect }),
    ...allocationOperations({ now, allocations, dialect, createLimit: hasLaterLimits ? allocationLimit : null }),
    ...scheduleOperations({
      now,
      schedules,
      dialect,
      timeZone,
      backupLimitOf: backups.limitOf,
      createLimit: hasLaterLimits ? scheduleLimit : null,
    }),
    ...userOperations({ now, users, rights, dialect, createLimit: hasLaterLimits ? inviteLimit : null }),
    ...activityOperations({ activity, dialect, timeZone }),
    ...playerOperations,
    ...deps.accountOperations,
  ]
}
