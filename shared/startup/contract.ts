import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import type { PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  longestStartupCommand,
  longestStartupKey,
  longestStartupRules,
  longestStartupValue,
  maxStartupImages,
  maxStartupVariables,
  startupActs,
} from './startup.ts'

/** A name in the environment. */
export const startupKeySchema = z
  .string()
  .max(longestStartupKey)
  .regex(/^[\w.-]+$/)

/** What an image is called where it is fetched from. */
export const startupImageNameSchema = z
  .string()
  .max(255)
  .regex(/^[\w./:@~-]+$/)

const variableSchema = z.object({
  /** Its name in the environment, by which it is changed. */
  key: startupKeySchema,
  /** The panel's words, safe to show. */
  name: z.string(),
  description: z.string(),
  /** What is in force: the server's own value, or the default. Safe to show. */
  value: z.string().max(longestStartupValue),
  defaultValue: z.string().max(longestStartupValue),
  /** The panel tells no value: it is empty, or was never set, so that the default counts, which stands in `value`. */
  isUnset: z.boolean(),
  isEditable: z.boolean(),
  /** False where the value is not all shown, as it is too long or has characters that can't be shown. */
  isWhole: z.boolean(),
  /** As Laravel writes them: `required|string|max:20`. */
  rules: z.string().max(longestStartupRules),
})
export type StartupVariable = z.infer<typeof variableSchema>

/** An image that may be chosen. */
const imageSchema = z.object({ label: z.string(), image: startupImageNameSchema })

const actSchema = z.enum(startupActs)
export type StartupAct = z.infer<typeof actSchema>

/** How a server starts: the variables of its egg, its images, and the command (the panel's API, part 2, *Startup*). */
const startupSchema = z.object({
  variables: z.array(variableSchema).max(maxStartupVariables),
  /** Variables that could not be read, and those beyond what is read. */
  leftOut: z.number().int().min(0),
  /** With what is to be filled in: `java -jar {{SERVER_JARFILE}}`. Empty where the panel does not tell it. */
  rawCommand: z.string().max(longestStartupCommand),
  /** As it will run. What is secret stands in it in clear. */
  command: z.string().max(longestStartupCommand),
  images: z.array(imageSchema).max(maxStartupImages),
})
export type Startup = z.infer<typeof startupSchema>

/** The same with what the panel tells beside it. */
const startupOfServerSchema = startupSchema.extend({
  /** The image it runs in; null where the panel does not tell it. */
  image: z.string().nullable(),
  /** What the key's account may not do by the panel's own word. */
  denied: z.array(actSchema),
})
export type StartupOfServer = z.infer<typeof startupOfServerSchema>

/** One change; an image has no key. */
export type StartupChange = { key: string | null; value: string }

const valueSchema = z
  .string()
  .max(longestStartupValue)
  .regex(/^\P{Cc}*$/u)
const seen = z.string().max(longestStartupValue)
/** One change as a person made it: `seen` is what stood there when they did. */
const seenChangeSchema = z.union([
  z.object({ key: startupKeySchema, value: valueSchema, seen }),
  z.object({ key: z.null(), value: startupImageNameSchema, seen }),
])
export type SeenStartupChange = z.infer<typeof seenChangeSchema>

const server = z.object({ ref: serverRefSchema })

/** Errors beside those of any call to a panel: `not-on-panel`, `unknown-server`, `all-permissions-needed`. */
export const startupContract = {
  'startup:read': { request: server, reply: startupOfServerSchema },
  /**
   * Saves changes one by one, since panels take no more at once; each is named by its key, null for the image. One that
   * the panel refuses is told in `refused`, and so is one that somebody else changed since it was seen (`state-changed`);
   * the others are still saved. After any other failure, which is in `stopped`, nothing more is sent.
   */
  'startup:save': {
    request: server.extend({
      changes: z
        .array(seenChangeSchema)
        .min(1)
        .max(maxStartupVariables + 1),
    }),
    reply: z.object({
      saved: z.array(startupKeySchema.nullable()),
      refused: z.array(z.object({ key: startupKeySchema.nullable(), error: appErrorSchema })),
      stopped: appErrorSchema.nullable(),
    }),
  },
} as const satisfies PartOfContract<'startup'>
