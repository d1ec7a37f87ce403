import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import type { KeyHealth, KeyView, VaultBackendName } from './api-key.ts'
import { budgetSchema } from './budget-schema.ts'
import { keyIdSchema, panelIdSchema } from './identifier-schema.ts'
import { leftOutSchema } from './left-out-schema.ts'
import { permissionSchema } from './permission-schema.ts'
import { safeText } from './text.ts'

export const vaultBackendSchema = z.enum(['keychain', 'safe-storage', 'memory']) satisfies z.ZodType<VaultBackendName>

export const keyHealthSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('works'), at: z.number() }),
  z.object({ kind: z.literal('failing'), since: z.number(), error: appErrorSchema }),
]) satisfies z.ZodType<KeyHealth>

const learnedFactSchema = z.object({ permission: permissionSchema, has: z.boolean(), at: z.number() })

export const keyViewSchema = z.object({
  id: keyIdSchema,
  panelId: panelIdSchema,
  label: z.string(),
  tokenIn: vaultBackendSchema.nullable(),
  health: keyHealthSchema,
  serverCount: z.number().nullable(),
  leftOut: leftOutSchema,
  declared: z.array(permissionSchema).nullable(),
  learned: z.array(learnedFactSchema),
  budget: budgetSchema.nullable(),
}) satisfies z.ZodType<KeyView>

/** A key's label: 1 to 60 characters, at least one of them visible, no control characters. */
export const keyLabelSchema = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u)
  .refine((label) => safeText(label) !== '') satisfies z.ZodType<KeyView['label']>
