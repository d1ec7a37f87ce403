import { join } from 'node:path'
import { createSaveJournals, journalsPath, type SaveJournals } from '../backups/save-journals.ts'
import { systemClock } from '../lib/clock.ts'
import { isAlive } from '../lib/is-alive.ts'
import { logsFolder, profileFolder } from '../lib/profile.ts'
import { createFileLogger } from '../log/logger.ts'

/** The journals of servers that do not save, in the profile of this process's environment. Opening them writes nothing. */
export function openSaveJournals(): SaveJournals {
  const profile = profileFolder(process.env, process.platform)
  return createSaveJournals({
    folder: journalsPath(profile),
    clock: systemClock,
    log: createFileLogger({ file: join(logsFolder(profile), 'cli.log'), clock: systemClock }),
    newId: () => crypto.randomUUID(),
    pid: process.pid,
    isAlive,
  })
}
