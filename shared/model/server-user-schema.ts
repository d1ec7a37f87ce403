import { z } from 'zod'
import { isAccountPermission, maxAccountPermissions } from './account-permission.ts'
import {
  maxEmailLength,
  maxServerUsers,
  type ServerUser,
  type ServerUserAct,
  type ServerUserChange,
  type ServerUserList,
  type ServerUsers,
  serverUserActs,
} from './server-user.ts'

export const serverUserIdSchema = z.string().regex(/^[0-9a-f-]{1,64}$/i) satisfies z.ZodType<ServerUser['id']>

/** The panel judges whether it is one. */
export const userEmailSchema = z
  .string()
  .trim()
  .min(3)
  .max(maxEmailLength)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u) satisfies z.ZodType<ServerUser['email']>

export const accountPermissionsSchema = z
  .array(z.string().refine(isAccountPermission))
  .max(maxAccountPermissions) satisfies z.ZodType<ServerUser['permissions']>

export const serverUserSchema = z.object({
  id: serverUserIdSchema,
  email: z.string(),
  hasTwoFactor: z.boolean().nullable(),
  createdAt: z.number().nullable(),
  permissions: accountPermissionsSchema,
}) satisfies z.ZodType<ServerUser>

export const serverUserListSchema = z.object({
  users: z.array(serverUserSchema).max(maxServerUsers),
  leftOut: z.number().int().min(0),
}) satisfies z.ZodType<ServerUserList>

export const serverUserActSchema = z.enum(serverUserActs) satisfies z.ZodType<ServerUserAct>

export const serverUsersSchema = serverUserListSchema.extend({
  denied: z.array(serverUserActSchema),
  own: z.array(z.string()).nullable(),
  ownId: serverUserIdSchema.nullable(),
  known: z.array(z.string()).nullable(),
}) satisfies z.ZodType<ServerUsers>

export const serverUserChangeSchema = z.object({
  meanwhile: serverUserSchema.nullable(),
}) satisfies z.ZodType<ServerUserChange>
