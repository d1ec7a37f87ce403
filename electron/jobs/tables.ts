import type { BackupRun, DownloadView } from '../../shared/backups/contract.ts'
import type { AppError } from '../../shared/error-schema.ts'
import type { FileMove } from '../../shared/files/contract-moves.ts'
import type { ReinstallRun } from '../../shared/jobs/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { drop, put } from '../state/updates.ts'

type Change = (state: AppState) => AppState

/** What the view of every job has. */
export type JobView = {
  readonly id: string
  readonly ref: ServerRef
  readonly phase: string
  readonly error: AppError | null
}

/** Where jobs of a kind stand in the state, for whoever shows them. */
export type JobTable<V extends JobView> = {
  readonly all: (state: AppState) => readonly V[]
  readonly put: (view: V) => Change
  readonly drop: (view: Pick<JobView, 'id' | 'ref'>) => Change
  /** The phase of one that ended with an error. */
  readonly failed: (error: AppError) => V['phase']
  /** Maximum number of ended ones that stay. */
  readonly mostEnded: number
}

/** Maximum number of ended transfers that stay in a list. */
const mostEnded = 20

/** What files on their way begin with. */
export const newMove = { phase: 'waiting', movedBytes: 0, bytesPerSecond: null, error: null } as const

export const fileMoves: JobTable<FileMove> = {
  all: (state) => Object.values(state.fileMoves),
  put: (run) => put('fileMoves', run),
  drop: ({ id }) => drop('fileMoves', id),
  failed: ({ code }) => (code === 'cancelled' ? 'cancelled' : 'failed'),
  mostEnded,
}

export const backupDownloads: JobTable<DownloadView> = {
  all: (state) => Object.values(state.downloads),
  put: (run) => put('downloads', run),
  drop: ({ id }) => drop('downloads', id),
  failed: ({ code }) => (code === 'cancelled' ? 'cancelled' : 'failed'),
  mostEnded,
}

export const reinstalls: JobTable<ReinstallRun> = {
  all: (state) => Object.values(state.reinstalls),
  put: (run) => put('reinstalls', run),
  drop: ({ ref }) => drop('reinstalls', ref),
  failed({ code, mayHaveActed }) {
    if (code === 'cancelled') return 'cancelled'
    return mayHaveActed || code === 'reinstall-not-seen' ? 'unknown' : 'failed'
  },
  mostEnded: Number.POSITIVE_INFINITY,
}

export const backupRuns: JobTable<BackupRun> = {
  all: (state) => Object.values(state.backupRuns),
  put: (run) => put('backupRuns', run),
  drop: ({ ref }) => drop('backupRuns', ref),
  failed: ({ code, mayHaveActed }) => (mayHaveActed || code === 'backup-not-seen' ? 'not-seen' : 'failed'),
  mostEnded: Number.POSITIVE_INFINITY,
}

export const jobTables = [fileMoves, backupDownloads, reinstalls, backupRuns] as const
