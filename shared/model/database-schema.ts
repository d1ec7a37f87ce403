import { z } from 'zod'
import {
  type Database,
  type DatabaseAct,
  type DatabaseEdit,
  type DatabaseList,
  type DatabasesOfServer,
  databaseActs,
  longestDatabasePassword,
  maxDatabases,
  wrongDatabaseName,
  wrongRemote,
} from './database.ts'

/** A word or a number, which stands in addresses. */
export const databaseIdSchema = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9]+$/) satisfies z.ZodType<Database['id']>

export const databaseSchema = z.object({
  id: databaseIdSchema,
  host: z.string(),
  port: z.number().int().min(1).max(65_535).nullable(),
  name: z.string(),
  username: z.string(),
  connectionsFrom: z.string(),
  maxConnections: z.number().int().min(1).nullable(),
}) satisfies z.ZodType<Database>

export const databaseListSchema = z.object({
  databases: z.array(databaseSchema).max(maxDatabases),
  leftOut: z.number().int().min(0),
}) satisfies z.ZodType<DatabaseList>

export const databaseActSchema = z.enum(databaseActs) satisfies z.ZodType<DatabaseAct>

export const databasesOfServerSchema = databaseListSchema.extend({
  limit: z.number().int().min(0).nullable(),
  denied: z.array(databaseActSchema),
}) satisfies z.ZodType<DatabasesOfServer>

export const databaseEditSchema = z.object({
  name: z.string().refine((name) => wrongDatabaseName(name) === null),
  connectionsFrom: z.string().refine((remote) => wrongRemote(remote) === null),
}) satisfies z.ZodType<DatabaseEdit>

/** Goes to the window on demand alone, and stays in no list, state or log. */
export const databasePasswordSchema = z.string().min(1).max(longestDatabasePassword)
