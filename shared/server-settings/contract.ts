import { z } from 'zod'
import { changeOf, done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { maxDescriptionLength, maxServerNameLength, serverSettingsActs } from './server-settings.ts'

/** What a panel tells of an installation of a server. A failed one may hold the server, by the kind of panel. */
const installationSchema = z.enum(['none', 'installing', 'install-failed', 'reinstall-failed'])
export type Installation = z.infer<typeof installationSchema>

/** A limit that a panel sets; null where it does not tell. */
const panelLimitSchema = z.union([z.number().min(0), z.literal('unlimited')]).nullable()
export type PanelLimit = z.infer<typeof panelLimitSchema>

/** The name and the description of a server as a person saw them: as far as they were read. */
const seenWordsSchema = z.object({
  name: z.string().max(255),
  /** Null where the panel keeps none. */
  description: z.string().max(maxDescriptionLength).nullable(),
})
export type ServerWords = z.infer<typeof seenWordsSchema>

/** The same as a person changes them. */
const serverWordsSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxServerNameLength)
    .regex(/^\P{Cc}+$/u),
  description: z
    .string()
    .trim()
    .max(maxDescriptionLength)
    .regex(/^(?:\P{Cc}|\n)*$/u)
    .nullable(),
})

const serverSettingsActSchema = z.enum(serverSettingsActs)
export type ServerSettingsAct = z.infer<typeof serverSettingsActSchema>

const text = z.string().nullable()

/** Where a server runs. All texts are the panel's, safe to show; null where it does not tell. */
const serverPlaceSchema = z.object({
  node: text,
  /** Where players connect: a name or an address, and the port. */
  address: text,
  /** Where files are transferred, as `host:port`. */
  sftp: text,
  /** The Docker image. */
  image: text,
  /** The long form of its identifier. */
  uuid: text,
})

/** A server as its panel tells it, with what the key's account may not do by the panel's own word. */
const serverSettingsSchema = seenWordsSchema.extend({
  /** False where the description is not all shown: it is too long, or has characters that can't be shown. */
  isDescriptionWhole: z.boolean(),
  installation: installationSchema,
  limits: z.object({
    memoryBytes: panelLimitSchema,
    swapBytes: panelLimitSchema,
    diskBytes: panelLimitSchema,
    /** In percent of one core. */
    cpuPercent: panelLimitSchema,
    /** The cores that it may use, as the panel writes them: `0-3,6`; null for any. */
    threads: text,
    databases: panelLimitSchema,
    backups: panelLimitSchema,
    /** Addresses, the first one among them. */
    allocations: panelLimitSchema,
  }),
  place: serverPlaceSchema,
  denied: z.array(serverSettingsActSchema),
})
export type ServerSettings = z.infer<typeof serverSettingsSchema>

/** The settings of a server on its panel. */
export const serverSettingsContract = {
  /**
   * Reads a server's settings, its limits and where it runs. Errors beside those of any call to a panel: `not-on-panel`,
   * `unknown-server`.
   */
  'serverSettings:read': { request: z.object({ ref: serverRefSchema }), reply: serverSettingsSchema },
  /**
   * Changes name and description, where they are still as the person saw them. Where somebody changed them since, nothing
   * is sent, and the reply tells how they are now. Errors: `description-fixed`; `state-changed` for another description
   * where the present one is not shown whole.
   */
  'serverSettings:update': {
    request: z.object({ ref: serverRefSchema, seen: seenWordsSchema, edit: serverWordsSchema }),
    reply: changeOf(seenWordsSchema),
  },
  /**
   * Has the panel reinstall a server, once, where the person typed its name; with `backsUpFirst` only after a backup that
   * was seen to be good, and answered when that is begun. Its course stands in `reinstalls`. Errors: `invalid-request`
   * with another name, `action-running`.
   */
  'serverSettings:reinstall': {
    request: z.object({ ref: serverRefSchema, typedName: z.string().max(300), backsUpFirst: z.boolean() }),
    reply: done,
  },
  /** Gives a reinstall up while its backup is made. Error: `too-late`. */
  'serverSettings:cancelReinstall': { request: z.object({ ref: serverRefSchema }), reply: done },
} as const satisfies PartOfContract<'serverSettings'>
