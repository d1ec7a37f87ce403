import type { JobKind, OpenJob } from '../../shared/jobs/contract.ts'
import type { AreaId } from '../../shared/model/area.ts'
import { firstNames, safeText } from '../../shared/model/text.ts'

type Words = {
  /** What one of them is, behind `Servertray ended during`. */
  readonly one: (what: string, server: string) => string
  /** Several of one server, behind their number. */
  readonly several: (server: string) => string
  readonly hint: string
  /** Where its outcome stands. */
  readonly area: AreaId
}

const words: Readonly<Record<JobKind, Words>> = {
  backup: {
    one: (_, server) => `the backup of ${server}`,
    several: (server) => `backups of ${server}`,
    hint: 'Look at the server’s backups before you back up again.',
    area: 'backups',
  },
  reinstall: {
    one: (_, server) => `the reinstall of ${server}`,
    several: (server) => `reinstalls of ${server}`,
    hint: 'Look at the server before you reinstall it again.',
    area: 'settings',
  },
  upload: {
    one: (what, server) => `the upload of ${what} to ${server}`,
    several: (server) => `uploads to ${server}`,
    hint: 'The last files may be missing or incomplete. Then upload those again.',
    area: 'files',
  },
  download: {
    one: (what, server) => `the download of ${what} from ${server}`,
    several: (server) => `downloads from ${server}`,
    hint: 'Download it again. If a folder was packed for it, its archive may still be on the server: delete it there.',
    area: 'files',
  },
  'backup-download': {
    one: (what) => `the download of ${what}`,
    several: (server) => `downloads of backups of ${server}`,
    hint: 'Download it again, and delete the “.part” file that may be left of it.',
    area: 'backups',
  },
  'backup-deletion': {
    one: (what, server) => `the deletion of “${what}” of ${server}`,
    several: (server) => `deletions of backups of ${server}`,
    hint: 'Look at the server’s backups: what is still there may not be locked any more.',
    area: 'backups',
  },
  'keep-rule': {
    one: (_, server) => `the clean-up of old backups of ${server}`,
    several: (server) => `clean-ups of old backups of ${server}`,
    hint: 'Look at the server’s backups.',
    area: 'backups',
  },
}

export const areaOf = ({ kind }: OpenJob): AreaId => words[kind].area

/** The commands that undo what jobs told their server, each once. */
export const undoOfAll = (jobs: readonly OpenJob[]): string[] => [...new Set(jobs.flatMap(({ undo }) => undo))]

/** `“save resume” and “save-on”` */
export const quoted = (commands: readonly string[]): string =>
  commands.map((command) => `“${safeText(command)}”`).join(' and ')

/** Of a server that was told not to save, and not, as far as is known, to save again. */
export const unsavedText = (server: string): string =>
  `The world of ${safeText(server)} may not be saved: a backup told the server not to save, and it is not known whether it was told to save again.`

/**
 * What is said of jobs of one kind that the app's end cut off on one server, and of one that has ended without its undo.
 * @param jobs at least one
 */
export function jobWords(jobs: readonly [OpenJob, ...OpenJob[]]): { readonly message: string; readonly hint: string } {
  const [first] = jobs
  const { one, several, hint } = words[first.kind]
  const server = safeText(first.server)
  const undo = undoOfAll(jobs)
  if (jobs.every(({ hasEnded }) => hasEnded)) {
    return { message: unsavedText(first.server), hint: `Send ${quoted(undo)} to its console, or restart it.` }
  }
  const isOne = jobs.length === 1
  const what = isOne ? one(safeText(first.what), server) : `${jobs.length} ${several(server)}`
  const deleted = jobs.flatMap((job) => job.deleted)
  const sentences = [
    ...(undo.length > 0 ? [`Its world may not be saved until it gets ${quoted(undo)}.`] : []),
    ...(deleted.length > 0 ? [`The keep rule had deleted ${firstNames(deleted.map((name) => safeText(name)))}.`] : []),
    hint,
  ]
  return {
    message: `Servertray ended during ${what}. It is not known whether ${isOne ? 'it was' : 'they were'} done.`,
    hint: sentences.join(' '),
  }
}
