import { z } from 'zod'
import { backupRequestSchema, downloadIdSchema } from '../model/backup-run-schema.ts'
import { backupIdSchema, backupNameSchema, backupsOfServerSchema } from '../model/backup-schema.ts'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { restoreIdSchema } from '../model/restore-schema.ts'

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
   * At the limit the server's keep rule deletes old ones first. Errors: `backup-running`, `backup-limit`,
   * `action-running` while the server is restored, `keep-rule-full`, `keep-rule-waits`, `keep-rule-stopped`,
   * `save-failed`, and `rate-limited` with the time of its end.
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
  /** Gives up a restore that has overwritten nothing yet. Error: `plan-past`. */
  'restores:cancel': { request: z.object({ id: restoreIdSchema }), reply: done },
  /** Watches no longer for an end that does not show. Error: `plan-past` where there is no such watch. */
  'restores:leave': { request: z.object({ id: restoreIdSchema }), reply: done },
  /** Removes a restore that has ended from `restores`. */
  'restores:dismiss': { request: z.object({ id: restoreIdSchema }), reply: done },
  /** Removes a backup that has ended from `backupRuns`. */
  'backups:dismiss': { request: z.object({ ref: serverRefSchema }), reply: done },
  /** Asks for a folder and downloads a backup to it; null when the person cancelled. Its course stands in `downloads`. */
  'backups:download': { request: backupOfServer, reply: z.object({ id: downloadIdSchema }).nullable() },
  'backups:cancelDownload': { request: z.object({ id: downloadIdSchema }), reply: done },
  'backups:dismissDownload': { request: z.object({ id: downloadIdSchema }), reply: done },
} as const satisfies PartOfContract<'backups' | 'restores'>
