import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { appError } from '../../shared/errors.ts'
import type { BackupList } from '../../shared/model/backup.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { KeepRun } from '../../shared/model/keep-rule.ts'
import type { Result } from '../../shared/result.ts'
import type { Activity } from '../activity/activity.ts'
import type { Clock } from '../lib/clock.ts'
import { createLeftNotice } from '../state/left-notice.ts'
import type { Notices } from '../state/notices.ts'
import type { Begun, BegunBackup, BegunDeletion, BegunDownload } from './begun.ts'
import { type CutWork, cutWords, leftOfDownload } from './cut-words.ts'
import type { Downloads } from './downloads.ts'
import { listLater } from './follow-left.ts'
import type { BackupRuns } from './runs.ts'

type Deps = {
  clock: Clock
  begun: Begun
  notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
  activity: Pick<Activity, 'note'>
  takeUp: BackupRuns['takeUp']
  showLeft: Downloads['showLeft']
  /** Shows what a keep rule deleted by itself as that of one that has ended, from which Activity tells. */
  showKept: (run: KeepRun) => void
  /** Reads a server's backups without a person's click, as background work. */
  list: (ref: ServerRef) => Promise<Result<BackupList>>
  /** Ends the looks. */
  signal: AbortSignal
}

type Cut<K extends CutWork['kind']> = Extract<CutWork, { kind: K }>

function endOf({ asked, run }: BegunBackup, result: Result<void>): Cut<'backup'>['came'] {
  // Without its id or a name of its own it may be somebody else's.
  if (result.ok) return run.backupId === null && asked === '' ? 'good-by-time' : 'good'
  const { code } = result.error
  if (code === 'cancelled') return 'not-asked'
  return code === 'backup-failed' ? 'failed' : 'not-seen'
}

/**
 * After so long a deletion that was cut off is looked for again, in milliseconds: the panel tells it once the machine
 * is done.
 */
const stillMs = 60_000
/** Whether a look found the backup. */
const isStill = (came: Cut<'delete'>['came']) => came === 'there' || came === 'unlocked'

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

function whatIs(read: Result<BackupList>, { id, isLocked }: BegunDeletion['backup']) {
  if (!read.ok) return 'not-known'
  const found = read.value.backups.find((backup) => backup.id === id)
  // An entry that could not be read may be this one.
  if (found === undefined) return read.value.leftOut > 0 ? 'not-known' : 'gone'
  return isLocked && !found.isLocked ? 'unlocked' : 'there'
}

/**
 * Tells of the work on backups that the app's end cut off: in one notice, and each in Activity, a backup by how it
 * ends. What a keep rule deleted by itself stands in Activity alone, as ever. Nothing is sent again by itself.
 */
export function createLeftWork(deps: Deps): { load(): void; dispose(): void } {
  const { clock, begun, notices, activity, takeUp, showLeft, showKept, list, signal } = deps
  const notice = createLeftNotice({ notices, id: 'backups-cut', wordsOf: cutWords })

  function ofBackup(left: BegunBackup): void {
    const cut = { kind: 'backup', server: left.run.name } as const
    notice.add(left.id, { ...cut, came: left.askedAt === null ? 'not-asked' : 'looking' })
    void takeUp(left, () => list(left.run.ref)).then((result) => {
      if (!signal.aborted) notice.change(left.id, { ...cut, came: endOf(left, result) })
    })
  }

  async function ofDownload(left: BegunDownload): Promise<void> {
    const { id, server, view } = left
    notice.add(id, { kind: 'download', server, file: view.file })
    // The person's folder may lie on a network that is not there, and takes its time to say so.
    const part = left.part !== null && (await isThere(left.part)) ? basename(left.part) : null
    if (signal.aborted) return
    const message = 'Servertray ended before it was complete.'
    showLeft(left, appError('cancelled', { message, hint: leftOfDownload(part) }))
    activity.note(view.ref, { kind: 'backup-cut', what: view.file, came: 'not-whole' }, server)
    begun.drop(id)
  }

  async function ofDeletion({ id, ref, server, backup }: BegunDeletion): Promise<void> {
    const cut = { kind: 'delete', server, backup: backup.name } as const
    notice.add(id, { ...cut, came: 'looking' })
    const look = () => listLater({ clock, list: () => list(ref), signal })
    const first = whatIs(await look(), backup)
    // Its machine may still be at it.
    if (isStill(first) && !(await clock.sleep(stillMs, signal))) return
    const came = isStill(first) ? whatIs(await look(), backup) : first
    if (signal.aborted) return
    activity.note(ref, { kind: 'backup-cut', what: backup.name, came }, server)
    begun.drop(id)
    notice.change(id, { ...cut, came })
  }

  return {
    load() {
      for (const left of begun.all()) {
        if (left.kind === 'backup') ofBackup(left)
        else if (left.kind === 'download') void ofDownload(left)
        else if (left.kind === 'delete') void ofDeletion(left)
        else {
          showKept(left.run)
          begun.drop(left.id)
        }
      }
      notice.tell()
    },
    dispose: notice.dispose,
  }
}
