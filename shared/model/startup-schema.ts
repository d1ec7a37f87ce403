import { z } from 'zod'
import {
  longestStartupCommand,
  longestStartupKey,
  longestStartupRules,
  longestStartupValue,
  maxStartupImages,
  maxStartupVariables,
  type SeenStartupChange,
  type Startup,
  type StartupAct,
  type StartupImage,
  type StartupOfServer,
  type StartupVariable,
  startupActs,
} from './startup.ts'

/** A name in the environment. */
export const startupKeySchema = z
  .string()
  .max(longestStartupKey)
  .regex(/^[\w.-]+$/) satisfies z.ZodType<StartupVariable['key']>

/** What an image is called where it is fetched from. */
export const startupImageNameSchema = z
  .string()
  .max(255)
  .regex(/^[\w./:@~-]+$/) satisfies z.ZodType<StartupImage['image']>

export const startupVariableSchema = z.object({
  key: startupKeySchema,
  name: z.string(),
  description: z.string(),
  value: z.string().max(longestStartupValue),
  defaultValue: z.string().max(longestStartupValue),
  isEditable: z.boolean(),
  isWhole: z.boolean(),
  rules: z.string().max(longestStartupRules),
}) satisfies z.ZodType<StartupVariable>

export const startupImageSchema = z.object({
  label: z.string(),
  image: startupImageNameSchema,
}) satisfies z.ZodType<StartupImage>

export const startupActSchema = z.enum(startupActs) satisfies z.ZodType<StartupAct>

export const startupSchema = z.object({
  variables: z.array(startupVariableSchema).max(maxStartupVariables),
  leftOut: z.number().int().min(0),
  rawCommand: z.string().max(longestStartupCommand),
  command: z.string().max(longestStartupCommand),
  images: z.array(startupImageSchema).max(maxStartupImages),
}) satisfies z.ZodType<Startup>

export const startupOfServerSchema = startupSchema.extend({
  image: z.string().nullable(),
  denied: z.array(startupActSchema),
}) satisfies z.ZodType<StartupOfServer>

const startupValueSchema = z
  .string()
  .max(longestStartupValue)
  .regex(/^\P{Cc}*$/u)

const seen = z.string().max(longestStartupValue)
export const seenStartupChangeSchema = z.union([
  z.object({ key: startupKeySchema, value: startupValueSchema, seen }),
  z.object({ key: z.null(), value: startupImageNameSchema, seen }),
]) satisfies z.ZodType<SeenStartupChange>
