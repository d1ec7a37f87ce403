import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverIdentifierSchema, serverRefSchema } from '../model/identifier-schema.ts'

const jobIdSchema = z.string().regex(/^[\w-]{1,64}$/)

export const jobKindSchema = z.enum([
  'backup',
  'reinstall',
  'upload',
  'download',
  'backup-download',
  'backup-deletion',
  'keep-rule',
])
export type JobKind = z.infer<typeof jobKindSchema>

/** The last reinstall of a server that was asked for here in this run. Times are unix milliseconds. */
export const reinstallRunSchema = z.object({
  id: jobIdSchema,
  ref: serverRefSchema,
  /** The server's name when it was asked for. */
  name: z.string(),
  /**
   * - `backing-up`: a backup is made first, as the person chose.
   * - `asking`: the one request is out. From here on it cannot be cancelled.
   * - `installing`: the panel took it, or may have; what the panel tells of the server is read until it has ended.
   * - `done`, `failed`: as the panel tells, or `failed` before anything was reinstalled. `error` says why.
   * - `unknown`: it may have been reinstalled, but that was not seen.
   * - `cancelled`: before the request; nothing was reinstalled.
   */
  phase: z.enum(['backing-up', 'asking', 'installing', 'done', 'failed', 'unknown', 'cancelled']),
  endedAt: z.number().nullable(),
  /** The panel answered that it began, or was seen to install since. */
  isAccepted: z.boolean(),
  /** It takes longer than most do, and was still going on when last seen. */
  isSlow: z.boolean(),
  error: appErrorSchema.nullable(),
})
export type ReinstallRun = z.infer<typeof reinstallRunSchema>

/** A job as the journal on disk has it, from before it begins until its end is known. */
export const openJobSchema = z.object({
  id: jobIdSchema,
  kind: jobKindSchema,
  /** The panel by its address, which the app and the command line both know. */
  baseUrl: z.string().min(1).max(2_000),
  identifier: serverIdentifierSchema,
  /** The server's name when it began. */
  server: z.string().max(500),
  /** What it is about beside the server, as the name of a file; empty where the server says it all. */
  what: z.string().max(1_000),
  /** In unix milliseconds. */
  startedAt: z.number(),
  /** The names of the backups that its keep rule has deleted. */
  deleted: z.array(z.string().max(500)).max(1_000),
  /** The console commands that undo what it told the server, in the order in which they are to be sent. */
  undo: z.array(z.string().min(1).max(100)).max(10),
  /** It has ended, but its undo is not known to have arrived. */
  hasEnded: z.boolean(),
})
export type OpenJob = z.infer<typeof openJobSchema>

const one = z.object({ id: jobIdSchema })

/**
 * What a person does about a job, and about one that the app's end cut off. Error of these two: `unknown-server`, where no
 * key has it.
 */
export const jobsContract = {
  /** Cancels a transfer, which ends soon after. */
  'jobs:cancel': { request: one, reply: done },
  /** Removes a job that has ended from the state. */
  'jobs:dismiss': { request: one, reply: done },
  /** Shows the area of the server where its outcome stands. */
  'jobs:lookAgain': { request: one, reply: done },
  /** Sends the commands of its undo, each once. Errors also those of a console command. */
  'jobs:undo': { request: one, reply: done },
} as const satisfies PartOfContract<'jobs'>
