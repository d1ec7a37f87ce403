import { z } from 'zod'
import type { PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { originSchema, powerSignalSchema } from '../model/power-schema.ts'
import { activityKinds, maxActivityLines } from './activity.ts'

/** Why it came to that, as the error's message says; null where there was none. */
const why = z.string().nullable()

/** What the app did, or saw happen. A console command's text is left out: it may hold what others should not read. */
const eventSchema = z.discriminatedUnion('kind', [
  /** A power action that ended. */
  z.object({
    kind: z.literal('power'),
    signal: powerSignalSchema,
    origin: originSchema,
    phase: z.enum(['confirmed', 'unconfirmed', 'refused', 'not-sent', 'stalled']),
    why,
  }),
  z.object({ kind: z.literal('command'), origin: originSchema }),
  /** A restart with warnings that ended. */
  z.object({
    kind: z.literal('plan'),
    phase: z.enum(['done', 'cancelled', 'failed', 'missed']),
    origin: originSchema,
    why,
  }),
  /** A backup that was made from here. */
  z.object({ kind: z.literal('backup'), phase: z.enum(['done', 'failed', 'not-seen']), origin: originSchema, why }),
  /** Backups that a keep rule deleted, so that there was a place for another one; `names` are theirs, in a line. */
  z.object({ kind: z.literal('keep'), count: z.number(), names: z.string(), origin: originSchema }),
  /** A restore of a backup; `unknown` where it was not seen to end. */
  z.object({ kind: z.literal('restore'), phase: z.enum(['done', 'failed', 'unknown']), origin: originSchema, why }),
  /** A reinstall that was asked for from here: that it was, that it takes long, and its end as the panel tells it. */
  z.object({
    kind: z.literal('reinstall'),
    phase: z.enum(['asked', 'slow', 'done', 'failed', 'unknown']),
    origin: originSchema,
    why,
  }),
  /** What was done to a schedule that the panel keeps; `schedule` is its name. */
  z.object({
    kind: z.literal('panel-schedule'),
    act: z.enum([
      'created',
      'changed',
      'paused',
      'resumed',
      'reset',
      'deleted',
      'run',
      'task-added',
      'task-changed',
      'task-deleted',
    ]),
    schedule: z.string(),
    origin: originSchema,
  }),
  /** A bulk action; the entry's name says what was done. The counts are of servers. */
  z.object({
    kind: z.literal('bulk'),
    confirmed: z.number(),
    unconfirmed: z.number(),
    stalled: z.number(),
    failed: z.number(),
    cancelled: z.number(),
  }),
  /**
   * A server that stopped or crashed unexpectedly; that went off since somebody else stopped it, or without a sign of a
   * crash; that runs again after an unexpected stop.
   */
  z.object({ kind: z.enum(['stopped', 'crashed', 'off', 'back']) }),
  /** A server that keeps going down and coming back: `count` times in `spanMs`. */
  z.object({ kind: z.literal('flapping'), count: z.number(), spanMs: z.number() }),
  /** A key that the panel no longer takes. */
  z.object({ kind: z.literal('key-refused') }),
])
export type ActivityEvent = z.infer<typeof eventSchema>
export type ActivityEventOf<Kind extends ActivityEvent['kind']> = Extract<ActivityEvent, { kind: Kind }>

/** One entry of the app's own list. `name` is the server's or the key's at that time. */
export const activityEntrySchema = z.object({
  id: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  ref: serverRefSchema.nullable(),
  name: z.string(),
  event: eventSchema,
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

/** The panel's own id of an entry, the same each time that it is read. */
const lineIdSchema = z.string().min(1).max(200)

/** Who did what a panel's list of activity tells. */
const actorSchema = z.discriminatedUnion('kind', [
  /** An account, by the name that the panel shows; `isKey` where it used an API key. */
  z.object({ kind: z.literal('account'), name: z.string(), isKey: z.boolean() }),
  /** Nobody that the panel names: itself, the machine, or an account that is gone. */
  z.object({ kind: z.literal('nobody') }),
])
export type ActivityActor = z.infer<typeof actorSchema>

/** What is shown only when a person asks: an address, a command, a value that may be a secret. */
const detailSchema = z.object({ name: z.string(), value: z.string() })
export type ActivityDetail = z.infer<typeof detailSchema>

/** One line of a panel's list of activity, without what may be secret. */
const lineSchema = z.object({
  id: lineIdSchema,
  /** As the panel names it: `server:power.restart`. */
  event: z.string(),
  /** By the panel's clock, in unix milliseconds. */
  at: z.number(),
  /** A sentence without its subject: `Restarted the server`. */
  text: z.string(),
  tone: z.enum(['ok', 'bad', 'plain']),
  actor: actorSchema,
  /** Whether there are details to show. */
  hides: z.boolean(),
})
export type PanelActivityLine = z.infer<typeof lineSchema>

/** A page of a panel's list of activity, newest first. */
const pageSchema = z.object({
  lines: z.array(lineSchema).max(maxActivityLines),
  page: z.number().int().min(1),
  /** As the panel counts them; at least `page`. */
  totalPages: z.number().int().min(1),
  /** Entries of this page that could not be read. */
  leftOut: z.number().int().min(0),
})
export type PanelActivityPage = z.infer<typeof pageSchema>

const server = z.object({ ref: serverRefSchema })
/** Pages that a person can turn to, counted from 1. */
const pageNumber = z.number().int().min(1).max(10_000)

/** What a panel tells of a server's activity. */
export const panelActivityContract = {
  /**
   * Reads a page of a server's activity, newest first. Errors beside those of any call to a panel: `not-on-panel`,
   * `unknown-server`, `all-permissions-needed`.
   */
  'panelActivity:list': {
    request: server.extend({ page: pageNumber, kind: z.enum(activityKinds) }),
    reply: pageSchema,
  },
  /** What a line hides: an address, a command, values of the startup. Error: `state-changed` once it is not held. */
  'panelActivity:details': {
    request: server.extend({ id: lineIdSchema }),
    reply: z.object({ details: z.array(detailSchema) }),
  },
} as const satisfies PartOfContract<'panelActivity'>
