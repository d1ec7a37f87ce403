import { appFailures } from './failures/app.ts'
import { allocationFailures, databaseFailures, userFailures } from './failures/areas.ts'
import { backupFailures } from './failures/backup.ts'
import { connectionFailures } from './failures/connection.ts'
import { consoleFailures } from './failures/console.ts'
import { fileFailures, fileMoveFailures } from './failures/file.ts'
import { inputFailures } from './failures/input.ts'
import { keyFailures } from './failures/key.ts'
import { panelFailures } from './failures/panel.ts'

export type { ExitName } from './failures/failure.ts'

/**
 * Every failure of the app, by where it comes from. Each code says what happened and the next step, in words for people,
 * and what the app makes of it. A caller that knows more (a name, an address, a limit) passes its own `message`; the code
 * stays.
 */
export const catalogue = {
  ...inputFailures,
  ...keyFailures,
  ...panelFailures,
  ...connectionFailures,
  ...consoleFailures,
  ...backupFailures,
  ...fileFailures,
  ...fileMoveFailures,
  ...userFailures,
  ...databaseFailures,
  ...allocationFailures,
  ...appFailures,
}
