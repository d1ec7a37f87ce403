import { z } from 'zod'
import {
  type Installation,
  maxDescriptionLength,
  maxServerNameLength,
  type PanelLimit,
  type ServerPlace,
  type ServerSettings,
  type ServerSettingsAct,
  type ServerWords,
  type ServerWordsChange,
  serverSettingsActs,
} from './server-settings.ts'

const installationSchema = z.enum([
  'none',
  'installing',
  'install-failed',
  'reinstall-failed',
]) satisfies z.ZodType<Installation>

const panelLimitSchema = z.union([z.number().min(0), z.literal('unlimited')]).nullable() satisfies z.ZodType<PanelLimit>

/** As a person saw them: as far as they were read. */
export const seenWordsSchema = z.object({
  name: z.string().max(255),
  description: z.string().max(maxDescriptionLength).nullable(),
}) satisfies z.ZodType<ServerWords>

export const serverWordsSchema = z.object({
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
}) satisfies z.ZodType<ServerWords>

const serverSettingsActSchema = z.enum(serverSettingsActs) satisfies z.ZodType<ServerSettingsAct>

const text = z.string().nullable()

const serverPlaceSchema = z.object({
  node: text,
  address: text,
  sftp: text,
  image: text,
  uuid: text,
}) satisfies z.ZodType<ServerPlace>

export const serverSettingsSchema = seenWordsSchema.extend({
  isDescriptionWhole: z.boolean(),
  installation: installationSchema,
  limits: z.object({
    memoryBytes: panelLimitSchema,
    swapBytes: panelLimitSchema,
    diskBytes: panelLimitSchema,
    cpuPercent: panelLimitSchema,
    threads: text,
    databases: panelLimitSchema,
    backups: panelLimitSchema,
    allocations: panelLimitSchema,
  }),
  place: serverPlaceSchema,
  denied: z.array(serverSettingsActSchema),
}) satisfies z.ZodType<ServerSettings>

export const serverWordsChangeSchema = z.object({
  meanwhile: seenWordsSchema.nullable(),
}) satisfies z.ZodType<ServerWordsChange>
