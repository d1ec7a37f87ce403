import { backupScenes } from './backups.ts'
import { bulkScenes } from './bulk.ts'
import { consoleScenes } from './console.ts'
import { databaseScenes } from './databases.ts'
import { deedScenes } from './deeds.ts'
import { fileMoveScenes } from './file-moves.ts'
import { fileScenes } from './files.ts'
import { firstRunScenes } from './first-run.ts'
import { installedAppScenes } from './installed-app.ts'
import { keyScenes } from './keys.ts'
import { liveScenes } from './live.ts'
import { networkScenes } from './network.ts'
import { paletteScenes } from './palette.ts'
import { panelScheduleScenes } from './panel-schedules.ts'
import { plannedRestartScenes } from './planned-restarts.ts'
import { playersScenes } from './players.ts'
import { questionScenes } from './questions.ts'
import { restartScenes } from './restart.ts'
import { serverPeopleScenes } from './server-people.ts'
import { serverViewScenes } from './server-view.ts'
import { serverScenes } from './servers.ts'
import { settingsScenes } from './settings.ts'
import { startupScenes } from './startup.ts'
import type { Scene } from './world.ts'

/** Every picture of the gallery. */
export const scenes: readonly Scene[] = [
  ...firstRunScenes,
  ...installedAppScenes,
  ...serverScenes,
  ...serverViewScenes,
  ...consoleScenes,
  ...liveScenes,
  ...backupScenes,
  ...panelScheduleScenes,
  ...fileScenes,
  ...databaseScenes,
  ...networkScenes,
  ...serverPeopleScenes,
  ...deedScenes,
  ...fileMoveScenes,
  ...startupScenes,
  ...playersScenes,
  ...keyScenes,
  ...restartScenes,
  ...plannedRestartScenes,
  ...bulkScenes,
  ...paletteScenes,
  ...questionScenes,
  ...settingsScenes,
]
