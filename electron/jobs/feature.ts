import type { jobsContract, OpenJob } from '../../shared/jobs/contract.ts'
import { type ServerRef, serverRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { getOrMake } from '../../shared/tables.ts'
import type { Commands } from '../console/commands.ts'
import type { Feature } from '../ipc/feature.ts'
import type { FeatureBasics } from '../state/feature.ts'
import type { Notices } from '../state/notices.ts'
import { setApp } from '../state/updates.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createJournal } from './journal.ts'
import { areaOf, jobWords, undoOfAll } from './words.ts'

type Context = FeatureBasics & {
  notices: Notices
  /** Fires before anything ends with the app. */
  end: AbortSignal
}

/** Jobs that one notice is about. */
type JobGroup = readonly [OpenJob, ...OpenJob[]]

/** What takes long, and a notice of what the app's end cut off of it: until it is dismissed, at each start. */
export function createJobsFeature(
  { store, clock, newId, log, profile, notices, end }: Context,
  { commands }: { commands: Pick<Commands, 'send'> },
): Feature<keyof typeof jobsContract> & { readonly api: Jobs } {
  const journal = createJournal({ profile, clock, log })
  const jobs = createJobs({ store, clock, newId, journal, end, onNotUndone: (job) => show([job]) })
  /** By the id of its notice. */
  const reported = new Map<string, JobGroup>()
  const undoing = new Map<string, Promise<Result<void>>>()

  const noticeIdOf = ([{ id }]: JobGroup) => `job-${id}`

  function show(all: JobGroup): void {
    const id = noticeIdOf(all)
    reported.set(id, all)
    notices.show({ id, level: 'warning', ...jobWords(all), job: { id: all[0].id, undo: undoOfAll(all) } }, () => {
      reported.delete(id)
      for (const job of all) journal.remove(job.id)
    })
  }

  /** One notice for all of a kind on a server. */
  function showLeft(): void {
    const groups = Map.groupBy(journal.left(), (job) => [job.kind, job.hasEnded, job.baseUrl, job.identifier].join(' '))
    for (const [first, ...others] of groups.values()) if (first !== undefined) show([first, ...others])
  }

  /** What a notice tells of, with its server as the app knows it by now. Error: `unknown-server`. */
  function find(id: string): Result<{ all: JobGroup; ref: ServerRef }> {
    const all = reported.get(`job-${id}`)
    const { panels, servers } = store.get()
    const refs = Object.values(panels).flatMap((panel) =>
      panel.baseUrl === all?.[0].baseUrl ? [serverRef(panel.id, all[0].identifier)] : [],
    )
    const ref = refs.find((one) => servers[one] !== undefined)
    return all === undefined || ref === undefined ? fail('unknown-server') : ok({ all, ref })
  }

  async function undo(all: JobGroup, ref: ServerRef): Promise<Result<void>> {
    for (const command of undoOfAll(all)) {
      const sent = await commands.send(ref, command)
      // A server that is off saves by itself once it starts.
      if (!sent.ok && sent.error.code !== 'server-not-running') return sent
    }
    // The person dismissed it meanwhile.
    if (reported.get(noticeIdOf(all)) !== all) return ok()
    const rest = all.filter(({ hasEnded }) => !hasEnded).map((job) => ({ ...job, undo: [] }))
    for (const job of rest) journal.write(job)
    const [first, ...others] = rest
    if (first === undefined) notices.withdraw(noticeIdOf(all))
    else show([first, ...others])
    return ok()
  }

  return {
    api: jobs,
    handlers: {
      'jobs:cancel'({ id }) {
        const { fileMoves, downloads } = store.get()
        if (fileMoves[id] ?? downloads[id]) jobs.cancel(id)
        return ok()
      },
      'jobs:dismiss'({ id }) {
        jobs.dismiss(id)
        return ok()
      },
      'jobs:lookAgain'({ id }) {
        const found = find(id)
        if (!found.ok) return found
        const { all, ref } = found.value
        store.update(setApp({ focus: { ref, area: areaOf(all[0]), isFull: true, at: clock.now() } }))
        return ok()
      },
      'jobs:undo'({ id }) {
        const found = find(id)
        if (!found.ok) return found
        const { all, ref } = found.value
        return getOrMake(undoing, id, () => undo(all, ref).finally(() => undoing.delete(id)))
      },
    },
    load: showLeft,
    dispose: jobs.dispose,
  }
}
