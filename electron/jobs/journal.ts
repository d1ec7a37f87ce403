import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type OpenJob, openJobSchema } from '../../shared/jobs/contract.ts'
import type { Clock } from '../lib/clock.ts'
import { failureCodeOf } from '../lib/failure-code.ts'
import { isAlive } from '../lib/lock.ts'
import { parseJson } from '../lib/parse-json.ts'
import { replaceFile } from '../lib/replace-file.ts'
import { describeFailure, type Logger } from '../log/logger.ts'

export const journalFolder = (profile: string) => join(profile, 'jobs')

const fileSchema = z.object({ version: z.literal(1), pid: z.number().int().min(1), job: openJobSchema })

const mostFiles = 1_000
const maxBytes = 1_000_000
/** No job lasts so long, in milliseconds: its process has ended, though another one may have its id by now. */
const longestMs = 2 * 24 * 3_600_000

type Context = {
  readonly profile: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'warn'>
  /** This process. */
  readonly pid?: number
}

/**
 * The jobs that are under way, a file for each: commands of the command line run beside the app, and nothing has to be
 * read before something is written. A disk that fails stops nothing but what would have to be undone.
 */
export function createJournal({ profile, clock, log, pid = process.pid }: Context) {
  const folder = journalFolder(profile)
  const pathOf = (id: string) => join(folder, `${id}.json`)
  const written = new Set<string>()

  function attempt<T>(what: string, work: () => T, otherwise: T): T {
    try {
      return work()
    } catch (failure) {
      if (failureCodeOf(failure) !== 'ENOENT') {
        log.warn(`an entry of the journal of jobs ${what}`, { failure: describeFailure(failure) })
      }
      return otherwise
    }
  }

  function read(file: string): OpenJob[] {
    const path = join(folder, file)
    const text = statSync(path).size > maxBytes ? '' : readFileSync(path, 'utf8')
    const { data } = fileSchema.safeParse(parseJson(text))
    if (data === undefined) {
      log.warn('an entry of the journal of jobs is damaged and was not used')
      return []
    }
    const { job } = data
    const isOthers = data.pid !== pid && isAlive(data.pid) && Math.abs(clock.now() - job.startedAt) < longestMs
    const isUnderWay = written.has(job.id) && !job.hasEnded
    return isOthers || isUnderWay ? [] : [job]
  }

  return {
    /** In place of what stood there of the job; on disk before it returns. False where it could not be written. */
    write(job: OpenJob): boolean {
      written.add(job.id)
      const work = () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        replaceFile(pathOf(job.id), JSON.stringify({ version: 1, pid, job }))
        return true
      }
      return attempt('could not be written', work, false)
    },
    remove(id: string): void {
      written.delete(id)
      attempt('could not be removed', () => rmSync(pathOf(id), { force: true }), undefined)
    },
    /** What processes left that have ended, and ended jobs of this one, the oldest first. */
    left(): OpenJob[] {
      const files = attempt('could not be looked for', () => readdirSync(folder), [])
      const named = files.filter((file) => file.endsWith('.json')).slice(0, mostFiles)
      return named
        .flatMap((file) => attempt('could not be read', () => read(file), []))
        .toSorted((a, b) => a.startedAt - b.startedAt)
    },
  }
}
export type Journal = ReturnType<typeof createJournal>

/** What a job has in the journal, from before it begins until its end is known. Each change is on disk before it returns. */
export function openEntry(
  journal: Pick<Journal, 'write' | 'remove'>,
  about: Omit<OpenJob, 'deleted' | 'undo' | 'hasEnded'>,
) {
  let job: OpenJob = { ...about, deleted: [], undo: [], hasEnded: false }
  const keep = (more: Partial<OpenJob>) => {
    job = { ...job, ...more }
    return journal.write(job)
  }
  keep({})
  return {
    /** A keep rule has deleted a backup of that name. */
    noteDeleted: (name: string) => keep({ deleted: [...job.deleted, name] }),
    /** The console commands that undo what the server was told, or may have been, in the order in which they are sent. */
    undo: () => job.undo,
    /**
     * The server is told something next that this console command undoes: the last one is undone first. False where that
     * is not on disk.
     */
    addUndo: (command: string) => keep({ undo: [command, ...job.undo.filter((one) => one !== command)] }),
    /** What it undoes is over, or never was. */
    dropUndo: (command: string) => keep({ undo: job.undo.filter((one) => one !== command) }),
    /** Its end is known. Where its undo is not known to have arrived it stays, and is returned. */
    close(): OpenJob | null {
      if (job.undo.length === 0) {
        journal.remove(job.id)
        return null
      }
      keep({ hasEnded: true })
      return job
    },
  }
}
export type JobEntry = ReturnType<typeof openEntry>
