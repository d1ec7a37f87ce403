import type { RestoreMark } from '../../shared/backups/contract.ts'
import { maxRestoreEntries } from '../../shared/backups/restore.ts'
import type { RestoreEntry } from './panel.ts'

/**
 * What the activity says of an end. Both spellings are the panel's (the panel's API, part 2, *Restore*): the one with a
 * dot comes from its own code, the other from a machine that was started anew in the middle.
 */
const ends: Readonly<Record<string, 'done' | 'failed'>> = {
  'server:backup.restore-complete': 'done',
  'server.backup.restore-failed': 'failed',
  'server:backup.restore-failed': 'failed',
}
const beginning = 'server:backup.restore'

/** What is known before the request. */
export function markOf(entries: readonly RestoreEntry[]): RestoreMark {
  const newest = entries.slice(0, maxRestoreEntries)
  return {
    at: newest.length === 0 ? null : Math.max(...newest.map(({ at }) => at)),
    ids: newest.map(({ id }) => id),
  }
}

/**
 * What became of a restore: the first end that the activity tells after the mark and after its beginning, if that is
 * there (a panel that answered with an error has taken it back). All by the panel's clock, whatever the one here says.
 * Where two ends are of the same second, their order is not known, and the worse one counts.
 */
export function verdictOf(
  entries: readonly RestoreEntry[],
  mark: RestoreMark,
  backupName: string,
): 'done' | 'failed' | null {
  const known = new Set(mark.ids)
  const isNew = ({ id, at, name }: RestoreEntry) =>
    !known.has(id) && at >= (mark.at ?? at) && (name === null || name === backupName)
  const fresh = entries.filter(isNew).toSorted((a, b) => a.at - b.at)
  const begun = fresh.find(({ event }) => event === beginning)
  const ended = fresh.filter(({ event, at }) => Object.hasOwn(ends, event) && at >= (begun?.at ?? at))
  const first = ended.filter(({ at }) => at === ended[0]?.at).map(({ event }) => ends[event])
  if (first.includes('failed')) return 'failed'
  return first.includes('done') ? 'done' : null
}
