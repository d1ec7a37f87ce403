import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { budgetSchema } from './budget-schema.ts'
import { keyIdSchema, panelIdSchema } from './identifier-schema.ts'
import { leftOutSchema } from './left-out-schema.ts'
import { permissionSchema } from './permission-schema.ts'
import { safeText } from './text.ts'

/** Where a token is stored. `memory` lasts for this run only. */
export const vaultBackendSchema = z.enum(['keychain', 'safe-storage', 'memory'])
export type VaultBackendName = z.infer<typeof vaultBackendSchema>

/** What the last answer to this key's list call said. Times are unix milliseconds. */
export const keyHealthSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('works'), at: z.number() }),
  z.object({ kind: z.literal('failing'), since: z.number(), error: appErrorSchema }),
])
export type KeyHealth = z.infer<typeof keyHealthSchema>

const learnedFactSchema = z.object({ permission: permissionSchema, has: z.boolean(), at: z.number() })

/** An API key as the window sees it: everything but the token. */
export const keyViewSchema = z.object({
  id: keyIdSchema,
  panelId: panelIdSchema,
  label: z.string(),
  /** Null until a token was pasted, as after an import. */
  tokenIn: vaultBackendSchema.nullable(),
  health: keyHealthSchema,
  /** Number of servers in the last list; null before the first. */
  serverCount: z.number().nullable(),
  /** What the last list held that is not among the servers. */
  leftOut: leftOutSchema,
  /** What the owner says the key may do; null where they are not sure. */
  declared: z.array(permissionSchema).nullable(),
  /** What the panel's answers showed. A success counts for a day, a refusal for some minutes. */
  learned: z.array(learnedFactSchema),
  /** The rate limit as the panel's answers tell it; null before any. What is left may be some seconds old. */
  budget: budgetSchema.nullable(),
})
export type KeyView = z.infer<typeof keyViewSchema>

/** A key's label: 1 to 60 characters, at least one of them visible, no control characters. */
export const keyLabelSchema = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u)
  .refine((label) => safeText(label) !== '')
