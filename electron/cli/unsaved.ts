import { join } from 'node:path'
import type { OpenJob } from '../../shared/jobs/contract.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { createJournal, type Journal } from '../jobs/journal.ts'
import { quoted, unsavedText } from '../jobs/words.ts'
import { systemClock } from '../lib/clock.ts'
import { logsFolder, profileFolder } from '../lib/profile.ts'
import { createFileLogger } from '../log/logger.ts'
import type { Keys } from './access.ts'
import { formatError } from './format.ts'
import type { Session } from './session.ts'

/** The journal of jobs in the profile of this process's environment. Opening it writes nothing. */
export function openJournal(): Journal {
  const profile = profileFolder(process.env, process.platform)
  const log = createFileLogger({ file: join(logsFolder(profile), 'cli.log'), clock: systemClock })
  return createJournal({ profile, clock: systemClock, log })
}

/** Says which servers of these panels a backup told not to save, and not, as far as is known, to save again. Each once. */
export function createUnsavedNotes({ stderr, options }: Session, { journal, accesses }: Keys) {
  const shown = new Set<string>()

  function noteOf({ server, identifier, undo }: OpenJob): string {
    const commands = undo.map((command) => `servertray send ${identifier} ${command}`)
    const hint = `Run ${quoted(commands)}. Until then each command says this.`
    return formatError({ code: 'saving-off', message: unsavedText(server), hint }, options.json, 'note')
  }

  return () => {
    for (const job of journal.left()) {
      const isOwed = job.undo.length > 0 && accesses.some(({ baseUrl }) => baseUrl === job.baseUrl)
      if (!isOwed || shown.has(job.id)) continue
      shown.add(job.id)
      stderr.write(noteOf(job))
    }
  }
}

/** Takes note of a command that a person sent by themselves: what it undoes is over. */
export function noteSent(journal: Journal, baseUrl: string, identifier: ServerIdentifier, command: string): void {
  for (const job of journal.left()) {
    if (job.baseUrl !== baseUrl || job.identifier !== identifier || !job.undo.includes(command.trim())) continue
    const undo = job.undo.filter((one) => one !== command.trim())
    if (undo.length === 0 && job.hasEnded) journal.remove(job.id)
    else journal.write({ ...job, undo })
  }
}
