import { z } from 'zod'
import { keyIdSchema, panelIdSchema, serverIdentifierSchema, serverRefSchema } from './identifier-schema.ts'
import { powerActionSchema } from './power-schema.ts'
/** What the app knows of a server's power state. `unknown` is never shown as `offline`. */
export const serverStateSchema = z.enum(['unknown', 'offline', 'starting', 'running', 'stopping'])
export type ServerState = z.infer<typeof serverStateSchema>

/** Why a panel refuses every action on a server for now (panel-shaped 409). */
export const serverConditionSchema = z.enum([
  'suspended',
  'installing',
  'install-failed',
  'transferring',
  'restoring',
  'maintenance',
  'unavailable',
])
export type ServerCondition = z.infer<typeof serverConditionSchema>

/**
 * One reading: CPU in percent of one core, sizes in bytes, uptime in milliseconds. Null is what the panel did not tell,
 * not zero.
 */
export const resourcesSchema = z.object({
  cpuPercent: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  diskBytes: z.number().nullable(),
  uptimeMs: z.number().nullable(),
})
export type Resources = z.infer<typeof resourcesSchema>

/** A server's limits, where the list tells them; null is without limit. */
export const limitsSchema = resourcesSchema.omit({ uptimeMs: true })
export type Limits = z.infer<typeof limitsSchema>

/** An unexpected stop, kept until the server runs or is acted on again. */
export const unexpectedStopSchema = z.object({
  how: z.enum(['stopped', 'crashed']),
  at: z.number(),
})
export type UnexpectedStop = z.infer<typeof unexpectedStopSchema>

/**
 * What is remembered of a server's backups after they were read; nothing where they never were. Times are unix
 * milliseconds, the first two by the panel's clock.
 */
export const backupHealthSchema = z.object({
  /** When the newest good one was made; null where there is none. */
  newestGoodAt: z.number().nullable(),
  /** When the newest finished one was made, where that one failed; null otherwise. */
  failedAt: z.number().nullable(),
  /** When they were read. */
  readAt: z.number(),
})
export type BackupHealth = z.infer<typeof backupHealthSchema>

/** What a panel says of the account behind a key on a server. Null is what it did not tell. */
export const accountOnServerSchema = z.object({
  isOwner: z.boolean().nullable(),
  /** In the panel's own names, `*` for everything. */
  may: z.array(z.string()).nullable(),
})
export type AccountOnServer = z.infer<typeof accountOnServerSchema>

/** A server as the window and the tray see it. Times are unix milliseconds. */
export const serverViewSchema = z.object({
  ref: serverRefSchema,
  panelId: panelIdSchema,
  identifier: serverIdentifierSchema,
  name: z.string(),
  /** The keys that reach this server, in the order of the key list. */
  keyIds: z.array(keyIdSchema),
  /** By key, where the panel says anything of its account. */
  accounts: z.record(keyIdSchema, accountOnServerSchema).exactOptional(),
  state: serverStateSchema,
  condition: serverConditionSchema.nullable(),
  resources: resourcesSchema.nullable(),
  /** Null where the panel's list says nothing. */
  limits: limitsSchema.nullable(),
  unexpectedStop: unexpectedStopSchema.nullable(),
  /** `state` was so at this time, or later where a panel repeated its answer; null when it was never read. */
  observedAt: z.number().nullable(),
  /** The last power action, running or ended. */
  action: powerActionSchema.nullable(),
})
export type ServerView = z.infer<typeof serverViewSchema>
