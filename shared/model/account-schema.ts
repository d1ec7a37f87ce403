import { z } from 'zod'
import {
  type AccountKey,
  type AccountKeyHere,
  type AccountKeys,
  isPublicKey,
  maxAccountKeys,
  type RotationEnd,
  type SshKey,
} from './account.ts'
import { keyIdSchema } from './identifier-schema.ts'

/** Shorter than any token, so that no panel can pass one off as its key's name. */
export const accountKeyIdentifierSchema = z.string().regex(/^[\w-]{4,20}$/) satisfies z.ZodType<
  AccountKey['identifier']
>

export const accountKeySchema = z.object({
  identifier: accountKeyIdentifierSchema,
  description: z.string(),
  allowedIps: z.array(z.string()),
  lastUsedAt: z.number().nullable(),
  createdAt: z.number().nullable(),
}) satisfies z.ZodType<AccountKey>

export const accountKeyHereSchema = accountKeySchema.extend({
  usedBy: z.object({ keyId: keyIdSchema, label: z.string() }).nullable(),
}) satisfies z.ZodType<AccountKeyHere>

export const accountKeysSchema = z.object({
  username: z.string(),
  keys: z.array(accountKeyHereSchema).max(maxAccountKeys),
  isRotating: z.boolean(),
}) satisfies z.ZodType<AccountKeys>

/** As panels write it, in base64 with or without padding, or in hex. */
export const fingerprintOfSshSchema = z.string().regex(/^[\w+/=:.-]{8,200}$/) satisfies z.ZodType<SshKey['fingerprint']>

export const sshKeySchema = z.object({
  name: z.string(),
  fingerprint: fingerprintOfSshSchema,
  createdAt: z.number().nullable(),
}) satisfies z.ZodType<SshKey>

export const newSshKeySchema = z.object({
  name: z.string().trim().min(1).max(191),
  publicKey: z.string().trim().max(16_000).refine(isPublicKey),
})

export const rotationEndSchema = z.enum(['rotated', 'unfinished']) satisfies z.ZodType<RotationEnd>
