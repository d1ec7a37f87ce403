import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { keptCommandSchema } from '../model/console-schema.ts'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { originSchema } from '../model/power-schema.ts'
import { timeSchema } from '../model/restart-schema.ts'
import { backupActs, maxBackupNameLength, maxBackups, maxCommandsBefore, maxIgnoredLength } from './backups.ts'
import { maxRestoreEntries } from './restore.ts'

/** A backup's id on its panel: its uuid. It stands in addresses, so it is only what a uuid is made of. */
export const backupIdSchema = z
  .string()
  .regex(/^[0-9A-Fa-f-]{8,64}$/)
  .brand<'BackupId'>()
export type BackupId = z.infer<typeof backupIdSchema>

/** A backup of a server as its panel tells it. Times are unix milliseconds. */
export const backupSchema = z.object({
  id: backupIdSchema,
  /** The panel's words, safe to show. */
  name: z.string(),
  /**
   * What it has come to (the panel's API, part 2, *Backups*: no field says it).
   * - `pending`: it is not finished.
   * - `good`: it finished, and the panel calls it successful.
   * - `failed`: it finished without success. It can't be downloaded, and must not be restored.
   * - `unknown`: what the panel told does not fit together. Nothing is done to it by itself.
   */
  state: z.enum(['pending', 'good', 'failed', 'unknown']),
  isLocked: z.boolean(),
  /** The size of the archive; null until it is finished. */
  bytes: z.number().min(0).nullable(),
  /** 40 hex digits in small letters; null where the panel tells none. */
  sha1: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  /** Null where the panel's time could not be read. */
  createdAt: z.number().nullable(),
  completedAt: z.number().nullable(),
  /** Whether a schedule of the panel made it; null where the panel does not tell, as Pterodactyl. */
  isScheduled: z.boolean().nullable(),
})
export type Backup = z.infer<typeof backupSchema>
export type BackupState = Backup['state']

/** The backups of a server, as far as they were read. */
const backupListSchema = z.object({
  /** Newest first; what has no readable time stands last. */
  backups: z.array(backupSchema).max(maxBackups),
  /** How many count against the limit, as the panel tells it: pending and good ones. Null where it tells nothing. */
  counted: z.number().int().min(0).nullable(),
  /** Entries of the list that could not be read, and those beyond what is read of a list. */
  leftOut: z.number().int().min(0),
})
export type BackupList = z.infer<typeof backupListSchema>

const backupActSchema = z.enum(backupActs)
export type BackupAct = z.infer<typeof backupActSchema>

const backupsOfServerSchema = backupListSchema.extend({
  /** How many the server may have, 0 for none; null where the panel tells nothing. */
  limit: z.number().int().min(0).nullable(),
  /** What the panel says that the account may not do; what a key may not is another matter. */
  denied: z.array(backupActSchema),
  /** The console commands that make its game save first; none where the game is not known. */
  saveCommands: z.array(z.string()),
})
export type BackupsOfServer = z.infer<typeof backupsOfServerSchema>

/** As a person types it; empty stands for the panel's own choice: the date. */
export const backupNameSchema = z
  .string()
  .trim()
  .max(maxBackupNameLength)
  .regex(/^\P{Cc}*$/u)

/** Files that a backup leaves out, a pattern a line, as `.gitignore` has them; empty for what the server's own file says. */
export const ignoredSchema = z
  .string()
  .trim()
  .max(maxIgnoredLength)
  .regex(/^[\P{Cc}\n\t]*$/u)

/** What is asked for with *Back up now*. */
const backupRequestSchema = z.object({
  name: backupNameSchema,
  isLocked: z.boolean(),
  ignored: ignoredSchema,
  /** Console commands that make the server save first, in their order. */
  before: z.array(keptCommandSchema).max(maxCommandsBefore),
})
export type BackupRequest = z.infer<typeof backupRequestSchema>

/** The last backup of a server that was made from here. Times are unix milliseconds. */
export const backupRunSchema = z.object({
  id: z.string().min(1).max(64),
  ref: serverRefSchema,
  /** The server's name when it began. */
  name: z.string(),
  origin: originSchema,
  /**
   * - `saving`: the server is told to save first.
   * - `asking`: the one request is out.
   * - `running`: the panel took it; its end is looked for.
   * - `done`, `failed`: its end was seen, or it was not begun: `error` says why.
   * - `not-seen`: it may have been begun, but its end was not seen.
   */
  phase: z.enum(['saving', 'asking', 'running', 'done', 'failed', 'not-seen']),
  /** The server is known to say nothing when it has saved, so that it is only given the time. */
  isSaveSilent: z.boolean().optional(),
  /** Null until the panel has named it. */
  backupId: backupIdSchema.nullable(),
  endedAt: z.number().nullable(),
  /** It takes longer than most backups. */
  isSlow: z.boolean(),
  error: appErrorSchema.nullable(),
})
export type BackupRun = z.infer<typeof backupRunSchema>

export const downloadIdSchema = z.string().min(1).max(64)

/** A backup that is downloaded to a folder of this computer. */
export const downloadViewSchema = z.object({
  id: downloadIdSchema,
  ref: serverRefSchema,
  backupId: backupIdSchema,
  /** The name of the file; that of the folder is the person's own, and stays in the main process. */
  file: z.string(),
  /** `waiting`: others go first. `done`: it is there, and is what the panel says it is. */
  phase: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  movedBytes: z.number().min(0),
  /** Null where the panel tells no size. */
  totalBytes: z.number().min(0).nullable(),
  /** The panel tells a checksum, by which it is checked. */
  isSummed: z.boolean(),
  /** Over the last seconds; null until it is known. */
  bytesPerSecond: z.number().min(0).nullable(),
  error: appErrorSchema.nullable(),
})
export type DownloadView = z.infer<typeof downloadViewSchema>

/** What a keep rule did to a server's backups by itself, the last time in this run of the app. Unix milliseconds. */
export const keepRunSchema = z.object({
  ref: serverRefSchema,
  /** The server's name at that time. */
  name: z.string(),
  startedAt: z.number(),
  /** Null while it is under way. */
  endedAt: z.number().nullable(),
  /** The names of the backups that it deleted. */
  deleted: z.array(z.string()),
  /** Why it ended before its end. */
  error: appErrorSchema.nullable(),
})
export type KeepRun = z.infer<typeof keepRunSchema>

export const restoreIdSchema = z.string().min(1).max(64)

/** What a server's activity told of restores before the request, so that what comes after it can be told from that. */
const restoreMarkSchema = z.object({
  /** The newest entry, by the panel's own clock in unix milliseconds; null where there was none. */
  at: timeSchema.nullable(),
  /** The ids of all entries that were read. */
  ids: z.array(z.string().max(200)).max(maxRestoreEntries),
})
export type RestoreMark = z.infer<typeof restoreMarkSchema>

/** A guided restore of a backup: under way, or ended. Times are unix milliseconds by this computer's clock. */
export const restoreViewSchema = z.object({
  id: restoreIdSchema,
  ref: serverRefSchema,
  /** The server's name. */
  name: z.string(),
  backup: backupSchema.pick({ id: true, name: true, createdAt: true }),
  /** The panel deletes all files before it looks for the archive. */
  deletesFiles: z.boolean(),
  /**
   * - `backing-up`: what is there now is backed up first, as the person chose.
   * - `stopping`: the server is stopped, and waited for until a new reading says that it is offline.
   * - `requesting`: the request is on its way. From here on it cannot be cancelled.
   * - `following`: the panel took it, or may have; its activity is watched for the end.
   * - `done`, `failed`: as the panel's activity tells, or `failed` before anything was restored. `error` says why.
   * - `unknown`: it may have been restored, but the activity does not tell.
   * - `cancelled`: before the request; nothing was restored.
   */
  phase: z.enum(['backing-up', 'stopping', 'requesting', 'following', 'done', 'failed', 'unknown', 'cancelled']),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  /** When each was sent; null where it was not, and for a stop that was refused. Each is sent once at most. */
  sent: z.object({
    backup: timeSchema.nullable(),
    stop: timeSchema.nullable(),
    restore: timeSchema.nullable(),
  }),
  /** It is told to be offline, and waited for, since its process may still save. */
  maySave: z.boolean().exactOptional(),
  /** The panel answered that it began. */
  isAccepted: z.boolean(),
  /** The panel was seen restoring since. */
  wasSeen: z.boolean(),
  /** Null before the request, and where this key may not read the activity: then the end cannot be seen. */
  mark: restoreMarkSchema.nullable(),
  error: appErrorSchema.nullable(),
})
export type RestoreView = z.infer<typeof restoreViewSchema>
export type RestorePhase = RestoreView['phase']

const backupOfServer = z.object({ ref: serverRefSchema, id: backupIdSchema })

/** The backups of servers, and what is restored from them. */
export const backupsContract = {
  /**
   * Reads the backups of a server from its panel, with the commands that make its game save first. Errors beside those of
   * any call to a panel: `not-on-panel`, `unknown-server`.
   */
  'backups:list': {
    request: z.object({ ref: serverRefSchema }),
    reply: backupsOfServerSchema,
  },
  /**
   * Makes a backup. Answered when the panel took it, or with why it was not begun; its course stands in `backupRuns`.
   * Once it is good, the server's keep rule makes room for the next one. Errors: `backup-running`, `backup-limit`,
   * `action-running` while the server is restored, `save-failed`, and `rate-limited` with the time of its end.
   */
  'backups:create': { request: backupRequestSchema.extend({ ref: serverRefSchema }), reply: done },
  'backups:setLocked': { request: backupOfServer.extend({ isLocked: z.boolean() }), reply: done },
  /** On panels that tell whether a schedule made a backup (`isScheduled`): Pelican. */
  'backups:rename': { request: backupOfServer.extend({ name: backupNameSchema.min(1) }), reply: done },
  /** Deletes a backup. What is locked, or the only good one, needs its name as the person typed it. */
  'backups:remove': {
    request: backupOfServer.extend({ typedName: z.string().max(300).nullable() }),
    reply: done,
  },
  /**
   * Begins a guided restore of a good backup, as the person confirmed it: where chosen a backup first, then the server is
   * stopped and seen offline, then its files are overwritten; `deletesFiles` deletes all of them first. Its course
   * stands in `restores`. Errors: `backup-not-good`, `backup-running`, `action-running`.
   */
  'restores:begin': {
    request: backupOfServer.extend({
      deletesFiles: z.boolean(),
      backsUpFirst: z.boolean(),
      confirmed: z.literal(true),
    }),
    reply: z.object({ id: restoreIdSchema }),
  },
  /** Gives up a restore that has overwritten nothing yet. Error: `too-late`. */
  'restores:cancel': { request: z.object({ id: restoreIdSchema }), reply: done },
  /** Watches no longer for an end that does not show. Error: `too-late` where there is no such watch. */
  'restores:leave': { request: z.object({ id: restoreIdSchema }), reply: done },
  /** Removes a restore that has ended from `restores`. */
  'restores:dismiss': { request: z.object({ id: restoreIdSchema }), reply: done },
  /** Asks for a folder and downloads a backup to it; null when the person cancelled. Its course stands in `downloads`. */
  'backups:download': { request: backupOfServer, reply: z.object({ id: downloadIdSchema }).nullable() },
} as const satisfies PartOfContract<'backups' | 'restores'>
